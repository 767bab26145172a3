"""What a plot is made from, and the notes on what cannot be drawn of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sitegen import vocabulary
from sitegen.display import Scale
from sitegen.lab import Lab
from sitegen.names import Names, heading
from sitegen.query import Query
from sitegen.record import Record
from sitegen.residue import Note
from sitegen.tables import Table


class Drawable(NamedTuple):
    """A query with its records and their table, whose first headings are `columns`.

    All numbers are drawn in the unit of `scale`.
    """

    query: Query
    records: Sequence[Record]
    table: Table
    columns: Sequence[str]
    scale: Scale
    lab: Lab
    words: Names

    @property
    def better(self) -> vocabulary.Better:
        """Return which way is better for what is measured."""
        return vocabulary.QUANTITIES[str(self.records[0].columns["quantity"])].better


def counted(count: int, one: str, many: str) -> str:
    """Return '1 value is', '2 values are'."""
    return f"1 {one}" if count == 1 else f"{count} {many}"


def left_out(count: int, where: str) -> list[Note]:
    """Return the note on values that have no place at `where`, if there are any."""
    if not count:
        return []
    return [Note("left-out", f"{counted(count, 'value has', 'values have')} no place {where}.")]


def zeros(count: int) -> list[Note]:
    """Return the note on values that a logarithmic axis cannot show, if there are any."""
    if not count:
        return []
    are = counted(count, "value is 0, which has", "values are 0, which have")
    return [Note("left-out", f"{are} no place on a logarithmic axis.")]


def listed(names: Sequence[str], most: int = 3) -> str:
    """Return names joined by semicolons, the first few of many."""
    more = len(names) - most
    return "; ".join(names[:most]) + (f"; and {more} more" if more > 0 else "")


def missing(table: Table) -> list[Note]:
    """Return the notes about marks that are missing, by what is said of them."""
    single = sum(not column.ratio for column in table.columns) == 1
    found: dict[str, list[str]] = {}
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            if cell.sample is None and not column.ratio and (cell.gap or not single):
                said = f"{heading(cell.why)}: " if cell.gap else "No value for "
                parts = [*(its.text for its in row.headings), column.text]
                found.setdefault(said, []).append(", ".join(parts))
    return [Note("missing", f"{said}{listed(names)}.") for said, names in found.items()]
