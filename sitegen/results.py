"""From raw files to records: unwrap, parse, apply the sidecar, turn into base units.

`read_file` knows one file and nothing of the folders around it, so it can be cached and run in
another process; `testbed` columns are joined in `joining`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sitegen import identify, open_end, prefixes, records, streams, units
from sitegen.diagnostics import Diagnostic, Position, ranked
from sitegen.project import Content
from sitegen.record import Gap, Reading, Record, Run, Source, Value
from sitegen.unwrap import UnreadableError, unreadable, unwrap

if TYPE_CHECKING:
    from sitegen.sidecar import Sidecar
    from sitegen.withdrawal import Withdrawal

_HEAD = 1 << 16
"""How many bytes of a file show whether it is a log."""


class FoundFact(NamedTuple):
    """Something that a raw file says about its run or its machine, and where."""

    run: int
    column: str
    value: Value
    written: str
    position: Position


class FoundRun(NamedTuple):
    """One run in a raw file: the tool, and the lines it stands on (numbers, both included)."""

    number: int
    tool: str
    version: str
    date: str
    first: int
    last: int
    measured: bool


class FileReading(NamedTuple):
    """All that one raw file says: its runs, the records and facts of each, and the findings.

    The column `run` of a record counts the runs of the file from 1. `unread` are the numbers of
    lines inside a run that were not understood, `sizes` the testbed columns that the sidecar gives
    in bytes. `withdrawal` is what the sidecar says of it.
    """

    path: str
    runs: tuple[FoundRun, ...]
    records: tuple[Record, ...]
    facts: tuple[FoundFact, ...]
    unread: tuple[int, ...]
    diagnostics: tuple[Diagnostic, ...]
    sizes: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()
    withdrawal: Withdrawal | None = None


def read_file(path: str, content: Content, sidecar_text: str | None = None) -> FileReading:
    """Return what the raw file at `path` yields, with the sidecar beside it taken into account.

    A large file is best given as its `Path`: a log is then read line by line.
    """
    findings: list[Diagnostic] = []
    beside: Sidecar | None = None
    if sidecar_text is not None:
        from sitegen import sidecar

        beside, more = sidecar.load(sidecar_text, f"{path}.yaml")
        findings += more
    # A sidecar that cannot be used leaves open what the numbers mean, so none is published.
    usable = sidecar_text is None or beside is not None
    source, reading = _reading(path, content, beside) if usable else (None, Reading())
    findings += reading.diagnostics
    if source is None:
        return FileReading(path, (), (), (), (), ranked(findings))
    runs: list[FoundRun] = []
    found: list[Record] = []
    facts: list[FoundFact] = []
    gaps: list[Gap] = []
    for number, run in enumerate(reading.runs, 1):
        its = _described(run, beside)
        runs.append(
            FoundRun(
                number,
                its.tool,
                its.version,
                its.date,
                source.numbers[its.first],
                source.numbers[its.last],
                bool(its.measurements),
            )
        )
        found += records.of(source, number, its, beside, findings)
        gaps += records.gaps(source, number, its, beside)
        facts += [
            FoundFact(number, fact.column, fact.value, fact.written, source.at(fact.line))
            for fact in its.facts
        ]
    return FileReading(
        path,
        tuple(runs),
        tuple(found),
        tuple(facts),
        tuple(reading.unread),
        ranked(findings),
        _sizes(beside),
        tuple(gaps),
        beside.withdrawal if beside else None,
    )


def _sizes(beside: Sidecar | None) -> tuple[str, ...]:
    """Return the testbed columns that the tables of a sidecar give in bytes."""
    if beside is None or beside.table is None:
        return ()
    from sitegen.table_description import KeyCells

    cells = [column.holds for its in beside.table for column in its.columns]
    return tuple(
        one.column
        for one in cells
        if isinstance(one, KeyCells)
        and one.column.startswith("testbed.")
        and one.unit
        and units.UNITS[one.unit].base == "B"
    )


def _reading(path: str, content: Content, beside: Sidecar | None) -> tuple[Source | None, Reading]:
    """Return the source of a file, and what it yields."""
    if streams.is_stream(content) and (beside is None or beside.table is None):
        source = Source(path, (), range(1, sys.maxsize))
        head, lines = streams.head(content, _HEAD), streams.lines(content)
        try:
            reading = identify.read_lines(source, head, lines)
        except UnreadableError as why:
            return None, Reading((), [unreadable(path, why)])
        if reading is not None:
            return source, reading
    whole, problems = unwrap(path, content if isinstance(content, bytes) else content.read_bytes())
    if whole is None:
        return None, Reading((), problems)
    described = beside is not None and beside.table is not None
    read = partial(_of_source, beside=beside)
    reading = open_end.settled(whole, read, described=described)
    if not (reading.runs or described) and (bare := prefixes.unprefixed(whole)):
        other = open_end.settled(bare, read)
        if other.runs:
            whole, reading = bare, other
    if problems:
        reading = reading._replace(diagnostics=[*problems, *reading.diagnostics])
    return whole, reading


def _of_source(source: Source, beside: Sidecar | None) -> Reading:
    if beside is None or beside.table is None:
        return identify.read(source, beside.tool if beside else "")
    from sitegen.parsers import table

    runs: list[Run] = []
    findings: list[Diagnostic] = []
    for item in table.parse(source, beside.table):
        if isinstance(item, Run):
            runs.append(item)
        else:
            findings.append(item)
    return identify.reading(source, runs, findings)


def _described(run: Run, beside: Sidecar | None) -> Run:
    """Return a run with what its sidecar adds where the tool itself says nothing."""
    if beside is None:
        return run
    from sitegen.parsers import table

    return run._replace(
        tool=run.tool if run.tool != table.TOOL else beside.tool or run.tool,
        version=run.version or beside.tool_version,
        date=run.date or beside.date,
        workload={**beside.workload, **run.workload},
    )


def belonging(reading: FileReading, run: int) -> Iterator[Record]:
    """Yield the records of one run of a file."""
    return (record for record in reading.records if record.columns["run"] == run)


def facts_of(facts: Iterable[FoundFact]) -> Mapping[str, Value]:
    """Return facts as one mapping; where a column comes twice, the first."""
    found: dict[str, Value] = {}
    for fact in facts:
        found.setdefault(fact.column, fact.value)
    return found
