"""Everything that is known of a lab: raw files joined with their testbeds, and the hardware."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import testbed, urls, vocabulary
from sitegen.dataset import Dataset
from sitegen.diagnostics import Diagnostic, Position
from sitegen.hardware import Hardware
from sitegen.project import Project
from sitegen.record import Record, Value
from sitegen.results import FileReading, FoundFact, FoundRun, read_file
from sitegen.testbed import Testbed

TESTBED_FILE = "testbed.yaml"

Reader = Callable[[str, bytes, str | None], FileReading]


class RawFile(NamedTuple):
    """One raw file: its path below the project, the id of its page, its bytes, what it yields."""

    path: str
    id: str
    content: bytes
    reading: FileReading
    testbed: str

    @property
    def measured(self) -> bool:
        """Return whether any run in the file measured something."""
        return any(run.measured for run in self.reading.runs)


class RunEntry(NamedTuple):
    """One run with its id, and the raw file that it stands in."""

    id: str
    run: FoundRun
    file: RawFile


@dataclass(frozen=True, slots=True)
class Lab:
    """All that pages, claims and checks may ask about."""

    dataset: Dataset
    testbeds: Mapping[str, Testbed]
    hardware: Mapping[str, Hardware]
    files: Mapping[str, RawFile]
    runs: Mapping[str, RunEntry]

    def testbed_title(self, path: str) -> str:
        """Return the titles of a testbed and of those it lies in, or its path where it has none."""
        its = self.testbeds.get(path)
        return ", ".join(title for title in its.titles if title) or path if its else path


def load(
    project: Project, hardware: Mapping[str, Hardware], reader: Reader = read_file
) -> tuple[Lab, list[Diagnostic]]:
    """Return all that results/ holds, and what is wrong with it.

    `reader` is `results.read_file`, or one that answers from a cache.
    """
    findings: list[Diagnostic] = []
    paths = list(project.files("results"))
    sidecars = _sidecars(paths)
    written = {
        path: project.read(path).decode("utf-8", "replace")
        for path in paths
        if path.endswith("/" + TESTBED_FILE) or path in sidecars
    }
    testbeds, more = testbed.load(
        {path: text for path, text in written.items() if path not in sidecars}, hardware
    )
    findings += more
    files: dict[str, RawFile] = {}
    for path in paths:
        if path in written:
            continue
        content = project.read(path)
        reading = reader(path, content, written.get(path + ".yaml"))
        findings += reading.diagnostics
        where = _nearest(path, testbeds)
        if where is None and reading.records:
            findings.append(
                Diagnostic(
                    Position(path),
                    "missing-testbed",
                    "no testbed.yaml in this folder or above it",
                    "a number without its testbed cannot be compared: write one beside it",
                )
            )
        files[path] = RawFile(path, urls.run_id(path), content, reading, where or "")
    records, runs, more = _join(files.values(), testbeds)
    findings += more
    return Lab(Dataset(records), testbeds, hardware, files, runs), findings


def _sidecars(paths: Iterable[str]) -> set[str]:
    """Return the paths of files `<raw file>.yaml`."""
    known = set(paths)
    return {
        path for path in known if path.endswith(".yaml") and path.removesuffix(".yaml") in known
    }


def _folders(path: str) -> list[str]:
    """Return the folders below results/ that a file lies in, the nearest first."""
    parts = path.split("/")[1:-1]
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]


def _nearest(path: str, testbeds: Mapping[str, Testbed]) -> str | None:
    return next((folder for folder in _folders(path) if folder in testbeds), None)


def _join(
    files: Iterable[RawFile], testbeds: Mapping[str, Testbed]
) -> tuple[list[Record], dict[str, RunEntry], list[Diagnostic]]:
    files = list(files)
    dumps = _dumps(files)
    records: list[Record] = []
    runs: dict[str, RunEntry] = {}
    findings: list[Diagnostic] = []
    for file in files:
        shared, more = _shared_columns(file, testbeds.get(file.testbed), dumps)
        findings += more
        measured = [run for run in file.reading.runs if run.measured]
        for number, run in enumerate(measured, 1):
            name = file.id if len(measured) == 1 else f"{file.id}:{number}"
            if name in runs:
                findings.append(
                    Diagnostic(
                        Position(file.path),
                        "duplicate-id",
                        f"'{name}' is the run of {runs[name].file.path} already",
                        "give one of the two files another name: the ending does not count",
                    )
                )
                continue
            runs[name] = RunEntry(name, run, file)
            columns = {**shared, **_run_facts(file, run)}
            records += [
                record._replace(columns={**columns, **record.columns, "run": name})
                for record in file.reading.records
                if record.columns["run"] == run.number
            ]
    return records, runs, findings


def _dumps(files: Iterable[RawFile]) -> dict[str, list[FoundFact]]:
    """Return the facts that files without measurements state, by the folder they lie in."""
    found: dict[str, list[FoundFact]] = {}
    for file in files:
        folder = "/".join(file.path.split("/")[1:-1])
        for fact in file.reading.facts:
            if not file.reading.runs[fact.run - 1].measured:
                found.setdefault(folder, []).append(fact)
    return found


def _shared_columns(
    file: RawFile, its: Testbed | None, dumps: Mapping[str, list[FoundFact]]
) -> tuple[dict[str, Value], list[Diagnostic]]:
    """Return the testbed and workload columns of all records of a file, with contradictions."""
    columns: dict[str, Value] = {}
    findings: list[Diagnostic] = []
    for folder in reversed(_folders(file.path)):
        for fact in dumps.get(folder, ()):
            columns[f"testbed.{fact.column}"] = fact.value
    if its is None:
        return columns, findings
    columns["testbed"] = its.path
    for name, value in its.columns.items():
        dumped = columns.get(name)
        if dumped is not None and str(dumped).casefold() != str(value).casefold():
            findings.append(_mismatch(its, name, value, dumped, dumps, file))
        columns[name] = value
    if its.date:
        columns["date"] = its.date
    for name, stated in its.workload.items():
        column = f"workload.{name}"
        columns[column] = stated.value
        for record in file.reading.records:
            found = record.columns.get(column)
            if found is not None and found != stated.value:
                findings.append(
                    Diagnostic(
                        stated.fact.position,
                        "testbed-mismatch",
                        f"{vocabulary.label(column)} is '{stated.fact.value}' here, but the"
                        f" raw file says {vocabulary.show(column, found)}",
                        f"{record.position}; what the raw file says is used",
                    )
                )
                break
    return columns, findings


def _mismatch(
    its: Testbed,
    name: str,
    value: Value,
    dumped: Value,
    dumps: Mapping[str, list[FoundFact]],
    file: RawFile,
) -> Diagnostic:
    column = name.removeprefix("testbed.")
    place = next(
        fact.position
        for folder in _folders(file.path)
        for fact in dumps.get(folder, ())
        if fact.column == column
    )
    return Diagnostic(
        its.properties[name].fact.position,
        "testbed-mismatch",
        f"{vocabulary.label(name)} is '{value}' here, but the machine itself said '{dumped}'",
        f"{place}; what stands in testbed.yaml is used",
    )


def _run_facts(file: RawFile, run: FoundRun) -> dict[str, Value]:
    """Return what a run says of the machine it ran on."""
    return {
        f"testbed.{fact.column}": fact.value
        for fact in reversed(file.reading.facts)
        if fact.run == run.number and fact.column.partition(".")[0] in vocabulary.MACHINE
    }
