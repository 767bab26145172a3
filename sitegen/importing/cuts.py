"""What is cut out of a page: contiguous bytes that yield the same values alone as in the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.importing.page import Page
from sitegen.record import Record, Value
from sitegen.results import FileReading, read_file


class Note(NamedTuple):
    """Something about a line of the page that a person has to know; lines count from 0."""

    line: int
    text: str


Key = tuple[int, str, Value]
"""A value of the page: the line it stands on, its metric, and what it is in base units."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A slice of the page for results/, with what is read from it.

    `name` and `ending` are those of its file; without a name it has that of its tool. `sidecar`
    describes a table, and is empty for the output of a tool that a parser knows. `depth` says how
    often a mail has quoted it, and `command` on which line the command stands that gave the load.
    """

    first: int
    last: int
    start: int
    end: int
    reading: FileReading
    ending: str = ".txt"
    sidecar: str = ""
    depth: int = 0
    notes: Sequence[Note] = field(default_factory=tuple)
    name: str = ""
    command: int | None = None

    @property
    def measured(self) -> bool:
        """Return whether there are values in it."""
        return bool(self.reading.records)

    @property
    def keys(self) -> set[Key]:
        """Return its values with their lines of the page."""
        return keys(self.reading.records, self.first)

    @property
    def columns(self) -> set[str]:
        """Return the columns that its values have."""
        return {column for one in self.reading.records for column in one.columns}

    @property
    def tool(self) -> str:
        """Return the tool that printed it; of several, the first."""
        runs = [run for run in self.reading.runs if run.measured] or self.reading.runs
        return runs[0].tool if runs else ""

    def page_line(self, line: int) -> int:
        """Return the line of the page, from 0, for a line of the cut, from 1."""
        return self.first + line - 1


def keys(records: Iterable[Record], first: int = 0) -> set[Key]:
    """Return the values of a slice that begins at a line of the page."""
    return {(first + one.position.line - 1, one.metric, one.value) for one in records}


def cut(page: Page, start: int, end: int, lines: tuple[int, int], depth: int = 0) -> Cut:
    """Return the bytes of a page from `start` to `end`, read as the output of a tool."""
    return Cut(*lines, start, end, read_file("cut.txt", page.content[start:end]), depth=depth)


def lines_cut(page: Page, first: int, last: int, depth: int = 0) -> Cut:
    """Return whole lines of a page, read as the output of a tool."""
    return cut(page, page.start(first), page.end(last), (first, last), depth)
