"""Numbers as they stand on pages, and the list of evidence that each page ends with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from sitegen import doubts, urls
from sitegen.lab import Lab
from sitegen.pages import in_words
from sitegen.record import Record, maker
from sitegen.samples import Sample

_KEPT = 20_000
"""Of how many numbers it is remembered what is known: most stand on several pages."""

NAMED = 5
"""How many lines the evidence for one number names."""


class Place(NamedTuple):
    """A link to a line of a raw file; how many more there are has no address."""

    text: str
    address: str


class Shown(NamedTuple):
    """A number on a page: its text, its evidence, and its row in the page's list of it."""

    text: str
    address: str
    evidence: str
    state: str = ""
    doubted: bool = False


class Row(NamedTuple):
    """What is known of a number: one row of the list of evidence.

    `measured` is how and under which load; `how` and `load` are the same in two parts, of which
    the first is alike for more numbers. Only where rows are grouped by `how`, `load` is shown.
    """

    id: str
    label: str
    shown: str
    printed: str
    also: str
    measured: str
    how: str
    load: str
    note: str
    on: str
    testbed: str
    raw: tuple[Place, ...]
    doubts: tuple[str, ...] = ()


def place(record: Record) -> Place:
    """Return the link to the line that a record was read from."""
    name = PurePosixPath(record.position.path).name
    text = f"{name}, line {record.position.line}" if record.position.line else name
    return Place(text, urls.run_line(record.page or record.run, record.position.line))


def _measured(sample: Sample, *, binary: bool = False) -> tuple[str, str, str]:
    """Return how often and under which load a value was measured, and how far repeats lie apart.

    The second and the third text are the same in two parts: as many others were, and as it alone.
    """
    record = sample.record
    once, often = "measured once", ""
    if sample.n > 1:
        low, high = (
            in_words.plain(value, record, binary=binary) for value in (sample.low, sample.high)
        )
        once, often = "", f"median of {sample.n} measurements, {low} to {high}"
    version = record.columns.get("tool_version")
    tool = f"{record.columns['tool']} {version}" if version else str(record.columns["tool"])
    load, date = in_words.workload(record), str(record.columns.get("date", ""))
    parts = ((once or often, tool, load, date), (once, tool, date), (often, load))
    whole, how, own = ("; ".join(filter(None, its)) for its in parts)
    return whole, how, own


_row = maker(Row)
_MEASURED, _LOAD = map(Row._fields.index, ("measured", "load"))


class Group(NamedTuple):
    """Rows with the same testbed and the same way of measuring, which are said once."""

    on: str
    testbed: str
    measured: str
    rows: tuple[Row, ...]


class Apart(NamedTuple):
    """How many numbers have their evidence on another page, its address, and that of its script."""

    number: int
    address: str
    script: str


Proof = tuple[Group, ...] | Apart
"""The list of evidence of a page."""


