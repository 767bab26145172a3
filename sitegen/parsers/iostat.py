"""iostat of sysstat: what devices did in each interval."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

TOOL = "iostat"
MARKS = ("kB_read/s", "MB_read/s", "Blk_read/s", "rkB/s", "rMB/s", "rsec/s")
VARIANTS = (
    "the report of devices: kB is 1024 bytes and MB 2^20 (sysstat, iostat.c: sectors of 512 bytes"
    " divided by fctr 2 or 2048), Blk and sec are sectors of 512 bytes",
    "-x: requests, bandwidth and mean latency of reads and writes; await in ms",
    "the first report of each device is the average since boot (man iostat) and is left out",
)


class Column(NamedTuple):
    """What a column of a report is, and whether it counts sectors."""

    operation: str
    quantity: str
    unit: str
    statistic: str = ""
    sectors: bool = False


_COLUMNS = {
    "tps": Column("transfer", "iops", "op/s"),
    "kB_read/s": Column("read", "bandwidth", "KiB/s"),
    "kB_wrtn/s": Column("write", "bandwidth", "KiB/s"),
    "MB_read/s": Column("read", "bandwidth", "MiB/s"),
    "MB_wrtn/s": Column("write", "bandwidth", "MiB/s"),
    "Blk_read/s": Column("read", "bandwidth", "B/s", sectors=True),
    "Blk_wrtn/s": Column("write", "bandwidth", "B/s", sectors=True),
    "rsec/s": Column("read", "bandwidth", "B/s", sectors=True),
    "wsec/s": Column("write", "bandwidth", "B/s", sectors=True),
    "r/s": Column("read", "iops", "op/s"),
    "w/s": Column("write", "iops", "op/s"),
    "rkB/s": Column("read", "bandwidth", "KiB/s"),
    "wkB/s": Column("write", "bandwidth", "KiB/s"),
    "rMB/s": Column("read", "bandwidth", "MiB/s"),
    "wMB/s": Column("write", "bandwidth", "MiB/s"),
    "await": Column("rw", "latency", "ms", "mean"),
    "r_await": Column("read", "latency", "ms", "mean"),
    "w_await": Column("write", "latency", "ms", "mean"),
}
_HEAD = re.compile(r"\s*Device:?\s+\S.*")
# The report of processors, and the time of a report (-t).
_BETWEEN = re.compile(
    r"\s*(?:avg-cpu:.*|[\d.,\s]*|\d[\d/.:-]*(?:[ T]\d\d[:.]\d\d\S*)?(?: [AP]M)?)\s*"
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_AMOUNTS = ("kB_read", "kB_wrtn", "MB_read", "MB_wrtn", "Blk_read", "Blk_wrtn")


class Row(NamedTuple):
    """One device in one report: the line, and its cells by the heads of their columns."""

    line: int
    device: str
    cells: Mapping[str, str]


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    head: Sequence[str] = ()
    rows: list[Row] = []
    heads: list[int] = []  # and all else that is no row
    strange = False
    for index, line in enumerate(source.lines):
        words = line.split()
        if _HEAD.fullmatch(line) and _COLUMNS.keys() & set(words):
            # Where something else was printed in between, this is another call of iostat.
            if strange or (head and words[1:] != list(head)):
                yield from _run(source, heads, rows)
                heads, rows = [], []
            head, strange = words[1:], False
            heads.append(index)
        elif head and len(words) == len(head) + 1 and all(map(_NUMBER.fullmatch, words[1:])):
            cells = dict(zip(head, (word.replace(",", ".") for word in words[1:]), strict=True))
            rows.append(Row(index, words[0].rstrip(":"), cells))
        elif not _BETWEEN.fullmatch(line):
            head, strange = (), bool(rows)
        elif heads and not strange:
            heads.append(index)
    yield from _run(source, heads, rows)


def _run(source: Source, heads: Sequence[int], rows: Sequence[Row]) -> Iterator[Run | Diagnostic]:
    """Yield the samples of all devices, without the first report of each."""
    if not rows:
        return
    seen: dict[str, int] = {}
    measurements: list[Measurement] = []
    for row in rows:
        seen[row.device] = seen.get(row.device, 0) + 1
        if seen[row.device] > 1:
            measurements += _sample(row, seen[row.device])
    first = rows[0]
    if not measurements:
        message = "the one report of iostat is the average since boot: it is no measurement"
        yield source.problem(first.line, "not-recorded", message)
        return
    message = "the first report of iostat is the average since boot and is left out"
    yield source.problem(first.line, "not-recorded", message)
    lines = frozenset([*heads, *(row.line for row in rows)])
    yield Run(TOOL, "", min(lines), max(lines), measurements, furniture=lines)


def _sample(row: Row, number: int) -> Iterator[Measurement]:
    """Yield what a device did in one interval; nothing if it was idle."""
    if not any(float(row.cells[name]) for name in _COLUMNS if name in row.cells):
        return
    workload: dict[str, Value] = {"target": row.device, "phase": f"report {number}"}
    interval = _interval(row)
    if interval:
        workload["interval"] = interval
    for name, its in _COLUMNS.items():
        cell = row.cells.get(name)
        if cell is None:
            continue
        value = str(Decimal(cell) * 512) if its.sectors else cell
        zero = float(cell) == 0
        if zero and its.quantity == "latency":
            continue  # no request, no latency
        yield Measurement(
            operation=its.operation,
            quantity=its.quantity,
            value=value,
            unit=its.unit,
            line=row.line,
            written=f"{cell} {name}",
            statistic=its.statistic,
            workload=workload,
            certainty="below-resolution" if zero else "exact",
        )


def _interval(row: Row) -> int | None:
    """Return the seconds between two reports: an amount by its rate, where both have digits."""
    for amount in _AMOUNTS:
        total, rate = row.cells.get(amount), row.cells.get(f"{amount}/s")
        if total and rate and float(total) >= 1000 and float(rate) > 0:
            return round(float(total) / float(rate)) or None
    return None
