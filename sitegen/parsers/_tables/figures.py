"""From a cell to a number with the unit that is meant."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen import units
from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables.cells import Number, meant, number, unit_in_heading
from sitegen.parsers._tables.grid import Cell
from sitegen.record import Certainty, Source
from sitegen.table_description import Table


class Figure(NamedTuple):
    """A number with its unit; where it is not `clear`, another one must decide how it is read."""

    ways: Sequence[Decimal]
    clear: bool
    unit: str
    written: str
    certainty: Certainty | None
    note: str
    cell: Cell

    def base(self, way: Decimal) -> Decimal:
        """Return one of the ways in base units."""
        unit = units.UNITS[self.unit]
        return way * unit.factor / unit.divisor


class Figures(NamedTuple):
    """Reads the cells of one table; `mark` is its decimal mark ('.', ',', '' or '?')."""

    source: Source
    table: Table
    mark: str

    def read(
        self, cell: Cell, stated: str, heading: str, *, strict: bool = False
    ) -> Figure | Diagnostic:
        """Return what a cell says; without a unit of its own it is in `stated`, or the heading's.

        With `strict` no unit is taken by assumption.
        """
        its = number(cell.text)
        if its is None:
            return self.source.problem(
                cell.line,
                "bad-number",
                f"'{cell.text}' is not a number",
                "if it stands for no value, list it under 'missing' in the sidecar",
            )
        headed = unit_in_heading(heading, self.table.units)
        word = its.unit or stated or headed
        meaning = meant(word or "1", self.table.units, stated)
        if not meaning.unit or (strict and meaning.choices):
            return self._unknown(cell, word, meaning.choices)
        way = its.read(self.mark, stated=bool(self.table.decimal))
        ways = [way] if way is not None else self._ways(its)
        if not ways:
            message = f"'{cell.text}' is not a number with the decimal mark '{self.mark}'"
            return self.source.problem(cell.line, "bad-number", message)
        printed = "" if its.unit or word == "1" else headed or word
        notes = [meaning.note, f"printed with ± {its.spread}" if its.spread else ""]
        if (
            len(its.readings) > 1
            and way is not None
            and self.mark == ","
            and not self.table.decimal
        ):
            notes.append("the comma is the decimal mark, as other numbers of the table show")
        return Figure(
            ways,
            way is not None,
            meaning.unit,
            f"{cell.text} {printed}".rstrip(),
            its.certainty or meaning.certainty,
            "; ".join(filter(None, notes)),
            cell,
        )

    def _ways(self, its: Number) -> list[Decimal]:
        return [] if self.table.decimal else list(dict.fromkeys(its.readings.values()))

    def _unknown(self, cell: Cell, word: str, choices: Sequence[str]) -> Diagnostic:
        if choices:
            first, second = choices
            return self.source.problem(
                cell.line,
                "ambiguous-number",
                f"'{cell.text}' is in {word}, which can be {first} (1000) or {second} (1024)",
                f"say which in the sidecar: units: {{{word}: {second}}}",
            )
        return self.source.problem(
            cell.line,
            "bad-number",
            f"'{word}' in '{cell.text}' is not a unit",
            f"say in the sidecar what it means: units: {{'{word}': ...}}; or list the cell under "
            "'missing'",
        )

    def ambiguous(self, figure: Figure) -> Diagnostic:
        """Return the finding that nothing decides between the ways to read a figure."""
        ways = " or ".join(f"{way:f}" for way in sorted(figure.ways))
        also = "" if len(figure.ways) > 1 else ", or several cells"
        return self.source.problem(
            figure.cell.line,
            "ambiguous-number",
            f"'{figure.cell.text}' can be {ways}{also}, and no other number decides",
            "say in the sidecar which mark the table has: decimal: comma, or decimal: point",
        )
