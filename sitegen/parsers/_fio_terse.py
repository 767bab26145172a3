"""fio's terse lines (--minimal, --output-format=terse), versions 2 to 5.

Order and units by `show_ddir_status_terse` in stat.c of fio 3.40 and 2.1: KiB, KiB/s, op/s and
msec; slat, clat and lat are usec in fio 2 and 3; version 2 has no version of fio; version 5 has six
fields more for each direction. Versions 2, 4 and 5 have trim beside read and write; with mixed
reporting there is one direction only, or one more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._fio_jobs import Amount, Job, Part, Report, Spread
from sitegen.parsers._fio_lines import Row, measured
from sitegen.parsers._fio_load import Load
from sitegen.parsers._fio_statistics import is_left_out, percentile
from sitegen.record import Fact, Source

_START = re.compile(r"(?:^|(?<=[^\d;]))(?:[345];fio[-\d]|2;[^;]+;\d+;\d+;\d+;\d+;)")
_DIRECTIONS = {
    "3": (("mixed",), ("read", "write"), ("read", "write", "mixed")),
    "": (
        ("mixed",),
        ("read", "write"),
        ("read", "write", "trim"),
        ("read", "write", "trim", "mixed"),
    ),
}
_RATES = (
    (1, "bandwidth", "KiB/s", "bw"),
    (2, "iops", "op/s", "iops"),
    (0, "size", "KiB", "io"),
    (3, "time", "ms", "runt"),
)
_LATENCIES = ((4, "submission-latency"), (8, "completion-latency"), (32, "latency"))
_STATISTICS = ("min", "max", "mean", "stddev")
_TIME = re.compile(r"\d+(?:\.\d+)?|-?nan")
_SHARE = re.compile(r"\d+(?:\.\d+)?%")
_TAIL = 34
"""CPU time, depths and shares of latencies: what stands between the directions and the disks."""


class Line(NamedTuple):
    """One terse line taken apart."""

    line: int
    version: str
    name: str
    group: int
    error: str
    parts: dict[str, Sequence[str]]
    cpu: Sequence[str]
    disks: Sequence[str]

    @property
    def done(self) -> tuple[int, int]:
        """Return the KiB and milliseconds of all directions."""
        return (
            sum(int(part[0]) for part in self.parts.values()),
            max((int(part[3]) for part in self.parts.values()), default=0),
        )


def lines(source: Source) -> Iterator[Line | Diagnostic]:
    """Yield the terse lines of a source, and those that are cut."""
    for index, text in enumerate(source.lines):
        if text.count(";") > 40 and (match := _START.search(text)):
            its = _line(index, text[match.start() :].rstrip().split(";"))
            if its:
                yield its
            else:
                message = "a terse line of fio does not have all its fields"
                yield source.problem(index, "incomplete-run", message)


def _line(index: int, fields: Sequence[str]) -> Line | None:
    form = fields[0]
    head, width = (4, 41) if form == "2" else (5, 47 if form == "5" else 41)
    for names in _DIRECTIONS.get(form, _DIRECTIONS[""]):
        end = head + width * len(names)
        if len(fields) < end + _TAIL or not fields[end].endswith("%"):
            continue
        parts = {
            name: fields[head + width * number : head + width * (number + 1)]
            for number, name in enumerate(names)
        }
        numeric = all(_are_numbers(part) for part in parts.values())
        if not numeric or not fields[head - 2].isdecimal():
            return None
        used = {name: part for name, part in parts.items() if part[0] != "0" or part[2] != "0"}
        version = fields[1].removeprefix("fio").lstrip("- ") if form != "2" else ""
        name, group, error = fields[head - 3 : head]
        error = "" if error == "0" else f"error {error}"
        cpu, disks = fields[end : end + 2], fields[end + _TAIL :]
        return Line(index, version, name, int(group), error, used, cpu, disks)
    return None


def _are_numbers(cells: Sequence[str]) -> bool:
    counts, times = cells[:4], [*cells[4:12], *cells[32:36]]
    return all(map(str.isdecimal, counts)) and all(map(_TIME.fullmatch, times))


def calls(found: Sequence[Line]) -> list[list[Line]]:
    """Return terse lines by the call of fio that printed them; of snapshots, only the last.

    The lines of one call show the same use of disks. Where there is none to be seen, it cannot be
    told whether lines of one group are jobs at the same time or calls one after another.
    """
    groups: list[list[Line]] = []
    for line in found:
        last = groups[-1][-1] if groups else None
        if last and line.group >= last.group and line.disks == last.disks:
            groups[-1].append(line)
        else:
            groups.append([line])
    kept: list[list[Line]] = []
    for group in groups:
        its = [
            line
            for number, line in enumerate(group, 1)
            if number == len(group) or not _goes_on([line], [group[number]])
        ]
        if kept and _goes_on(kept[-1], its):
            kept.pop()
        kept.append(its)
    return kept


def _goes_on(one: Sequence[Line], other: Sequence[Line]) -> bool:
    """Return whether lines are a later snapshot of others: bytes and run time have both grown."""
    if [(a.name, a.group) for a in one] != [(b.name, b.group) for b in other]:
        return False
    grown = [
        (b.done[0] - a.done[0], b.done[1] - a.done[1]) for a, b in zip(one, other, strict=True)
    ]
    return (
        all(size >= 0 and time >= 0 for size, time in grown)
        and any(size > 0 and time > 90 for size, time in grown)
        and _steady(one, other)
    )


def _steady(one: Sequence[Line], other: Sequence[Line]) -> bool:
    """Return whether the run time has grown by more than calls of one length differ."""
    return any(b.done[1] - a.done[1] > a.done[1] / 50 for a, b in zip(one, other, strict=True))


def report(source: Source, call: Sequence[Line], loads: dict[tuple[str, int], Load]) -> Report:
    """Return what the lines of one call report; `loads` are those of the jobs, where known."""
    proved = any(cell.strip("0.%") and cell[0].isdecimal() for cell in call[0].disks[1:])
    groups = [line.group for line in call]
    jobs = []
    findings: list[Diagnostic] = []
    for line in call:
        parts = {}
        for direction, cells in line.parts.items():
            findings += _contradictions(source, line, cells)
            rows = list(_rows(line.line, cells))
            amount = (
                partial(_amount, cells) if proved and groups.count(line.group) > 1 else _nothing
            )
            parts[direction] = Part(line.line, partial(measured, rows), amount)
        cpu = [
            Row(quantity, "", share.rstrip("%"), "%", share, line.line)
            for quantity, share in zip(("user-cpu", "system-cpu"), line.cpu, strict=True)
            if _SHARE.fullmatch(share)
        ]
        load = loads.get((line.name, line.group), Load())
        beside = partial(measured, cpu, note="")
        jobs.append(Job(line.name, line.group, line.line, load, parts, line.error, None, beside))
    if not proved and len({(line.name, line.group) for line in call}) < len(call):
        message = "these terse lines may be jobs at the same time, or calls one after another"
        hint = "no sum is formed; fio shows the difference with group_reporting, or in JSON"
        findings.append(source.problem(call[-1].line, "not-recorded", message, hint))
    facts = list(_disks(call[-1]))
    rows_of = frozenset(line.line for line in call)
    return Report(
        call[0].version, "", min(rows_of), max(rows_of), jobs, (), facts, rows_of, findings
    )


def _rows(line: int, cells: Sequence[str]) -> Iterator[Row]:
    for place, quantity, unit, name in _RATES:
        if cells[place] != "0":
            yield Row(quantity, "", cells[place], unit, f"{cells[place]} ({name})", line)
    for start, quantity in _LATENCIES:
        its = cells[start : start + 4]
        if its[1].strip("0.") or its[2].strip("0."):
            for statistic, value in zip(_STATISTICS, its, strict=True):
                if is_left_out(quantity, statistic):
                    continue
                yield from _latency(line, quantity, statistic, value)
        if quantity == "completion-latency" and its[1].strip("0."):
            for cell in cells[12:32]:
                rank, _, value = cell.partition("%=")
                if statistic := percentile(rank):
                    yield from _latency(line, quantity, statistic, value)


def _latency(line: int, quantity: str, statistic: str, value: str) -> Iterator[Row]:
    written = f"{value} ({quantity} {statistic})"
    if value == "0":
        yield Row(quantity, statistic, "1", "us", written, line, "below-resolution")
    elif value[:1].isdecimal() and _TIME.fullmatch(value):
        yield Row(quantity, statistic, value, "us", written, line)


def _contradictions(source: Source, line: Line, cells: Sequence[str]) -> Iterator[Diagnostic]:
    size, rate, _, time = (int(cell) if cell.isdecimal() else 0 for cell in cells[:4])
    if time and abs(size * 1000 - rate * time) > time * (2 + rate // 1000):
        message = f"{size} KiB in {time} ms are {size * 1000 // time} KiB/s, but the rate is {rate}"
        yield source.problem(line.line, "does-not-add-up", message)


def _amount(cells: Sequence[str]) -> Amount:
    spreads = {}
    for start, quantity in _LATENCIES:
        if "nan" in "".join(cells[start : start + 3]):
            continue
        least, most, mean = (Decimal(cell) / 10**6 for cell in cells[start : start + 3])
        if most and least:
            spreads[quantity] = Spread(least, mean, most)
    return Amount(Decimal(cells[0]) * 1024, Decimal(cells[3]), Decimal(0), spreads)


def _nothing() -> None:
    return None


def _disks(line: Line) -> Iterator[Fact]:
    for start in range(0, len(line.disks) - 8, 9):
        name, util = line.disks[start], line.disks[start + 8]
        if _SHARE.fullmatch(util):
            yield Fact(f"disk-use.{name}", f"{float(util.rstrip('%')):g} %", line.line, util)
