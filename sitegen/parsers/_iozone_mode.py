"""What iozone counts, and its cells as values: KiB/s, operations (-O), or microseconds (-N)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._iozone_tables import Cell
from sitegen.record import Measurement, Source, Value

_KIBIBYTE = 1024


class Mode(NamedTuple):
    """What a number of the output is."""

    quantity: str = "bandwidth"
    unit: str = "KiB/s"
    word: str = "kB/s"

    def said(self, word: str) -> Mode:
        """Return the mode that a line of the head, a unit or an option says."""
        if word.startswith(("op", "OPS", "-O")):
            return Mode("iops", "op/s", "ops/sec")
        if word.startswith(("Micro", "micro", "-N")):
            return Mode("latency", "us", "us/op")
        if word[:1] in ("k", "K") and "/" in word:
            return self._replace(word=word)
        return self

    def was_run(self, cell: Cell) -> bool:
        """Return whether a cell holds a result: no rate is 0."""
        return cell.text != "0" or self.quantity == "latency"

    def value(self, cell: Cell, stride: int) -> Measurement:
        """Return the value of a cell."""
        load: dict[str, Value] = {
            "file_size": cell.file_size * _KIBIBYTE,
            "block_size": cell.record_size * _KIBIBYTE,
        }
        if stride and cell.operation == "stride-read":
            load["stride"] = stride * cell.record_size * _KIBIBYTE
        return Measurement(
            cell.operation,
            self.quantity,
            cell.text,
            self.unit,
            cell.line,
            f"{cell.text} {self.word}",
            "mean" if self.quantity == "latency" else "",
            load,
            certainty="below-resolution" if cell.text == "0" else "exact",
        )


def compared(
    source: Source, cells: Sequence[Cell], reported: Sequence[Cell], mode: Mode, stride: int
) -> Iterator[Measurement | Diagnostic]:
    """Yield what the reports of -R have that the table has not, or has otherwise."""
    known = {(its.operation, its.file_size, its.record_size): its for its in cells}
    for cell in reported:
        its = known.get((cell.operation, cell.file_size, cell.record_size))
        if its and its.text == cell.text:
            continue
        yield mode.value(cell, stride)
        if its:
            where = f"{cell.operation}, {cell.file_size} kB in records of {cell.record_size} kB"
            yield source.problem(
                its.line,
                "does-not-add-up",
                f"{where}: the table says {its.text}, the report says {cell.text}",
                f"line {source.numbers[cell.line]} is the same value; see which was changed",
            )
