"""tiobench and tiotest: threaded I/O, rates and latencies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._wrapped import whole
from sitegen.record import Measurement, Run, Source, Value

TOOL = "tiobench"
MARKS = ("Tiotest results for", "Tiotest latency results", "Sequential Reads", "Thr   Rate")
VARIANTS = (
    "tiotest 0.3: tables of rates and latencies; MB is 1024*1024 bytes (MBYTE in constants.h); "
    "latencies in ms; CPU shares are of the elapsed time and may be over 100 %",
    "tiobench.pl: a table for each of sequential and random reads and writes; file size in 2^20 "
    "bytes, block size in bytes, latencies in ms ('Unit information' of the tool)",
)

ITEMS = {
    "Write": "seq-write",
    "Random Write": "rand-write",
    "Read": "seq-read",
    "Random Read": "rand-read",
}
TITLES = {
    "Sequential Reads": "seq-read",
    "Random Reads": "rand-read",
    "Sequential Writes": "seq-write",
    "Random Writes": "rand-write",
}
MEBIBYTE = 1024**2

_START = re.compile(r"\s*Tiotest results for (\d+) concurrent io threads:\s*")
_RATE = re.compile(
    r"\s*\| (Write|Random Write|Read|Random Read) +(\d+) MBs \| +(\d+\.?\d*) s \| +(\S+) MB/s"
    r" \| +(\S+) %\s+\| +(\S+) %\s*\|\s*"
)
_LATENCY = re.compile(
    r"\s*\| (Write|Random Write|Read|Random Read|Total) +\| +(\d+\.?\d*) ms \| +(\d+\.?\d*) ms"
    r" \| +\d+(?:\.\d+)? \| +\d+(?:\.\d+)? \|\s*"
)
_FRAME = re.compile(r"\s*[,+|`]-[-+.|'`]*\s*|\s*\| Item +\|.*\|\s*|\s*Tiotest latency results:\s*")
_END = re.compile(r"\s*`-{5,}'\s*|\s*`-[-+]+'\s*")
_HEAD = re.compile(r"\s*(?:Identifier\s+)?Size\s+Size\s+Thr\s+Rate\s+\(CPU%\).*")
_ROW = re.compile(
    r"\s*(?:(\S.*?)\s+)?(\d+)\s+(\d+)\s+(\d+)\s+(\d+\.?\d*)\s+(\d+\.?\d*)%\s+(\d+\.?\d*)\s+(\d+\.?\d*)"
    r"\s+(\d+\.?\d*)\s+(\d+\.?\d*)\s+(\d+)\s*"
)
_ROWS = re.compile(rf"{_ROW.pattern}|\s*(?:Identifier +)?Size +Size +Thr +Rate +\(CPU%\) .*Eff\s*")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    if "Tiotest results for" in source.text:
        yield from _tests(source)
    if " Thr " in source.text:
        yield from _tables(whole(source, _ROWS))


def _tests(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield the runs of tiotest: a table of rates, then one of latencies."""
    lines = source.lines
    starts = [index for index, line in enumerate(lines) if _START.fullmatch(line)]
    for first, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        match = _START.fullmatch(lines[first])
        load: dict[str, Value] = {"threads": int(match[1])} if match else {}
        measurements: list[Measurement] = []
        known = {first}
        # Each of the two tables ends with a line of its own.
        ends = 0
        for index in range(first + 1, end):
            line = lines[index]
            if row := _RATE.fullmatch(line):
                measurements += _rates(index, row)
            elif row := _LATENCY.fullmatch(line):
                known.add(index)
                measurements += _latencies(index, row)
            elif _FRAME.fullmatch(line):
                known.add(index)
                ends += bool(_END.fullmatch(line))
            elif line.strip():
                break
            if ends == 2:
                break
        last = max([*known, *(its.line for its in measurements)])
        if not ends:
            message = "a table of tiotest is cut off"
            yield source.problem(last, "incomplete-run", message)
        elif ends == 1:
            message = "the table of latencies is missing or cut off"
            yield source.problem(last, "missing-field", message)
        if measurements:
            yield Run(TOOL, "", first, last, measurements, (), load, furniture=frozenset(known))


