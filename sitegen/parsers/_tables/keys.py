"""What cells say about their row: the load, the testbed, and what the values are."""

from __future__ import annotations

from typing import NamedTuple

from sitegen import units
from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables.cells import is_missing, is_unit, number
from sitegen.parsers._tables.figures import Figure, Figures
from sitegen.parsers._tables.grid import Cell
from sitegen.record import Source, Value
from sitegen.table_description import KeyCells, Labels, Meaning, Table, fold
from sitegen.testbed_file import column_value

_BASES = {"size": "B", "duration": "s", "rate": "B/s", "fraction": "1", "count": "1"}


class Keys(NamedTuple):
    """Reads the cells of one table that are no values."""

    source: Source
    table: Table
    figures: Figures

    def label(self, labels: Labels, cell: Cell) -> Meaning | Diagnostic | None:
        """Return what a label says about its row, or None where the row is to be left out."""
        words = fold(cell.text)
        if words in labels.meanings:
            return labels.meanings[words]
        if cell.copied:
            return Meaning()  # what it says is said by the label that reaches over this place
        return self.source.problem(
            cell.line,
            "unknown-metric",
            f"the sidecar does not say what rows with '{cell.text}' are",
            f"add to the labels '{cell.text}': {{operation: ..., ...}}, or {{skip: true}}",
        )

    def figure(self, its: KeyCells, cell: Cell, heading: str) -> Figure | Diagnostic:
        """Return the number in a key; its unit must be certain, as nothing shows that it is not."""
        return self.figures.read(self._worded(its, cell), its.unit, heading, strict=True)

    def value(self, its: KeyCells, cell: Cell, heading: str) -> Value | Diagnostic:
        """Return what a workload or testbed column holds, or why there is none."""
        text = self._worded(its, cell).text
        if is_missing(fold(text), self.table.missing):
            return missing(self.source, cell, its.column)
        if its.type == "text" and not its.unit and not self._has_unit(text):
            return column_value(text) if its.column.startswith("testbed.") else text
        figure = self.figure(its, cell, heading)
        if isinstance(figure, Diagnostic):
            return figure
        if not figure.clear:
            return self.figures.ambiguous(figure)
        base = units.UNITS[figure.unit].base
        value = units.tidy(figure.ways[0], figure.unit)
        whole = isinstance(value, int) or its.type != "count"
        if base == _BASES.get(its.type, base) and whole:
            return value
        message = f"'{figure.written}' is not a {its.type}, as {its.column} is"
        return self.source.problem(cell.line, "bad-number", message)

    def _worded(self, its: KeyCells, cell: Cell) -> Cell:
        """Return a cell with what the sidecar says of its words in place of them."""
        words = {fold(printed): meaning for printed, meaning in its.values.items()}
        return cell._replace(text=words.get(fold(cell.text), cell.text))

    def _has_unit(self, text: str) -> bool:
        its = number(text)
        return its is not None and is_unit(its.unit, self.table.units)


def missing(source: Source, cell: Cell, what: str) -> Diagnostic:
    """Return the remark that a cell has no value."""
    said = f"'{cell.text}' stands in place of it" if cell.text else "the cell is empty"
    if cell.copied:
        said = "a cell beside or above it reaches over this place"
    return source.problem(cell.line, "not-recorded", f"no value for {what}: {said}")
