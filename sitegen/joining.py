"""What is true of all records of a raw file: its testbed, and what files beside it say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sitegen import labels, machine, vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.record import Value
from sitegen.results import FileReading, FoundFact, FoundRun
from sitegen.testbed import Testbed

_KEPT_BACK = 0.07
"""The share of the memory that a system keeps to itself, at most."""

_LARGE = 1 << 20


def folders(path: str) -> list[str]:
    """Return the folders below results/ that a file lies in, the nearest first."""
    parts = path.split("/")[1:-1]
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]


def dumps(readings: Iterable[FileReading]) -> dict[str, list[FoundFact]]:
    """Return the facts that files without measurements state, by the folder they lie in.

    They hold for all that was measured in the folder and below it; what a file with measurements
    dumps of its machine holds for that file alone.
    """
    found: dict[str, list[FoundFact]] = {}
    for reading in readings:
        if not any(run.measured for run in reading.runs):
            folder = "/".join(reading.path.split("/")[1:-1])
            found.setdefault(folder, []).extend(_lasting(reading))
    return found


def _lasting(reading: FileReading) -> list[FoundFact]:
    """Return the facts of system dumps in a file that say what the machine is."""
    return [
        fact
        for fact in reading.facts
        if not reading.runs[fact.run - 1].measured and machine.is_lasting(fact.column)
    ]


def shared_columns(
    reading: FileReading, its: Testbed | None, stated: Mapping[str, list[FoundFact]]
) -> tuple[dict[str, Value], list[Diagnostic], list[Diagnostic]]:
    """Return the testbed and workload columns of all records of a file, with contradictions.

    The last are findings of its parser that those contradictions say more of.
    """
    dumped = _dumped(reading, stated)
    columns = {f"testbed.{fact.column}": fact.value for fact in dumped.values()}
    findings: list[Diagnostic] = []
    settled: list[Diagnostic] = []
    if its is None:
        return columns, findings, settled
    columns["testbed"] = its.path
    for name, value in its.columns.items():
        fact = dumped.get(name.removeprefix("testbed."))
        if fact is not None and not _agree(value, fact.value):
            findings.append(_mismatch(its, name, value, fact))
        columns[name] = value
    if its.date:
        columns["date"] = its.date
    for name, said in its.workload.items():
        column = f"workload.{name}"
        columns[column] = said.value
        for record in reading.records:
            found = record.columns.get(column)
            if found is not None and found != said.value:
                label = labels.column(column)
                doubts = [
                    one
                    for one in reading.diagnostics
                    if one.code == "contradiction" and one.message.startswith(f"{label}: ")
                ]
                settled += doubts
                raw = f"the raw file says {labels.value(column, found)}"
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


def _dumped(reading: FileReading, stated: Mapping[str, list[FoundFact]]) -> dict[str, FoundFact]:
    """Return what is dumped of the machine that a file was measured on: the nearest counts."""
    found: dict[str, FoundFact] = {}
    for folder in reversed(folders(reading.path)):
        found.update((fact.column, fact) for fact in reversed(stated.get(folder, ())))
    if any(run.measured for run in reading.runs):
        found.update((fact.column, fact) for fact in reversed(_lasting(reading)))
    return found


def _agree(stated: Value, dumped: Value) -> bool:
    """Return whether what people wrote is what a machine says of itself, if in fewer words.

    `10` is raid10, `2.6.26` is the kernel 2.6.26-1-amd64, `Debian 12` Debian GNU/Linux 12. A size
    may be a little larger than what is left of it for use: 16 GiB of memory are 15.6 GiB.
    """
    if isinstance(stated, int | float) and isinstance(dumped, int | float):
        kept_back = _KEPT_BACK * stated if stated > _LARGE else 0
        return abs(stated - dumped) <= kept_back
    written, said = str(stated).casefold(), str(dumped).casefold()
    if said.startswith("raid"):
        return written.removeprefix("raid").lstrip(" -") == said.removeprefix("raid")
    return written == said or all(
        re.search(rf"(?<![0-9a-z]){re.escape(word)}(?![0-9a-z])", said) for word in written.split()
    )


def _mismatch(its: Testbed, name: str, value: Value, fact: FoundFact) -> Diagnostic:
    return Diagnostic(
        its.properties[name].fact.position,
        "testbed-mismatch",
        f"{labels.column(name)} is '{value}' here, but the machine itself said '{fact.value}'",
        f"{fact.position}; what stands in testbed.yaml is used",
    )


def run_facts(reading: FileReading, run: FoundRun) -> dict[str, Value]:
    """Return what a run says of the machine it ran on."""
    return {
        f"testbed.{fact.column}": fact.value
        for fact in reversed(reading.facts)
        if fact.run == run.number and fact.column.partition(".")[0] in vocabulary.MACHINE
    }
