"""mdtest: the tables of rates and times at the end of its output, of version 1.7 and later."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.record import Certainty, Measurement, Run, Source, Value

TOOL = "mdtest"
MARKS = ("SUMMARY: (of", "SUMMARY rate", "SUMMARY time", " was launched with ")
VARIANTS = (
    "SUMMARY: (1.7 to 3.1), SUMMARY rate: (3.2 to 4.0) and SUMMARY rate (in ops/sec): (main): "
    "operations per second over all tasks, with a colon behind the names or not; 0.000 is a phase "
    "that was not run (mdtest.c)",
    "SUMMARY time: (-P and --print-all-procs of 3.2 to 4.0): seconds of the whole phase",
    "SUMMARY time (in ms/op): (main): the head says ms per operation, but a snapshot of mdtest.c "
    "prints the seconds of the phase below it; the rates in the same output decide",
    "of statistics per rank and per iteration in one row, those per iteration are the result",
)

OPERATIONS = {
    "Directory creation": "dir-create",
    "Directory stat": "dir-stat",
    "Directory rename": "dir-rename",
    "Directory removal": "dir-delete",
    "File creation": "file-create",
    "File stat": "file-stat",
    "File read": "file-read",
    "File rename": "file-rename",
    "File removal": "file-delete",
    "Tree creation": "tree-create",
    "Tree removal": "tree-delete",
}
STATISTICS = ("max", "min", "mean", "stddev")
LAST = "tree-delete"

_BANNER = re.compile(r"\s*mdtest-(\S+) was launched with (\d+) total task\(s\) on (\d+) node")
_STARTED = re.compile(r"\s*-- (started|finished) at (\d\d)/(\d\d)/(\d{4}) (\d\d:\d\d:\d\d) --")
_COUNTS = re.compile(r"\s*(\d+) tasks, (\d+) (files/directories|files|directories)")
_HEAD = re.compile(
    r"\s*SUMMARY(?: (rate|time))?(?: \(in (ops/sec|ms/op)\))?: \(of (\d+) iterations?\)"
)
_ROW = re.compile(r"\s*(" + "|".join(OPERATIONS) + r")\s*:?((?:\s+-?(?:\d+\.\d+|nan|inf))+)\s*$")
_OTHER = re.compile(
    r"\s*(?:Command line used|Path|FS|Nodemap|Operation|-{3,}|V-\d|Continue stonewall|random seed"
    r"|(?:Directory|File|Tree) .* ops/sec)"
)
_FAULT = re.compile(r"\s*ERROR[ :]|.*\bFAILED in ")

Meaning = Literal["rate", "time", "ms/op"]


class Row(NamedTuple):
    """The cells of one operation: largest, smallest, mean, deviation."""

    operation: str
    cells: tuple[str, ...]
    line: int


@dataclass(slots=True)
class Table:
    """One table, and what its head says of it."""

    meaning: Meaning
    iterations: int
    line: int
    rows: list[Row] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Return whether the table has its last row."""
        return bool(self.rows) and self.rows[-1].operation == LAST


@dataclass(slots=True)
class Session:
    """What one call of mdtest printed."""

    first: int
    last: int
    version: str = ""
    date: str = ""
    workload: dict[str, Value] = field(default_factory=dict)
    tables: list[Table] = field(default_factory=list)
    furniture: set[int] = field(default_factory=set)
    finished: bool = False
    fault: int = -1


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    for session in _sessions(source.lines):
        yield from _run(source, session)


def _sessions(lines: Sequence[str]) -> Iterator[Session]:
    session: Session | None = None
    started = -1
    date = ""
    for index, line in enumerate(lines):
        if match := _STARTED.match(line):
            if match[1] == "started":
                started = index
                date = f"{match[4]}-{match[2]}-{match[3]}T{match[5]}"
            elif session:
                session.finished = True
                session.last = index
                session.furniture.add(index)
                yield session
                session = None
        elif match := _BANNER.match(line):
            if session:
                yield session
            session = Session(index, index, match[1])
            session.workload = {"processes": int(match[2]), "nodes": int(match[3])}
            session.furniture.add(index)
            if started >= 0 and index - started <= 3:
                session.first, session.date = started, date
                session.furniture.add(started)
        elif match := _HEAD.match(line):
            if session and session.tables and session.tables[-1].meaning == _meaning(match):
                yield session
                session = None
            session = session or Session(index, index)
            session.tables.append(Table(_meaning(match), int(match[3]), index))
            session.furniture.add(index)
            session.last = index
        elif session:
            _read(session, index, line)
    if session:
        yield session


