"""Rows that a mail program has wrapped anywhere: their cells are counted off by the columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables.grid import Cell
from sitegen.parsers._tables.plain_text import is_unit_of
from sitegen.parsers._tables.region import Region
from sitegen.parsers._tables.values import Values
from sitegen.record import Source
from sitegen.table_description import Table

Row = Sequence[Cell]

_MOST_JOINS = 3
"""How many cells of one row may have been cut in two."""


class Token(NamedTuple):
    """A cell, or the half of one: `begins` is whether it is the first on its line."""

    text: str
    line: int
    begins: bool


def rows(source: Source, cells: Sequence[Token], values: Values) -> Iterator[Row | Diagnostic]:
    """Yield the rows that cells make up, and a finding for the cells that make up none."""
    if values.table.proof is None:
        yield from _counted(source, cells, values.table)
    else:
        yield from _proved(source, cells, values)


def tokens(region: Region, table: Table, form: str) -> list[Token]:
    """Return the cells of a region in their order; a unit belongs to the number before it."""
    separator = {"tsv": "\t", "csv": table.separator or ","}.get(form)
    found: list[Token] = []
    for line in region.lines:
        texts = [text.strip() for text in line.text.split(separator)]
        if separator and found:
            # A comma at the end or the beginning of a line is where a row was cut.
            if not found[-1].text:
                found.pop()
            elif not texts[0] and len(texts) > 1:
                texts = texts[1:]
        for place, text in enumerate(texts):
            if not separator and found and is_unit_of(text, found[-1].text, table):
                found[-1] = found[-1]._replace(text=f"{found[-1].text} {text}")
            else:
                found.append(Token(text, line.number, place == 0))
    return found


def _counted(source: Source, cells: Sequence[Token], table: Table) -> Iterator[Row | Diagnostic]:
    """Yield the rows if all cells fill as many as there should be, or else none."""
    width = len(table.columns)
    rows, over = divmod(len(cells), width)
    if rows == table.count and not over:
        for start in range(0, len(cells), width):
            yield [Cell(token.text, token.line) for token in cells[start : start + width]]
        return
    yield source.problem(
        cells[-1].line,
        "rows-left-over",
        f"{len(cells)} cells are not {table.count} rows of {width} cells",
        "something is missing, too much or cut in two; no row is read, as none can be relied on",
    )


def _proved(source: Source, cells: Sequence[Token], values: Values) -> Iterator[Row | Diagnostic]:
    """Yield the rows that add up, and where they do not, the cells up to the next one that does."""
    width = len(values.table.columns)
    at = 0
    while at < len(cells):
        found = _row_at(cells, at, values)
        if found is not None:
            row, at = found
            yield row
            continue
        ahead = _next(cells, at, values)
        if ahead - at == width:
            # A row of the right width that does not add up: one of its digits is wrong.
            yield [Cell(token.text, token.line) for token in cells[at:ahead]]
        else:
            words = " ".join(token.text for token in cells[at : min(ahead, at + width)])
            count = ahead - at
            yield source.problem(
                cells[at].line,
                "rows-left-over",
                f"no row that adds up has {'this cell' if count == 1 else f'these {count} cells'}: "
                f"{words}",
                "a cell is missing, or one too many",
            )
        at = ahead


def _next(cells: Sequence[Token], at: int, values: Values) -> int:
    """Return where the next row begins that adds up; one row further on is looked at first."""
    width = len(values.table.columns)
    starts = [at + width, *range(at + 1, min(at + 3 * width, len(cells)))]
    right = (start for start in starts if _row_at(cells, start, values))
    return next(right, len(cells))


def _row_at(cells: Sequence[Token], at: int, values: Values) -> tuple[Row, int] | None:
    """Return the row that begins with a token, if it adds up, and where it ends.

    Cells that were cut at the end of a line are joined if the row adds up only so. If it does so in
    more than one way, it counts that the next row adds up too.
    """
    right = [
        (row, end)
        for row, end in _joined(cells, at, len(values.table.columns), _MOST_JOINS)
        if values.adds_up(row)
    ]
    if len(right) > 1:
        followed = [
            (row, end) for row, end in right if end == len(cells) or _plain(cells, end, values)
        ]
        right = followed if followed else right
    return right[0] if right else None


def _plain(cells: Sequence[Token], at: int, values: Values) -> bool:
    width = len(values.table.columns)
    row = [Cell(token.text, token.line) for token in cells[at : at + width]]
    return len(row) == width and values.adds_up(row)


def _joined(
    cells: Sequence[Token], at: int, width: int, joins: int
) -> Iterator[tuple[list[Cell], int]]:
    """Yield the rows that cells can be, and where each ends; that without a cut cell is first."""
    if width == 0:
        yield [], at
        return
    if at >= len(cells):
        return
    cell = Cell(cells[at].text, cells[at].line)
    for rest, end in _joined(cells, at + 1, width - 1, joins):
        yield [cell, *rest], end
    if joins and at + 1 < len(cells) and cells[at + 1].begins:
        both = cell._replace(text=cell.text + cells[at + 1].text)
        for rest, end in _joined(cells, at + 2, width - 1, joins - 1):
            yield [both, *rest], end
