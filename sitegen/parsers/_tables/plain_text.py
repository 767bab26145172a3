"""Tables in plain text: columns by white space, CSV and TSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence

from sitegen.parsers._tables.cells import is_unit, number
from sitegen.parsers._tables.columns import Row, best, surest
from sitegen.parsers._tables.grid import Cell
from sitegen.parsers._tables.region import Line, Region
from sitegen.table_description import Table

Split = Callable[[str], list[str]]

_INK = re.compile(r"\S+")
_GAP = re.compile(rb"(?<=\x01)\x00+(?=\x01)")
_WIDE = re.compile(r"\s*\t\s*|\s{2,}")


def rows(region: Region, table: Table, form: str) -> Sequence[Row]:
    """Return the rows of a table, its lines cut so that they have the described cells."""
    if form == "aligned":
        return _aligned(region.lines, table)
    if form == "whitespace":
        ways = [
            [[Cell(text, line.number) for text in split(line.text)] for line in region.lines]
            for split in _splits(table)
        ]
        return surest(ways, _reaching(_aligned(region.lines, table)), table)
    separators = "\t" if form == "tsv" else table.separator or ";,|\t"
    return best([list(delimited(region.lines, separator)) for separator in separators], table)


def _splits(table: Table) -> list[Split]:
    """Return the ways to cut a line at white space, the surest first."""
    ways: list[Split] = [
        lambda line: _WIDE.split(line.strip()),
        lambda line: with_units(line.split(), table),
        str.split,
    ]
    places = [place for place, column in enumerate(table.columns) if column.is_text]
    if table.whole and len(places) == 1:
        ways.append(lambda line: _long_words(with_units(line.split(), table), places[0], table))
    return ways


def _aligned(lines: Sequence[Line], table: Table) -> list[list[Cell]]:
    """Return lines cut where no line has a letter: a blank cell keeps its place.

    Of more such places than columns the widest count.
    """
    width = max(len(line.text) for line in lines)
    inked = bytearray(width)
    for line in lines:
        for match in _INK.finditer(line.text):
            inked[match.start() : match.end()] = b"\1" * len(match[0])
    first = inked.index(1)
    gaps = {match.end(): len(match[0]) for match in _GAP.finditer(inked)}
    if table.whole:
        widest = sorted(gaps.values(), reverse=True)[: len(table.columns) - 1]
        gaps = {start: gap for start, gap in gaps.items() if gap >= min(widest, default=width)}
    starts = [first, *gaps]
    return [
        [
            Cell(line.text[start:end].strip(), line.number)
            for start, end in zip(starts, [*starts[1:], width], strict=True)
        ]
        for line in lines
    ]


def _reaching(rows: Sequence[Row]) -> list[Row]:
    """Return rows without the cells of those that do not reach from the first column to the last.

    Such a row may be one half of a row that was wrapped.
    """
    return [row if row[0].text and row[-1].text else row[:1] for row in rows]


def with_units(tokens: Sequence[str], table: Table) -> list[str]:
    """Return tokens with each unit joined to the number before it: '1 KB' is one cell."""
    joined: list[str] = []
    for token in tokens:
        if joined and is_unit_of(token, joined[-1], table):
            joined[-1] += f" {token}"
        else:
            joined.append(token)
    return joined


def is_unit_of(token: str, before: str, table: Table) -> bool:
    """Return whether a token is the unit of the number that stands before it."""
    if token.isdecimal() or not is_unit(token, table.units):
        return False
    its = number(before)
    return its is not None and not its.unit


def _long_words(tokens: list[str], place: int, table: Table) -> list[str]:
    """Return tokens with all that are too many joined to the one column that holds words."""
    extra = len(tokens) - len(table.columns)
    if extra <= 0:
        return tokens
    end = place + extra + 1
    return [*tokens[:place], " ".join(tokens[place:end]), *tokens[end:]]


def delimited(lines: Sequence[Line], separator: str) -> Iterator[Row]:
    """Yield the rows of CSV; a quoted cell may go over several lines."""
    taken: list[int] = []

    def feed() -> Iterator[str]:
        for line in lines:
            taken.append(line.number)
            yield f"{line.text}\n"

    reader = csv.reader(feed(), delimiter=separator, skipinitialspace=True)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:  # a cell of more than 131,072 characters: a quote was never closed
            cells = ["".join(line.text for line in lines if line.number in taken[:1])]
        if cells is None:
            return
        yield [Cell(text.strip(), taken[0]) for text in cells]
        taken.clear()
