"""What is read of one direction of a job in fio's JSON, and where in the text it stands.

Units by stat.c of fio 3.40 and 2.1: `bw` is KiB/s in every version (`bw_bytes / 1024`); `io_bytes`
is KiB in fio 2 (`ts->io_bytes[ddir] >> 10`) and bytes in fio 3; slat, clat and lat are usec in
fio 2, and nsec in fio 3, where their names end in _ns; runtime is msec. `bw_mean`, `iops_mean` and
the like are samples over time, of each job by itself; they are no results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sitegen.parsers._fio_statistics import is_left_out, percentile
from sitegen.parsers._json import Digits, is_number
from sitegen.record import Source

# The quantity under each key, with its unit; fio 2 has no bw_bytes.
RATES = {
    "bw_bytes": ("bandwidth", "B/s"),
    "bw": ("bandwidth", "KiB/s"),
    "iops": ("iops", "op/s"),
    "io_bytes": ("size", "B"),
    "runtime": ("time", "ms"),
}
LATENCIES = {
    "slat_ns": ("submission-latency", "ns"),
    "clat_ns": ("completion-latency", "ns"),
    "lat_ns": ("latency", "ns"),
    "slat": ("submission-latency", "us"),
    "clat": ("completion-latency", "us"),
    "lat": ("latency", "us"),
}
STATISTICS = ("max", "mean", "min", "stddev")

ZEROS = frozenset({"0", "0.0", "0.00", "0.000000"})
LONG = 18
"""Numbers with more digits may be counters that went below zero."""
_ENDLESS = 2**63
"""From here on a counter has gone below zero: fio's counters have 64 bits and no sign."""


class Row(NamedTuple):
    """A member by its key in quotation marks; one that only holds others has nothing else.

    `name` is what to call it beside its value: bw, or clat_ns max.
    """

    key: str
    quantity: str = ""
    statistic: str = ""
    value: str = ""
    unit: str = ""
    name: str = ""


class Place(NamedTuple):
    """A place in the text of a source, and its line. `pointer` names it where lines do not."""

    source: Source
    offset: int
    line: int
    pointer: str = ""

    def of_key(self, key: str, pointer: str = "") -> Place:
        """Return the place of the next member with a key, whose pointer begins with that given."""
        text = self.source.text
        at = text.find(f'"{key}" : ', self.offset)
        if at < 0:
            # Not as fio prints it: a program has written the document again.
            match = re.compile(rf'"{re.escape(key)}"\s*:').search(text, self.offset)
            at = match.start() if match else self.offset
        line = self.line + text.count("\n", self.offset, at)
        return Place(self.source, at, line, f"{pointer}/{key}" if pointer else "")

    def found(self, rows: Sequence[Row]) -> Iterator[tuple[Row, int, str]]:
        """Yield the rows behind this place that have a value, each with its line and pointer."""
        text = self.source.text
        at, line = self.offset, self.line
        for row in rows:
            now = text.find(row.key, at)
            line += text.count("\n", at, now)
            at = now
            if row.value:
                pointer = f"{self.pointer}/{row.name.replace(' ', '/')}" if self.pointer else ""
                yield row, line, pointer


def is_something(value: object) -> bool:
    """Return whether a value is a number and not zero."""
    return isinstance(value, Digits) and value not in ZEROS


def is_endless(value: str) -> bool:
    """Return whether a number is that of a counter below zero."""
    return len(value) > LONG and value.isdecimal() and int(value) >= _ENDLESS


def rows_of(part: Mapping[str, Any], *, old: bool) -> list[Row]:
    """Return the members of a direction that are read, in the order in which they stand.

    `old` is true for fio 2, where io_bytes counts KiB.
    """
    rows: list[Row] = []
    for key, value in part.items():
        if key in RATES:
            quantity, unit = RATES[key]
            if key == "io_bytes" and old:
                unit = "KiB"
            if is_something(value) and is_number(value) and (key != "bw" or "bw_bytes" not in part):
                rows.append(Row(f'"{key}"', quantity, "", value, unit, key))
        elif key in LATENCIES and isinstance(value, dict) and is_something(value.get("max")):
            rows.append(Row(f'"{key}"'))
            rows += _latency(key, value)
    return rows


def _latency(word: str, values: Mapping[str, Any]) -> Iterator[Row]:
    quantity, unit = LATENCIES[word]
    for key, value in values.items():
        if key in STATISTICS and not is_left_out(quantity, key):
            if is_number(value) and not is_endless(value):
                yield Row(f'"{key}"', quantity, key, value, unit, f"{word} {key}")
        elif key == "percentile" and isinstance(value, dict):
            for rank, its in value.items():
                if (statistic := percentile(rank)) and isinstance(its, Digits):
                    yield Row(f'"{rank}"', quantity, statistic, its, unit, f"{word} {rank}")
