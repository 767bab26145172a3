"""iperf 2: text of its client and server, and CSV lines of -y C."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._iperf_csv import tests
from sitegen.parsers._iperf_rows import HEAD, NARROWEST, WHOLE, Row, row, seconds, values
from sitegen.parsers._wrapped import whole
from sitegen.record import Measurement, Run, Source, Value

TOOL = "iperf"
MARKS = ("bits/sec", "] Interval", ",0.0-")
VARIANTS = (
    "2.0 and 2.1, client and server, TCP and UDP: K, M, G are 1024^n with bytes and 1000^n with "
    "bits (compat of iperf 2); the last row of a stream is its result, of several the row [SUM]",
    "the row below 'Server Report:' is what the other end received",
    "-y C: bytes and bit/s; UDP with jitter in ms, lost and all datagrams",
)

_HEADER = re.compile(r"\s*(Client connecting to|Server listening on) .*(TCP|UDP) port (\d+)\b.*")
_LOCAL = re.compile(r"\s*\[ *\*?(\d+)\] local \S+ port (\d+) connected with \S+ port (\d+)\b(.*)")
_REPORT = re.compile(r"\s*\[ *(\d+)\] Server Report:\s*")
_BUFFER = re.compile(r"\s*Sending (\d+) byte datagrams.*")
_FURNITURE = re.compile(
    r"\s*(?:-{20,}|(?:TCP window|UDP buffer|Write buffer|Read buffer) size: .*|TOS set to .*"
    r"|\[ *\w+(?:-\d+)?\] (?:Sent \d+ datagrams|[\d.]+ ?- *[\d.]+ sec +\d+ datagrams.*|WARNING: .*)"
    r"|Binding to local address .*|Waiting for server threads.*)\s*"
)
DEFAULT_PORT = "5001"
CLIENT, SERVER, BOTH = "Client connecting to", "Server listening on", "both"


@dataclass(slots=True)
class Session:
    """What the lines of one test have said so far."""

    first: int = -1
    port: str = DEFAULT_PORT
    load: dict[str, Value] = field(default_factory=dict)
    side: str = ""
    ends: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    reports: list[Row] = field(default_factory=list)
    report_of: str = ""
    known: set[int] = field(default_factory=set)

    def note(self, index: int) -> None:
        """Remember a line that is understood."""
        self.first = index if self.first < 0 else self.first
        self.known.add(index)

    def next(self) -> Session:
        """Return the session of the next test of the same client or server."""
        return Session(port=self.port, load=dict(self.load), side=self.side)

    def way(self, stream: str) -> str:
        """Return whether a stream sends or receives: data go to the port that listens."""
        if stream in self.ends:
            local, remote, rest = self.ends[stream]
            sends = remote == self.port and local != self.port
            if "(reverse)" in rest and self.side != BOTH:
                sends = not sends
            return "net-send" if sends else "net-receive"
        if self.side in (CLIENT, SERVER):
            return "net-send" if self.side == CLIENT else "net-receive"
        return "net-transfer"


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, WHOLE, NARROWEST)
    session = Session()
    for index, line in enumerate(source.lines):
        if "sec" in line and (found := row(line, index)):
            if len(found.end.partition(".")[2]) == 2:
                # Two decimals are iperf3's.
                continue
            session.note(index)
            (session.reports if session.report_of else session.rows).append(found)
        elif match := _HEADER.match(line):
            side, protocol, port = match.groups()
            if session.rows:
                yield from _close(source, session)
                session = Session()
            session.note(index)
            session.port = port
            session.load = {"protocol": protocol}
            session.side = BOTH if session.side and session.side != side else side
        elif match := _LOCAL.fullmatch(line):
            if session.rows and match[1] not in session.ends:
                yield from _close(source, session)
                session = session.next()
            session.note(index)
            session.ends[match[1]] = (match[2], match[3], match[4])
        elif "[ ID]" in line and HEAD.fullmatch(line):
            session.known.add(index)
        elif match := _REPORT.fullmatch(line):
            session.note(index)
            session.report_of = match[1]
        elif match := _BUFFER.fullmatch(line):
            session.load["block_size"] = int(match[1])
            session.known.add(index)
        elif _FURNITURE.fullmatch(line) and session.first >= 0:
            session.known.add(index)
    yield from _close(source, session)
    if ",0.0-" in source.text:
        yield from tests(source)


def _close(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    """Yield the run, or why there is none."""
    if not session.rows:
        return
    last = max(its.line for its in (*session.rows, *session.reports))
    ways: dict[str, list[Row]] = {}
    for stream in dict.fromkeys(its.stream for its in session.rows):
        own = [its for its in session.rows if its.stream == stream]
        total = _total(own)
        if not total:
            message = "iperf was cut off: the row of the whole time is missing"
            yield source.problem(own[-1].line, "incomplete-run", message)
            return
        ways.setdefault("SUM" if stream == "SUM" else session.way(stream), []).append(total)
    sums = ways.pop("SUM", [])
    measurements: list[Measurement] = []
    for way, totals in ways.items():
        chosen = totals
        streams = max(len(totals), sum(1 for stream in session.ends if session.way(stream) == way))
        if streams > 1:
            # Of a test both ways, the sum is of both.
            if not sums or len(ways) > 1 or session.side == BOTH:
                message = f"there are {streams} streams and no line [SUM] of them"
                hint = "each stream alone is not the result"
                yield source.problem(totals[-1].line, "incomplete-run", message, hint)
                continue
            chosen = sums
        for its in chosen:
            load: dict[str, Value] = {"runtime": seconds(its.end), "streams": streams}
            measurements += values(its, way, load)
        if len(session.reports) == 1 == streams and way == "net-send":
            its = session.reports[0]
            load = {"runtime": seconds(its.end), "streams": 1}
            measurements += values(its, "net-receive", load)
        elif session.load.get("protocol") == "UDP" and way == "net-send" and streams == 1:
            message = "there is no 'Server Report': what was received is not known"
            yield source.problem(last, "missing-field", message)
    if not measurements:
        if not any(its.rate.strip("0.") for its in session.rows):
            yield source.problem(last, "not-recorded", "iperf says 0.00 bits/sec: no result")
        return
    load = dict(session.load)
    load.setdefault("protocol", "UDP" if any(its.jitter for its in session.rows) else "TCP")
    known = frozenset(line for line in session.known if session.first <= line <= last)
    yield Run(TOOL, "", session.first, last, measurements, (), load, furniture=known)


def _total(rows: Sequence[Row]) -> Row | None:
    """Return the row of the whole time: it begins at 0 and ends where the last interval does.

    A single row of one second may as well be the first interval of a longer test.
    """
    last = rows[-1]
    if float(last.start) != 0 or (len(rows) == 1 and float(last.end) <= 1):
        return None
    return last
