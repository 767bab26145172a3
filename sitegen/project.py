"""The folders of a lab on disk: which files count, and reading them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LARGEST_TEXT = 4 << 20
"""How large a file that people write may be, in bytes."""


@dataclass(frozen=True, slots=True)
class Project:
    """A lab's repository: everything is read from below `root`, and written to `output` alone."""

    root: Path
    output: Path

    @property
    def templates(self) -> Path | None:
        """Return the lab's own templates, if it has any."""
        own = self.root / "templates"
        return own if own.is_dir() else None

    def files(self, folder: str) -> Iterator[str]:
        """Yield the files below a folder of the project, sorted, as paths with forward slashes.

        Hidden files, what editors leave behind, and links that lead out of the folder do not count.
        """
        top = self.root / folder
        real = top.resolve()
        for where, folders, names in os.walk(top):
            folders[:] = sorted(name for name in folders if counts(name))
            for name in sorted(filter(counts, names)):
                path = Path(where, name)
                if path.is_symlink() and not path.resolve().is_relative_to(real):
                    continue
                if path.is_file():
                    yield path.relative_to(self.root).as_posix()

    def read(self, path: str) -> bytes:
        """Return the bytes of a file of the project."""
        return (self.root / path).read_bytes()


def counts(name: str) -> bool:
    """Return whether a file or folder of this name belongs to the lab.

    `4913` is the file with which vim tries whether it may write.
    """
    return not (
        name.startswith((".", "#", "__pycache__"))
        or name.endswith(("~", ".swp", ".swx", ".tmp", ".orig", ".rej"))
        or name == "4913"
    )
