"""stress-ng: bogus operations per second, as text of all versions and as YAML.

What a bogus operation is changes between versions of the tool: rates of two versions are not
comparable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._stress_ng_yaml import KEYS, documents
from sitegen.parsers._wrapped import whole
from sitegen.record import Measurement, Run, Source, Value

TOOL = "stress-ng"
MARKS = ("stress-ng: ", *KEYS)
VARIANTS = (
    "text of --metrics and --metrics-brief: times in seconds, two rates, by wall time and by CPU "
    "time ('info:' lines; 'metrc:' and more columns since 0.14)",
    "rates of single stressors ('miscellaneous metrics'): MB is 2^20 bytes (rate / (double)MB in "
    "stress-hdd.c)",
    "YAML of --yaml: the same with all digits",
)

_LINE = re.compile(r"(?:.*\s)?stress-ng: (?:[\d:.]+ )?(\w+):\s+\[(\d+)\] (.*)")
_HOGS = re.compile(r"dispatching hogs: (.*)")
_HOG = re.compile(r"(\d+) ([\w-]+)")
_HEAD = re.compile(r"\s*stressor\s+bogo ops real time.*")
_UNITS = re.compile(r"\s*\(secs\)\s+\(secs\).*")
_ROW = re.compile(
    r"([\w-]+)\s+(\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)"
    r"(?:\s+(\d+\.\d+)(?:\s+(\d+))?)?\s*"
)
_ROWS = re.compile(rf"(?:.*\s)?stress-ng: (?:[\d:.]+ )?\w+:\s+\[\d+\] {_ROW.pattern}")
_RATE = re.compile(
    r"([\w-]+)\s+(\d+\.?\d*) MB(?:/sec| per sec(?:ond)?) (read|write) rate"
    r"(?: \((\w+) mean of (\d+) instances\))?\s*"
)
_SECONDS = re.compile(r"(?:setting to|defaulting to) a (\d+) second.*run per stressor")
_DONE = re.compile(r".*\b(un)?successful run completed in .*")
_ABORTED = re.compile(r"run (?:aborted|terminated)|.*\baborted early\b.*|no stress workers invoked")
_FURNITURE = re.compile(
    r"(?:for a [\d.]+s run time:|load average: .*|.*available CPU time|.*(?:user|system|total) "
    r"time\s+\(.*|miscellaneous metrics:|skipped: \d+.*|passed: \d+.*|failed: \d+.*"
    r"|.* read/write combined rate.*"
    r"|metrics untrustworthy: \d+.*|cache allocate: .*|disabled .*)\s*"
)


@dataclass(slots=True)
class Session:
    """What the lines of one process of stress-ng have said so far."""

    first: int
    last: int
    instances: dict[str, int] = field(default_factory=dict)
    load: dict[str, Value] = field(default_factory=dict)
    measured: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    head: int = -1
    done: bool = False
    failure: tuple[int, str] | None = None


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, _ROWS)
    sessions: dict[str, Session] = {}
    for index, line in enumerate(source.lines):
        if "stress-ng: " in line and (match := _LINE.fullmatch(line)):
            kind, process, text = match.groups()
            if _HOGS.match(text) and process in sessions:
                yield from _close(source, sessions.pop(process))
            if process not in sessions:
                if not (_HOGS.match(text) or _HEAD.fullmatch(text) or _DONE.fullmatch(text)):
                    # Lines of the workers, or of a run whose head is not here.
                    continue
                sessions[process] = Session(index, index)
            _read(sessions[process], kind, text, index)
    for session in sessions.values():
        yield from _close(source, session)
    if any(key in source.text for key in KEYS):
        yield from documents(source)


def _read(session: Session, kind: str, text: str, index: int) -> None:
    """Take in a line."""
    text = text.rstrip()
    if match := _HOGS.match(text):
        session.instances = {name: int(count) for count, name in _HOG.findall(match[1])}
    elif _HEAD.fullmatch(text):
        session.head = index
    elif match := _SECONDS.match(text):
        session.load["runtime"] = int(match[1])
    elif match := _DONE.fullmatch(text):
        session.done = True
        if match[1]:
            session.failure = session.failure or (index, text)
    elif session.head >= 0 and (match := _ROW.fullmatch(text)):
        session.measured += _row(session, match, index)
    elif match := _RATE.fullmatch(text):
        session.measured += _bandwidth(session, match, index)
    elif kind in ("fail", "error") or _ABORTED.match(text):
        session.failure = session.failure or (index, text)
    elif not (_UNITS.fullmatch(text) or _FURNITURE.fullmatch(text)):
        return
    session.known.add(index)
    session.last = index


def _load(session: Session, name: str) -> dict[str, Value]:
    load: dict[str, Value] = {"stressor": name}
    if name in session.instances:
        load["instances"] = session.instances[name]
    return load


def _row(session: Session, match: re.Match[str], index: int) -> Iterator[Measurement]:
    """Yield what a row of --metrics says of a stressor."""
    name, count, real, user, system, rate, by_cpu, share, _ = match.groups()
    load = _load(session, name)
    yield Measurement("stress", "count", count, "1", index, f"{count} bogo ops", "", load)
    for quantity, digits in (("time", real), ("user-time", user), ("system-time", system)):
        written = f"{digits} secs"
        yield Measurement("stress", quantity, digits, "s", index, written, "", load)
    if count == "0":
        return
    for statistic, digits in (("", rate), ("cpu-time", by_cpu)):
        # It prints 0.00 where no CPU time was counted.
        if digits.strip("0."):
            written = f"{digits} bogo ops/s"
            yield Measurement("stress", "rate", digits, "op/s", index, written, statistic, load)
    if share:
        yield Measurement("stress", "cpu", share, "%", index, f"{share} %", "", load)


def _bandwidth(session: Session, match: re.Match[str], index: int) -> Iterator[Measurement]:
    name, digits, way, mean, _ = match.groups()
    if digits.strip("0."):
        note = f"{mean} mean of its instances" if mean else ""
        yield Measurement(
            way,
            "bandwidth",
            digits,
            "MiB/s",
            index,
            f"{digits} MB/sec",
            "",
            _load(session, name),
            note=note,
        )


def _close(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    """Yield the run, or why there is none."""
    if session.failure:
        line, text = session.failure
        yield source.problem(line, "failed-run", f"stress-ng says: {text}")
        return
    if not session.measured:
        if not session.done:
            message = "stress-ng began, but gave no metrics"
            yield source.problem(session.first, "incomplete-run", message)
        elif session.head >= 0:
            message = "the table of metrics is cut off"
            yield source.problem(session.head, "incomplete-run", message)
        else:
            message = "stress-ng ran without --metrics: there is no result"
            yield source.problem(session.first, "not-recorded", message)
        return
    rows = {its.workload["stressor"] for its in session.measured if its.quantity == "count"}
    lacking = [name for name in session.instances if name not in rows]
    if lacking:
        message = f"there is no row for {', '.join(lacking)}"
        yield source.problem(session.last, "missing-field", message)
    if not session.done:
        message = "the line 'successful run completed' is missing"
        yield source.problem(session.last, "missing-field", message)
    yield Run(
        TOOL,
        "",
        session.first,
        session.last,
        session.measured,
        (),
        session.load,
        furniture=frozenset(session.known),
    )
