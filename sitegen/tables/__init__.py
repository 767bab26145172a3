"""From a query and its records to a table: one unit for a column, residue named, gaps explained."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import dataset, doubts, labels, names, residue, vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.display import Scale
from sitegen.names import Names
from sitegen.query import Query
from sitegen.ratios import ratio
from sitegen.record import BOUNDS, Gap, Record, Value
from sitegen.residue import Note
from sitegen.samples import Sample, samples
from sitegen.selection import METRIC
from sitegen.tables import baselines, grid, scales
from sitegen.tables.grid import Grid, Key


class Heading(NamedTuple):
    """What a row or a column stands for: a column of the data, its value, and its words."""

    column: str
    value: Value | None
    text: str


class Column(NamedTuple):
    """A column of a table; `unit` is empty where the cells have units of their own."""

    headings: tuple[Heading, ...]
    text: str
    unit: str = ""
    better: str = "neither"
    ratio: bool = False


class Cell(NamedTuple):
    """A number in a table, or why there is none.

    The cell of a ratio has a baseline and the change against it; `doubt` says why that may mean
    nothing. Where a tool says that there is no value, `gap` says where.
    """

    text: str = ""
    unit: str = ""
    sample: Sample | None = None
    why: str = ""
    best: bool = False
    baseline: Sample | None = None
    change: float | None = None
    doubt: str = ""
    gap: Gap | None = None


class Row(NamedTuple):
    """A row of a table."""

    headings: tuple[Heading, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table as pages show it; `heads` stand over row headings, `basis` holds for all cells."""

    id: str
    title: str
    caption: str
    heads: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[Note, ...]
    basis: str


def build(
    query: Query,
    records: Sequence[Record],
    words: Names,
    gaps: Sequence[Gap] = (),
    *,
    extend: bool = False,
) -> tuple[Table, list[Diagnostic]]:
    """Return the table for a query whose names are complete, and what is wrong with it.

    `gaps` are places where a tool says that there is no value. With `extend`, rows are split until
    each cell holds one sample; else a cell with several stays empty, and that is a finding.
    """
    laid = grid.arrange(query, records, gaps, extend=extend)
    findings = grid.crowded(laid, words)
    rest = residue.of(records, laid.shown, query.ignore, words.testbeds)
    if unlike := residue.finding(query, rest, words):
        findings.append(unlike)
    single = [
        {n: its for n, key in enumerate(laid.column_keys) if (its := laid.one(row, key))}
        for row in laid.row_keys
    ]
    chosen = scales.scales(single, binary=words.binary)
    columns = [
        _column(key, laid, {row[n].symbol for row in chosen if n in row}, words)
        for n, key in enumerate(laid.column_keys)
    ]
    best = _best(laid, words)
    shown = [its for row in single for its in row.values()]
    cells = [
        [
            _cell(laid, row, key, scales_of.get(n), columns[n].unit, best)
            for n, key in enumerate(laid.column_keys)
        ]
        for row, scales_of in zip(laid.row_keys, chosen, strict=True)
    ]
    changes, wrong = baselines.changes(laid, records, words)
    for change in changes:
        columns.append(Column((), change.text, ratio=True))
        for row, (its, other) in zip(cells, change.pairs, strict=True):
            row.append(_ratio(its, other))
    table = Table(
        query.id,
        query.title,
        query.caption,
        tuple(names.heading(names.label(column)) for column in laid.rows),
        tuple(columns),
        tuple(
            Row(_headings(laid.rows, key, words), tuple(its))
            for key, its in zip(laid.row_keys, cells, strict=True)
        ),
        (*residue.notes(rest, words), *doubts.notes(shown)),
        basis(records, laid.shown, words),
    )
    return table, findings + wrong


def _headings(columns: Sequence[str], key: Key, words: Names) -> tuple[Heading, ...]:
    return tuple(
        Heading(column, value, words.value(column, value))
        for column, value in zip(columns, key, strict=True)
    )


def _column(key: Key, laid: Grid, symbols: set[str], words: Names) -> Column:
    headings = _headings(laid.columns, key, words)
    its = [one for row in laid.row_keys for one in laid.cells.get((row, key), ())]
    directions = {vocabulary.QUANTITIES[scales.quantity(one)].better for one in its}
    return Column(
        headings,
        title(laid.columns, key, words) or metric(its[0].record),
        symbols.pop() if len(symbols) == 1 else "",
        directions.pop() if len(directions) == 1 else "neither",
    )


