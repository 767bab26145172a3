"""DiskSpd: its XML, as timespans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from xml.parsers import expat

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._diskspd_spans import PARTS, Figure, Span
from sitegen.parsers._json import line_at
from sitegen.record import Source

_BEGIN = "<Results>"
_END = "</Results>"
_DATE = re.compile(r"(\d{4})/(\d\d?)/(\d\d?) (\d\d:\d\d:\d\d)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_RANKS = {
    Decimal(0): "min",
    Decimal(100): "max",
    **{Decimal(rank): f"p{rank}" for rank in ("25", "50", "75", "90", "95", "99")},
    **{Decimal(rank := f"99.{'9' * count}"): f"p{rank}" for count in range(1, 8)},
}


class _EntityError(Exception):
    """The XML declares entities: DiskSpd's never does."""


@dataclass(slots=True)
class _Node:
    """An element: its name, its line in the source, its text, and the elements in it."""

    name: str
    line: int
    text: str = ""
    inner: list[_Node] = field(default_factory=list)

    def all(self, *path: str) -> Iterator[_Node]:
        """Yield the elements below a path of names."""
        if not path:
            yield self
            return
        for one in self.inner:
            if one.name == path[0]:
                yield from one.all(*path[1:])

    def first(self, *path: str) -> _Node | None:
        """Return the first element at a path of names."""
        return next(self.all(*path), None)

    def says(self, *path: str) -> str:
        """Return the text of the first element at a path, or nothing."""
        found = self.first(*path)
        return found.text.strip() if found else ""

    def sum(self, name: str) -> int:
        """Return the sum over all threads and targets."""
        texts = [node.text.strip() for node in self.all("Thread", "Target", name)]
        return sum(int(text) for text in texts if text.isdecimal())


def spans(source: Source) -> Iterator[Span | Diagnostic]:
    """Yield the timespans in the XML of a source."""
    text = source.text
    end = 0
    while (begin := text.find(_BEGIN, end)) >= 0:
        end = text.find(_END, begin)
        first = line_at(source, begin)
        if end < 0:
            end = begin + len(_BEGIN)
            if "<TestTimeSeconds>" in text[end:] or "<TimeSpan" in text[end:]:
                message = f"the XML ends before {_END}: the output is cut off"
                yield source.problem(first, "incomplete-run", message)
            continue
        end += len(_END)
        try:
            root = _tree(text[begin:end], first)
        except (expat.ExpatError, _EntityError) as fault:
            yield source.problem(first, "incomplete-run", f"the XML is damaged: {fault}")
            continue
        last = line_at(source, end)
        for number, its in enumerate(root.all("TimeSpan")):
            yield from _span(source, root, its, number, last)


def _tree(text: str, first: int) -> _Node:
    root = _Node("", first)
    open_nodes = [root]
    parser = expat.ParserCreate()

    def start(name: str, _: dict[str, str]) -> None:
        node = _Node(name, first + parser.CurrentLineNumber - 1)
        open_nodes[-1].inner.append(node)
        open_nodes.append(node)

    def data(text: str) -> None:
        open_nodes[-1].text += text

    def refuse(*_: object) -> None:
        raise _EntityError("it declares entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_nodes.pop()
    parser.CharacterDataHandler = data
    parser.EntityDeclHandler = refuse
    parser.Parse(text, True)
    return root.inner[0]


def _span(
    source: Source, root: _Node, its: _Node, number: int, last: int
) -> Iterator[Span | Diagnostic]:
    if fault := its.first("Error"):
        yield source.problem(fault.line, "failed-run", f"diskspd: {fault.text.strip()}")
        return
    time = its.first("TestTimeSeconds")
    if time is None or not Decimal(time.text):
        return
    span = Span(root.line if number == 0 else its.line, last)
    span.furniture = set(range(span.first, last + 1))
    span.version = root.says("System", "Tool", "Version")
    if match := _DATE.match(root.says("System", "RunTime")):
        span.date = f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}T{match[4]}"
    span.seconds = time.text
    asked = list(root.all("Profile", "TimeSpans", "TimeSpan"))
    if number < len(asked):
        _ask(span, asked[number])
    if its.says("ThreadCount").isdecimal():
        span.workload["threads"] = int(its.says("ThreadCount"))
    for part, name in zip(PARTS, ("", "Read", "Write"), strict=True):
        tag = f"{name}Bytes" if name else "BytesCount"
        line = (its.first("Thread", "Target", tag) or time).line
        size, count = its.sum(tag), its.sum(f"{name or 'IO'}Count")
        note = f"{size} bytes, over all threads and targets"
        span.figures[part] = {
            "bytes": Figure(str(size), line, certainty="derived", note=note),
            "count": Figure(str(count), time.line),
        }
        if size:
            span.figures[part]["rate"] = _derived(size, "bytes", time, "B/s")
            span.figures[part]["ios"] = _derived(count, "I/Os", time, "op/s")
    _latencies(span, its)
    for quantity, tag in (("cpu", "Usage"), ("user-cpu", "User"), ("system-cpu", "Kernel")):
        if node := its.first("CpuUtilization", "Average", f"{tag}Percent"):
            span.cpu[quantity] = Figure(node.text.strip(), node.line)
    yield span


def _derived(count: int, noun: str, time: _Node, unit: str) -> Figure:
    value = Decimal(count) / Decimal(time.text)
    note = f"{count} {noun} / {time.text.strip()} s, over all threads and targets"
    return Figure(str(value), time.line, unit, "derived", note)


def _latencies(span: Span, its: _Node) -> None:
    for part in PARTS:
        name = part.capitalize()
        spread = "LatencyStdev" if part == "total" else f"{name}LatencyStdev"
        for ours, tag in (("latency", f"Average{name}Milliseconds"), ("latency_stddev", spread)):
            if node := its.first("Latency", tag):
                span.figures[part][ours] = Figure(node.text.strip(), node.line)
        spread = "IopsStdDev" if part == "total" else f"{name}IopsStdDev"
        if node := its.first("Iops", spread):
            span.figures[part]["iops_stddev"] = Figure(node.text.strip(), node.line)
        for bucket in its.all("Latency", "Bucket"):
            rank = bucket.says("Percentile")
            node = bucket.first(f"{name}Milliseconds")
            statistic = _RANKS.get(Decimal(rank)) if _NUMBER.fullmatch(rank) else None
            if node and statistic:
                span.ranks.setdefault(part, {})[statistic] = Figure(node.text.strip(), node.line)


def _ask(span: Span, asked: _Node) -> None:
    """Take in what was asked for a timespan: what all its targets have."""
    for column, tag in (("runtime", "Duration"), ("ramp", "Warmup")):
        if asked.says(tag).isdecimal():
            span.workload[column] = int(asked.says(tag))
    targets = list(asked.all("Targets", "Target"))
    for column, tag in (
        ("block_size", "BlockSize"),
        ("queue_depth", "RequestCount"),
        ("file_size", "FileSize"),
    ):
        said = {target.says(tag) for target in targets}
        if len(said) == 1 and (text := said.pop()).isdecimal():
            span.workload[column] = int(text)
    ratios = {target.says("WriteRatio") for target in targets}
    if len(ratios) == 1 and (ratio := ratios.pop()).isdecimal():
        span.writes = int(ratio)
    random = {target.first("Random") is not None for target in targets}
    if len(random) == 1:
        span.pattern = "rand-" if random.pop() else "seq-"
    if {target.says("DisableOSCache") for target in targets} == {"true"}:
        span.workload["direct"] = "yes"
    if {target.says("WriteThrough") for target in targets} == {"true"}:
        span.workload["sync"] = "writethrough"
