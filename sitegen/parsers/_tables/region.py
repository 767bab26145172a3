"""The lines of a file that a table stands on: behind its header, before what follows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables.grid import skipped
from sitegen.record import Source
from sitegen.table_description import Table


class Line(NamedTuple):
    """A line by its index in the source, or the part of it that belongs to the table."""

    number: int
    text: str


class Region(NamedTuple):
    """The lines of a table that may be rows; with its header it stands on `first` to `last`."""

    lines: Sequence[Line]
    first: int
    last: int


def region(source: Source, table: Table) -> Region | Diagnostic:
    """Return the lines that a table stands on, or the finding that its header is not there.

    A header may end, and the first row begin, in the middle of a line.
    """
    text = source.text
    heads: Sequence[re.Match[str]] = ()
    start, end = 0, len(text)
    if table.header:
        heads = list(_words(table.header).finditer(text))
        if not heads:
            return Diagnostic(
                table.position,
                "bad-value",
                "the words of the header do not stand in the file in this order",
                f"copy them from {source.path}, with or without its line breaks",
            )
        start = heads[0].end()
    if table.until:
        below = _words(table.until).search(text, start)
        if below is None:
            return Diagnostic(
                table.position,
                "bad-value",
                "the words of 'until' do not stand below the table",
                f"copy them from {source.path}; if it is cut off, its values do not count",
            )
        end = below.start()
    # A header that is printed again, as some tools do each page, is no row.
    for head in heads[1:]:
        text = text[: head.start()] + re.sub(r"[^\n]", " ", head[0]) + text[head.end() :]
    lines = [
        line
        for line in _cut(text, start, end)
        # A rule between rows has no letter and no digit.
        if any(map(str.isalnum, line.text)) and not skipped(line.text, table)
    ]
    if not lines:
        return Diagnostic(table.position, "bad-value", "the table has no rows")
    first = text.count("\n", 0, heads[0].start()) if heads else lines[0].number
    return Region(lines, first, lines[-1].number)


def _words(written: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, written.split())))


def _cut(text: str, start: int, end: int) -> Iterator[Line]:
    """Yield the lines, or parts of lines, of `text` from `start` to `end`."""
    first = text.count("\n", 0, start)
    for number, part in enumerate(text[start:end].split("\n"), first):
        yield Line(number, part)
