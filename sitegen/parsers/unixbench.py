"""UnixBench (BYTE): rates of small operations of a system, and their index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

TOOL = "UnixBench"
MARKS = ("BYTE UNIX Benchmarks", "System Benchmarks Index", "INDEX VALUES")
VARIANTS = (
    "5.x: rates of single tests in lps and lpm (loops per second and minute), KBps, which is 1024 "
    "bytes (count_per_k in fstime.c), and MWIPS; then the index of each and of all",
    "4.x: the same with the words secs and FINAL SCORE",
    "the table of indexes alone: the unit of a result follows from its test",
)

UNITS = {
    "lps": ("rate", "op/s"),
    "lpm": ("rate", "op/min"),
    "KBps": ("bandwidth", "KiB/s"),
    "MWIPS": ("rating", "MIPS"),
}

_VERSION = re.compile(r"\s*BYTE UNIX Benchmarks \(Version (\S+)\)\s*")
_BEGAN = re.compile(r"\s*Benchmark Run: \w{3} (\w{3}) (\d{2}) (\d{4}) (\d\d:\d\d:\d\d) - .*")
_COPIES = re.compile(r"\s*(\d+) CPUs? in system; running (\d+) parallel cop(?:y|ies) of tests\s*")
_ROW = re.compile(
    r"\s*([A-Z][\w .()/-]*?)\s+(\d+\.\d+) (lps|lpm|KBps|MWIPS)\s+"
    r"\(\d+(?:\.\d+)? s(?:ecs)?, \d+ samples?\)\s*"
)
_INDEX_HEAD = re.compile(
    r"\s*(?:System Benchmarks (?:Partial )?Index(?: Values)?|TEST)\s+BASELINE\s+RESULT\s+INDEX\s*"
)
_INDEX = re.compile(r"\s*([A-Z][\w .()/-]*?)\s+(\d+\.\d+|---)\s+(\d+\.\d+)\s+(\d+\.\d+|---)\s*")
_SCORE = re.compile(
    r"\s*(?:System Benchmarks Index Score(?: \((Partial Only)\))?|FINAL SCORE):?\s+(\d+\.\d+)\s*"
)
_FURNITURE = re.compile(r"\s*(?:-{8,}|={5,})\s*")
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


@dataclass(slots=True)
class Session:
    """What the lines of one run have said so far."""

    first: int = -1
    date: str = ""
    load: dict[str, Value] = field(default_factory=dict)
    measured: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    in_index: bool = False
    scored: bool = False

    def note(self, index: int) -> None:
        """Remember a line that is understood."""
        self.first = index if self.first < 0 else self.first
        self.known.add(index)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    version = ""
    session = Session()
    for index, line in enumerate(source.lines):
        if match := _VERSION.fullmatch(line):
            version = match[1]
        elif match := _BEGAN.fullmatch(line):
            yield from _close(source, session, version)
            month, day, year, clock = match.groups()
            number = _MONTHS.find(month) // 3 + 1
            session = Session(date=f"{year}-{number:02}-{day}T{clock}")
            session.note(index)
        elif match := _COPIES.fullmatch(line):
            session.load["processes"] = int(match[2])
            session.note(index)
        elif match := _SCORE.fullmatch(line):
            name = "total"
            load: dict[str, Value] = {"mode": "partial"} if match[1] else {}
            session.measured.append(
                Measurement(name, "score", match[2], "1", index, match[2], "", load)
            )
            session.scored = True
            session.note(index)
            yield from _close(source, session, version)
            session = Session()
        elif match := _ROW.fullmatch(line):
            session.note(index)
            name, digits, word = match.groups()
            session.measured.append(_rate(name, digits, word, index))
        elif _INDEX_HEAD.fullmatch(line):
            session.in_index = True
            session.note(index)
        elif session.in_index and (match := _INDEX.fullmatch(line)):
            session.note(index)
            session.measured += _index(session, match, index)
        elif session.first >= 0 and _FURNITURE.fullmatch(line):
            session.known.add(index)
    yield from _close(source, session, version)


def _operation(name: str) -> str:
    if name.startswith(("Dhrystone", "Double-Precision")):
        return "cpu-event"
    return "file-copy" if name.startswith("File Copy") else "call"


def _rate(name: str, digits: str, word: str, index: int) -> Measurement:
    quantity, unit = UNITS[word]
    load: dict[str, Value] = {"test": name}
    return Measurement(
        _operation(name), quantity, digits, unit, index, f"{digits} {word}", "", load
    )


def _word(name: str) -> str:
    """Return the unit of a test, which the table of indexes does not print."""
    if name.startswith("File Copy"):
        return "KBps"
    if name.startswith("Shell Scripts"):
        return "lpm"
    return "MWIPS" if name.startswith("Double-Precision") else "lps"


def _index(session: Session, match: re.Match[str], line: int) -> Iterator[Measurement]:
    name, _, result, score = match.groups()
    if not any(its.workload.get("test") == name for its in session.measured):
        yield _rate(name, result, _word(name), line)
    if score != "---":
        load: dict[str, Value] = {"test": name}
        yield Measurement(_operation(name), "score", score, "1", line, score, "", load)


def _close(source: Source, session: Session, version: str) -> Iterator[Run | Diagnostic]:
    """Yield the run, and what it lacks."""
    if not session.measured:
        if session.date:
            message = "UnixBench began, but gave no result"
            yield source.problem(session.first, "incomplete-run", message)
        return
    last = max(its.line for its in session.measured)
    if not session.scored:
        message = "UnixBench was cut off: the line 'System Benchmarks Index Score' is missing"
        yield source.problem(last, "incomplete-run", message)
    known = frozenset(line for line in session.known if line <= last)
    yield Run(
        TOOL,
        version,
        session.first,
        last,
        session.measured,
        (),
        session.load,
        session.date,
        known,
    )
