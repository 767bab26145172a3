"""From the rows of a described table to measurements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen import units, vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables.cells import is_missing
from sitegen.parsers._tables.columns import Row
from sitegen.parsers._tables.figures import Figure, Figures
from sitegen.parsers._tables.grid import Cell
from sitegen.parsers._tables.keys import Keys, missing
from sitegen.parsers._tables.proof import Verdict, judge
from sitegen.record import Certainty, Measurement, Source, Value
from sitegen.table_description import Column, KeyCells, Labels, Meaning, Table, fold

_SIGNED = {"temperature", "ratio", "score"}
_EXACT_ZERO = {"count", "errors", "retransmits", "loss", "cpu", "user-cpu", "system-cpu", "size"}

_UNDERFLOW = range(2**64 - 2**32, 2**64 + 2**12)
"""What counters print that went below zero, as if they had no sign: 18446744073709551615."""


class Values(NamedTuple):
    """Reads the rows of one table."""

    source: Source
    table: Table
    headings: Sequence[str]
    figures: Figures

    @property
    def keys(self) -> Keys:
        """Return the reader of the other cells."""
        return Keys(self.source, self.table, self.figures)

    def row(self, row: Row) -> Iterator[Measurement | Diagnostic]:
        """Yield the values of a row, or why it has none."""
        columns: dict[str, Value] = {}
        label = Meaning()
        for column, heading, cell in self._cells(row):
            its = column.holds
            if isinstance(its, Labels):
                found = self.keys.label(its, cell)
                if found is None:
                    return
                if isinstance(found, Diagnostic):
                    yield found
                    return
                label = label.labelled(found)
            elif isinstance(its, KeyCells):
                key = self.keys.value(its, cell, heading)
                if isinstance(key, Diagnostic):
                    yield key
                    if key.severity == "error":
                        return
                else:
                    columns[its.column] = key
        yield from self._measured(row, columns, label)

    def adds_up(self, row: Row) -> bool:
        """Return whether a row adds up, or has no value for one of the numbers that should."""
        found = self._all_figures(row, Meaning())
        verdict = self._verdict(found)
        return not self._unreadable(found) and (verdict is None or verdict.holds)

    def _cells(self, row: Row) -> Iterator[tuple[Column, str, Cell]]:
        return zip(self.table.columns, self.headings, row, strict=True)

    def _all_figures(self, row: Row, label: Meaning) -> dict[int, Figure | Diagnostic]:
        """Return the numbers of a row by their places; a cell without one is left out."""
        found: dict[int, Figure | Diagnostic] = {}
        for place, (column, heading, cell) in enumerate(self._cells(row)):
            its = column.holds
            if cell.copied or is_missing(fold(cell.text), self.table.missing):
                continue
            if isinstance(its, Meaning):
                meaning = its.labelled(label)
                found[place] = self.figures.read(cell, meaning.unit, heading)
            elif isinstance(its, KeyCells) and not column.is_text:
                found[place] = self.keys.figure(its, cell, heading)
        return found

    def _verdict(self, found: Mapping[int, Figure | Diagnostic]) -> Verdict | None:
        proof = self.table.proof
        read = {place: its for place, its in found.items() if isinstance(its, Figure)}
        return judge(proof, read) if proof else None

    def _unreadable(self, found: Mapping[int, Figure | Diagnostic]) -> list[Diagnostic]:
        """Return what is wrong with the numbers that should add up."""
        proof = self.table.proof
        places = {proof.first, proof.second, proof.equals} if proof else set()
        return [
            its for place, its in found.items() if place in places and isinstance(its, Diagnostic)
        ]

    def _measured(
        self, row: Row, columns: Mapping[str, Value], label: Meaning
    ) -> Iterator[Measurement | Diagnostic]:
        found = self._all_figures(row, label)
        if unreadable := self._unreadable(found):
            yield from unreadable
            return
        verdict = self._verdict(found)
        if verdict is not None and not verdict.holds:
            yield self._contradicted(row, verdict)
            return
        for place, (column, _, cell) in enumerate(self._cells(row)):
            if not isinstance(column.holds, Meaning):
                continue
            meaning = column.holds.labelled(label)
            figure = found.get(place)
            if figure is None:
                name = f"{meaning.operation}.{meaning.quantity}".strip(".")
                yield missing(self.source, cell, name)
            elif isinstance(figure, Diagnostic):
                yield figure
            else:
                yield self._value(place, figure, meaning, columns, verdict)

    def _contradicted(self, row: Row, verdict: Verdict) -> Diagnostic:
        lines = [row[place].line for place in verdict.numbers]
        if verdict.ways:
            return self.source.problem(
                lines[0],
                "ambiguous-number",
                f"{verdict.words}, with a point for the decimal mark and with a comma",
                "say which in the sidecar: decimal: point, or decimal: comma",
            )
        where = " and ".join(str(self.source.numbers[line]) for line in sorted(set(lines)))
        return self.source.problem(
            lines[0],
            "does-not-add-up",
            verdict.words,
            f"the row gives no values; its numbers stand on line {where}",
        )

    def _value(
        self,
        place: int,
        figure: Figure,
        meaning: Meaning,
        columns: Mapping[str, Value],
        verdict: Verdict | None,
    ) -> Measurement | Diagnostic:
        proof = verdict if verdict is not None and place in verdict.numbers else None
        if not (figure.clear or proof):
            return self.figures.ambiguous(figure)
        number = proof.numbers[place] if proof else figure.ways[0]
        its = {**columns, **meaning.columns}
        return _wrong(self.source, figure, number, meaning) or Measurement(
            operation=meaning.operation,
            quantity=meaning.quantity,
            statistic=meaning.statistic,
            value=number,
            unit=figure.unit,
            line=figure.cell.line,
            written=figure.written,
            workload=_section("workload.", its),
            testbed=_section("testbed.", its),
            certainty=_certainty(figure, number, meaning, proof),
            note="; ".join(filter(None, (meaning.note, figure.note, proof.words if proof else ""))),
            pointer=figure.cell.pointer,
        )


def _section(prefix: str, columns: Mapping[str, Value]) -> dict[str, Value]:
    return {
        name.removeprefix(prefix): value
        for name, value in columns.items()
        if name.startswith(prefix)
    }


def _wrong(source: Source, figure: Figure, number: Decimal, meaning: Meaning) -> Diagnostic | None:
    """Return the finding that a number cannot be what its column holds, if it cannot."""
    line = figure.cell.line
    if not (meaning.operation and meaning.quantity):
        return source.problem(
            line,
            "unknown-metric",
            f"neither the column nor a label says what '{figure.written}' is",
            "give an operation and a quantity in the sidecar",
        )
    kind = vocabulary.QUANTITIES[meaning.quantity]
    if units.UNITS[figure.unit].base != kind.unit:
        wanted = f"in units of {kind.unit}" if kind.unit != "1" else "a number without unit"
        said = f"'{figure.written}' is no {meaning.quantity}: that is {wanted}"
        if figure.unit == "1":
            said = f"'{figure.written}' has no unit, nor has the heading one"
        hint = "give the column of the sidecar a unit" if figure.unit == "1" else ""
        return source.problem(line, "bad-number", said, hint)
    if (number < 0 and meaning.quantity not in _SIGNED) or int(number) in _UNDERFLOW:
        message = f"'{figure.written}' is no {kind.label}"
        return source.problem(line, "impossible-value", message)
    return None


def _certainty(
    figure: Figure, number: Decimal, meaning: Meaning, proof: Verdict | None
) -> Certainty:
    if number == 0 and meaning.quantity not in _EXACT_ZERO | _SIGNED:
        return "below-resolution"
    if figure.certainty and figure.certainty != "assumed":
        return figure.certainty
    if meaning.certainty:
        return meaning.certainty
    if proof and (not figure.clear or (figure.certainty == "assumed" and proof.sharp)):
        return "proved"
    return figure.certainty or "exact"
