"""`sitegen new FOLDER`: a small lab that builds and checks clean."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TextIO

from sitegen.commands import UsageError, reason

_RENAMED = {"gitignore": ".gitignore"}
"""Files of sitegen/starter/ that would mean something where they lie, and their real names."""


def run(options: argparse.Namespace, out: TextIO, _: TextIO) -> int:
    """Write the files of the starter into a folder that has none."""
    folder: Path = options.folder
    files = dict(_files(resources.files("sitegen") / "starter", ""))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # A repository that was just made has hidden files of its own.
        taken = [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")]
        if taken or any((folder / path).exists() for path in files):
            raise UsageError(f"{folder} is not empty; nothing was written")
        for path, content in files.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("xb") as file:  # never in place of another
                file.write(content)
    except OSError as error:
        raise UsageError(f"{error.filename}: {reason(error)}") from None
    out.write(f"{folder}: {len(files)} files of a small lab\n")
    out.write(f"next: sitegen --project {shlex.quote(str(folder))} serve\n")
    return 0


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the starter with their paths; they may lie in a zip."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = prefix + _RENAMED.get(entry.name, entry.name)
        if entry.is_dir():
            yield from _files(entry, f"{path}/")
        else:
            yield path, entry.read_bytes()
