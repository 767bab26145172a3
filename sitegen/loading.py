"""A lab from its folders: raw files read, covered, and joined with the testbeds they lie on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from sitegen import copies, joining, merging, reading, shown, testbed, urls
from sitegen.dataset import Dataset
from sitegen.dataset import columns as named
from sitegen.diagnostics import FAILED, Diagnostic, Position
from sitegen.hardware import Hardware
from sitegen.lab import Lab, RawFile, RunEntry, run_names
from sitegen.memo import ANEW, Memo
from sitegen.project import Project
from sitegen.reading import Raw, Reader
from sitegen.record import Gap, Record, Value, maker
from sitegen.redaction import DEFAULT, Redaction
from sitegen.results import FoundFact, FoundRun
from sitegen.stages import SILENT, Stages
from sitegen.testbed import Testbed

TESTBED_FILE = "testbed.yaml"


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
    texts = {path: text for path, text in written.items() if path not in sidecars}
    testbeds, more = memo.take(
        "testbeds", "", (texts, hardware), partial(testbed.load, texts, hardware)
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
    joined = _join(files.values(), testbeds, memo)
    findings = [*(one for one in findings if one not in joined.settled), *joined.findings]
    files |= joined.mates
    dataset = Dataset(joined.records, frozenset(joined.columns), joined.gaps)
    return Lab(dataset, testbeds, hardware, files, joined.runs), findings


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


class _One(NamedTuple):
    """What a raw file says of each of its runs, joined with its testbed."""

    runs: Mapping[str, FoundRun]
    records: Mapping[str, Sequence[Record]]
    columns: frozenset[str]
    gaps: Sequence[Gap]
    findings: Sequence[Diagnostic]
    settled: Sequence[Diagnostic]


class _Joined(NamedTuple):
    """Records and runs with their testbeds; `mates` are files that add to a run of another file.

    `settled` are findings on raw files that others here say more of.
    """

    records: dict[str, Sequence[Record]]
    columns: set[str]
    runs: dict[str, RunEntry]
    mates: dict[str, RawFile]
    findings: list[Diagnostic]
    settled: set[Diagnostic]
    gaps: list[Gap]


def _join(files: Iterable[RawFile], testbeds: Mapping[str, Testbed], memo: Memo) -> _Joined:
    files = list(files)
    dumps = joining.dumps(file.reading for file in files)
    its = _Joined({}, set(), {}, {}, [], set(), [])
    for file in files:
        above = {name: dumps[name] for name in joining.folders(file.path) if name in dumps}
        mate, merged = file._replace(id=file.path.removeprefix("results/")), None
        for known in _known_as(file, its.runs):
            made_from = known, testbeds.get(file.testbed), above
            one = memo.take("joined", (file.path, known.id), made_from, partial(_one, *made_from))
            clash = next((name for name in one.records if name in its.records), "")
            if clash and (merged := merging.whole(_told(its, known.id), one.records, mate.id)):
                break
        its.findings.extend(one.findings)
        its.settled.update(one.settled)
        its.gaps.extend(one.gaps)
        its.columns.update(one.columns)
        if not clash:
            its.records.update(one.records)
            its.runs.update((name, RunEntry(name, run, file)) for name, run in one.runs.items())
        elif merged:
            its.records.update(merged.records)
            its.findings.extend(merged.findings)
            said = (*file.reading.diagnostics, *merged.findings)
            mate = mate._replace(reading=file.reading._replace(diagnostics=said))
            its.mates[file.path] = mate
        else:
            message = f"'{clash}' is the run of {its.runs[clash].file.path} already"
            hint = "give one of the two files another name: the ending does not count"
            its.findings.append(Diagnostic(Position(file.path), "duplicate-id", message, hint))
    return its


def _told(its: _Joined, name: str) -> dict[str, Sequence[Record]]:
    """Return the records of the runs that are known of a raw file, by its id."""
    return {run: its.records[run] for run, one in its.runs.items() if one.file.id == name}


def _one(file: RawFile, bed: Testbed | None, dumped: Mapping[str, list[FoundFact]]) -> _One:
    """Return what a raw file says, with what is dumped of its machine in the folders above it."""
    columns, findings, settled = joining.shared_columns(file.reading, bed, dumped)
    runs = _runs(file)
    records = {name: _records(file, run, columns, name) for name, run in runs.items()}
    return _One(
        runs, records, named(*records.values()), tuple(_gaps(file, columns)), findings, settled
    )


def _known_as(file: RawFile, runs: Mapping[str, RunEntry]) -> Iterator[RawFile]:
    """Yield a file under the id of a run that another file may tell of too, then under its own.

    IO500 writes `result.txt` and prints `result_summary.txt` (src/main.c of IO500/io500).
    """
    beside = file.id.removesuffix(_SUMMARY)
    if file.id.endswith("/result_summary") and beside in runs and runs[beside].run.tool == "io500":
        yield file._replace(id=beside)
    yield file


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
