"""Files of a lab that are not written yet, to be read as if they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sitegen.project import Project


@dataclass(frozen=True, slots=True)
class Staged(Project):
    """A project whose files are in memory; a `Path` of it leads nowhere."""

    contents: Mapping[str, bytes] = field(default_factory=dict)

    def files(self, folder: str) -> Iterator[str]:
        """Yield the files below a folder, sorted."""
        yield from sorted(path for path in self.contents if path.startswith(f"{folder}/"))

    def read(self, path: str) -> bytes:
        """Return the bytes of a file."""
        return self.contents[path]

    def content(self, path: str) -> bytes:
        """Return the bytes of a raw file."""
        return self.contents[path]


def staged(contents: Mapping[str, bytes]) -> Staged:
    """Return the project that consists of these files alone."""
    return Staged(Path(), Path(), contents=contents)
