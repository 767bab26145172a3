"""netperf: streams, and requests with their responses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._netperf_omni import omni
from sitegen.record import Measurement, Run, Source, Value

TOOL = "netperf"
MARKS = (
    "10^",
    "bits/s",
    "bytes  Bytes  bytes",
    "THROUGHPUT_UNITS",
    "Throughput Units",
    " TEST from ",
)
VARIANTS = (
    "TCP_STREAM and the like: 10^6bits/sec, or as -f says: 10^3 and 10^9 bits, and KBytes, MBytes, "
    "GBytes of 1024^n (units in netlib.c)",
    "UDP_STREAM: the first row is what was sent, the second what was received",
    "TCP_RR, UDP_RR, TCP_CRR: transactions per second",
    "-k and -o of the omni tests: THROUGHPUT with its unit, latencies in microseconds",
)

UNITS = {
    "10^3bits/s": "kbit/s",
    "10^6bits/s": "Mbit/s",
    "10^9bits/s": "Gbit/s",
    "KBytes/s": "Kibit/s",
    "MBytes/s": "Mibit/s",
    "GBytes/s": "Gibit/s",
}

_TITLE = re.compile(
    r"\s*(?:MIGRATED )?(TCP|UDP|SCTP|DCCP|UNIX|XTI)?[ _]?(?:IPV6_)?(.*?) ?TEST (?:from|to) .*"
)
_UNIT = re.compile(r"(10\^[369]bits|[KMG]Bytes)/s(?:ec)?\b")
_STREAM = re.compile(r"\s*bytes +bytes +bytes +secs\. +(?:10\^\dbits|[KMG]Bytes)/s.*")
_UDP = re.compile(r"\s*bytes +bytes +secs +# +# +(?:10\^\dbits|[KMG]Bytes)/s.*")
_REQUEST = re.compile(r"\s*bytes +[Bb]ytes +bytes +bytes +secs\. +per sec.*")
_WORDS = re.compile(
    r"\s*(?:(?:Recv +Send +Send|Socket +(?:Socket|Message|Size)|Size +Size|Local ?/Remote"
    r"|Send +Recv +Size|Alignment|Interim result:).*|to .* port \d+ AF_\w+.*|!!! WARNING.*"
    r"|catcher: timer popped.*)\s*"
)
_OMNI = re.compile(r"\s*[A-Z0-9_]+=|.*\bThroughput Units\b")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_FAILURE = re.compile(
    r"(?:establish_control|establish control|send_tcp|send_udp|netperf): .*"
    r"(?:[Cc]ould not|failed|error|refused|[Aa]re you sure there is a netserver).*"
)


@dataclass(slots=True)
class Session:
    """What the lines of one test have said so far."""

    title: str = ""
    protocol: str = ""
    kind: str = ""
    unit: str = ""
    word: str = ""
    rows: int = 0
    measured: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    session: Session | None = None
    for index, line in enumerate(source.lines):
        if " TEST " in line and (match := _TITLE.fullmatch(line)):
            yield from _unfinished(source, session)
            session = Session(match[2], match[1] or "", known={index})
        elif kind := _kind(line):
            if session is None or session.rows:
                session = Session()
            session.kind = kind
            session.known.add(index)
            if found := _UNIT.search(line):
                session.word = f"{found[1]}/s"
                session.unit = UNITS[session.word]
        elif session and session.kind and (cells := _cells(line)):
            measurements = list(_values(session, cells, index))
            session.rows += bool(measurements)
            session.known.add(index)
            session.measured += measurements
            if session.measured and (session.kind != "udp" or len(session.measured) == 2):
                yield _run(session, index)
                session.measured, session.known = [], set()
        elif _WORDS.fullmatch(line):
            if session is None or (session.rows and not session.kind):
                session = Session()
            if "Socket" in line and session.rows:
                session = Session()
            session.known.add(index)
        elif session and _OMNI.match(line):
            session = None
        elif _FAILURE.match(line.strip()):
            yield source.problem(index, "failed-run", f"netperf says: {line.strip()}")
            session = None
        elif line.strip() and session and session.kind:
            yield from _unfinished(source, session)
            session = None
    yield from _unfinished(source, session)
    if "THROUGHPUT" in source.text or "Throughput Units" in source.text:
        yield from omni(source)


def _kind(line: str) -> str:
    """Return the kind of table whose head ends with this line."""
    if _STREAM.fullmatch(line):
        return "stream"
    if _UDP.fullmatch(line):
        return "udp"
    return "request" if _REQUEST.fullmatch(line) else ""


def _unfinished(source: Source, session: Session | None) -> Iterator[Run | Diagnostic]:
    if session and session.measured:
        last = session.measured[-1].line
        message = "the row of what was received is missing"
        yield source.problem(last, "missing-field", message)
        yield _run(session, last)
    elif session and not session.rows and (session.title or session.kind):
        message = "netperf began, but gave no result"
        yield source.problem(max(session.known), "incomplete-run", message)


def _cells(line: str) -> Sequence[str]:
    words = line.split()
    return words if words and all(map(_NUMBER.fullmatch, words)) else ()


def _values(session: Session, cells: Sequence[str], index: int) -> Iterator[Measurement]:
    """Yield what a row says, by its place in the table."""
    load: dict[str, Value]
    size = cells[1 if session.kind == "udp" else 2] if len(cells) > 3 else ""
    if session.kind != "request" and not session.unit:
        return
    if session.kind == "stream" and len(cells) in (5, 9) and size.isdecimal():
        load = {"block_size": int(size), "runtime": _seconds(cells[3])}
        yield _rate(session, "net-transfer", cells[4], index, load)
        if len(cells) == 9:
            yield from _cpu("net-send", cells[5], index)
            yield from _cpu("net-receive", cells[6], index)
    elif session.kind == "udp" and len(cells) in (6, 8) and size.isdecimal():
        load = {"block_size": int(size), "runtime": _seconds(cells[2])}
        yield _rate(session, "net-send", cells[5], index, load)
    elif session.kind == "udp" and len(cells) in (4, 6) and session.rows:
        load = {"runtime": _seconds(cells[1])}
        yield _rate(session, "net-receive", cells[3], index, load)
    elif session.kind == "request" and len(cells) in (6, 10) and size.isdecimal():
        load = {
            "block_size": int(size),
            "runtime": _seconds(cells[4]),
        }
        written = f"{cells[5]} per sec"
        yield Measurement("net-request", "rate", cells[5], "op/s", index, written, "", load)
        if len(cells) == 10:
            yield from _cpu("net-send", cells[6], index)
            yield from _cpu("net-receive", cells[7], index)


def _cpu(operation: str, share: str, index: int) -> Iterator[Measurement]:
    # -1.00 is what it prints where it did not measure.
    if not share.startswith("-"):
        yield Measurement(operation, "cpu", share, "%", index, f"{share} %")


def _rate(
    session: Session, operation: str, digits: str, index: int, load: dict[str, Value]
) -> Measurement:
    in_bytes = "Bytes" in session.word
    return Measurement(
        operation,
        "net-bandwidth",
        Decimal(digits) * 8 if in_bytes else digits,
        session.unit,
        index,
        f"{digits} {session.word}",
        "",
        load,
        note=f"8 bits to the byte: {digits} {session.word} of 1024^n" if in_bytes else "",
    )


def _seconds(text: str) -> Value:
    value = round(float(text), 1)
    return int(value) if value == int(value) else value


def _run(session: Session, last: int) -> Run:
    load: dict[str, Value] = {}
    if session.protocol:
        load["protocol"] = session.protocol
    elif session.kind == "udp":
        load["protocol"] = "UDP"
    if session.title:
        load["test"] = session.title.strip()
    known = frozenset(session.known)
    return Run(TOOL, "", min(known), last, session.measured, (), load, furniture=known)
