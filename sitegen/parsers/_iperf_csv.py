"""The CSV lines of iperf 2 -y C: date, two addresses, id, interval, bytes, bit/s, and UDP's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._iperf_rows import loss, seconds
from sitegen.record import Measurement, Run, Source, Value

TOOL = "iperf"

_LINE = re.compile(
    r"\s*(?:[+-]\d{4}:)?(\d{14})(?:\.\d+)?,([^,]*),(\d+),([^,]*),(\d+),(-?\d+),"
    r"(\d+\.\d+)-(\d+\.\d+),(\d+),(\d+)(?:,(-?\d+\.?\d*),(-?\d+),(-?\d+),(-?\d+(?:\.\d+)?|-?nan),(-?\d+))?\s*"
)


class Line(NamedTuple):
    """One line: its test (when and with whom), its stream, and what it says."""

    line: int
    date: str
    stream: str
    remote: str
    start: str
    end: str
    size: str
    rate: str
    jitter: str
    lost: str
    packets: str


def tests(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield a run for each block of lines: with -P of several streams, the sum is the result."""
    lines = [
        Line(
            index,
            match[1],
            match[6],
            match[5],
            match[7],
            match[8],
            match[9],
            match[10],
            match[11] or "",
            match[12] or "",
            match[13] or "",
        )
        for index, line in enumerate(source.lines)
        if (match := _LINE.fullmatch(line))
    ]
    numbered = enumerate(lines)
    for _, group in groupby(numbered, key=lambda pair: pair[1].line - pair[0]):
        yield from _block(source, [line for _, line in group])


def _block(source: Source, lines: list[Line]) -> Iterator[Run | Diagnostic]:
    """Yield the runs of adjacent lines: a stream that comes again is the next test."""
    test: list[Line] = []
    for line in lines:
        ended = {its.stream for its in test if _whole(its, test)}
        if line.stream in ended or "-1" in ended:
            yield from _test(source, test)
            test = []
        test.append(line)
    yield from _test(source, test)


def _whole(line: Line, test: list[Line]) -> bool:
    """Return whether a line is of the whole time of its stream, not of an interval."""
    if float(line.start) != 0:
        return False
    own = [its for its in test if its.stream == line.stream]
    return own[-1] is line and (len(own) > 1 or float(line.end) > 1)


def _test(source: Source, test: list[Line]) -> Iterator[Run | Diagnostic]:
    totals = [its for its in test if _whole(its, test)]
    last = test[-1].line
    streams = {its.stream for its in test} - {"-1"}
    sums = [its for its in totals if its.stream == "-1"]
    if len(streams) > 1 and not sums:
        message = f"there are {len(streams)} streams and no line (-1) of their sum"
        hint = "each stream alone is not the result"
        yield source.problem(last, "incomplete-run", message, hint)
        return
    chosen = sums or totals
    if not chosen:
        message = "iperf was cut off: the line of the whole time is missing"
        yield source.problem(last, "incomplete-run", message)
        return
    its = chosen[-1]
    load: dict[str, Value] = {
        "runtime": seconds(its.end),
        "protocol": "UDP" if its.jitter else "TCP",
    }
    if streams:
        load["streams"] = len(streams)
    known = frozenset(its.line for its in test)
    date = _date(its.date)
    yield Run(TOOL, "", test[0].line, last, list(_values(its)), (), load, date, known)


def _values(its: Line) -> Iterator[Measurement]:
    if int(its.rate):
        written = f"{its.rate} bits/sec"
        yield Measurement("net-transfer", "net-bandwidth", its.rate, "bit/s", its.line, written)
        yield Measurement("net-transfer", "size", its.size, "B", its.line, f"{its.size} bytes")
    # A client that got no report of the server prints 0 and -1 datagrams.
    if its.packets.isdecimal() and int(its.packets):
        written = f"{its.jitter} ms"
        yield Measurement("net-transfer", "jitter", its.jitter, "ms", its.line, written)
        if its.lost.isdecimal():
            yield loss("net-transfer", int(its.lost), int(its.packets), its.line, {})


def _date(digits: str) -> str:
    """Return the moment by ISO 8601; 1970 is what iperf prints where it knows none."""
    if digits.startswith("1970"):
        return ""
    d = digits
    return f"{d[:4]}-{d[4:6]}-{d[6:8]}T{d[8:10]}:{d[10:12]}:{d[12:]}"
