"""The values of the compare page: one script for some of the subjects.

For each subject and each row (a metric under a load) there is one cell: the median of repeats, and
of several set-ups the best. The browser only puts cells of the same row side by side.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen import doubts, palette, urls
from sitegen.dataset import Sample
from sitegen.lab import Lab
from sitegen.pages import banners, evidence
from sitegen.pages.compare_rows import Metric, Row, Rows, best
from sitegen.pages.compare_subjects import Subject
from sitegen.pages.compare_words import Words
from sitegen.record import BOUNDS, Record
from sitegen.tables import scales


class _Cell(NamedTuple):
    """What a subject has in a row; the first three are numbers of other things or of the base unit.

    `n` is how many repeats a ratio can rest on: none if the value is a bound. Trailing parts that
    are as in a value measured once are left out.
    """

    row: int
    run: int
    value: object
    text: str
    written: str
    line: int
    note: str = ""
    doubt: str = ""
    n: int = 1
    low: object = None
    high: object = None


class _Run(NamedTuple):
    """Where cells were measured: page and tool of the run, and the testbed if it is no subject's.

    `bed` is the number of the properties of the testbed.
    """

    page: str
    on: str
    testbed: str
    tool: str
    date: str
    bed: int


class _Once:
    """Things that stand once, and are referred to by their number."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def number(self, thing: Hashable) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def all(self) -> list[Hashable]:
        return list(self._numbers)


def shard(subjects: Iterable[Subject], rows: Rows, words: Words, lab: Lab) -> dict[str, object]:
    """Return what a script holds: subjects with their cells, and what these refer to by number."""
    known, runs, properties = _Once(), _Once(), _Once()
    metrics: dict[str, Metric] = {}
    found = []
    for its in subjects:
        cells = []
        for row, several in _by_row(its, rows).items():
            its_best, of = best(several)
            metrics[row.metric] = rows.metrics[row.metric]
            run = runs.number(_run(its_best.record, its, words, properties))
            cells.append(_cell(row, known.number(row), run, its_best, of, rows))
        facts = words.facts([record for one in its.samples for record in one.records])
        old = [banners.words(one, lab) for one in its.withdrawn]
        found.append(
            (its.id, palette.slot(its.key), _page(its), properties.number(facts), its.gaps, old,
             cells)
        )  # fmt: skip
    return {
        "keys": {
            "cell": _Cell._fields[3:],
            "run": _Run._fields,
            "row": Row._fields,
            "metric": Metric._fields,
        },
        "metrics": metrics,
        "rows": known.all(),
        "runs": runs.all(),
        "properties": properties.all(),
        "subjects": found,
    }


def _by_row(its: Subject, rows: Rows) -> Mapping[Row, list[Sample]]:
    found: dict[Row, list[Sample]] = {}
    for one in its.samples:
        found.setdefault(rows.of(one.record), []).append(one)
    return found


def _run(record: Record, its: Subject, words: Words, properties: _Once) -> _Run:
    path = str(record.columns.get("testbed", ""))
    other = path if path and its.id != f"testbed:{path}" else ""
    return _Run(
        urls.run_line(record.page or record.run, 0),
        words.testbed(other),
        urls.testbed(other) if other else "",
        words.tool(record),
        str(record.columns.get("date", "")),
        properties.number(words.bed(record)),
    )


def _cell(row: Row, number: int, run: int, its: Sample, of: str, rows: Rows) -> Sequence[object]:
    record = its.record
    notes = []
    if its.n > 1:
        low, high = (rows.text(value, row) for value in (its.low, its.high))
        notes.append(f"n = {its.n}, {low} to {high}")
    bound = its.certainty in BOUNDS
    sure = "" if bound else evidence.CERTAINTY.get(its.certainty, "")
    cell = _Cell(
        number,
        run,
        its.value,
        scales.sign(its.certainty, its.value) + rows.text(its.value, row),
        evidence.printed(record),
        record.position.line,
        ", ".join(filter(None, (*notes, of, sure))),
        "; ".join(doubts.words(its.doubts)),
        0 if bound else its.n,
        *((its.low, its.high) if its.n > 1 else ()),
    )
    told = len(cell)
    usual = _Cell._field_defaults
    while cell[told - 1] == usual.get(_Cell._fields[told - 1], cell):
        told -= 1
    return cell[:told]


def _page(its: Subject) -> str:
    if its.kind == "run":
        return urls.run(its.key).partition("#")[0]
    return urls.hardware(its.key) if its.kind == "hardware" else urls.testbed(its.key)
