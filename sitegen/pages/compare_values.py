"""The values of the compare page: one script for some of the subjects.

For each subject and each row (a metric under a load) there is one cell: the median of repeats, and
of several set-ups the best. A value stands once, whether it is that of a run, of its testbed or of
both; the browser only puts cells of the same row side by side.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from sitegen import doubts, palette, urls
from sitegen.dataset import Sample
from sitegen.lab import Lab
from sitegen.pages import banners, evidence
from sitegen.pages.compare_rows import Metric, Printer, Rows, Under
from sitegen.pages.compare_samples import Samples
from sitegen.pages.compare_subjects import Subject
from sitegen.pages.compare_words import Properties, Words
from sitegen.record import BOUNDS, Record, Value
from sitegen.tables import scales
from sitegen.units import Number

_Thing = TypeVar("_Thing", bound=Hashable)


class _Told(NamedTuple):
    """A subject: `beds` is the number of what is known of it, `numbers` are those of its values."""

    id: str
    mark: tuple[int, int]
    page: str
    beds: int
    gaps: Mapping[str, str]
    withdrawn: Sequence[Sequence[str]]
    numbers: Sequence[object]


class _Row(NamedTuple):
    """A row by the numbers of its metric and its load, and its unit, which is so many base units.

    Rows are told apart and sorted by the three.
    """

    metrics: int
    loads: int
    unit: str
    factor: Number


class _Run(NamedTuple):
    """Where values were measured: page and tool of the run, name and page of its testbed.

    `beds` is the number of the properties of the testbed.
    """

    page: str
    on: str
    testbed: str
    tool: str
    date: str
    beds: int


def shard(
    subjects: Iterable[Subject], samples: Samples, rows: Rows, words: Words, lab: Lab
) -> dict[str, object]:
    """Return what a script holds: subjects with their cells, and what these refer to by number.

    A column that has the name of another table holds the numbers of its lines.
    """
    its = _Script(samples, rows, words)
    found = [
        _Told(
            one.id,
            palette.slot(one.key),
            _page(one),
            its.facts(one),
            one.gaps,
            [banners.words(old, lab) for old in one.withdrawn],
            its.cells(one),
        )
        for one in subjects
    ]
    values, more = its.values()
    return {
        "metrics": _columns(Metric, its.metrics),
        "loads": _columns(Under, its.loads),
        "rows": _columns(_Row, its.rows),
        "beds": {"bed": list(map(dict, its.beds))},
        "runs": _columns(_Run, its.runs),
        "doubts": {"doubt": list(its.doubts)},
        "values": values,
        "more": more,
        "phrases": list(its.phrases),
        "subjects": _columns(_Told, found),
    }


def _columns(kind: type[NamedTuple], things: Iterable[Sequence[object]]) -> dict[str, object]:
    """Return things of one kind as a table: a list for each of their parts."""
    return dict(zip(kind._fields, zip(*things, strict=True), strict=True))


def _page(its: Subject) -> str:
    if its.kind == "run":
        return urls.run(its.key).partition("#")[0]
    return urls.hardware(its.key) if its.kind == "hardware" else urls.testbed(its.key)


class _Script:
    """What one script holds, while it is put together: things that stand once, in their order."""

    def __init__(self, samples: Samples, rows: Rows, words: Words) -> None:
        self._samples = samples
        self._rows = rows
        self._words = words
        self.metrics: dict[Metric, int] = {}
        self.loads: dict[Under, int] = {}
        self.rows: dict[_Row, int] = {}
        self.runs: dict[_Run, int] = {}
        self.beds: dict[Properties, int] = {}
        self.doubts: dict[str, int] = {}
        self.phrases: dict[str, int] = {"": 0}
        self._value_of: dict[int, int] = {}

    def facts(self, its: Subject) -> int:
        """Return the number of what is known of a subject."""
        setups = [self._samples.setups[number] for number in its.setups]
        dates = {date for setup in setups for date in setup.dates}
        if its.kind == "run" and len(dates) > 1:
            samples = (self._samples.all[number] for number in its.samples(self._samples))
            dates = {record.columns.get("date") for one in samples for record in one.records}
        return _number(self._words.facts(setups, dates), self.beds)

    def cells(self, its: Subject) -> list[object]:
        """Return the cells of a subject: each is the number of a value.

        Where the value is one of several, the number of words for that stands beside it.
        """
        values = self._value_of
        numbers = its.samples(self._samples)
        if len(its.setups) == 1:
            return [_number(number, values) for number in numbers]
        load_of = self._samples.load_of
        by_load: dict[int, list[int]] = {}
        for number in numbers:
            by_load.setdefault(load_of[number], []).append(number)
        found: list[object] = []
        for several in by_load.values():
            number, of = self._rows.best(several)
            value = _number(number, values)
            found.append((value, _number(of, self.phrases)) if of else value)
        return found

    def values(self) -> tuple[Mapping[str, Sequence[object]], Mapping[int, Sequence[object]]]:
        """Return the values that cells refer to, each part of all of them as a list.

        What few values have stands aside, by the number of the value: words for how certain it is
        and for its repeats, how many of these a ratio can rest on (none, if it is a bound), and the
        lowest and the highest.
        """
        numbers = list(self._value_of)
        samples = [self._samples.all[number] for number in numbers]
        records = [one.record for one in samples]
        loads = [self._samples.load_of[number] for number in numbers]
        setups = [self._samples.setup_of[number] for number in numbers]
        values = [one.value for one in samples]
        printers = self._rows.printers
        texts = [printers[load](value) for load, value in zip(loads, values, strict=True)]
        more: dict[int, Sequence[object]] = {}
        for place, its in enumerate(samples):
            if its.n > 1 or its.certainty != "exact":
                texts[place] = scales.sign(its.certainty, its.value) + texts[place]
                more[place] = self._more(its, printers[loads[place]])
        row_of = {load: self._row(load) for load in dict.fromkeys(loads)}
        return {
            "rows": [row_of[load] for load in loads],
            "runs": self._runs(records, setups),
            "value": values,
            "text": texts,
            "written": list(map(evidence.printed, records)),
            "line": [record.position.line for record in records],
            "doubts": self._doubts(samples),
        }, more

    def _more(self, its: Sample, printed: Printer) -> Sequence[object]:
        bound = its.certainty in BOUNDS
        sure = "" if bound else evidence.CERTAINTY.get(its.certainty, "")
        if its.n == 1:
            return (sure, "", 0) if bound else (sure,)
        note = f"n = {its.n}, {printed(its.low)} to {printed(its.high)}"
        return sure, note, 0 if bound else its.n, its.low, its.high

    def _doubts(self, samples: Iterable[Sample]) -> list[int]:
        """Return the number of the words for what doubts each of samples."""
        # The same findings doubt many values, and comparing them takes as long as telling them.
        known: dict[tuple[int, ...], int] = {}
        found = []
        for its in samples:
            key = tuple(map(id, its.doubts))
            if key not in known:
                known[key] = _number("; ".join(doubts.words(its.doubts)), self.doubts)
            found.append(known[key])
        return found

    def _row(self, load: int) -> int:
        its = self._rows.all[load]
        metric, under = _number(its.metric, self.metrics), _number(its.under, self.loads)
        return _number(_Row(metric, under, its.unit, its.factor), self.rows)

    def _runs(self, records: Iterable[Record], setups: Iterable[int]) -> list[int]:
        """Return the number of the run that each of records with their set-ups is from."""
        known: dict[tuple[str, int, Value | None], int] = {}
        found = []
        for record, setup in zip(records, setups, strict=True):
            key = (record.page or record.run, setup, record.columns.get("date"))
            if key not in known:
                known[key] = _number(self._run(*key), self.runs)
            found.append(known[key])
        return found

    def _run(self, page: str, number: int, date: Value | None) -> _Run:
        setup = self._samples.setups[number]
        path = str(setup.columns.get("testbed", ""))
        return _Run(
            urls.run_line(page, 0),
            self._words.testbed(path),
            urls.testbed(path) if path else "",
            self._words.tool(setup),
            str(date or ""),
            _number(self._words.bed(setup), self.beds),
        )


def _number(thing: _Thing, numbers: dict[_Thing, int]) -> int:
    """Return the number of a thing that stands once: its place in the order of all."""
    return numbers.setdefault(thing, len(numbers))