def _rates(index: int, row: re.Match[str]) -> Iterator[Measurement]:
    item, size, time, rate, user, system = row.groups()
    operation = ITEMS[item]
    load: dict[str, Value] = {"total_size": int(size) * MEBIBYTE}
    # A test that took no time at all gives nan or inf.
    if _NUMBER.fullmatch(rate):
        written = f"{rate} MB/s"
        yield Measurement(operation, "bandwidth", rate, "MiB/s", index, written, "", load)
    yield Measurement(
        operation,
        "time",
        time,
        "s",
        index,
        f"{time} s",
        "",
        load,
        certainty="exact" if time.strip("0.") else "below-resolution",
    )
    for quantity, share in (("user-cpu", user), ("system-cpu", system)):
        if _NUMBER.fullmatch(share):
            yield Measurement(operation, quantity, share, "%", index, f"{share} %", "", load)


def _latencies(index: int, row: re.Match[str]) -> Iterator[Measurement]:
    item, mean, longest = row.groups()
    if item == "Total":
        return
    for statistic, digits in (("mean", mean), ("max", longest)):
        yield Measurement(ITEMS[item], "latency", digits, "ms", index, f"{digits} ms", statistic)


def _tables(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield the run of tiobench.pl: four tables, each with its title above its head."""
    measurements: list[Measurement] = []
    known: set[int] = set()
    seen: list[str] = []
    operation, columns = "", False
    for index, line in enumerate(source.lines):
        text = line.strip(" #*:\t")
        if text in TITLES:
            if TITLES[text] in seen:
                yield from _report(source, measurements, known)
                measurements, known, seen = [], set(), []
            operation, columns = TITLES[text], False
            seen.append(operation)
            known.add(index)
        elif operation and _HEAD.fullmatch(line):
            columns = True
            known.update((index, index - 1))
        elif operation and columns and (row := _ROW.fullmatch(line)):
            measurements += _row(index, operation, row)
        elif text and not set(text) <= set("=- "):
            if columns and measurements:
                operation = ""
        elif text:
            known.add(index)
    if measurements:
        yield from _report(source, measurements, known)


def _report(
    source: Source, measurements: list[Measurement], known: set[int]
) -> Iterator[Run | Diagnostic]:
    if not measurements:
        return
    first, last = measurements[0].line, measurements[-1].line
    first = max((line for line in known if line < first and _titled(source, line)), default=first)
    rows = {its.line for its in measurements}
    counts = {
        operation: len({its.line for its in measurements if its.operation == operation})
        for operation in TITLES.values()
    }
    most = max(counts.values())
    lacking = [name for name, operation in TITLES.items() if counts[operation] < most]
    if lacking:
        message = f"{', '.join(lacking)}: rows are missing; the report of tiobench is cut off"
        yield source.problem(last, "incomplete-run", message)
    inside = frozenset(line for line in known if first <= line <= last) - rows
    yield Run(TOOL, "", first, last, measurements, furniture=inside)


def _titled(source: Source, line: int) -> bool:
    return source.lines[line].strip(" #*:\t") in TITLES


def _row(index: int, operation: str, row: re.Match[str]) -> Iterator[Measurement]:
    name, size, block, threads, rate, cpu, mean, longest = row.groups()[:8]
    load: dict[str, Value] = {
        "total_size": int(size) * MEBIBYTE,
        "block_size": int(block),
        "threads": int(threads),
    }
    if name:
        load["series"] = name
    for quantity, statistic, digits, unit, word in (
        ("bandwidth", "", rate, "MiB/s", "MB/s"),
        ("cpu", "", cpu, "%", "%"),
        ("latency", "mean", mean, "ms", "ms"),
        ("latency", "max", longest, "ms", "ms"),
    ):
        written = f"{digits} {word}"
        yield Measurement(operation, quantity, digits, unit, index, written, statistic, load)