def title(columns: Sequence[str], key: Key, words: Names) -> str:
    """Return the words for values of `columns`, those of a metric taken together."""
    its = dict(zip(columns, key, strict=True))
    parts = []
    if its.get("operation") and its.get("quantity"):
        known = [str(its.pop(column, None) or "") for column in METRIC]
        parts.append(labels.metric(*known))
    text = ", ".join(parts + [words.alone(column, value) for column, value in its.items()])
    return names.heading(text) if columns[:1] and columns[0] in METRIC else text


def metric(record: Record) -> str:
    """Return the words for what a record measures."""
    return labels.metric(*(str(record.columns.get(column, "")) for column in METRIC))


def _cell(
    laid: Grid,
    row: Key,
    column: Key,
    scale: Scale | None,
    unit: str,
    best: AbstractSet[tuple[Key, Key]],
) -> Cell:
    its = laid.one(row, column)
    if its is None or scale is None:
        many = len(laid.cells.get((row, column), ()))
        if not many and (gap := laid.gaps.get((row, column))):
            return Cell(why=gap.said, gap=gap)
        return Cell(why=f"{many} results that are not alike" if many else "no result")
    return Cell(
        scales.text(its, scale),
        "" if unit else scale.symbol,
        its,
        best=(row, column) in best,
    )


def _ratio(its: Sample | None, other: Sample | None) -> Cell:
    if its is other and its is not None:
        return Cell(why="the baseline")
    if its is None or other is None:
        return Cell(why="no result to compare")
    change = ratio(its, other)
    if isinstance(change, str):
        return Cell(why=change)
    return Cell(change.text, sample=its, baseline=other, change=change.change, doubt=change.doubt)


def _best(laid: Grid, words: Names) -> AbstractSet[tuple[Key, Key]]:
    """Return the cells that are the best of those that they can be compared with.

    These have the same metric and the same values in all that is shown but testbeds and runs. None
    is the best where that would be a value that is doubted.
    """
    rivals: dict[object, list[tuple[Key, Key]]] = {}
    for place in laid.cells:
        its = laid.one(*place)
        if its is not None:
            key = zip(laid.shown, (*place[0], *place[1]), strict=True)
            alike = [value for column, value in key if not _is_case(column)]
            rivals.setdefault((its.record.metric, *alike), []).append(place)
    found: set[tuple[Key, Key]] = set()
    for places in rivals.values():
        chosen = [its for place in places if (its := laid.one(*place))]
        better = vocabulary.QUANTITIES[scales.quantity(chosen[0])].better
        if len(chosen) < 2 or better == "neither" or any(s.certainty in BOUNDS for s in chosen):
            continue
        records = [record for its in chosen for record in its.records]
        if residue.of(records, laid.shown, laid.query.ignore, words.testbeds).comparable:
            values = [its.value for its in chosen]
            top = max(values) if better == "higher" else min(values)
            ahead = [n for n, value in enumerate(values) if value == top]
            if not any(chosen[n].doubts for n in ahead):
                found |= {places[n] for n in ahead}
    return found


def _is_case(column: str) -> bool:
    return column == "run" or column.partition(".")[0] == "testbed"


def basis(records: Sequence[Record], shown: Sequence[str], words: Names) -> str:
    """Return what holds for all records and is not shown: 'bonnie++ 1.03, file size 16 GiB'."""
    same = {
        column: its.pop()
        for column, its in dataset.values(records).items()
        if column not in shown and len(its) == 1
    }
    tool = " ".join(str(same[column]) for column in ("tool", "tool_version") if column in same)
    load = [
        f"{names.label(column)} {words.value(column, value)}"
        for column, value in sorted(same.items())
        if column.startswith("workload.") and column not in residue.LABELS
    ]
    alike = dataset.gathered(records, shown).values()
    counts = sorted({its.n for some in alike for its in samples(some)})
    runs = f"n = {counts[0]}" if len(counts) == 1 else f"n = {counts[0]} to {counts[-1]}"
    return ", ".join(part for part in (tool, *load, runs) if part)
