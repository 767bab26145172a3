"""mdtest: the tables in its output, each with the head that says what its cells are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from sitegen.record import Value

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
STATISTICS = {"Max": "max", "Min": "min", "Mean": "mean", "Std Dev": "stddev"}
LAST = "tree-delete"

_BANNER = re.compile(r"\s*mdtest-(\S+) was launched with (\d+) total task\(s\) on (\d+) node")
_STARTED = re.compile(r"\s*-- (started|finished) at (\d\d)/(\d\d)/(\d{4}) (\d\d:\d\d:\d\d) --")
_COUNTS = re.compile(r"\s*(\d+) tasks, (\d+) (files/directories|files|directories)")
_HEAD = re.compile(
    r"\s*SUMMARY(?: (rate|time))?(?: \(in (ops/sec|ms/op)\))?: \(of (\d+) iterations?\)"
)
_ROW = re.compile(r"\s*(" + "|".join(OPERATIONS) + r")\s*:?((?:\s+-?(?:\d+\.\d+|nan|inf))+)\s*$")
# Of the statistics per rank and per iteration, those behind the last colon are the result; the
# deviation stands behind the one in 3.3+dev and behind the other in 3.4 and 4.0 (mdtest.c).
_COLUMNS = re.compile(r"\s*Operation\s.*?((?:(?:Max|Min|Mean|Std Dev)\s*)+)$")
_COLUMN = re.compile(r"Max|Min|Mean|Std Dev")
_OTHER = re.compile(
    r"\s*(?:Command line used|Path|FS|Nodemap|Operation|-{3,}|V-\d|Continue stonewall|random seed"
    r"|(?:Directory|File|Tree) .* ops/sec)"
)
ROWS = re.compile(rf"{_ROW.pattern}|\s*Operation\s.*(?:Mean|Std Dev)\s*")
_FAULT = re.compile(r"\s*ERROR[ :]|.*\bFAILED in ")

Meaning = Literal["rate", "time", "ms/op"]


class Row(NamedTuple):
    """The cells of one operation, by their statistics."""

    operation: str
    cells: Mapping[str, str]
    line: int


@dataclass(slots=True)
class Table:
    """One table, and what its head says of it."""

    meaning: Meaning
    iterations: int
    line: int
    statistics: tuple[str, ...] = tuple(STATISTICS.values())
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


def sessions(lines: Sequence[str]) -> Iterator[Session]:
    """Yield what each call of mdtest printed."""
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
        table = session.tables[-1]
        cells = match[2].split()[-len(table.statistics) :]
        if table.whole or len(cells) < len(table.statistics):
            return
        named = dict(zip(table.statistics, cells, strict=True))
        table.rows.append(Row(OPERATIONS[match[1]], named, index))
        session.last = index
        session.furniture.add(index)
    elif match := _COUNTS.match(line):
        counted = "directories" if match[3] == "directories" else "files"
        session.workload[counted] = int(match[2])
        session.furniture.add(index)
    elif session.tables and (match := _COLUMNS.match(line)):
        columns = _COLUMN.findall(match[1])
        session.tables[-1].statistics = tuple(STATISTICS[column] for column in columns)
        session.furniture.add(index)
    elif _OTHER.match(line):
        session.furniture.add(index)
    elif session.fault < 0 and not session.tables and _FAULT.match(line):
        session.fault = index
