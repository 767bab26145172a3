"""From raw files to records: unwrap, parse, apply the sidecar, turn into base units.

`read_file` knows one file and nothing of the folders around it, so it can be cached and run in
another process; `testbed` columns are joined in `joining`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sitegen import parsers, sidecar, units, vocabulary
from sitegen.diagnostics import Diagnostic, Position, ranked
from sitegen.parsers import table
from sitegen.record import Measurement, Reading, Record, Run, Source, Value
from sitegen.unwrap import unwrap


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

    The column `run` of a record counts the runs of the file from 1. `unread` are the numbers of lines
    inside a run that were not understood.
    """

    path: str
    runs: tuple[FoundRun, ...]
    records: tuple[Record, ...]
    facts: tuple[FoundFact, ...]
    unread: tuple[int, ...]
    diagnostics: tuple[Diagnostic, ...]


def read_file(path: str, content: bytes, sidecar_text: str | None = None) -> FileReading:
    """Return what the raw file at `path` yields, with the sidecar beside it taken into account."""
    source, problems = unwrap(path, content)
    findings = list(problems)
    beside: sidecar.Sidecar | None = None
    if sidecar_text is not None:
        beside, more = sidecar.load(sidecar_text, f"{path}.yaml")
        findings += more
    if source is None:
        return FileReading(path, (), (), (), (), ranked(findings))
    reading = _reading(source, beside)
    findings += reading.diagnostics
    runs, records, facts = [], [], []
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
        for measurement in its.measurements:
            made = _record(source, number, its, measurement, beside)
            if isinstance(made, Record):
                records.append(made)
            else:
                findings.append(made)
        facts += [
            FoundFact(number, fact.column, fact.value, fact.written, source.at(fact.line))
            for fact in its.facts
        ]
    return FileReading(
        path, tuple(runs), tuple(records), tuple(facts), tuple(reading.unread), ranked(findings)
    )


def _reading(source: Source, beside: sidecar.Sidecar | None) -> Reading:
    if beside is None or beside.table is None:
        return parsers.read(source, beside.tool if beside else "")
    runs: list[Run] = []
    findings: list[Diagnostic] = []
    for item in table.parse(source, beside.table):
        if isinstance(item, Run):
            runs.append(item)
        else:
            findings.append(item)
    return parsers.reading(source, runs, findings)


def _described(run: Run, beside: sidecar.Sidecar | None) -> Run:
    """Return a run with what its sidecar adds where the tool itself says nothing."""
    if beside is None:
        return run
    return run._replace(
        tool=run.tool if run.tool != table.TOOL else beside.tool or run.tool,
        version=run.version or beside.tool_version,
        date=run.date or beside.date,
        workload={**beside.workload, **run.workload},
    )


def _record(
    source: Source, number: int, run: Run, its: Measurement, beside: sidecar.Sidecar | None
) -> Record | Diagnostic:
    position = source.at(its.line, pointer=its.pointer)
    kind = vocabulary.QUANTITIES.get(its.quantity)
    if kind is None or its.operation not in vocabulary.OPERATIONS:
        name = f"{its.operation}.{its.quantity}"
        return Diagnostic(position, "unknown-metric", f"'{name}' is not a defined metric")
    if not vocabulary.is_statistic(its.statistic):
        return Diagnostic(position, "unknown-metric", f"'{its.statistic}' is not a statistic")
    unit = units.UNITS[its.unit]
    if unit.base != kind.unit:
        return Diagnostic(
            position,
            "unknown-metric",
            f"{its.operation}.{its.quantity} is measured in {kind.unit}, not in {its.unit}",
        )
    columns: dict[str, Value] = {
        "run": number,
        "tool": run.tool,
        "operation": its.operation,
        "quantity": its.quantity,
    }
    for name, text in (("tool_version", run.version), ("date", run.date), ("statistic", its.statistic)):
        if text:
            columns[name] = text
    for name, value in {**run.workload, **its.workload}.items():
        columns[f"workload.{name}"] = value
    for name, value in its.testbed.items():
        columns[f"testbed.{name}"] = value
    if beside is not None:
        for rule in beside.rows:
            if rule.matches(columns):
                columns.update(rule.set)
    value = units.tidy(its.value, unit)
    return Record(value, unit.base, columns, position, its.written, its.certainty, its.note)


def belonging(reading: FileReading, run: int) -> Iterator[Record]:
    """Yield the records of one run of a file."""
    return (record for record in reading.records if record.columns["run"] == run)


def facts_of(facts: Iterable[FoundFact]) -> Mapping[str, Value]:
    """Return facts as one mapping; where a column comes twice, the first."""
    found: dict[str, Value] = {}
    for fact in facts:
        found.setdefault(fact.column, fact.value)
    return found
