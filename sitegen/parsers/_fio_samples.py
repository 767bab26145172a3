"""The samples of one of fio's logs, summed up as they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from sitegen.record import Certainty, Measurement, Value

NAME = re.compile(
    r"(?:^|[/\\])(?:([^/\\]*)[_.-])?(bw|iops|lat|slat|clat|clat_hist)(?:\.(\d+))?\.(?:log|txt|csv)"
    r"(?:\.(?:gz|xz))?$"
)
SAMPLE = re.compile(r"\d+, ?\d+, ?\d+(?:, ?(?:0x[0-9a-f]+|\d+)){0,5}")

_DIRECTIONS = ("read", "write", "trim", "sync")


class Kind(NamedTuple):
    """What a log counts: the quantity, and its unit where no other is possible."""

    quantity: str
    unit: str


KINDS = {
    "bw": Kind("bandwidth", "KiB/s"),
    "iops": Kind("iops", "op/s"),
    "lat": Kind("latency", ""),
    "slat": Kind("submission-latency", ""),
    "clat": Kind("completion-latency", ""),
}

_LEAST_NS = 100
"""No I/O through a system call is done in less than this: smaller numbers are not ns."""

_MOST_AT_ONCE = 512
_LEAST_AT_ONCE = 0.02
"""How many I/Os a job can have under way in the mean, by Little's law."""


class _Series:
    """The samples of one direction."""

    __slots__ = ("bytes", "count", "least", "least_line", "most", "most_line", "total")

    def __init__(self) -> None:
        self.count = self.total = self.bytes = 0
        self.least, self.most = 1 << 64, -1
        self.least_line = self.most_line = 0


class Log:
    """Sums up a log line by line."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.series: dict[int, _Series] = {}
        self.lines = 0
        self.columns = 0
        self.last = 0
        self.both = False
        self.recent = False

    def read(self, lines: Iterable[str]) -> int:
        """Take in lines; return the index of one that is damaged, or -1."""
        for index, line in enumerate(lines):
            cells = line.split(",")
            if len(cells) < 3:
                if not line.strip():
                    continue
                return index
            if self.columns and len(cells) != self.columns:
                return index
            try:
                if not self.columns:
                    self._begin(cells)
                time, value = int(cells[0]), int(cells[1])
                direction = int(cells[3 if self.both else 2])
                size = int(cells[4 if self.both else 3]) if self.columns > 3 else 0
            except ValueError:
                return index
            if min(time, value, direction, size) < 0:
                return index
            its = self.series.get(direction)
            if its is None:
                its = self.series.setdefault(direction, _Series())
            its.count += 1
            its.total += value
            its.bytes += size
            if value < its.least:
                its.least, its.least_line = value, index
            if value > its.most:
                its.most, its.most_line = value, index
            self.last = time
            self.lines = index + 1
        return -1

    def _begin(self, cells: list[str]) -> None:
        self.columns = len(cells)
        direction, after = int(cells[2]), cells[3].strip() if len(cells) > 3 else ""
        self.both = direction > 2 and after in ("0", "1", "2") and len(cells) > 4
        last = cells[-1].strip()
        self.recent = len(cells) > 5 or (
            len(cells) == 5 and (last.startswith("0x") or last in ("0", "1"))
        )

    def unit(self) -> str:
        """Return the unit of the values, or nothing where it can be two."""
        if self.kind.unit:
            return self.kind.unit
        if self.recent:
            return "ns"
        least = min((its.least for its in self.series.values()), default=0)
        if self.columns == 3 or 0 < least < _LEAST_NS:
            return "us"
        under_way = self._under_way()
        if under_way * 1000 > _MOST_AT_ONCE:
            return "ns"
        return "us" if 0 < under_way < _LEAST_AT_ONCE else ""

    def _under_way(self) -> float:
        """Return how many I/Os were under way in the mean, if the values are ns."""
        if not self.last or not all(its.bytes for its in self.series.values()):
            return 0.0
        return sum(its.total for its in self.series.values()) / 1e6 / self.last

    def measurements(self, unit: str, workload: Mapping[str, Value]) -> Iterator[Measurement]:
        """Yield mean, least and most of the samples of each direction."""
        for direction, its in sorted(self.series.items()):
            if direction >= len(_DIRECTIONS):
                continue
            operation = _DIRECTIONS[direction]
            if its.bytes and self.kind.quantity in ("bandwidth", "iops"):
                yield from self._rate(operation, its, workload)
                continue
            note = f"mean of {its.count} samples of one job"
            certainty: Certainty = "derived"
            mean = Decimal(its.total) / its.count
            yield self._made(
                operation, mean, unit, its.least_line, "mean", workload, certainty, note
            )
            for name, value, line in (
                ("min", its.least, its.least_line),
                ("max", its.most, its.most_line),
            ):
                note = (
                    f"the {'least' if name == 'min' else 'most'} of {its.count} samples of one job"
                )
                yield self._made(
                    operation, Decimal(value), unit, line, name, workload, certainty, note
                )

    def _rate(
        self, operation: str, its: _Series, workload: Mapping[str, Value]
    ) -> Iterator[Measurement]:
        """Yield the rate of a log with a line for each I/O, whose values are no rates over time."""
        if not self.last:
            return
        if self.kind.quantity == "iops":
            value, unit = Decimal(its.count) * 1000 / self.last, "op/s"
            note = f"{its.count} I/Os of one job in {self.last} ms"
        else:
            value, unit = Decimal(its.bytes) * 1000 / self.last, "B/s"
            note = f"{its.bytes} B of one job in {self.last} ms"
        yield self._made(operation, value, unit, its.most_line, "mean", workload, "derived", note)

    def _made(
        self,
        operation: str,
        value: Decimal,
        unit: str,
        line: int,
        statistic: str,
        workload: Mapping[str, Value],
        certainty: Certainty,
        note: str,
    ) -> Measurement:
        return Measurement(
            operation,
            self.kind.quantity,
            value,
            unit,
            line,
            f"{value:f}" if value == int(value) else f"{value:.2f}",
            statistic,
            workload,
            certainty=certainty,
            note=note,
        )
