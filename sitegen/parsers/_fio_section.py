"""One direction of a job in fio's JSON: its values, whether they agree, what they add to a sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _fio_shapes
from sitegen.parsers._fio_jobs import Amount, Spread, Workload
from sitegen.parsers._fio_load import Load
from sitegen.parsers._fio_rows import (
    LATENCIES,
    LONG,
    STATISTICS,
    ZEROS,
    Place,
    is_endless,
    is_something,
    rows_of,
)
from sitegen.parsers._json import Digits, number
from sitegen.record import NOTHING, Measurement, maker

_WIDEST = 24

_measurement = maker(Measurement)

_DONE = ("io_bytes", "total_ios", "bw_bytes", "bw", "iops")


def is_used(part: Mapping[str, Any]) -> bool:
    """Return whether anything was done: fio prints zeros for a direction that a job never used."""
    for key in _DONE:
        value = part.get(key)
        if isinstance(value, Digits) and value not in ZEROS:
            return True
    return False


def counts_kib(part: Mapping[str, Any]) -> bool:
    """Return whether io_bytes of fio 2 is in KiB; its last versions (2.99) had bytes already."""
    if "io_kbytes" in part:
        return False
    time, rate = _quick(part.get("runtime")), _quick(part.get("bw"))
    in_bytes = _quick(part.get("io_bytes")) * 1000 / time / 1024 if time else 0.0
    return not rate or abs(in_bytes - rate) > max(2, rate / 100)


class Section(NamedTuple):
    """One direction of one job. `old` is true for fio 2, where io_bytes counts KiB."""

    part: Mapping[str, Any]
    place: Place
    old: bool

    def measure(self, operation: str, workload: Workload, note: str) -> list[Measurement]:
        """Return the values, in the order in which they stand."""
        part, place = self.part, self.place
        found = _fio_shapes.measured(part, place, operation, workload, note, old=self.old)
        if found is not None:
            return found
        found = []
        for row, line, pointer in place.found(rows_of(part, old=self.old)):
            value, certainty = row.value, "exact"
            if value == "0":
                value, certainty = "1", "below-resolution"
            found.append(_measurement((
                operation, row.quantity, value, row.unit, line, f"{row.value} ({row.name})",
                row.statistic, workload, NOTHING, certainty, note, pointer,
            )))  # fmt: skip
        return found

    def completed(self, load: Load, direction: str) -> Load:
        """Return the load of a job with the block size that its counters prove."""
        if direction in load.own or direction == "mixed":
            return load
        size, count = number(self.part.get("io_bytes")), number(self.part.get("total_ios"))
        if self.old:
            size *= 1024
        if count <= 0 or size.adjusted() > _WIDEST or size % count:
            return load
        return load._replace(own={**load.own, direction: {"block_size": int(size / count)}})

    def contradictions(self) -> Iterator[Diagnostic]:
        """Yield where rate and count do not agree: fio divides both by the run time."""
        part = self.part
        time = _quick(part.get("runtime"))
        if not time:
            return
        key, unit = ("bw_bytes", "B/s") if "bw_bytes" in part else ("bw", "KiB/s")
        size = _quick(part.get("io_bytes")) * 1000 / time
        if key == "bw" and not self.old:
            size /= 1024
        rate = _quick(part.get(key))
        if size and rate and abs(size - rate) > max(2, rate / 1000):
            yield self._differ(f"io_bytes / runtime is {size:.0f} {unit}, but {key} is {part[key]}")
        count = _quick(part.get("total_ios")) * 1000 / time
        iops = _quick(part.get("iops"))
        if count and iops and abs(count - iops) > max(2, iops / 1000):
            yield self._differ(
                f"total_ios / runtime is {count:.2f} op/s, but iops is {part['iops']}"
            )

    def _differ(self, message: str) -> Diagnostic:
        return self._problem("does-not-add-up", message)

    def _problem(self, code: str, message: str) -> Diagnostic:
        source, _, line, pointer = self.place
        return Diagnostic(source.at(line, 0, pointer), code, message)

    def impossible(self) -> Iterator[Diagnostic]:
        """Yield the latencies that are no times: counters that went below zero."""
        for key in LATENCIES:
            values = self.part.get(key)
            if isinstance(values, dict) and is_something(values.get("mean")):
                for name in STATISTICS:
                    value = values.get(name)
                    if isinstance(value, Digits) and len(value) > LONG and is_endless(value):
                        message = f"{key} {name} is {value} ns: a counter below zero"
                        yield self._problem("impossible-value", message)

    def amount(self) -> Amount | None:
        """Return what was done, for a sum over jobs."""
        part = self.part
        spreads = {}
        for key, (quantity, unit) in LATENCIES.items():
            values = part.get(key)
            if isinstance(values, dict) and is_something(values.get("max")):
                scale = Decimal("1e-9") if unit == "ns" else Decimal("1e-6")
                least, mean, most = (
                    number(values.get(name)) * scale for name in ("min", "mean", "max")
                )
                spreads[quantity] = Spread(least, mean, most)
        size = number(part.get("io_bytes")) * (1024 if self.old else 1)
        return Amount(size, number(part.get("runtime")), number(part.get("total_ios")), spreads)


def _quick(value: object) -> float:
    return float(value) if isinstance(value, Digits) and value[-1].isdecimal() else 0.0
