"""The values of the compare page: one script for some of the subjects.

For each subject and each row (a metric under a load) there is one cell: the median of repeats, and
of several set-ups the best. A value stands once, whether it is that of a run, of its testbed or of
both; the browser only puts cells of the same row side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen import doubts, palette, urls
from sitegen.lab import Lab
from sitegen.pages import banners, in_words
from sitegen.pages.compare_rows import Metric, Printer, Rows, Under
from sitegen.pages.compare_samples import Numbers, Samples
from sitegen.pages.compare_subjects import Subject
from sitegen.pages.compare_words import Properties, Words
from sitegen.record import BOUNDS, Record, Value
from sitegen.samples import Sample
from sitegen.tables import scales


class _Told(NamedTuple):
    """A subject: `beds` is the number of what is known of it, `numbers` are those of its values."""

    id: str
    mark: tuple[int, int]
    page: str
    beds: int
    gaps: Mapping[str, str]
    withdrawn: Sequence[Sequence[str]]
    numbers: Sequence[object]


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
    # These number what stands in the tables below.
    values = its.values()
    return {
        "metrics": _columns(Metric, (rows.metrics[number] for number in its.metrics)),
        "loads": _columns(Under, (rows.loads[number] for number in its.loads)),
        "beds": {"bed": list(map(dict, its.beds))},
        "runs": _columns(_Run, its.runs),
        "doubts": {"doubt": list(its.doubts)},
        **values,
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
        self.metrics, self.loads = Numbers[int](), Numbers[int]()
        self.runs = Numbers[_Run]()
        self.beds = Numbers[Properties]()
        self.doubts = Numbers[str]()
        self.phrases = Numbers[str]({"": 0})
        self._value_of = Numbers[int]()

    def facts(self, its: Subject) -> int:
        """Return the number of what is known of a subject."""
        setups = [self._samples.setups[number] for number in its.setups]
        dates = {date for setup in setups for date in setup.dates}
        if its.kind == "run" and len(dates) > 1:
            samples = (self._samples.all[number] for number in its.samples(self._samples))
            dates = {record.columns.get("date") for one in samples for record in one.records}
        return self.beds[self._words.facts(setups, dates)]

    def cells(self, its: Subject) -> list[object]:
        """Return the cells of a subject: each is the number of a value.

        Where the value is one of several, the number of words for that stands beside it.
        """
        values = self._value_of
        numbers = its.samples(self._samples)
        if len(its.setups) == 1:
            return list(map(values.__getitem__, numbers))
        by_load: defaultdict[int, list[int]] = defaultdict(list)
        for load, number in zip(
            map(self._samples.load_of.__getitem__, numbers), numbers, strict=True
        ):
            by_load[load].append(number)
        found: list[object] = []
        for several in by_load.values():
            number, of = self._rows.best(several)
            value = values[number]
            found.append((value, self.phrases[of]) if of else value)
        return found

    def values(self) -> dict[str, object]:
        """Return the tables of the values that cells refer to, and of their rows.

        What few values have stands in `more` by the number of the value: words for how certain it
        is and for its repeats, how many of these a ratio can rest on (none, if it is a bound), and
        the lowest and the highest.
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
        row_of = {load: number for number, load in enumerate(dict.fromkeys(loads))}
        table = {
            "rows": [row_of[load] for load in loads],
            "runs": self._runs(records, setups),
            "value": values,
            "text": texts,
            "written": list(map(in_words.printed, records)),
            "line": [record.position.line for record in records],
            "doubts": self._doubts(samples),
        }
        return {"rows": self._table(row_of), "values": table, "more": more}

    def _more(self, its: Sample, printed: Printer) -> Sequence[object]:
        bound = its.certainty in BOUNDS
        sure = "" if bound else in_words.CERTAINTY.get(its.certainty, "")
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
                known[key] = self.doubts["; ".join(doubts.words(its.doubts))]
            found.append(known[key])
        return found

    def _table(self, loads: Iterable[int]) -> dict[str, object]:
        """Return the rows of loads as a table; metrics and loads get numbers in this script."""
        rows = [self._rows.all[load] for load in loads]
        return {
            "metrics": [self.metrics[row.metric] for row in rows],
            "loads": [self.loads[row.load] for row in rows],
            "unit": [row.unit for row in rows],
            "factor": [row.factor for row in rows],
        }

    def _runs(self, records: Iterable[Record], setups: Iterable[int]) -> list[int]:
        """Return the number of the run that each of records with their set-ups is from."""
        known: dict[tuple[str, int, Value | None], int] = {}
        found = []
        for record, setup in zip(records, setups, strict=True):
            key = (record.page or record.run, setup, record.columns.get("date"))
            if key not in known:
                known[key] = self.runs[self._run(*key)]
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
            self.beds[self._words.bed(setup)],
        )
