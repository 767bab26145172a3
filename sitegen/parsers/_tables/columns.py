"""From rows of cells to the columns that a sidecar describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables.cells import is_missing, is_unit, number
from sitegen.parsers._tables.grid import Cell, head_of
from sitegen.record import Source
from sitegen.table_description import KeyCells, Meaning, Table, fold

Row = Sequence[Cell]

_LISTED = 10
"""How many rows that do not fit are listed one by one."""


class Placed(NamedTuple):
    """Rows whose cells stand in the order of the sidecar's columns, with the headings of those."""

    rows: Sequence[Row]
    headings: Sequence[str]
    problems: Sequence[Diagnostic]
    misfits: frozenset[int] = frozenset()


def best(ways: Sequence[Sequence[Row]], table: Table) -> Sequence[Row]:
    """Return the rows in that way of cutting lines which gives most of them the described cells.

    '1;12,345' has two cells with either mark, but only with one of them two numbers.
    """
    return max(ways, key=lambda rows: _fit(rows, table))


def surest(ways: Sequence[Sequence[Row]], aligned: Sequence[Row], table: Table) -> Sequence[Row]:
    """Return the rows in the first way of cutting lines that gives most of them the right cells.

    A later way that fits even more rows might shift the cells of a row in which one is missing;
    but where lines cut by their `aligned` columns all fit, each cell has its place.
    """
    fits = (rows for rows in ways if _fit(rows, table)[:2] > (True, len(rows) // 2))
    found = next(fits, None) or best(ways, table)
    for rows in (found, aligned):
        if _fit(rows, table)[:2] == (True, len(rows)):
            return rows
    return found


def _fit(rows: Sequence[Row], table: Table) -> tuple[bool, int, int]:
    headings = {column.heading for column in table.columns if column.heading}
    headed = bool(rows) and headings <= {fold(cell.text) for cell in rows[0]}
    width = len(rows[0]) if headings and headed else _width(rows, table)
    fit = [row for row in rows if len(row) == width]
    return headed, len(fit), sum(_looks_measured(cell.text, table) for row in fit for cell in row)


def _width(rows: Sequence[Row], table: Table) -> int:
    """Return how many cells a row has: as many as are described, or as most rows have."""
    if table.whole:
        return len(table.columns)
    least = max(column.index for column in table.columns) + 1
    widths = Counter(len(row) for row in rows if len(row) >= least)
    return max(widths, key=lambda width: (widths[width], width), default=least)


def split_head(rows: Sequence[Row], table: Table) -> tuple[Sequence[str], Sequence[Row]]:
    """Return the headings of rows whose format does not mark them, and the rows below.

    The first rows are headings if the columns of values hold words there. A heading that is printed
    again further down is left out.
    """
    if any(column.heading for column in table.columns):
        count = 1
    else:
        count = 0
        while count < len(rows) and _is_head(rows[count], table):
            count += 1
    head = rows[:count]
    width = _width(rows[count:], table)
    printed = [[cell.text for cell in row] for row in head]
    below = [row for row in rows[count:] if [cell.text for cell in row] not in printed]
    return head_of(row for row in head if len(row) >= width), below


def _is_head(row: Row, table: Table) -> bool:
    cells = row
    if table.whole and len(row) == len(table.columns):
        cells = [
            cell
            for cell, column in zip(row, table.columns, strict=True)
            if isinstance(column.holds, Meaning)
        ]
    said = [cell.text for cell in cells if not is_missing(fold(cell.text), table.missing)]
    # Half of a number that was cut, '11.', is no number and no word either.
    words = [text for text in said if any(map(str.isalpha, text))]
    return said == words != [] and not any(_looks_measured(text, table) for text in words)


def _looks_measured(text: str, table: Table) -> bool:
    its = number(text)
    return its is not None and (not its.unit or is_unit(its.unit, table.units))


def placed(source: Source, rows: Sequence[Row], head: Sequence[str], table: Table) -> Placed:
    """Return the rows by the columns of the sidecar, and a finding for each that does not fit."""
    places = list(_places(head, table))
    wrong = [place for place in places if isinstance(place, Diagnostic)]
    if wrong:
        return Placed((), (), wrong)
    found = [place for place in places if isinstance(place, int)]
    width = len(head) if head and not table.whole else _width(rows, table)
    kept = []
    misfits = []
    for row in rows:
        if len(row) == width:
            kept.append(tuple(row[place] for place in found))
        else:
            misfits.append(_misfit(source, row, width))
    problems = misfits[:_LISTED]
    if len(misfits) > _LISTED:
        last = misfits[-1]
        more = f"{len(misfits) - _LISTED + 1} more rows do not have {width} cells; this is the last"
        problems[-1] = last._replace(message=more)
    headings = [head[place] if place < len(head) else "" for place in found]
    lines = frozenset(row[0].line for row in rows if len(row) != width)
    return Placed(list(_filled(kept, table)), headings, problems, lines)


def _misfit(source: Source, row: Row, width: int) -> Diagnostic:
    cells = ", ".join(repr(cell.text) for cell in row[:12])
    return source.problem(
        row[0].line,
        "rows-left-over",
        f"{len(row)} cell{'s' * (len(row) != 1)} in a table of {width} columns: {cells}",
        "if it is no row, begin a word of 'skip' in the sidecar with it, or end the table above it "
        "with 'until'",
    )


def _places(head: Sequence[str], table: Table) -> Iterator[int | Diagnostic]:
    """Yield where in a row each column of the sidecar stands, or that it is not there."""
    folded = [fold(one) for one in head]
    before = -1
    for place, column in enumerate(table.columns):
        if not column.heading:
            follows = place > 0 and column.index == table.columns[place - 1].index + 1
            before = before + 1 if follows else column.index
            yield before
        elif folded.count(column.heading) == 1:
            before = folded.index(column.heading)
            yield before
        else:
            few = "no column" if column.heading not in folded else "more than one column"
            yield Diagnostic(
                column.position,
                "bad-value",
                f"{few} is headed '{column.heading}'",
                f"headings here: {', '.join(map(repr, head))}" if head else "no headings are found",
            )


def _filled(rows: Sequence[Row], table: Table) -> Iterator[Row]:
    """Yield rows in which an empty cell of a column with `fill` repeats the one above."""
    above: Row = ()
    for row in rows:
        if above:
            row = tuple(
                upper._replace(line=cell.line) if column.fill and not cell.text else cell
                for column, cell, upper in zip(table.columns, row, above, strict=True)
            )
        above = row
        yield row


def number_texts(rows: Sequence[Row], table: Table) -> Iterator[str]:
    """Yield the cells that should be numbers: they show which decimal mark the table has."""
    for row in rows:
        for column, cell in zip(table.columns, row, strict=True):
            if isinstance(column.holds, Meaning | KeyCells) and not column.is_text:
                yield cell.text
