"""The stage that reads raw files: each by itself, from values that can be sent to another process.

What a file yields depends on its `Raw` alone. Whoever reads many files gives the answers in the
order of the files, so nothing tells afterwards where they were read.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

from sitegen import shown
from sitegen.project import Content
from sitegen.results import FileReading, read_file


class Raw(NamedTuple):
    """A raw file to be read: its path below the project, what it holds, the sidecar beside it.

    With `telling`, what it tells of machines and people is looked for too.
    """

    path: str
    content: Content
    sidecar: str | None
    telling: bool


class Read(NamedTuple):
    """What a raw file yields, not covered yet, and what it tells of machines and people.

    `took` is how many seconds that took where somebody measured it who was there.
    """

    reading: FileReading
    told: shown.Told
    took: float | None = None


EACH = 2048
"""What a file weighs besides its bytes: some work is the same for every file."""

Reader = Callable[[Sequence[Raw]], Generator[Read]]
"""What reads raw files, and yields an answer for each in their order; it may be closed before."""


def read(raw: Raw) -> Read:
    """Return what a raw file yields."""
    told = shown.told(raw.content) if raw.telling else shown.NOTHING
    return Read(read_file(raw.path, raw.content, raw.sidecar), told)


def here(raws: Sequence[Raw]) -> Generator[Read]:
    """Read raw files one after the other in this process."""
    for raw in raws:
        yield read(raw)


def weight(raws: Sequence[Raw]) -> int:
    """Return about how much work there is in raw files, in bytes."""
    return sum(size(raw.content) + EACH for raw in raws)


def size(content: Content) -> int:
    """Return how many bytes a raw file has."""
    return len(content) if isinstance(content, bytes) else content.stat().st_size
