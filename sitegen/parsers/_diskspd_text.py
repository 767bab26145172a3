"""DiskSpd: its text, also where somebody typed its tables anew as Markdown, as timespans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen.parsers._diskspd_spans import RANKS, Figure, Span
from sitegen.parsers._text import binary_size, number
from sitegen.record import Value

_HEADS = {
    "bytes": "bytes",
    "I/Os": "count",
    "MiB/s": "rate",
    # Until 2.0.1 so, and 2^20 all the same.
    "MB/s": "rate",
    "I/O per s": "ios",
    "AvgLat": "latency",
    "LatStdDev": "latency_stddev",
    "IopsStdDev": "iops_stddev",
}
_RESULTS = re.compile(r"\W*Results for timespan (\d+):")
_SPAN = re.compile(r"\s*timespan:\s+(\d+)")
_TIME = re.compile(r"\s*actual test time:\s+([\d.,]+) ?s\b")
_START = re.compile(r"\s*start time:\s+(\d{4})/(\d\d)/(\d\d) (\d\d:\d\d:\d\d)")
_THREADS = re.compile(r"\s*thread count:\s+(\d+)\s*$")
_COUNTS = (
    (re.compile(r"\s*duration: (\d+)s\b"), "runtime"),
    (re.compile(r"\s*warm up time: (\d+)s\b"), "ramp"),
    (re.compile(r"\s*number of outstanding I/O operations(?: per thread)?: (\d+)"), "queue_depth"),
    (re.compile(r"\s*threads per file: (\d+)"), "threads"),
)
_SIZES = (
    (re.compile(r"\s*block size: (\d+ ?\w*)\s*$"), "block_size"),
    (re.compile(r"\s*max file size: (\d+ ?\w*)\s*$"), "file_size"),
)
_TARGET = re.compile(r"\|\s*([^|]+?) \((\d+[KMG]?i?B)\)\s*\|?\s*$")
_RATIO = re.compile(r"\s*performing (?:(read|write) test|mix test \(read/write ratio: \d+/(\d+)\))")
_PATTERN = re.compile(r"\s*using (random|(?:interlocked )?sequential) I/O")
_KNOWN = re.compile(
    r"\s*(?:-{4,}|\*{4,}|=+$|\|[-:| ]+$|path:|think time|burst size|IO priority|using |random seed"
    r"|cool down|measuring latency|gathering IOPS|thread stride|affinity|computer name|cpu count"
    r"|core count|group count|node count|socket count|heterogeneous|active power|proc count"
    r"|request count|Input parameters|System information|Command Line:|Results for|relative IO"
    r"|hardware|software|local software|zeroing|write buffer|total:\s*$|base file offset"
    r"|(?:Read|Write) latency histogram)"
)


def spans(lines: Sequence[str]) -> Iterator[Span | tuple[int, str]]:
    """Yield the timespans in the lines of a source, and where a call ended without any.

    The latter are a line and what diskspd says there, or nothing.
    """
    call: _Call | None = None
    for index, line in enumerate(lines):
        if not line or line.isspace():
            continue
        if "Input parameters:" in line:
            if call:
                yield from call.results()
            call = _Call(index)
        elif call is None and (_RESULTS.match(line) or _section(line) == "total"):
            call = _Call(-1)
        if call:
            call.read(index, line)
    if call:
        yield from call.results()


def _section(line: str) -> str:
    """Return total, read or write for the heading of a section, also with Markdown around it."""
    return {"Total IO": "total", "Read IO": "read", "Write IO": "write"}.get(
        line.strip(" #*\t"), ""
    )


def _cells(line: str) -> list[str]:
    return [cell.strip(" *\t") for cell in line.strip().strip("|").split("|")]


class _Call:
    """What one call of diskspd printed: what was asked of it, then a timespan after another."""

    def __init__(self, begun: int) -> None:
        self.begun = begun
        self.asked: dict[int, dict[str, set[Value]]] = {}
        self.input: dict[str, set[Value]] | None = None
        self.spans: list[Span] = []
        self.date = ""
        self.fault = (-1, "")
        self.part = ""
        self.heads: list[str] = []
        self.ranks: list[str] = []
        self.targets: set[str] = set()
        self.above = ""

    def results(self) -> Iterator[Span | tuple[int, str]]:
        """Yield the timespans, or where there are none and why."""
        if self.fault[0] >= 0:
            yield self.fault
        elif not self.spans and self.asked:
            yield self.begun, ""
        yield from self.spans

    def read(self, index: int, line: str) -> None:
        """Take in a line that is not blank."""
        if match := _RESULTS.match(line):
            self._open(index, int(match[1]))
        elif "interrupted before the measurements began" in line:
            self.fault = (index, line.strip())
            if self.spans and not self.spans[-1].figures:
                self.spans.pop()
        elif match := _SPAN.match(line):
            self.input = self.asked.setdefault(int(match[1]), {})
        elif match := _START.match(line):
            self.date = f"{match[1]}-{match[2]}-{match[3]}T{match[4]}"
        elif not self.spans and self.input is not None:
            for column, value in _asked(line):
                self.input.setdefault(column, set()).add(value)
        elif (part := _section(line)) and (not self.spans or self._again(part)):
            self._open(index, 1)
            self.part = part
        elif self.spans:
            self._result(self.spans[-1], index, line)
        if self.spans and _KNOWN.match(line):
            self.spans[-1].furniture.add(index)
        self.above = line.strip(" #*\t")

    def _again(self, part: str) -> bool:
        return part == "total" and "total" in self.spans[-1].figures

    def _open(self, index: int, number: int) -> None:
        """Begin the results of a timespan, with what was asked for it."""
        span = Span(index, index, date=self.date)
        # Of several targets, what all of them have.
        alike = {c: next(iter(v)) for c, v in self.asked.pop(number, {}).items() if len(v) == 1}
        writes = alike.pop("writes", None)
        span.writes = writes if isinstance(writes, int) else None
        span.pattern = str(alike.pop("pattern", ""))
        span.workload = alike
        span.first = self.begun if not self.spans and self.begun >= 0 else index
        span.furniture |= set(range(span.first, index + 1))
        self.part, self.heads, self.ranks = "", [], []
        self.spans.append(span)

    def _result(self, span: Span, index: int, line: str) -> None:
        """Take in a line of the results of a timespan."""
        if part := _section(line):
            self.part, self.heads = part, []
            span.understand(index)
        elif match := _TIME.match(line):
            span.seconds = number(match[1], line) or ""
            span.understand(index)
        elif "I/O per s" in line and "bytes" in line:
            self.heads = _cells(line)
            span.latency |= "AvgLat" in self.heads
            span.understand(index)
        elif "Read (ms)" in line and "Total (ms)" in line:
            # Of several targets each has a table of its own below its name; the last is of all.
            self.ranks = [] if self.above in self.targets else _cells(line)
            if not self.ranks:
                span.furniture.add(index - 1)
            span.understand(index)
        elif line.lstrip(" |*\t").startswith("total:") and self.heads and self.part:
            self._total(span, index, line)
        elif line.lstrip(" |*\t").startswith("avg.") and line.count("%") == 4:
            _share(span, index, line)
        elif "|" in line and (rank := RANKS.get(_cells(line)[0].lower())):
            for head, text in zip(self.ranks[1:], _cells(line)[1:], strict=False):
                part = head.partition(" ")[0].lower()
                if found := number(text, line):
                    span.ranks.setdefault(part, {})[rank] = Figure(found, index)
            span.understand(index)
        else:
            self._row(span, index, line)

    def _total(self, span: Span, index: int, line: str) -> None:
        cells = _cells(line)
        first = cells[0].removeprefix("total:").strip()
        cells = [first, *cells[1:]] if first else cells[1:]
        found = {}
        for head, text in zip(self.heads[1:], cells, strict=False):
            if head in _HEADS and (digits := number(text, line)):
                found[_HEADS[head]] = Figure(digits, index)
        if "bytes" in found:
            span.figures[self.part] = found
        span.understand(index)
        self.heads, self.part = [], ""

    def _row(self, span: Span, index: int, line: str) -> None:
        """Take in a line of one thread, or of one processor: its figures are in the sums below."""
        if match := _THREADS.match(line):
            span.workload["threads"] = int(match[1])
            span.understand(index)
        elif line.lstrip(" |")[:1].isdecimal() and line.count("|") > 3:
            if match := _TARGET.search(line):
                self.targets.add(match[1])
                if (size := binary_size(match[2])) and "file_size" not in span.workload:
                    span.workload["file_size"] = size
            span.understand(index)
        elif "Usage" in line and "Kernel" in line:
            span.understand(index)


def _asked(line: str) -> Iterator[tuple[str, Value]]:
    """Yield what a line says that was asked for a target, or for a whole timespan."""
    for pattern, column in _COUNTS:
        if match := pattern.match(line):
            yield column, int(match[1])
    for pattern, column in _SIZES:
        if (match := pattern.match(line)) and (size := binary_size(match[1])) is not None:
            yield column, size
    if match := _RATIO.match(line):
        yield "writes", {"read": 0, "write": 100}[match[1]] if match[1] else int(match[2])
    elif match := _PATTERN.match(line):
        yield "pattern", "rand-" if match[1] == "random" else "seq-"
    elif "software cache" in line:
        yield "direct", "yes" if line.strip() == "software cache disabled" else "no"
    elif "hardware write cache" in line:
        yield "sync", "writethrough" if "writethrough on" in line else "no"


def _share(span: Span, index: int, line: str) -> None:
    """Take in the averages of all processors: use, user, kernel, idle."""
    cells = [cell.strip().rstrip("%") for cell in _cells(line)][-4:]
    for quantity, text in zip(("cpu", "user-cpu", "system-cpu"), cells, strict=False):
        if found := number(text, line):
            span.cpu[quantity] = Figure(found, index)
    span.understand(index)
