"""Iometer: results.csv, of which the rows over all managers are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._text import number
from sitegen.record import Certainty, Fact, Measurement, Run, Source, Value

TOOL = "Iometer"
MARKS = ("'Target Type",)
VARIANTS = (
    "results of 1.1: MiBps or MBps (Binary) is 2^20 bytes, MBps (Decimal) 10^6 (Worker.cpp: "
    "MEGABYTE_BIN, MEGABYTE_DEC); they are checked against each other; latencies are ms",
    "results to 2006.07.27: MBps is 2^20 bytes where IOps * size proves it, else assumed to be",
    "the row ALL is the sum of all managers, workers and disks, whose own rows are left out",
)

ASSUMED = "the column MBps does not say its base; taken as 2^20 bytes, as later versions call it"

_STAMP = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?::\d+)?[,;\s]*")
_PARTS = (("", ""), ("Read ", "read"), ("Write ", "write"))
_KINDS = frozenset(("ALL", "MANAGER", "PROCESSOR", "WORKER", "DISK", "NETWORK", "SERVER", "CLIENT"))


class Access(NamedTuple):
    """One line of an access specification."""

    size: int
    share: int
    reads: int
    random: int


@dataclass(slots=True)
class State:
    """What the lines so far have said."""

    version: str = ""
    date: str = ""
    name: str = ""
    separator: str = ","
    begin: int = -1
    accesses: dict[str, list[Access]] = field(default_factory=dict)
    head: Sequence[str] = ()
    head_line: int = -1
    has_row: bool = False


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    state = State()
    lines = source.lines
    for index, line in enumerate(lines):
        words = line.strip().strip('"')
        if words.startswith("'"):
            yield from _mark(source, state, words, index)
            continue
        above = lines[index - 1].strip().strip('"') if index else ""
        if above.startswith("'Version"):
            state.version = words.strip(",; ")
        elif above.startswith("'Time Stamp") and (match := _STAMP.fullmatch(words)):
            state.date = f"{match[1]}T{match[2]}"
        elif above.startswith("'Access specification name"):
            state.name = words.rpartition(state.separator)[0] or words
            state.accesses[state.name] = []
        elif state.head:
            cells = [cell.strip().strip('"') for cell in line.split(state.separator)]
            if cells[0] == "ALL":
                state.has_row = True
                yield from _row(source, state, dict(zip(state.head, cells, strict=False)), index)
            elif cells[0] not in _KINDS:
                state.head = ()
        elif state.name and (access := _access(words, state.separator)):
            state.accesses[state.name].append(access)
    if state.head and not state.has_row:
        yield _unfinished(source, state)


def _mark(source: Source, state: State, words: str, index: int) -> Iterator[Diagnostic]:
    if state.begin < 0:
        state.begin = index
    if words.startswith(("'Target Type", "'Access specification name")):
        state.separator = ";" if words.count(";") > words.count(",") else ","
    if words.startswith("'Target Type"):
        state.head = [cell.strip().strip('"') for cell in words.split(state.separator)]
        state.head_line, state.has_row = index, False
        return
    if state.head and not state.has_row:
        yield _unfinished(source, state)
    state.head = ()
    if words.startswith("'End access"):
        state.name = ""


def _unfinished(source: Source, state: State) -> Diagnostic:
    message = "Iometer's results end before the row ALL"
    return source.problem(state.head_line, "incomplete-run", message)


def _access(words: str, separator: str) -> Access | None:
    cells = words.split(separator)
    if len(cells) < 8 or not all(cell.strip().isdecimal() for cell in cells[:4]):
        return None
    return Access(*(int(cell) for cell in cells[:4]))


def _row(
    source: Source, state: State, cells: Mapping[str, str], index: int
) -> Iterator[Run | Diagnostic]:
    figures = {name: number(text, text) or "" for name, text in cells.items()}
    if not Decimal(figures.get("IOps") or 0):
        message = "Iometer did no I/O in this test"
        yield source.problem(index, "failed-run", message)
        return
    accesses = state.accesses.get(cells.get("Access Specification Name", ""), [])
    access = accesses[0] if len(accesses) == 1 else None
    load = _load(cells, access)
    measurements: list[Measurement] = []
    mixed = bool(Decimal(figures.get("Read IOps") or 0) and Decimal(figures.get("Write IOps") or 0))
    for prefix, what in _PARTS if mixed else _PARTS[:1]:
        operation = _operation(figures, access, what)
        for item in _part(source, figures, prefix, operation, access, index):
            if isinstance(item, Measurement):
                measurements.append(item)
            else:
                yield item
    total = _operation(figures, access, "")
    if digits := figures.get("% CPU Utilization"):
        written = f"{digits}%"
        measurements.append(Measurement(total, "cpu", digits, "%", index, written))
    if Decimal(digits := figures.get("Errors") or "0"):
        measurements.append(Measurement(total, "errors", digits, "1", index, digits))
    facts = [
        Fact(column, int(cells[name]), index, cells[name])
        for name, column in (("# Managers", "managers"), ("# Disks", "disks"))
        if cells.get(name, "").isdecimal()
    ]
    first = state.begin if state.begin >= 0 else state.head_line
    furniture = frozenset(range(first, index + 1))
    state.begin = -1
    yield Run(TOOL, state.version, first, index, measurements, facts, load, state.date, furniture)


def _load(cells: Mapping[str, str], access: Access | None) -> dict[str, Value]:
    load: dict[str, Value] = {"test": cells.get("Access Specification Name", "")}
    if access:
        load["block_size"] = access.size
        if 0 < access.reads < 100:
            load["read_share"] = access.reads / 100
        if 0 < access.random < 100:
            load["pattern"] = f"{access.random} % random"
    for name, column, factor in (
        ("Queue Depth", "queue_depth", 1),
        ("# Workers", "threads", 1),
        ("Maximum Size", "file_size", 512),
    ):
        digits = cells.get(name, "")
        if digits.isdecimal() and int(digits):
            load[column] = int(digits) * factor
    return load


def _operation(figures: Mapping[str, str], access: Access | None, what: str) -> str:
    reads = Decimal(figures.get("Read IOps") or 0)
    writes = Decimal(figures.get("Write IOps") or 0)
    what = what or ("rw" if reads and writes else "write" if writes else "read")
    if access and access.random in (0, 100):
        return f"{'rand' if access.random else 'seq'}-{what}"
    return what


def _part(
    source: Source,
    figures: Mapping[str, str],
    prefix: str,
    operation: str,
    access: Access | None,
    index: int,
) -> Iterator[Measurement | Diagnostic]:
    """Yield the values of all I/O, or of the reads or the writes in it."""
    count = figures.get(f"{prefix}IOps") or "0"
    yield Measurement(operation, "iops", count, "op/s", index, f"{count} IOps")
    decimal = figures.get(f"{prefix}MBps (Decimal)")
    binary = figures.get(f"{prefix}MiBps (Binary)") or figures.get(f"{prefix}MBps (Binary)")
    if decimal and binary and not _agree(decimal, binary):
        message = f"{decimal} MBps (Decimal) and {binary} MiBps (Binary) are not the same rate"
        yield source.problem(index, "does-not-add-up", message)
    if binary:
        written = f"{binary} MiBps (Binary)"
        yield Measurement(operation, "bandwidth", binary, "MiB/s", index, written)
    elif decimal:
        written = f"{decimal} MBps (Decimal)"
        yield Measurement(operation, "bandwidth", decimal, "MB/s", index, written)
    elif old := figures.get(f"{prefix}MBps"):
        yield _old(operation, old, count, access, index)
    kind = f"{prefix.strip()} Response Time".strip()
    for statistic, name in (("mean", f"Average {kind}"), ("max", f"Maximum {kind}")):
        if Decimal(digits := figures.get(name) or "0"):
            yield Measurement(operation, "latency", digits, "ms", index, f"{digits} ms", statistic)


def _agree(decimal: str, binary: str) -> bool:
    least = Decimal(binary) * 2**20 / 10**6
    return abs(Decimal(decimal) - least) <= max(least / 1000, Decimal("0.001"))


def _old(operation: str, rate: str, count: str, access: Access | None, index: int) -> Measurement:
    """Return the bandwidth of a column MBps, with its base proved by IOps where it can be."""
    certainty: Certainty = "assumed"
    unit, note = "MiB/s", ASSUMED
    if access and Decimal(rate):
        share = Decimal(count) * access.size / Decimal(rate)
        for symbol, base in (("MiB/s", 2**20), ("MB/s", 10**6)):
            if abs(share / base - 1) < Decimal("0.005"):
                certainty, unit = "proved", symbol
                note = f"{count} IOps * {access.size} bytes / {rate} MBps = {share:.0f}"
    written = f"{rate} MBps"
    return Measurement(
        operation, "bandwidth", rate, unit, index, written, certainty=certainty, note=note
    )