def _meaning(match: re.Match[str]) -> Meaning:
    if match[1] != "time":
        return "rate"
    return "ms/op" if match[2] == "ms/op" else "time"


def _read(session: Session, index: int, line: str) -> None:
    """Take in a line of a session that has begun."""
    if match := _ROW.match(line):
        if not session.tables:
            # With -v each iteration is printed too, before the tables.
            session.furniture.add(index)
            return
        cells = tuple(match[2].split()[-len(STATISTICS) :])
        if session.tables[-1].whole or len(cells) < len(STATISTICS):
            return
        session.tables[-1].rows.append(Row(OPERATIONS[match[1]], cells, index))
        session.last = index
        session.furniture.add(index)
    elif match := _COUNTS.match(line):
        counted = "directories" if match[3] == "directories" else "files"
        session.workload[counted] = int(match[2])
        session.furniture.add(index)
    elif _OTHER.match(line):
        session.furniture.add(index)
    elif session.fault < 0 and not session.tables and _FAULT.match(line):
        session.fault = index


def _run(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    if session.fault >= 0 and not session.tables:
        words = source.lines[session.fault].strip()
        yield source.problem(session.fault, "failed-run", f"mdtest stopped: {words}")
        return
    if not session.tables:
        message = "mdtest was launched, but gave no table of results"
        yield source.problem(session.first, "incomplete-run", message)
        return
    broken = next((table for table in session.tables if not table.whole), None)
    if broken:
        message = "the table of mdtest ends before its last row, 'Tree removal'"
        yield source.problem(broken.line, "incomplete-run", message, "the output is cut off")
        return
    if session.version and not session.finished:
        message = "mdtest's last line, '-- finished at', is missing"
        hint = "the tables above it are whole; a table of times may have followed"
        yield source.problem(session.last, "missing-field", message, hint)
    iterations = session.tables[0].iterations
    if iterations > 1:
        session.workload["iterations"] = iterations
    rates = {row.operation: row for table in session.tables if table.meaning == "rate"
             for row in table.rows}  # fmt: skip
    measurements: list[Measurement] = []
    for table in session.tables:
        for row in table.rows:
            measurements += _row(session, table, row, rates.get(row.operation))
    yield Run(
        TOOL,
        session.version,
        session.first,
        session.last,
        measurements,
        workload=session.workload,
        date=session.date,
        furniture=frozenset(session.furniture),
    )


def _row(session: Session, table: Table, row: Row, rate: Row | None) -> Iterator[Measurement]:
    """Yield the values of a row; of one iteration all statistics but the value are the same."""
    if not any(Decimal(cell).is_finite() and Decimal(cell) for cell in row.cells[:3]):
        return
    quantity, unit, word, certainty, note = _unit(session, table, row, rate)
    cells = dict(zip(STATISTICS, row.cells, strict=True))
    if table.iterations == 1:
        cells = {"mean" if quantity == "latency" else "": cells["mean"]}
    for statistic, cell in cells.items():
        if Decimal(cell).is_finite():
            yield Measurement(
                row.operation,
                quantity,
                cell,
                unit,
                row.line,
                f"{cell} {word}",
                statistic,
                certainty=certainty,
                note=note,
            )


def _unit(
    session: Session, table: Table, row: Row, rate: Row | None
) -> tuple[str, str, str, Certainty, str]:
    """Return the quantity of a table's cells, their unit, its word, and how certain that is."""
    if table.meaning == "rate":
        return "iops", "op/s", "ops/sec", "exact", ""
    if table.meaning == "time":
        return "time", "s", "s", "exact", ""
    items = session.workload.get("files", session.workload.get("directories"))
    if (
        rate
        and isinstance(items, int)
        and Decimal(rate.cells[2])
        and not row.operation.startswith("tree")
    ):
        seconds = Decimal(items) / Decimal(rate.cells[2])
        if abs(seconds - Decimal(row.cells[2])) <= seconds / 50:
            note = f"seconds of the phase: {items} / {rate.cells[2]} ops/sec is {seconds:.3f} s"
            return "time", "s", "ms/op", "proved", note
    note = "ms/op by the head of the table; some builds print the seconds of the phase there"
    return "latency", "ms", "ms/op", "assumed", note
