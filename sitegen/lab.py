"""Everything that is known of a lab: raw files joined with their testbeds, and the hardware."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from sitegen import copies, joining, merging, reading, shown, testbed, urls
from sitegen.dataset import Dataset
from sitegen.diagnostics import FAILED, Diagnostic, Position
from sitegen.hardware import Hardware
from sitegen.memo import ANEW, Memo
from sitegen.project import Content, Project
from sitegen.reading import Raw, Reader
from sitegen.record import Gap, Record, Value, maker
from sitegen.redaction import DEFAULT, Redaction
from sitegen.results import FileReading, FoundRun
from sitegen.stages import SILENT, Stages
from sitegen.testbed import Testbed
from sitegen.withdrawal import Withdrawal

TESTBED_FILE = "testbed.yaml"


class RawFile(NamedTuple):
    """One raw file: its path below the project, the id of its page, what it holds and yields."""

    path: str
    id: str
    content: Content
    reading: FileReading
    testbed: str
    redaction: Redaction = DEFAULT

    @property
    def withdrawal(self) -> Withdrawal | None:
        """Return what its sidecar says of its withdrawal."""
        its = self.reading.withdrawal
        return replace(its, id=self.id) if its else None

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
    _titles: Mapping[str, str] = field(init=False)
    _below: Mapping[str, Sequence[str]] = field(init=False)
    _runs_on: Mapping[str, Sequence[RunEntry]] = field(init=False)
    _withdrawn: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        below: dict[str, list[str]] = {}
        for path in sorted(self.testbeds):
            for outer in _outer(path):
                below.setdefault(outer, []).append(path)
        runs: dict[str, list[RunEntry]] = {}
        for entry in self.runs.values():
            for path in self.around(entry.file.testbed):
                runs.setdefault(path, []).append(entry)
        object.__setattr__(self, "_titles", testbed.full_titles(self.testbeds.values()))
        object.__setattr__(self, "_below", below)
        object.__setattr__(self, "_runs_on", runs)
        withdrawn = (run for run, entry in self.runs.items() if self.withdrawal(entry.file))
        object.__setattr__(self, "_withdrawn", frozenset(withdrawn))

    def below(self, path: str) -> Sequence[Testbed]:
        """Return the testbeds that lie in a testbed, by their path."""
        return [self.testbeds[one] for one in self._below.get(path, ())]

    def around(self, path: str) -> list[str]:
        """Return a testbed and those that it lies in."""
        return [path, *(one for one in _outer(path) if one in self.testbeds)]

    def outermost(self, paths: Iterable[str]) -> list[str]:
        """Return those of some testbeds that lie in no other of them, by their path."""
        some = set(paths)
        return [path for path in sorted(some) if some.isdisjoint(_outer(path))]

    def runs_on(self, path: str) -> Sequence[RunEntry]:
        """Return the runs on a testbed and on those that lie in it."""
        return self._runs_on.get(path, ())

    def withdrawal(self, file: RawFile) -> Withdrawal | None:
        """Return that a raw file was withdrawn, by itself or with its testbed."""
        bed = self.testbeds.get(file.testbed)
        return file.withdrawal or (bed.withdrawal if bed else None)

    def withdrawals(self, runs: Iterable[str]) -> list[Withdrawal]:
        """Return what was withdrawn among runs, given by id: each file or testbed once."""
        if not self._withdrawn:
            return []
        known = [run for run in runs if run in self._withdrawn]
        files = {self.runs[run].file.path: self.runs[run].file for run in known}
        return list(dict.fromkeys(filter(None, map(self.withdrawal, files.values()))))

    def testbed_title(self, path: str) -> str:
        """Return the titles of a testbed and of those it lies in, or its path where it has none.

        Where another one has the same, the path stands behind it.
        """
        return self._titles.get(path, path)


def _outer(path: str) -> Iterator[str]:
    """Yield the folders that a testbed lies in, the outermost first."""
    return (path[:end] for end, letter in enumerate(path) if letter == "/")


def load(
    project: Project,
    hardware: Mapping[str, Hardware],
    reader: Reader = reading.here,
    redaction: Redaction = DEFAULT,
    stages: Stages = SILENT,
    memo: Memo = ANEW,
) -> tuple[Lab, list[Diagnostic]]:
    """Return all that results/ holds, and what is wrong with it.

    `reader` is `reading.here`, or one that has other processes read, or remembers. What `redaction`
    covers is in no text of the lab but the contents of the raw files. `stages` is told of each raw
    file.
    """
    stages.begin("looking for raw files")
    findings: list[Diagnostic] = []
    paths = list(project.files("results"))
    sidecars = _sidecars(paths)
    written = {
        path: redaction.hide_texts(project.read(path).decode("utf-8", "replace"))
        for path in paths
        if path.endswith("/" + TESTBED_FILE) or path in sidecars
    }
    testbeds, more = testbed.load(
        {path: text for path, text in written.items() if path not in sidecars}, hardware
    )
    findings += more
    raw = [path for path in paths if path not in written]
    owners = _owners(raw, project)
    findings += [_link(path, to) for path, to in owners.items() if to != path]
    contents = {path: project.content(path) for path in raw if owners[path] == path}
    raws = [
        Raw(path, content, written.get(path + ".yaml"), redaction.defaults)
        for path, content in contents.items()
    ]
    stages.begin("reading raw files", len(raws))
    found: dict[str, reading.Read] = {}
    with closing(reader(raws)) as answers:
        for path, its in zip(contents, answers, strict=True):
            found[path] = its
            stages.done(path, took=its.took)
    stages.begin("covering what identifies")
    if redaction.defaults:
        known = {name for its in found.values() for name in its.told.names}
        known -= _words(testbeds, hardware)
        every = redaction, redaction.names | known
        redaction = memo.take("names covered", "", every, partial(_naming, *every))
    files: dict[str, RawFile] = {}
    for path, content in contents.items():
        its = found.pop(path)
        covered = memo.take(
            "covered",
            path,
            (its, redaction),
            partial(shown.reading, its.reading, redaction, its.told),
        )
        findings += covered.diagnostics
        where = _nearest(path, testbeds)
        if where is None and covered.records:
            findings.append(
                Diagnostic(
                    Position(path),
                    "missing-testbed",
                    "no testbed.yaml in this folder or above it",
                    "a number without its testbed cannot be compared: write one beside it",
                )
            )
        files[path] = RawFile(path, urls.run_id(path), content, covered, where or "", redaction)
    findings += copies.findings(
        copies.Kept(its.path, its.testbed, its.content, its.reading.records)
        for its in files.values()
    )
    stages.begin("joining results and testbeds")
    joined = _join(files.values(), testbeds)
    findings = [*(one for one in findings if one not in joined.settled), *joined.findings]
    files |= joined.mates
    return Lab(
        Dataset(joined.records, joined.gaps), testbeds, hardware, files, joined.runs
    ), findings


def _naming(its: Redaction, names: frozenset[str]) -> Redaction:
    return replace(its, names=names)


def _owners(paths: Iterable[str], project: Project) -> dict[str, str]:
    """Return under which path each file is read: one that links lead to, under its own."""
    origins = {path: project.origin(path) for path in paths}
    first: dict[str, str] = {path: path for path, origin in origins.items() if path == origin}
    return {path: first.setdefault(origin, path) for path, origin in origins.items()}


def _link(path: str, to: str) -> Diagnostic:
    message = f"a link to {to}: what was measured once is no repeat of itself"
    return Diagnostic(Position(path), "left-out", message, "refer to that file, which is read")


def _words(testbeds: Mapping[str, Testbed], hardware: Mapping[str, Hardware]) -> frozenset[str]:
    """Return the words that a lab itself uses for its hardware: no host is told by them."""
    texts = [text for name, its in hardware.items() for text in (name, its.title)]
    texts += [title for its in testbeds.values() for title in its.titles]
    return frozenset(word for text in texts for word in (text, *text.split()))


def _sidecars(paths: Iterable[str]) -> set[str]:
    """Return the paths of files `<raw file>.yaml`."""
    known = set(paths)
    return {
        path for path in known if path.endswith(".yaml") and path.removesuffix(".yaml") in known
    }


def _nearest(path: str, testbeds: Mapping[str, Testbed]) -> str | None:
    return next((folder for folder in joining.folders(path) if folder in testbeds), None)


_SUMMARY = "_summary"


class _Joined(NamedTuple):
    """Records and runs with their testbeds; `mates` are files that add to a run of another file.

    `settled` are findings on raw files that others here say more of.
    """

    records: list[Record]
    runs: dict[str, RunEntry]
    mates: dict[str, RawFile]
    findings: list[Diagnostic]
    settled: set[Diagnostic]
    gaps: list[Gap]


def _join(files: Iterable[RawFile], testbeds: Mapping[str, Testbed]) -> _Joined:
    files = list(files)
    dumps = joining.dumps(file.reading for file in files)
    told: dict[str, list[Record]] = {}
    its = _Joined([], {}, {}, [], set(), [])
    for file in files:
        columns, more, settled = joining.shared_columns(
            file.reading, testbeds.get(file.testbed), dumps
        )
        its.findings.extend(more)
        its.settled.update(settled)
        mate = file._replace(id=file.path.removeprefix("results/"))
        for known in _known_as(file, its.runs):
            runs = _runs(known)
            own = {name: _records(known, run, columns, name) for name, run in runs.items()}
            clash = next((name for name in own if name in told), "")
            before = {name: told[name] for name, one in its.runs.items() if one.file.id == known.id}
            if merged := merging.whole(before, own, mate.id) if clash else None:
                break
        its.gaps.extend(_gaps(known, columns))
        if not clash:
            told |= own
            its.runs.update((name, RunEntry(name, run, file)) for name, run in runs.items())
        elif merged:
            told |= merged.records
            its.findings.extend(merged.findings)
            said = (*file.reading.diagnostics, *merged.findings)
            mate = mate._replace(reading=file.reading._replace(diagnostics=said))
            its.mates[file.path] = mate
        else:
            message = f"'{clash}' is the run of {its.runs[clash].file.path} already"
            hint = "give one of the two files another name: the ending does not count"
            its.findings.append(Diagnostic(Position(file.path), "duplicate-id", message, hint))
    its.records.extend(record for records in told.values() for record in records)
    return its


def _known_as(file: RawFile, runs: Mapping[str, RunEntry]) -> Iterator[RawFile]:
    """Yield a file under the id of a run that another file may tell of too, then under its own.

    IO500 writes `result.txt` and prints `result_summary.txt` (src/main.c of IO500/io500).
    """
    beside = file.id.removesuffix(_SUMMARY)
    if file.id.endswith("/result_summary") and beside in runs and runs[beside].run.tool == "io500":
        yield file._replace(id=beside)
    yield file


def run_names(file: RawFile) -> dict[int, str]:
    """Return the ids of the runs in a file that measured something, by their place in it."""
    measured = [run.number for run in file.reading.runs if run.measured]
    if len(measured) == 1:
        return {measured[0]: file.id}
    return {place: f"{file.id}:{number}" for number, place in enumerate(measured, 1)}


def _runs(file: RawFile) -> dict[str, FoundRun]:
    by_place = {run.number: run for run in file.reading.runs}
    return {name: by_place[place] for place, name in run_names(file).items()}


def _records(file: RawFile, run: FoundRun, columns: Mapping[str, Value], name: str) -> list[Record]:
    shared = {**columns, **joining.run_facts(file.reading, run)}
    return [
        _record((*record[:2], {**shared, **record.columns, "run": name}, *record[3:]))
        for record in file.reading.records
        if record.columns["run"] == run.number
    ]


_record = maker(Record)


def _gaps(file: RawFile, columns: Mapping[str, Value]) -> Iterator[Gap]:
    """Yield the places of a file where its tool says that there is no value.

    That a file has no value at all is one place of which only the run and its testbed are known.
    """
    names = run_names(file)
    for gap in file.reading.gaps:
        number = gap.columns["run"]
        name = names.get(number, file.id) if isinstance(number, int) else file.id
        yield gap._replace(columns={**columns, **gap.columns, "run": name})
    if file.measured or file.reading.gaps:
        return
    for finding in file.reading.diagnostics:
        if finding.code in FAILED:
            known = {**columns, "run": file.id}
            yield Gap(known, finding.position, FAILED[finding.code])
            return
