"""7-Zip's benchmark (7z b): compressing and decompressing with LZMA, in MIPS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "7-Zip"
MARKS = ("R/U Rating", "# Benchmark threads:")
VARIANTS = (
    "4.x to 9.x: a row for each size of the dictionary; speed in KB/s, which is 1024 bytes "
    "(Bench.cpp divides by 1024); the rows Avr: and Tot: without a bar between the halves",
    "15 and newer: KiB/s and a bar; since 21 speeds in the row Avr: too",
    "Tot: is the mean of both halves, and the result; ratings of 32-bit and 64-bit builds differ",
)

_BANNER = re.compile(
    r"\s*7-Zip (?:\([a-z]+\) )?(?:\[(\d+)\] )?(\d+\.\d+)(?: (?:alpha|beta))?(?: \((x\d+)\))?.*"
)
_P7ZIP = re.compile(r"\s*p7zip Version (\S+) \(.*?(\d+) bits.*")
_RAM = re.compile(r"\s*RAM size:\s+(\d+) MB\b.*# CPU hardware threads:\s+(\d+)")
_USAGE = re.compile(r"\s*RAM usage:\s+\d+ MB\b.*# Benchmark threads:\s+(\d+)")
_ROW = re.compile(
    r"\s*(\d\d):\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\|?\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*"
)
_MEAN = re.compile(r"\s*Avr:((?:\s+\d+){3,4})\s*\|?((?:\s+\d+){3,4})\s*")
_TOTAL = re.compile(r"\s*Tot:\s+(\d+)\s+(\d+)\s+(\d+)\s*")
_RULE = re.compile(r"\s*-{5,}\s*\|?\s*-*\s*")
_MACHINE = re.compile(
    r"\s*(?:LE|BE|CPU Freq.*|\d+T CPU Freq.*|Compiler:.*|Linux :.*|Windows .*|PageSize:.*)\s*"
)


@dataclass(slots=True)
class Session:
    """What the lines of one run have said so far."""

    first: int
    version: str = ""
    load: dict[str, Value] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    measured: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    in_table: bool = False


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    session: Session | None = None
    for index, line in enumerate(source.lines):
        if "7-Zip " in line and (match := _BANNER.fullmatch(line)):
            if session:
                yield from _lost(source, session)
            bits, version, arch = match.groups()
            session = Session(index, version, known={index})
            if bits or arch:
                session.load["mode"] = f"{bits or (64 if arch == 'x64' else 32)}-bit"
        elif "R/U Rating" in line:
            session = session or Session(index)
            session.in_table = True
            # The line above names the halves, the one below the units.
            session.known.update((index - 1, index, index + 1))
        elif session and session.in_table:
            if match := _TOTAL.fullmatch(line):
                session.measured += _rating("total", index, "", match[1], match[2], match[3])
                yield _run(session, index)
                session = None
            elif not _table(session, line, index) and line.strip() and index not in session.known:
                yield from _lost(source, session)
                session = None
        elif session and _describes(session, line, index):
            session.known.add(index)
    if session:
        yield from _lost(source, session)


def _describes(session: Session, line: str, index: int) -> bool:
    """Take in a line that says what it runs on."""
    if match := _RAM.match(line):
        session.facts.append(Fact("cpu.threads", int(match[2]), index, match[2]))
    elif match := _USAGE.match(line):
        session.load["threads"] = int(match[1])
    elif match := _P7ZIP.fullmatch(line):
        session.facts.append(Fact("p7zip", match[1], index))
        session.load.setdefault("mode", f"{match[2]}-bit")
    else:
        return bool(_MACHINE.fullmatch(line))
    return True


def _table(session: Session, line: str, index: int) -> bool:
    """Take in a row of the table."""
    if match := _ROW.fullmatch(line):
        bits, *cells = match.groups()
        load: dict[str, Value] = {"dictionary": 1 << int(bits)}
        session.measured += _half("compress", index, "", cells[:4], load)
        session.measured += _half("decompress", index, "", cells[4:], load)
    elif match := _MEAN.fullmatch(line):
        load = {}
        session.measured += _half("compress", index, "mean", match[1].split(), load)
        session.measured += _half("decompress", index, "mean", match[2].split(), load)
    elif not _RULE.fullmatch(line):
        return False
    session.known.add(index)
    return True


def _half(
    operation: str, index: int, statistic: str, cells: list[str], load: dict[str, Value]
) -> Iterator[Measurement]:
    """Yield the speed, the use of the CPU and the ratings of one half of a row."""
    if len(cells) == 4:
        speed = cells[0]
        yield Measurement(
            operation, "bandwidth", speed, "KiB/s", index, f"{speed} KiB/s", statistic, load
        )
    usage, each, rating = cells[-3:]
    yield from _rating(operation, index, statistic, usage, each, rating, load)


def _rating(
    operation: str,
    index: int,
    statistic: str,
    usage: str,
    each: str,
    rating: str,
    load: dict[str, Value] | None = None,
) -> Iterator[Measurement]:
    its: dict[str, Value] = load or {}
    yield Measurement(operation, "rating", rating, "MIPS", index, f"{rating} MIPS", statistic, its)
    yield Measurement(operation, "cpu", usage, "%", index, f"{usage} %", statistic, its)
    if not statistic:
        yield Measurement(operation, "rating", each, "MIPS", index, f"{each} MIPS", "per-cpu", its)


def _run(session: Session, last: int) -> Run:
    return Run(
        TOOL,
        session.version,
        session.first,
        last,
        session.measured,
        session.facts,
        session.load,
        furniture=frozenset(session.known),
    )


def _lost(source: Source, session: Session) -> Iterator[Diagnostic]:
    """Yield the finding for a run without its last row; a banner alone is none."""
    if session.in_table or "threads" in session.load:
        last = max(session.known)
        message = "the benchmark of 7-Zip was cut off: the row 'Tot:' is missing"
        yield source.problem(min(last, len(source.lines) - 1), "incomplete-run", message)
