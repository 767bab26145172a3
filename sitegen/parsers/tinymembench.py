"""tinymembench: bandwidth and latency of the memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

TOOL = "tinymembench"
MARKS = ("tinymembench v", "== Memory bandwidth tests", "single random read / dual random read")
VARIANTS = (
    "0.3 and 0.4: 1MB = 1000000 bytes ('Note 1' of the tool); the best of repeated runs; of a "
    "copy, the bytes that are copied",
    "latencies in ns on top of that of the L1 cache, of one and of two reads at a time, by the "
    "size of the buffer; 0.0 is what cannot be told from the L1 cache",
)

_BANNER = re.compile(r"\s*tinymembench v(\S+) \(simple benchmark for memory .*\)\s*")
_TITLE = re.compile(
    r"\s*== (Memory bandwidth tests|Framebuffer read tests|Memory latency test)\b.*"
)
_RATE = re.compile(r"\s*(\S.*?)\s*:\s+(\d+\.\d+) MB/s(?:\s+\((?:\d+(?:, )?)?(?:[\d.]+%)?\))?\s*")
_HEAD = re.compile(
    r"\s*block size : (?:single random )?read / dual random read(?:, \[(MADV_\w+)\])?\s*"
    r"|\s*block size : single random read / dual random read(?:, \[(MADV_\w+)\])?\s*"
)
_LATENCY = re.compile(r"\s*(\d+) :\s+(\d+\.?\d*) ns\s+/\s+(\d+\.?\d*) ns\s*")
_FURNITURE = re.compile(r"\s*(?:==.*|---|CFLAGS:.*|bandwidth test .*|latency test .*)\s*")
LARGEST = 1 << 26
"""The largest buffer of the latency test: 64 MiB."""


@dataclass(slots=True)
class Session:
    """What the lines of one run have said so far."""

    first: int
    version: str = ""
    measured: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    bandwidth: bool = False
    pages: str | None = None
    tables: list[str] = field(default_factory=list)
    largest: int = 0


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    session: Session | None = None
    for index, line in enumerate(source.lines):
        if match := _BANNER.fullmatch(line):
            if session:
                yield from _close(source, session)
            session = Session(index, match[1], known={index})
        elif match := _TITLE.match(line):
            if session and match[1].startswith("Memory bandwidth") and session.measured:
                yield from _close(source, session)
                session = None
            session = session or Session(index)
            session.bandwidth = not match[1].startswith("Memory latency")
            session.known.add(index)
        elif match := _HEAD.fullmatch(line):
            session = session or Session(index)
            session.bandwidth = False
            session.pages = match[1] or match[2] or ""
            session.tables.append(session.pages)
            session.largest = 0
            session.known.add(index)
        elif session and not _read(session, line, index) and line.strip():
            if session.measured:
                yield from _close(source, session)
                session = None
            elif session.bandwidth or session.tables:
                session = None
    if session:
        yield from _close(source, session)


def _read(session: Session, line: str, index: int) -> bool:
    """Take in a line."""
    if session.bandwidth and (match := _RATE.fullmatch(line)):
        name, digits = match.groups()
        load: dict[str, Value] = {"test": name}
        written = f"{digits} MB/s"
        session.measured.append(
            Measurement(_operation(name), "bandwidth", digits, "MB/s", index, written, "", load)
        )
    elif session.pages is not None and (match := _LATENCY.fullmatch(line)):
        session.largest = int(match[1])
        session.measured += _latencies(session.pages, index, match)
    elif not _FURNITURE.fullmatch(line):
        return False
    session.known.add(index)
    return True


def _operation(name: str) -> str:
    words = name.lower()
    if "copy" in words or "memcpy" in words:
        return "copy"
    return "memory-write" if "fill" in words or "memset" in words else "memory-read"


def _latencies(pages: str, index: int, match: re.Match[str]) -> Iterator[Measurement]:
    size, single, dual = match.groups()
    for test, digits in (("single random read", single), ("dual random read", dual)):
        load: dict[str, Value] = {"block_size": int(size), "test": test}
        if pages:
            load["mode"] = pages
        yield Measurement(
            "memory-read",
            "latency",
            digits,
            "ns",
            index,
            f"{digits} ns",
            "mean",
            load,
            certainty="exact" if digits.strip("0.") else "below-resolution",
            note="on top of the latency of the L1 cache",
        )


def _close(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    """Yield the run, and what it lacks."""
    last = max((its.line for its in session.measured), default=session.first)
    lacking = ""
    if not session.tables:
        lacking = "there is no table of latencies"
    elif session.largest < LARGEST:
        lacking = "the table of latencies ends early"
    elif session.tables == ["MADV_NOHUGEPAGE"]:
        lacking = "the table of latencies with huge pages is missing"
    if lacking:
        yield source.problem(last, "incomplete-run", f"tinymembench was cut off: {lacking}")
    if session.measured:
        known = frozenset(line for line in session.known if line <= last)
        yield Run(TOOL, session.version, session.first, last, session.measured, furniture=known)