class Evidence:
    """Collects the numbers of one page; each sample gets one row however often it is shown."""

    def __init__(self, lab: Lab, *, binary: bool) -> None:
        """Begin an empty list for a page; `binary` says that rates are shown as MiB/s."""
        self._lab = lab
        self._binary = binary
        self._rows: dict[object, Row] = {}

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return the rows, grouped, in the order in which their numbers were first shown."""
        rows = self._rows.values()
        whole = {(row.on, row.testbed, row.measured) for row in rows}
        if len(whole) * 2 <= len(rows):
            return _grouped(_row((*row[:_LOAD], "", *row[_LOAD + 1 :])) for row in rows)
        return _grouped(_row((*row[:_MEASURED], row.how, *row[_MEASURED + 1 :])) for row in rows)

    def show(self, sample: Sample, text: str, state: str = "") -> Shown:
        """Return a number as it is shown, after noting the evidence for it."""
        row = self._row(sample)
        return Shown(text, row.raw[0].address, row.id, state, bool(row.doubts))

    def ratio(
        self, sample: Sample, other: Sample, text: str, result: str, state: str = ""
    ) -> Shown:
        """Return a number that compares two samples, after noting the evidence for both."""
        key = ("ratio", _key(sample), _key(other), result)
        row = self._rows.get(key)
        if row is None:
            one, two = self._facts(sample), self._facts(other)
            label = in_words.metric(sample.record)
            if one.on != two.on:
                label += f": {one.on} against {two.on}"
            row = Row(
                _row_id(len(self._rows) + 1),
                label,
                result,
                f"{one.printed} against {two.printed}",
                f"{one.shown} against {two.shown}",
                _both(one.measured, two.measured, "; "),
                _both(one.how, two.how, "; "),
                _both(one.load, two.load, " against "),
                "; ".join(dict.fromkeys(filter(None, (one.note, two.note)))),
                one.on,
                one.testbed,
                (*one.raw, *two.raw),
                tuple(dict.fromkeys((*one.doubts, *two.doubts))),
            )
            self._rows[key] = row
        return Shown(text, row.raw[0].address, row.id, state, bool(row.doubts))

    def _row(self, sample: Sample) -> Row:
        key = _key(sample)
        row = self._rows.get(key)
        if row is None:
            _, *facts = self._facts(sample)
            row = self._rows[key] = _row((_row_id(len(self._rows) + 1), *facts))
        return row

    def _facts(self, sample: Sample) -> Row:
        testbed = str(sample.record.columns.get("testbed", ""))
        title = self._lab.testbed_title(testbed)
        if len(sample.records) > 1:
            return _facts(sample, testbed, title, binary=self._binary)
        return _known(_Single(sample), testbed, title, binary=self._binary)


class _Single:
    """A sample of a single record, which is the same as long as its record is this very one."""

    __slots__ = ("sample",)

    def __init__(self, sample: Sample) -> None:
        self.sample = sample

    def __hash__(self) -> int:
        return id(self.sample.records[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Single) and self.sample.records[0] is other.sample.records[0]


@lru_cache(_KEPT)
def _known(one: _Single, testbed: str, title: str, *, binary: bool) -> Row:
    return _facts(one.sample, testbed, title, binary=binary)


def _facts(sample: Sample, testbed: str, title: str, *, binary: bool) -> Row:
    """Return the row of a sample, still without an id; `title` is that of its testbed."""
    record = sample.record
    shown, also = (in_words.plain(sample.value, record, binary=its) for its in (binary, not binary))
    note = in_words.CERTAINTY.get(sample.certainty, "")
    if note and record.note:
        note = f"{note}: {record.note}"
    return Row(
        "",
        in_words.metric(record),
        in_words.sign(sample) + shown,
        in_words.printed(record),
        in_words.sign(sample) + also if also != shown else "",
        *_measured(sample, binary=binary),
        note,
        title,
        urls.testbed(testbed) if testbed else "",
        tuple(_places(sample)),
        doubts.words(sample.doubts),
    )


def _grouped(rows: Iterable[Row]) -> tuple[Group, ...]:
    found: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row.on, row.testbed, row.measured), []).append(row)
    return tuple(Group(*key, tuple(its)) for key, its in found.items())


def _both(one: str, two: str, word: str) -> str:
    return one if one == two else f"{one}{word}{two}"


def _row_id(number: int) -> str:
    """Return an id that no heading and no block has: made of text they have no dot, else no _."""
    return f"_e.{number}"


def _key(sample: Sample) -> object:
    return tuple((record.position, record.metric) for record in sample.records)


def _places(sample: Sample) -> Iterator[Place]:
    """Yield the places of the repeats, the one nearest to the median first, and how many more."""
    nearest = sample.record
    others = [record for record in sample.records if record is not nearest]
    yield from map(place, (nearest, *others[: NAMED - 1]))
    if len(others) >= NAMED:
        yield Place(f"{len(others) - NAMED + 1:,} more", "")
