"""What of a table gives no value: rows, columns and cells, each with the reason."""

from __future__ import annotations

from collections.abc import Iterator

from sitegen.importing.meanings import Grid
from sitegen.importing.words import Said


def left_out(grid: Grid) -> Iterator[tuple[int, str]]:
    """Yield the index of a line of the table, and what on it is not taken, and why."""
    for row in grid.ragged:
        cells = ", ".join(cell.text for cell in row if cell.text)
        few = f"{len(row)} cell{'s' * (len(row) != 1)} in a table of {grid.width} columns"
        yield row[0].line, f"no row of the table: '{cells}' ({few})"
    for row in grid.rows:
        meanings = [its for place in grid.values if (its := grid.meaning(row, place))]
        reasons = sorted({its for its in meanings if isinstance(its, str)})
        if reasons and not any(isinstance(its, Said) for its in meanings):
            cells = ", ".join(row[place].text for place in grid.values)
            yield row[0].line, f"'{grid.words(row)}' ({cells}): {_unknown(reasons)}"
    for place in grid.numeric:
        if place not in (*grid.values, *grid.keys, *grid.labels):
            meanings = [grid.meaning(row, place) for row in grid.rows]
            reasons = sorted({its for its in meanings if isinstance(its, str) and its})
            heading = grid.heading(place) or f"column {place + 1}"
            yield grid.rows[0][place].line, f"column '{heading}': {_unknown(reasons)}"


def _unknown(reasons: list[str]) -> str:
    return f"not taken, as it is not said {' and '.join(reasons)}"
