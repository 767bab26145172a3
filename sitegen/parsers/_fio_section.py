"""What fio's JSON says of one direction of a job: where each value stands, and in which unit.

Units by stat.c of fio 3.40 and 2.1: `bw` is KiB/s in every version (`bw_bytes / 1024`); `io_bytes`
is KiB in fio 2 (`ts->io_bytes[ddir] >> 10`) and bytes in fio 3; slat, clat and lat are usec in
fio 2, and nsec in fio 3, where their names end in _ns; runtime is msec. `bw_mean`, `iops_mean` and
the like are samples over time, of each job by itself; they are no results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._fio_jobs import Amount, Spread, Workload
from sitegen.parsers._fio_load import Load
from sitegen.parsers._fio_statistics import is_left_out, percentile
from sitegen.parsers._json import Digits, is_number, number
from sitegen.record import NOTHING, Measurement, Source, maker

# The quantity under each key, with its unit; fio 2 has no bw_bytes.
_RATES = {
    "bw_bytes": ("bandwidth", "B/s"),
    "bw": ("bandwidth", "KiB/s"),
    "iops": ("iops", "op/s"),
    "io_bytes": ("size", "B"),
    "runtime": ("time", "ms"),
}
_LATENCIES = {
    "slat_ns": ("submission-latency", "ns"),
    "clat_ns": ("completion-latency", "ns"),
    "lat_ns": ("latency", "ns"),
    "slat": ("submission-latency", "us"),
    "clat": ("completion-latency", "us"),
    "lat": ("latency", "us"),
}
_DONE = ("io_bytes", "total_ios", "bw_bytes", "bw", "iops")
_STATISTICS = ("max", "mean", "min", "stddev")

_ZEROS = frozenset({"0", "0.0", "0.00", "0.000000"})
_LONG = 18
_ENDLESS = 2**63
"""From here on a counter has gone below zero: fio's counters have 64 bits and no sign."""
_WIDEST = 24

_measurement = maker(Measurement)

Row = tuple[str, str, str, str, str, str]
"""The key to be found in the text; then quantity, statistic, value, unit and name, or nothing."""


def is_used(part: Mapping[str, Any]) -> bool:
    """Return whether anything was done: fio prints zeros for a direction that a job never used."""
    for key in _DONE:
        value = part.get(key)
        if isinstance(value, Digits) and value not in _ZEROS:
            return True
    return False


def counts_kib(part: Mapping[str, Any]) -> bool:
    """Return whether io_bytes of fio 2 is in KiB; its last versions (2.99) had bytes already."""
    if "io_kbytes" in part:
        return False
    time, rate = _quick(part.get("runtime")), _quick(part.get("bw"))
    in_bytes = _quick(part.get("io_bytes")) * 1000 / time / 1024 if time else 0.0
    return not rate or abs(in_bytes - rate) > max(2, rate / 100)


def _is_something(value: object) -> bool:
    return isinstance(value, Digits) and value not in _ZEROS


class Place(NamedTuple):
    """A place in the text of a source, and its line. `pointer` names it where lines do not."""

    source: Source
    offset: int
    line: int
    pointer: str = ""

    def of_key(self, key: str) -> Place:
        """Return the place of the next member with a key."""
        text = self.source.text
        at = text.find(f'"{key}" : ', self.offset)
        if at < 0:
            # Not as fio prints it: a program has written the document again.
            match = re.compile(rf'"{re.escape(key)}"\s*:').search(text, self.offset)
            at = match.start() if match else self.offset
        pointer = f"{self.pointer}/{key}" if self.pointer else ""
        return Place(self.source, at, self.line + text.count("\n", self.offset, at), pointer)


class Section(NamedTuple):
    """One direction of one job. `old` is true for fio 2, where io_bytes counts KiB."""

    part: Mapping[str, Any]
    place: Place
    old: bool

    def measure(self, operation: str, workload: Workload, note: str) -> list[Measurement]:
        """Return the values, in the order in which they stand."""
        source, at, line, pointer = self.place
        text = source.text
        found = []
        for key, quantity, statistic, value, unit, name in self._rows():
            now = text.find(f'"{key}"', at)
            line += text.count("\n", at, now)
            at = now
            if value:
                its = f"{pointer}/{name.replace(' ', '/')}" if pointer else ""
                written = f"{value} ({name})"
                certainty = "exact"
                if value == "0":
                    value, certainty = Digits("1"), "below-resolution"
                found.append(_measurement((
                    operation, quantity, value, unit, line, written, statistic, workload, NOTHING,
                    certainty, note, its,
                )))  # fmt: skip
        return found

    def _rows(self) -> list[Row]:
        part = self.part
        rows: list[Row] = []
        for key, value in part.items():
            if key in _RATES:
                quantity, unit = _RATES[key]
                if key == "io_bytes" and self.old:
                    unit = "KiB"
                if (
                    _is_something(value)
                    and is_number(value)
                    and (key != "bw" or "bw_bytes" not in part)
                ):
                    rows.append((key, quantity, "", value, unit, key))
            elif key in _LATENCIES and isinstance(value, dict) and _is_something(value.get("max")):
                quantity, unit = _LATENCIES[key]
                rows.append((key, "", "", "", "", ""))
                rows += _latency(quantity, unit, key, value)
        return rows

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
        for key in _LATENCIES:
            values = self.part.get(key)
            if isinstance(values, dict) and _is_something(values.get("mean")):
                for name in _STATISTICS:
                    value = values.get(name)
                    if isinstance(value, Digits) and _is_endless(value):
                        message = f"{key} {name} is {value} ns: a counter below zero"
                        yield self._problem("impossible-value", message)

    def amount(self) -> Amount | None:
        """Return what was done, for a sum over jobs."""
        part = self.part
        spreads = {}
        for key, (quantity, unit) in _LATENCIES.items():
            values = part.get(key)
            if isinstance(values, dict) and _is_something(values.get("max")):
                scale = Decimal("1e-9") if unit == "ns" else Decimal("1e-6")
                least, mean, most = (
                    number(values.get(name)) * scale for name in ("min", "mean", "max")
                )
                spreads[quantity] = Spread(least, mean, most)
        size = number(part.get("io_bytes")) * (1024 if self.old else 1)
        return Amount(size, number(part.get("runtime")), number(part.get("total_ios")), spreads)


def _latency(quantity: str, unit: str, word: str, values: Mapping[str, Any]) -> list[Row]:
    rows: list[Row] = []
    for key, value in values.items():
        if key in _STATISTICS and not is_left_out(quantity, key):
            if is_number(value) and not _is_endless(value):
                rows.append((key, quantity, key, value, unit, f"{word} {key}"))
        elif key == "percentile" and isinstance(value, dict):
            for rank, its in value.items():
                if (statistic := percentile(rank)) and isinstance(its, Digits):
                    rows.append((rank, quantity, statistic, its, unit, f"{word} {rank}"))
    return rows


def _quick(value: object) -> float:
    return float(value) if is_number(value) else 0.0


def _is_endless(value: str) -> bool:
    return len(value) > _LONG and value.isdecimal() and int(value) >= _ENDLESS
