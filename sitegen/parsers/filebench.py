"""filebench: the summary of a workload and its operations, 1.3 to 1.5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._wrapped import whole
from sitegen.record import Measurement, Run, Source, Value

TOOL = "filebench"
MARKS = ("IO Summary:", "ilebench Version", "ileBench Version", "Per-Operation Breakdown")
VARIANTS = (
    "1.5: 'N ops R ops/s r/w rd/wr M mb/s L ms/op'; mb/s is 2^20 bytes (MB_FLOAT in the source), "
    "the unit is glued to the number",
    "1.3 and 1.4: 'N ops, R ops/s, (r/w r/w), Mmb/s, Cus cpu/op, Lms latency'",
    "the breakdown: the same for each operation of the workload, by its name as the test",
)

FLOWOPS = (
    ("create", "file-create"),
    ("delete", "delete"),
    ("append", "append"),
    ("stat", "stat"),
    ("open", "open"),
    ("close", "close"),
    ("fsync", "fsync"),
    ("sync", "sync"),
    ("list", "readdir"),
    ("mkdir", "mkdir"),
    ("makedir", "mkdir"),
    ("rmdir", "rmdir"),
    ("removedir", "rmdir"),
    ("write", "write"),
    ("wrt", "write"),
    ("read", "read"),
)
"""What the operations of the workloads are by their names; every other one is a call."""

_SUMMARY = re.compile(
    r"\s*(?:\d+: )?(?:\d+(?:\.\d+)?: )?\s*IO Summary: +(\d+) ops,? +(\d+\.?\d*) ops/s,? +"
    r"\(?(\d+)/(\d+) (?:rd/wr|r/w)\)?,? +(\d+\.?\d*) ?mb/s,? +"
    r"(?:\d+(?:\.\d+)? ?us cpu/op,? +)?(\d+\.?\d*) ?ms(?:/op| latency)\s*"
)
_VERSION = re.compile(r"\s*(?:\d+(?:\.\d+)?: )*File[Bb]ench Version (\S+).*")
_LOADED = re.compile(
    r"\s*(?:\d+(?:\.\d+)?: )+([\w-]+) Version (\d+\.?\d*) personality successfully loaded\s*"
)
_BREAKDOWN = re.compile(r"\s*(?:\d+(?:\.\d+)?: )*Per-Operation Breakdown:?\s*")
_ROW = re.compile(
    r"\s*([A-Za-z_][\w.-]*) +(?:(\d+)ops +)?(\d+\.?\d*) ?ops/s +"
    r"(\d+\.?\d*) ?mb/s +(\d+\.?\d*) ?ms/op"
    r"(?: +(\d+) ?us/op-cpu)?(?: +\[ *(\d+\.?\d*) ?ms - +(\d+\.?\d*) ?ms\])?\s*"
)
_ROWS = re.compile(f"{_SUMMARY.pattern}|{_ROW.pattern}")
_STAMPED = re.compile(r"\s*(?:\d+: )?\d+\.\d+: .*")
_FAILED = re.compile(
    r".*\b(?:NO VALID RESULTS!|Filebench run terminated|[Oo]ut of shared memory).*"
)
_BEGAN = re.compile(r"\s*(?:\d+(?:\.\d+)?: )+Running\.\.\.\s*")


@dataclass(slots=True)
class Session:
    """What the lines of one run have said so far."""

    first: int = -1
    version: str = ""
    load: dict[str, Value] = field(default_factory=dict)
    rows: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    began: bool = False


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, _ROWS)
    session = Session()
    in_table = False
    for index, line in enumerate(source.lines):
        if match := _SUMMARY.fullmatch(line):
            yield _run(session, index, match)
            session = Session(version=session.version)
            in_table = False
            continue
        if match := _VERSION.fullmatch(line):
            yield from _unfinished(source, session)
            session = Session(index, match[1])
        elif match := _LOADED.fullmatch(line):
            session.load["test"] = match[1]
        elif _BREAKDOWN.fullmatch(line):
            in_table = True
        elif in_table and (match := _ROW.fullmatch(line)):
            session.rows += _row(index, match)
        elif _FAILED.fullmatch(line) and (session.first >= 0 or in_table):
            message = f"filebench says: {line.strip()}"
            yield source.problem(index, "failed-run", message)
            session = Session(version=session.version)
            in_table = False
            continue
        elif _BEGAN.fullmatch(line):
            session.began = True
        elif not _STAMPED.fullmatch(line):
            continue
        if session.first < 0 and (session.began or in_table or session.load):
            session.first = index
        session.known.add(index)
    yield from _unfinished(source, session)


def _unfinished(source: Source, session: Session) -> Iterator[Diagnostic]:
    if session.began or session.rows:
        last = max(session.known)
        message = "filebench was cut off: there is no line 'IO Summary'"
        yield source.problem(last, "incomplete-run", message)


def _run(session: Session, index: int, match: re.Match[str]) -> Run:
    count, rate, reads, writes, bandwidth, latency = match.groups()
    measured = [
        Measurement("mix", "iops", rate, "op/s", index, f"{rate} ops/s"),
        Measurement("mix", "count", count, "1", index, f"{count} ops"),
    ]
    for operation, digits, word in (("read", reads, "rd"), ("write", writes, "wr")):
        if digits != "0":
            measured.append(
                Measurement(operation, "iops", digits, "op/s", index, f"{digits} {word}")
            )
    if len(measured) > 2:
        # Both are of reads and writes alone: 0.0 where there are none.
        measured += [
            Measurement(
                "mix",
                quantity,
                digits,
                unit,
                index,
                f"{digits} {word}",
                statistic,
                certainty="exact" if digits.strip("0.") else "below-resolution",
            )
            for quantity, digits, unit, word, statistic in (
                ("bandwidth", bandwidth, "MiB/s", "mb/s", ""),
                ("latency", latency, "ms", "ms", "mean"),
            )
        ]
    measured += session.rows
    first = session.first if session.first >= 0 else index
    known = frozenset(line for line in session.known if first <= line <= index)
    return Run(TOOL, session.version, first, index, measured, (), session.load, furniture=known)


def _operation(name: str) -> str:
    words = name.lower()
    return next((operation for part, operation in FLOWOPS if part in words), "call")


def _row(index: int, match: re.Match[str]) -> Iterator[Measurement]:
    """Yield what the breakdown says of an operation."""
    name, count, rate, bandwidth, mean, _, least, longest = match.groups()
    if count == "0":
        return
    load: dict[str, Value] = {"test": name}
    operation = _operation(name)
    yield Measurement(operation, "iops", rate, "op/s", index, f"{rate} ops/s", "", load)
    if bandwidth.strip("0."):
        written = f"{bandwidth} mb/s"
        yield Measurement(operation, "bandwidth", bandwidth, "MiB/s", index, written, "", load)
    for statistic, digits in (("mean", mean), ("min", least), ("max", longest)):
        if digits:
            yield Measurement(
                operation,
                "latency",
                digits,
                "ms",
                index,
                f"{digits} ms",
                statistic,
                load,
                certainty="exact" if digits.strip("0.") else "below-resolution",
            )
