"""A table on its way from a file to values: cells in rows, each with the line where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.record import Source
from sitegen.table_description import Table, fold


class Cell(NamedTuple):
    """What stands in one cell; `copied` is whether another cell reaches over this place."""

    text: str
    line: int
    pointer: str = ""
    copied: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """One table: its rows, its headings by column (none if it has none), the lines it stands on."""

    rows: Sequence[Sequence[Cell]]
    head: Sequence[str]
    first: int
    last: int
    caption: str = ""


def skipped(text: str, table: Table) -> bool:
    """Return whether the sidecar leaves out a row that reads `text`."""
    return bool(table.skip) and fold(text.strip(" \t|")).startswith(tuple(table.skip))


def head_of(rows: Iterable[Sequence[Cell]]) -> tuple[str, ...]:
    """Return one heading for each column of several rows: 'Write' above 'MB/s' is 'Write MB/s'."""
    heads: list[list[str]] = []
    for row in rows:
        heads += [[] for _ in range(len(row) - len(heads))]
        for words, cell in zip(heads, row, strict=False):
            if cell.text and cell.text not in words[-1:]:
                words.append(cell.text)
    return tuple(" ".join(words) for words in heads)


def chosen(source: Source, table: Table, grids: Sequence[Grid]) -> Grid | Diagnostic:
    """Return the one table of several that a sidecar means, or the finding that it is not clear."""
    fitting = [grid for grid in grids if table.caption in fold(grid.caption)]
    if table.number:
        fitting = fitting[table.number - 1 : table.number]
    elif len(fitting) > 1:
        fitting = [grid for grid in fitting if _fits(grid, table)]
    if len(fitting) == 1:
        return fitting[0]
    listed = ", ".join(
        f"{number} (line {source.numbers[grid.first]})" for number, grid in enumerate(grids, 1)
    )
    meant = fitting[0].first if fitting else 0
    return source.problem(
        meant,
        "unidentified-file",
        "several tables fit the sidecar" if fitting else "no table fits the sidecar",
        f"tables here: {listed}; say which with number: or caption:" if grids else "",
    )


def _fits(grid: Grid, table: Table) -> bool:
    """Return whether a table has the headings, or else the number of columns, of the sidecar."""
    headings = {column.heading for column in table.columns if column.heading}
    if headings:
        return headings <= set(map(fold, grid.head))
    return any(len(row) == len(table.columns) for row in grid.rows)
