"""A comparison as titled tables, in the order in which a reviewer wants to know.

Every view for people prints these, so all say the same. A table of values has one unit, the same
for both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from sitegen import urls
from sitegen.diagnostics import Diagnostic, Position
from sitegen.diffing import values
from sitegen.diffing.comparison import Comparison
from sitegen.diffing.measured import Change, Kind
from sitegen.diffing.published import Files
from sitegen.diffing.values import Cell, Table
from sitegen.diffing.written import Quote

_PAIRS: tuple[tuple[Kind, str], ...] = (
    ("worse", "Worse"),
    ("better", "Better"),
    ("changed", "Changed, and neither direction is better"),
    ("unclear", "No clear difference (~)"),
)


class Section(NamedTuple):
    """Some tables under one title; what is `folded` is read only by those who ask for it."""

    title: str
    tables: Sequence[Table]
    folded: bool = False

    @property
    def rows(self) -> int:
        """Return how many rows the tables have together."""
        return sum(len(one.rows) for one in self.tables)


def sections(its: Comparison) -> list[Section]:
    """Return all that differs, the most important first; what is empty is left out."""
    found = [Section(title, values.pairs(its, its.of(kind))) for kind, title in _PAIRS]
    found += [
        Section(
            "Not comparable: measured on or with something else",
            values.pairs(its, its.of("not-comparable")),
        ),
        Section("Added", values.alone(its, its.of("added")), folded=True),
        Section("Removed", values.alone(its, its.of("removed"))),
        Section("The same values from other repeats", _repeated(its), folded=True),
        Section("Metadata changed", [*_conditions(its), *_restated(its)]),
        Section("Files", [*_files(its), *_reprinted(its)]),
        Section("Claims newly wrong", _quotes(its.claims.broken, "what is wrong")),
        Section("Claims mended", _quotes(its.claims.mended, "")),
        Section("Claims that are gone", _quotes(its.claims.gone, ""), folded=True),
        Section("New findings", _findings(its.findings.new)),
        Section("Findings silenced", _findings(its.findings.silenced)),
        Section("Findings that are gone", _findings(its.findings.gone), folded=True),
        Section("Published addresses that are lost", _list("address", its.lost)),
        Section(
            "Sentences that quote a changed number",
            _quotes((one for one in its.claims.quoting if one not in its.claims.broken), "verdict"),
        ),
        Section("Charts", _published(its.charts, urls.chart), folded=True),
        Section("Pages", _published(its.pages, str), folded=True),
        Section("Other files of the lab", _published(its.others, lambda _: ""), folded=True),
    ]
    return [one for one in found if one.rows]


def _repeated(its: Comparison) -> list[Table]:
    """Return the table of values that other repeats come to as well."""
    said = ((one, values.runs(one)) for one in its.of("repeated"))
    return [Table(("the same values", "runs"), _counted(said))]


def _conditions(its: Comparison) -> Iterator[Table]:
    """Yield the table of values that are the same, and were measured on or with something else."""
    said = ((one, values.differences(one, its)) for one in its.of("metadata"))
    if rows := _counted(said):
        yield Table(("the same values", "differ in"), rows)


def _counted(said: Iterable[tuple[Change, str]]) -> list[tuple[Cell, ...]]:
    """Return a row for all values of a folder of which the same is said."""
    counted = Counter((one.folder, words) for one, words in said)
    return [
        (Cell(f"{number:,} value{'' if number == 1 else 's'} in {folder}"), Cell(words))
        for (folder, words), number in sorted(counted.items())
    ]


def _restated(its: Comparison) -> Iterator[Table]:
    rows = [
        (Cell(one.subject), Cell(one.name), Cell(one.before), Cell(one.after), _at(one.position))
        for one in its.restated
    ]
    if rows:
        yield Table(("of", "fact", "before", "after", "stated in"), rows)


def _files(its: Comparison) -> Iterator[Table]:
    raw = its.raw
    inside = tuple(f"{folder}/" for folder in raw.folders)
    valued = {one.sample.record.position.path for one in its.changes if one.kind != "reprinted"}
    rows = [(Cell(f"{old}/"), Cell(f"moved to {new}/")) for old, new in raw.folders.items()]
    rows += [
        (Cell(old), Cell(f"renamed to {new}"))
        for old, new in (*sorted(raw.moved.items()), *sorted(its.documents.items()))
        if not old.startswith(inside)
    ]
    rows += [
        (Cell(path), Cell("other bytes, the same values"))
        for path in sorted(raw.changed - valued)
        if not path.endswith(".yaml")
    ]
    if rows:
        yield Table(("file", "what became of it"), rows)


def _reprinted(its: Comparison) -> Iterator[Table]:
    rows = [
        (values.what(one, its), Cell(one.base.record.written), Cell(one.head.record.written))
        for one in its.of("reprinted")
        if one.base and one.head
    ]
    if rows:
        yield Table(("the same value", "was printed as", "is printed as"), rows)


def _quotes(quotes: Iterable[Quote], last: str) -> list[Table]:
    rows = []
    for one in quotes:
        before = one.before.text if one.before else ""
        after = one.after.text if one.after else ""
        said = one.after.message or one.after.verdict if one.after else ""
        cells = [_at(one.position), Cell(one.sentence), Cell(before), Cell(after)]
        rows.append((*cells, Cell(said)) if last else tuple(cells))
    head = ("where", "sentence", "said before", "says now", *((last,) if last else ()))
    return [Table(head, rows)]


def _findings(findings: Iterable[Diagnostic]) -> list[Table]:
    rows = [
        (Cell(f"{one.severity}: {one.code}"), _at(one.position), Cell(_message(one)))
        for one in findings
    ]
    return [Table(("finding", "where", "what is"), rows)]


def _message(one: Diagnostic) -> str:
    return f"{one.message} (known: {one.silenced})" if one.silenced else one.message


def _at(position: Position) -> Cell:
    return Cell(str(position))


def _list(head: str, texts: Iterable[str]) -> list[Table]:
    return [Table((head,), [(Cell(one),) for one in texts])]


def _published(files: Files, address: Callable[[str], str]) -> list[Table]:
    rows = [
        (Cell(name or "index", "" if what == "removed" else address(name)), Cell(what))
        for what, names in files._asdict().items()
        for name in names
    ]
    return [Table(("which", "what became of it"), rows)]
