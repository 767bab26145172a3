"""What is true of all records of a raw file: its testbed, and what files beside it say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sitegen import vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.record import Value
from sitegen.results import FileReading, FoundFact, FoundRun
from sitegen.testbed import Testbed


def folders(path: str) -> list[str]:
    """Return the folders below results/ that a file lies in, the nearest first."""
    parts = path.split("/")[1:-1]
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]


def dumps(readings: Iterable[FileReading]) -> dict[str, list[FoundFact]]:
    """Return the facts that files without measurements state, by the folder they lie in."""
    found: dict[str, list[FoundFact]] = {}
    for reading in readings:
        folder = "/".join(reading.path.split("/")[1:-1])
        for fact in reading.facts:
            if not reading.runs[fact.run - 1].measured:
                found.setdefault(folder, []).append(fact)
    return found


def shared_columns(
    reading: FileReading, its: Testbed | None, stated: Mapping[str, list[FoundFact]]
) -> tuple[dict[str, Value], list[Diagnostic], list[Diagnostic]]:
    """Return the testbed and workload columns of all records of a file, with contradictions.

    The last are findings of its parser that those contradictions say more of.
    """
    columns: dict[str, Value] = {}
    findings: list[Diagnostic] = []
    settled: list[Diagnostic] = []
    for folder in reversed(folders(reading.path)):
        for fact in stated.get(folder, ()):
            columns[f"testbed.{fact.column}"] = fact.value
    if its is None:
        return columns, findings, settled
    columns["testbed"] = its.path
    for name, value in its.columns.items():
        dumped = columns.get(name)
        if dumped is not None and str(dumped).casefold() != str(value).casefold():
            findings.append(_mismatch(its, name, value, dumped, stated, reading))
        columns[name] = value
    if its.date:
        columns["date"] = its.date
    for name, said in its.workload.items():
        column = f"workload.{name}"
        columns[column] = said.value
        for record in reading.records:
            found = record.columns.get(column)
            if found is not None and found != said.value:
                label = vocabulary.label(column)
                doubts = [
                    one
                    for one in reading.diagnostics
                    if one.code == "contradiction" and one.message.startswith(f"{label}: ")
                ]
                settled += doubts
                raw = f"the raw file says {vocabulary.show(column, found)}"
                findings.append(
                    Diagnostic(
                        said.fact.position,
                        "testbed-mismatch",
                        f"{label} is '{said.fact.value}' here, but {raw}"
                        + "".join(f" ({one.message.removeprefix(label + ': ')})" for one in doubts),
                        "; ".join((*(str(one.position) for one in doubts), str(record.position)))
                        + "; what the raw file says is used",
                    )
                )
                break
    return columns, findings, settled


def _mismatch(
    its: Testbed,
    name: str,
    value: Value,
    dumped: Value,
    stated: Mapping[str, list[FoundFact]],
    reading: FileReading,
) -> Diagnostic:
    column = name.removeprefix("testbed.")
    place = next(
        fact.position
        for folder in folders(reading.path)
        for fact in stated.get(folder, ())
        if fact.column == column
    )
    return Diagnostic(
        its.properties[name].fact.position,
        "testbed-mismatch",
        f"{vocabulary.label(name)} is '{value}' here, but the machine itself said '{dumped}'",
        f"{place}; what stands in testbed.yaml is used",
    )


def run_facts(reading: FileReading, run: FoundRun) -> dict[str, Value]:
    """Return what a run says of the machine it ran on."""
    return {
        f"testbed.{fact.column}": fact.value
        for fact in reversed(reading.facts)
        if fact.run == run.number and fact.column.partition(".")[0] in vocabulary.MACHINE
    }
