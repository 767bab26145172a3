"""Whether anything that a build reads or wrote has changed since, told without reading any of it.

Names, sizes and times of files are enough, as for make and git. A file that was changed just before
a build could be changed again within the same tick of its clock, so such a build is not noted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sitegen import __version__
from sitegen.cache import Cache, key
from sitegen.project import Project

BUILDS = "build"
"""The kind under which a cache keeps what builds said."""

TICK = 2_000_000_000
"""The coarsest clock of a file system in nanoseconds: FAT counts every other second."""

_INPUTS = ("content", "results", "templates")
_CODE = Path(__file__).parent


class State(NamedTuple):
    """What a build is made from: which one it is, its inputs as they are, the newest change."""

    name: bytes
    inputs: bytes
    newest: int


def state(project: Project, *settings: str) -> State:
    """Return the state of the inputs of a build with some settings, before they are read."""
    root = project.root.resolve()
    places = [root / name for name in _INPUTS]
    if project.trusted:
        places.append(project.trusted.resolve())
    own = [*_entries(places), *_files(root)]
    code = [*_entries([_CODE, _CODE.parent / "templates"])]
    name = key(str(root), str(project.output.resolve()), *settings)
    about = (__version__, sys.version, *settings)
    newest = max((entry[2] for entry in own), default=0)
    return State(name, key(*about, *map(repr, (*own, *code))), newest)


def said(kept: Cache, its: State, project: Project) -> str:
    """Return what the last build said, if it was made from the same and its files still stand."""
    found = kept.get(BUILDS, its.name)
    if found is None:
        return ""
    noted = json.loads(found)
    same = noted["inputs"] == its.inputs.hex() and noted["outputs"] == _outputs(project)
    return str(noted["said"]) if same else ""


def note(kept: Cache, its: State, project: Project, text: str) -> None:
    """Keep what a build said, to be said again by the next one if nothing changes."""
    if kept.path.stat().st_mtime_ns - its.newest < TICK:
        return
    noted = {"inputs": its.inputs.hex(), "outputs": _outputs(project), "said": text}
    kept.put(BUILDS, its.name, json.dumps(noted).encode())


def _outputs(project: Project) -> str:
    return key(*map(repr, _entries([project.output.resolve()]))).hex()


_Entry = tuple[str, int, int]


def _entries(places: Iterable[Path]) -> Iterator[_Entry]:
    """Yield path, size and time of each file below some folders, in the order of paths."""
    found: list[_Entry] = []
    waiting = [str(place) for place in places]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as folder:
                for entry in folder:
                    if entry.name == "__pycache__":
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        # A link stands for the file that it leads to.
                        about = entry.stat()
                        found.append((entry.path, about.st_size, about.st_mtime_ns))
        except OSError:
            continue
    return iter(sorted(found))


def _files(root: Path) -> Iterator[_Entry]:
    """Yield the settings at the root of a lab."""
    for name in ("sitegen.yaml", "permalinks.lock"):
        path = root / name
        if path.is_file():
            about = path.stat()
            yield str(path), about.st_size, about.st_mtime_ns
