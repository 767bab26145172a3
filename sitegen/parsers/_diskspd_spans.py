"""DiskSpd: what one timespan reports, in whichever format, and the values that come of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.record import Certainty, Measurement, Run, Source, Value

TOOL = "diskspd"
PARTS = ("total", "read", "write")

# Where each figure of a section is: our name, quantity, statistic, unit, word.
FIGURES = (
    ("rate", "bandwidth", "", "MiB/s", "MiB/s"),
    ("ios", "iops", "", "op/s", "I/O per s"),
    ("bytes", "size", "", "B", "bytes"),
    ("iops_stddev", "iops", "stddev", "op/s", "IopsStdDev"),
    ("latency", "latency", "mean", "ms", "ms"),
    ("latency_stddev", "latency", "stddev", "ms", "ms"),
)
RANKS = {
    "min": "min",
    "25th": "p25",
    "50th": "p50",
    "75th": "p75",
    "90th": "p90",
    "95th": "p95",
    "99th": "p99",
    **{f"{nines}-nines": f"p99.{'9' * (nines - 2)}" for nines in range(3, 10)},
    "max": "max",
}
"""The rows of the table of percentiles, and our names for them."""


class Figure(NamedTuple):
    """A number as it is printed, or computed from what is printed, and where."""

    text: str
    line: int
    unit: str = ""
    certainty: Certainty = "exact"
    note: str = ""


@dataclass(slots=True)
class Span:
    """One timespan. `figures` holds those of total, read and write, by part and our name.

    `latency` is whether latencies were measured, `ranks` has the percentiles by part and statistic.
    """

    first: int
    last: int
    version: str = ""
    date: str = ""
    workload: dict[str, Value] = field(default_factory=dict)
    pattern: str = ""
    writes: int | None = None
    seconds: str = ""
    figures: dict[str, dict[str, Figure]] = field(default_factory=dict)
    ranks: dict[str, dict[str, Figure]] = field(default_factory=dict)
    cpu: dict[str, Figure] = field(default_factory=dict)
    latency: bool = False
    furniture: set[int] = field(default_factory=set)

    def understand(self, index: int) -> None:
        """Note a line that belongs to the timespan and is understood."""
        self.last = max(self.last, index)
        self.furniture.add(index)

    def moved(self, part: str) -> bool:
        """Return whether anything was moved in a direction."""
        count = self.figures.get(part, {}).get("bytes")
        return bool(count and count.text.strip("0.,"))

    def operation(self, part: str) -> str:
        """Return the operation of a part; the whole is mixed where both directions are used."""
        if part == "total":
            if {"read", "write"} <= self.figures.keys():
                reads, writes = self.moved("read"), self.moved("write")
            else:
                reads, writes = self.writes != 100, self.writes != 0
            part = "rw" if reads and writes else "read" if reads else "write"
        return self.pattern + part


def run(source: Source, span: Span) -> Iterator[Run | Diagnostic]:
    """Yield the run that a timespan is, and what is wrong with it."""
    if "total" not in span.figures:
        message = "diskspd began, but there is no line 'total:' below 'Total IO'"
        yield source.problem(span.last, "incomplete-run", message, "the output is cut off")
        return
    missing = [part for part in PARTS if part not in span.figures]
    if missing:
        message = f"the table of {' and '.join(missing)} I/O is missing"
        yield source.problem(span.last, "missing-field", message, "the output may be cut off")
    elif span.latency and "max" not in span.ranks.get("total", {}):
        message = "the table of percentiles is missing, or ends before its last row, 'max'"
        yield source.problem(span.last, "missing-field", message, "the output may be cut off")
    yield from _checked(source, span)
    load = span.workload
    if span.writes is not None:
        load["read_share"] = 1 - span.writes / 100
    measurements: list[Measurement] = []
    seen: set[tuple[str, str, str]] = set()
    for found in _values(span):
        key = (found.operation, found.quantity, found.statistic)
        if key not in seen:
            seen.add(key)
            measurements.append(found)
    yield Run(
        TOOL,
        span.version,
        span.first,
        span.last,
        measurements,
        workload=load,
        date=span.date,
        furniture=frozenset(span.furniture),
    )


def _values(span: Span) -> Iterator[Measurement]:
    parts = [part for part in PARTS if part == "total" or span.moved(part)]
    for part in parts:
        its = span.operation(part)
        for name, quantity, statistic, unit, word in FIGURES:
            if figure := span.figures.get(part, {}).get(name):
                yield _made(its, quantity, statistic, figure, unit, word)
        count = span.figures.get(part, {}).get("count")
        for statistic, figure in span.ranks.get(part, {}).items():
            if _is_supported(statistic, count):
                yield _made(its, "latency", statistic, figure, "ms", "ms")
    whole = span.operation("total")
    for quantity, figure in span.cpu.items():
        yield _made(whole, quantity, "", figure, "%", "%")


def _is_supported(statistic: str, count: Figure | None) -> bool:
    """Return whether any I/O lies above a percentile: nine nines are printed of any number."""
    if not statistic.startswith("p") or count is None:
        return True
    return Decimal(count.text) * (100 - Decimal(statistic[1:])) >= 100


def _made(
    operation: str, quantity: str, statistic: str, figure: Figure, unit: str, word: str
) -> Measurement:
    written = figure.note if figure.certainty == "derived" else f"{figure.text} {word}"
    return Measurement(
        operation,
        quantity,
        figure.text,
        figure.unit or unit,
        figure.line,
        written,
        statistic,
        certainty=figure.certainty,
        note=figure.note,
    )


def _checked(source: Source, span: Span) -> Iterator[Diagnostic]:
    """Yield where bytes / seconds is not the rate that is printed beside them."""
    for part, figures in span.figures.items():
        count, rate = figures.get("bytes"), figures.get("rate")
        if not (count and rate and span.seconds) or rate.certainty == "derived":
            continue
        seconds = Decimal(span.seconds)
        exact = Decimal(count.text) / seconds / 2**20 if seconds else Decimal(rate.text)
        if abs(exact - Decimal(rate.text)) > max(exact / 100, Decimal("0.01")):
            moved = f"{count.text} bytes in {span.seconds} s"
            message = f"{part} I/O: {moved} are {exact:.2f} MiB/s, not {rate.text}"
            yield source.problem(rate.line, "does-not-add-up", message)
