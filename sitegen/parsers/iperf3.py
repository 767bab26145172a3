"""iperf3: what its client and server print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._iperf_rows import HEAD, NARROWEST, WHOLE, Row, row, seconds, values
from sitegen.parsers._wrapped import whole
from sitegen.record import Measurement, Run, Source, Value

TOOL = "iperf3"
MARKS = ("bits/sec", "Interval           Transfer", "iperf3: ")
VARIANTS = (
    "3.0 to 3.20, client and server: K, M, G are 1024^n with bytes and 1000^n with bits "
    "(src/units.c); only the lines of the summary count, and of several streams only [SUM]",
    "--bidir: a sum for each direction; -R: direction 'reverse'; UDP: jitter, and the loss by the "
    "receiver's count",
    "a summary of 0.00 bits/sec, as UDP servers and the idle end of 3.0 and 3.1 print it, is no "
    "result",
)

_START = re.compile(
    r"(?:.*: )?(?:Connecting to host .*, port \d+|Accepted connection from .*, port \d+"
    r"|Reverse mode, remote host .* is sending)\s*"
)
_LOCAL = re.compile(r"\s*\[ *\d+\] local \S+ port \d+ connected to \S+ port \d+.*")
_VERSION = re.compile(r"\s*iperf (3\.\d\S*)(?: \(.*\))?\s*")
_TIME = re.compile(r"\s*Time: \w+, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT\s*")
_TEST = re.compile(
    r"Starting Test: protocol: (\w+), (\d+) streams?, (\d+) byte blocks, omitting \d+ seconds?"
)
_RULE = re.compile(r"\s*(?:- ){5,}-?\s*")
_FAILURE = re.compile(r".*\biperf3: (error - .*|interrupt - the client has terminated)\s*")
_COMPLETE = re.compile(r"\s*Test Complete\. Summary Results:\s*")
_FURNITURE = re.compile(
    r"\s*(?:-{20,}|Server listening on .*|iperf Done\."
    r"|Control connection MSS \d+|TCP MSS: .*|Linux .*|CPU Utilization: .*"
    r"|(?:snd|rcv)_tcp_congestion .*"
    r"|(?:Cookie|Target Bitrate): .*|\[ *\d+\] Sent \d+ datagrams)\s*"
)
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
_ROLES = {"TX-C": "forward", "RX-S": "forward", "RX-C": "reverse", "TX-S": "reverse"}


@dataclass(slots=True)
class Session:
    """What the lines of one test have said so far."""

    first: int = -1
    version: str = ""
    date: str = ""
    load: dict[str, Value] = field(default_factory=dict)
    intervals: int = 0
    streams: set[tuple[str, str]] = field(default_factory=set)
    summary: list[Row] = field(default_factory=list)
    in_summary: bool = False
    rule: bool = False
    known: set[int] = field(default_factory=set)
    failure: tuple[int, str] | None = None

    def note(self, index: int) -> None:
        """Remember a line that is understood."""
        self.first = index if self.first < 0 else self.first
        self.known.add(index)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, WHOLE, NARROWEST)
    session = Session()
    for index, line in enumerate(source.lines):
        if "sec" in line and (found := _own(line, index)):
            if source.is_open and index == len(source.lines) - 1 and not _ends(found):
                # Whether it is the sender's or the receiver's would stand behind it.
                break
            if session.summary and not (session.in_summary or _ends(found)):
                yield from _close(source, session)
                session = Session(version=session.version)
            session.note(index)
            if session.in_summary or _ends(found):
                session.summary.append(found)
            else:
                session.intervals += 1
            session.streams.add((found.role, found.stream))
            session.rule = False
        elif "[ ID]" in line and HEAD.fullmatch(line):
            if session.summary and not session.rule:
                yield from _close(source, session)
                session = Session(version=session.version)
            session.in_summary = session.rule
            session.note(index)
        elif _START.fullmatch(line) or (session.summary and _LOCAL.fullmatch(line)):
            if session.summary or session.intervals or session.failure:
                yield from _close(source, session)
                session = Session(version=session.version)
            session.note(index)
            if "Reverse mode" in line:
                session.load["direction"] = "reverse"
        elif _LOCAL.fullmatch(line):
            session.note(index)
        elif "Summary Results:" in line and _COMPLETE.fullmatch(line):
            # Of -V the rule stands above it; where somebody took out the intervals, nothing does.
            if session.summary:
                yield from _close(source, session)
                session = Session(version=session.version)
            session.rule = True
            session.note(index)
        elif match := _FAILURE.fullmatch(line):
            session.note(index)
            session.failure = (index, match[1])
            yield from _close(source, session)
            session = Session()
        elif _RULE.fullmatch(line):
            if session.intervals:
                session.rule = True
                session.known.add(index)
        else:
            _describe(session, line, index)
    yield from _close(source, session)


def _own(line: str, index: int) -> Row | None:
    """Return the row of a line, unless it is one of iperf 2, which prints 0.0-10.0 or 0.0000."""
    found = row(line, index)
    return found if found and len(found.end.partition(".")[2]) == 2 else None


def _ends(found: Row) -> bool:
    return found.end_word in ("sender", "receiver")


def _describe(session: Session, line: str, index: int) -> None:
    """Take in a line that says how the test is run."""
    if match := _VERSION.fullmatch(line):
        session.version = match[1]
    elif match := _TIME.fullmatch(line):
        day, month, year, clock = match.groups()
        number = _MONTHS.find(month) // 3 + 1
        session.date = f"{year}-{number:02}-{day}T{clock}"
    elif match := _TEST.match(line.strip()):
        session.load["protocol"] = match[1]
        session.load["block_size"] = int(match[3])
    elif session.first < 0 or not _FURNITURE.fullmatch(line):
        return
    session.known.add(index)


def _close(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    """Yield the run, or why there is none."""
    if session.failure:
        line, text = session.failure
        yield source.problem(line, "failed-run", f"iperf3 says: {text}")
        return
    if not session.summary:
        if session.intervals:
            message = "iperf3 was cut off: its summary of sender and receiver is missing"
            yield source.problem(max(session.known), "incomplete-run", message)
        return
    measurements: list[Measurement] = []
    lacking = {role for role, _ in session.streams} - {its.role for its in session.summary}
    for role in dict.fromkeys(its.role for its in session.summary):
        rows = [its for its in session.summary if its.role == role]
        streams = sum(1 for its, name in session.streams if its == role and name != "SUM")
        chosen = rows if streams == 1 else [its for its in rows if its.stream == "SUM"]
        if not chosen:
            message = "iperf3 was cut off: the line [SUM] of its streams is missing"
            yield source.problem(rows[-1].line, "incomplete-run", message)
            return
        for its in chosen:
            measurements += _values(its, role, streams)
        if {its.end_word for its in chosen} == {"sender"}:
            lacking.add("receiver")
    if not measurements:
        message = "the summary says 0.00 bits/sec: it is no result"
        yield source.problem(session.summary[-1].line, "not-recorded", message)
        return
    if lacking:
        message = f"the line of {', '.join(sorted(lacking))} is missing"
        yield source.problem(session.summary[-1].line, "missing-field", message)
    udp = any(its.jitter for its in session.summary)
    session.load.setdefault("protocol", "UDP" if udp else "TCP")
    last = max(its.line for its in session.summary)
    known = frozenset(line for line in session.known if line <= last)
    yield Run(
        TOOL,
        session.version,
        session.first,
        last,
        measurements,
        (),
        session.load,
        session.date,
        known,
    )


def _values(its: Row, role: str, streams: int) -> Iterator[Measurement]:
    operation = {"sender": "net-send", "receiver": "net-receive"}.get(its.end_word, "net-transfer")
    load: dict[str, Value] = {"runtime": seconds(its.end)}
    if streams:
        load["streams"] = streams
    if role:
        load["direction"] = _ROLES[role]
    yield from values(its, operation, load)
