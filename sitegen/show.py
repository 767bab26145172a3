"""What one raw file yields, as text for people who write parsers, and as JSON for programs."""

from __future__ import annotations

import json
from functools import lru_cache

from sitegen.record import Record
from sitegen.results import FileReading, facts_of


def as_text(reading: FileReading) -> str:
    """Return one line for each run, record, fact, line not understood and finding.

    Of a run that yields nothing there are only the findings.
    """
    lines = []
    telling = {record.columns["run"] for record in reading.records}
    telling |= {fact.run for fact in reading.facts}
    for run in reading.runs:
        if run.number not in telling:
            continue
        version = f" {run.version}" if run.version else ""
        date = f", {run.date}" if run.date else ""
        lines.append(f"run {run.number}: {run.tool}{version}{date}, lines {run.first}-{run.last}")
        lines += [
            _record(record) for record in reading.records if record.columns["run"] == run.number
        ]
        lines += [
            f"  fact {fact.column} = {fact.value}  (line {fact.position.line})"
            for fact in reading.facts
            if fact.run == run.number
        ]
    if reading.unread:
        lines.append(f"lines not understood: {', '.join(map(str, reading.unread))}")
    lines += [str(diagnostic) for diagnostic in reading.diagnostics]
    return "".join(line + "\n" for line in lines)


def _record(record: Record) -> str:
    conditions = " ".join(
        f"{column.removeprefix('workload.')}={value}"
        for column, value in sorted(record.columns.items())
        if column.startswith(("workload.", "testbed."))
    )
    unit = f" {record.unit}" if record.unit != "1" else ""
    said = [record.note] if record.note else []
    if record.certainty != "exact":
        said.insert(0, record.certainty)
    certainty = f" [{': '.join(said)}]" if said else ""
    place = record.position.line if not record.position.pointer else record.position.pointer
    return (
        f"  {record.metric} {record.value!r}{unit}  ({record.written}, line {place})"
        f"{' ' + conditions if conditions else ''}{certainty}"
    )


def as_json(reading: FileReading) -> str:
    """Return the form that other programs rely on; see `sitegen show --format json`."""
    # What a log dumps of its machine comes before what was measured, and is not what it is about.
    measured = [run for run in reading.runs if run.measured]
    first = next(iter(measured or reading.runs), None)
    document = {
        "tool": first.tool if first else "",
        "tool_version": first.version if first else "",
        "records": [record_as_json(record) for record in reading.records],
        "facts": dict(sorted(facts_of(reading.facts).items())),
        "diagnostics": [diagnostic.as_json() for diagnostic in reading.diagnostics],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def record_as_json(record: Record) -> dict[str, object]:
    """Return a record with its workload as a mapping of its own and its testbed as columns."""
    columns = record.columns
    workload, testbed = _sections(tuple(columns))
    its: dict[str, object] = {
        "operation": columns["operation"],
        "quantity": columns["quantity"],
        "statistic": columns.get("statistic", ""),
        "value": record.value,
        "unit": record.unit,
        "written": record.written,
        "path": record.position.path,
        "line": record.position.line,
        "run": columns["run"],
        "tool": columns["tool"],
        "tool_version": columns.get("tool_version", ""),
        "date": columns.get("date", ""),
        "certainty": record.certainty,
        "note": record.note,
        "workload": {name: columns[column] for column, name in workload},
    }
    if "testbed" in columns:
        its["testbed"] = columns["testbed"]
    its.update((column, columns[column]) for column in testbed)
    return its


@lru_cache(10_000)
def _sections(columns: tuple[str, ...]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return the workload columns with their short names, and the testbed columns, in order."""
    ordered = sorted(columns)
    workload = ((one, one.removeprefix("workload.")) for one in ordered if one[:9] == "workload.")
    return tuple(workload), tuple(one for one in ordered if one[:8] == "testbed.")
