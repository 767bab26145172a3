"""The other generators: how each is installed and run, and the files that it makes its pages of.

What is common to all is a `Peer`; each has a module of its own with one, `PEER`.
"""

from __future__ import annotations

import importlib
import re
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.page import Page

NAMES = ("hugo", "eleventy", "pelican", "mkdocs", "zensical", "asv")
"""The modules, the fastest first."""

Files = Iterable[tuple[str, str]]


def _nothing(_: Path) -> None:
    """Prepare nothing."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A generator.

    `package` is what pip or, where it begins with `@`, npm installs, with the version that was
    tried. `command` builds, and `serving` serves at `{port}`: both begin with the name of the
    program. `output` and `kept` are the folders that a cold build begins without; `template` is a
    file whose change touches every page. `site` yields what every site of this generator has, and
    `page` the files that one page is made of. What `same` is false for makes other pages.
    """

    name: str
    package: str
    program: str
    version: Sequence[str]
    command: Sequence[str]
    output: str
    site: Callable[[Mapping[str, Page]], Files]
    page: Callable[[Page], Files]
    template: str = ""
    kept: Sequence[str] = ()
    serving: Sequence[str] = ()
    prepare: Callable[[Path], None] = field(default=_nothing)
    same: bool = True

    @property
    def is_for_node(self) -> bool:
        """Return whether npm installs it and Node.js runs it."""
        return self.package.startswith("@")


def peers(names: Iterable[str] = NAMES) -> list[Peer]:
    """Return generators by the names of their modules."""
    return [importlib.import_module(f"benchmarks.peers.{name}").PEER for name in names]


def write(files: Files, target: Path) -> None:
    """Write files below a folder."""
    for path, text in files:
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


def write_site(peer: Peer, all_pages: Mapping[str, Page], target: Path) -> None:
    """Write everything that a generator needs for all pages."""
    write(peer.site(all_pages), target)
    for one in all_pages.values():
        write(peer.page(one), target)
    peer.prepare(target)


def version(peer: Peer, program: Path) -> str:
    """Return the version that a program says it is."""
    command = [str(program), *peer.version]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"\d+(?:\.\d+)+", ran.stdout)
    if not found:
        raise ValueError(f"{' '.join(command)} names no version: {ran.stdout!r}")
    return found.group()
