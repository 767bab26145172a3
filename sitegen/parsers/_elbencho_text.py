"""elbencho: the table that it prints, of versions 1 to 3, as calls."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _elbencho_command
from sitegen.parsers._elbencho_phases import Call, Phase, is_phase, results, seconds
from sitegen.parsers._wrapped import whole
from sitegen.record import Run, Source

_HEAD = re.compile(r"\s*OPERATION\s+RESULT TYPE\s+FIRST DONE\s+LAST DONE")
_ROW = re.compile(
    r"\s*(?:([A-Z][A-Z0-9_-]+(?:\+[sr])*)\s+)?"
    r"((?:Elapsed (?:ms|time)|IOPS|Throughput|MiB/s|MB/s|Total MiB|MiB|CPU util|IOs?|Files|Dirs"
    r"|Entries|Objects|Buckets|Time ms each|Svc compl\. time)(?:/s)?[^:]*?)\s*:\s+(\S.*?)\s*"
)
_ROWS = re.compile(r"\s*(?:[A-Z]\S* +)?[\w %.]+: \[ [^\[\]]* \]\s*")
_RATE = re.compile(r"(?:Throughput )?(MiB/s|MB/s)(?: (write|read|total))?")
_IOPS = re.compile(r"IOPS(?: (write|read|total))?")
_ENTRIES = re.compile(r"(Files|Entries|Objects|Dirs|Buckets)/s(?: (write|read|total))?")
_COUNT = re.compile(r"(Files|Entries|Objects|Dirs|Buckets) (total|write|read)")
_SIZE = re.compile(r"(?:Total MiB|MiB (write|read))")
_LATENCY = re.compile(r"(\w+)(?: (wr|rd))? lat(?:ency)?(?: us)?")
_RANKS = re.compile(r"(\w+)(?: (wr|rd))? lat %(?: us)?")
_SPREAD = re.compile(r"(min|avg|max)=(\d+(?:\.\d+)?) ?(us|ms|s)?")
_RANK = re.compile(r"(\d+(?:\.\d+)?)%<=(>?)(\d+)")
_DATE = re.compile(r"\s*ISO DATE(?: start)?: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)")
_KNOWN = re.compile(r"\s*(?:=+\s+=+|-{3}\s*$|ISO DATE|COMMAND LINE:|LABEL:|NOTE:|WARNING:)")

_PARTS = {"wr": "write", "rd": "read"}
_STATISTICS = {"min": "min", "avg": "mean", "max": "max"}


def calls(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield the run of each call in a source, and what is wrong with it."""
    source = whole(source, _ROWS)
    call: Call | None = None
    phase: Phase | None = None
    dated = ("", -9)
    version, commanded = "", -9
    command: _elbencho_command.Command | None = None
    is_open = False
    for index, line in enumerate(source.lines):
        if match := _HEAD.match(line):
            if call:
                yield from _ended(source, call, is_open)
            call, phase, is_open = Call(index, index, version, whole=True), None, False
            if index - commanded > 4:
                command = None
            if index - dated[1] <= 4:
                call.date, call.first = dated
                call.furniture |= set(range(dated[1], index))
            call.understand(index)
        elif match := _DATE.match(line):
            dated = (match[1], index)
        elif (match := _ROW.fullmatch(line)) and (match[1] or phase):
            if match[1]:
                if not is_phase(match[1]):
                    continue
                call = call or Call(index, index)
                phase, is_open = Phase(match[1], index), True
                if command:
                    command.describe(phase)
                call.phases.append(phase)
            assert call
            assert phase
            if _take(phase, match[2], match[3], index):
                call.understand(index)
        elif match := _elbencho_command.VERSION.fullmatch(line):
            version = match[1]
        elif "elbencho" in line and (found := _elbencho_command.command(line)):
            command, commanded = found, index
            version = found.version or version
        elif call and _KNOWN.match(line):
            if line.strip() == "---":
                call.understand(index)
                phase, is_open = None, False
            call.furniture.add(index)
        elif call and line.startswith("ERROR:"):
            yield source.problem(index, "failed-run", f"elbencho: {line.strip()}")
            phase, is_open = None, False
    if call:
        yield from _ended(source, call, is_open)


def _ended(source: Source, call: Call, is_open: bool) -> Iterator[Run | Diagnostic]:
    # Where the head is not there either, it is a part that somebody took out.
    if is_open and call.whole:
        message = "the line '---' that ends a phase is missing: the output may be cut off"
        yield source.problem(call.last, "missing-field", message)
    if any(phase.name != "DROPCACHE" for phase in call.phases) or not call.phases:
        yield from results(source, call)


def _take(phase: Phase, label: str, rest: str, index: int) -> bool:
    """Take in a row of a phase; return whether it is understood."""
    if rest[:1] == "[":
        return _bracket(phase, label, rest, index)
    cells = rest.split()
    if len(cells) != 2:
        return False
    last = cells[1]
    written = f"{last} {label}"
    if label.startswith("Elapsed"):
        digits, unit = (last, "ms") if label == "Elapsed ms" else (seconds(last), "s")
        operation = phase.operation() or phase.entry()
        phase.add(
            operation, "time", digits, unit, index, f"{last} {unit}" if last == digits else last
        )
    elif not last.isdecimal():
        return False
    elif match := _RATE.fullmatch(label):
        operation = phase.operation(match[2] or "")
        phase.add(operation, "bandwidth", last, match[1], index, f"{last} {match[1]}")
    elif match := _IOPS.fullmatch(label):
        phase.add(phase.operation(match[1] or ""), "iops", last, "op/s", index, written)
    elif match := _ENTRIES.fullmatch(label):
        # With --dirstats directories are counted, too, while files are written or read.
        if match[1] != "Dirs" or not phase.operation():
            phase.add(phase.entry(match[2] or ""), "iops", last, "op/s", index, written)
    elif match := _SIZE.fullmatch(label):
        phase.add(phase.operation(match[1] or ""), "size", last, "MiB", index, f"{last} MiB")
    elif match := _COUNT.fullmatch(label):
        if match[2] == "total" and int(last):
            directories = match[1] in ("Dirs", "Buckets")
            phase.workload.setdefault("directories" if directories else "files", int(last))
    elif label == "CPU util %":
        phase.add(phase.operation() or phase.entry(), "cpu", last, "%", index, f"{last} %")
    return True


def _bracket(phase: Phase, label: str, rest: str, index: int) -> bool:
    """Take in latencies: [ min=80 avg=128 max=9000 ], or percentiles, which are upper bounds."""
    if match := _LATENCY.fullmatch(label):
        for name, digits, unit in _SPREAD.findall(rest):
            operation = _latency_of(phase, match)
            written = f"{digits}{unit}" if unit else f"{digits} us"
            statistic = _STATISTICS[name]
            phase.add(operation, "latency", digits, unit or "us", index, written, statistic)
    elif match := _RANKS.fullmatch(label):
        for rank, beyond, digits in _RANK.findall(rest):
            name = rank.rstrip("0").rstrip(".") if "." in rank else rank
            operation = _latency_of(phase, match)
            phase.add(
                operation,
                "latency",
                digits,
                "us",
                index,
                f"{rank}%<={beyond}{digits} us",
                f"p{name}",
                "at-least" if beyond else "at-most",
                "the edge of a class of elbencho's histogram",
            )
    return True


def _latency_of(phase: Phase, match: re.Match[str]) -> str:
    part = _PARTS.get(match[2] or "", "")
    return phase.operation(part) if match[1] == "IO" else phase.entry(part)
