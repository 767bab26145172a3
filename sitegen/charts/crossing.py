"""From a table to a heat map: rows and columns that cross in cells, and what empty cells mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen import palette
from sitegen.charts import axes, measured
from sitegen.charts.drawable import Drawable, counted, listed, zeros
from sitegen.charts.plots import Empty, Plot, Point, Series
from sitegen.names import label
from sitegen.record import Value
from sitegen.residue import Note
from sitegen.tables import Cell, Column, Heading

UNMEASURED, IMPOSSIBLE, UNLIKE, SAID = "\u2013", "\u00d7", "?", "!"
"""The signs of empty cells: not measured, cannot be, unlike results, what a tool says instead."""

_NOTHING = "no result"
_PARTS = {"workload.block_size": "workload.file_size"}
"""Sizes that cannot be larger than another: a record is never larger than its file."""


class _Place(NamedTuple):
    """A cell of the map: its row, the number of its column, its series."""

    row: str
    column: int
    series: str


def plot(its: Drawable) -> tuple[Plot, list[Note]]:
    """Return the heat map of a table whose columns begin with those of `x`."""
    table, x = its.table, its.query.x
    rows = measured.categories(table, its.columns, its.words)
    across = list(dict.fromkeys(_across(column, x).value for column in table.columns))
    texts = measured.distinct([its.words.value(x, value) for value in across])
    series = _series(its)
    places = {
        (key, number): _Place(row, across.index(_across(column, x).value), series[number].label)
        for key, row in rows.items()
        for number, column in enumerate(table.columns)
    }
    found = {
        places[measured.category(cell.row, its.columns), cell.column]: cell
        for cell in measured.cells(table)
    }
    points = tuple(_point(place, cell, len(set(series)) > 1, its) for place, cell in found.items())
    logarithmic = its.query.scale == "log"
    shown = tuple(point for point in points if point.value > 0) if logarithmic else points
    notes = zeros(len(points) - len(shown))
    empty = list(_gaps(its, places, found))
    values = [point.value for point in shown]
    if not values:
        values, logarithmic = [0.0], False
    axis = axes.steps(values, its.scale.symbol, logarithmic=logarithmic)
    return (
        Plot(
            its.query.kind,
            its.better,
            tuple(rows.values()),
            tuple(dict.fromkeys(series)),
            shown,
            (),
            axis,
            x_title=label(x),
            row_title=", ".join(map(label, its.columns)),
            columns=tuple(texts),
            empty=(
                *(place for place, _, _ in empty),
                *(Empty(p.row, p.x, p.series, p.text) for p in points if p not in shown),
            ),
        ),
        [*notes, *_named(empty)],
    )


def _across(column: Column, x: str) -> Heading:
    return next(its for its in column.headings if its.column == x)


def _series(its: Drawable) -> list[Series]:
    """Return the series of each column of a table: what its headings say besides that of `x`."""
    found = []
    for column in its.table.columns:
        rest = [one for one in column.headings if one.column != its.query.x]
        text = ", ".join(its.words.alone(one.column, one.value) for one in rest)
        mark = palette.mark(measured.key(rest)) if rest else palette.ALONE
        found.append(Series(text, mark))
    return found


def _point(place: _Place, cell: measured.Cell, several: bool, its: Drawable) -> Point:
    named = [its.words.alone(one.column, one.value) for one in cell.row.headings]
    x = _across(its.table.columns[cell.column], its.query.x)
    named.append(its.words.alone(x.column, x.value))
    named += [place.series] if several else []
    at = (place.row, float(place.column), place.series)
    return measured.point(at, cell.sample, named, its.scale)


def _gaps(
    its: Drawable,
    places: Mapping[tuple[tuple[Value | None, ...], int], _Place],
    found: Mapping[_Place, object],
) -> Iterator[tuple[Empty, str, str]]:
    """Yield the empty cells with what their signs say, and their names.

    A column that no value of a series stands in has no place in the table, but one in the map.
    """
    table, x = its.table, its.query.x
    columns = {(one.column, one.series): n for (_, n), one in places.items()}
    across = {places[key].column: _across(table.columns[key[1]], x) for key in places}
    for row in table.rows:
        key = measured.category(row, its.columns)
        for series in dict.fromkeys(one.series for one in places.values()):
            for number, heading in sorted(across.items()):
                place = _Place(places[key, 0].row, number, series)
                if place in found:
                    continue
                known = columns.get((number, series))
                cell = Cell(why=_NOTHING) if known is None else row.cells[known]
                sign, why = _sign((*row.headings, heading), cell)
                texts = [*(one.text for one in row.headings), heading.text, series]
                name = ", ".join(filter(None, texts))
                yield Empty(place.row, float(number), series, sign), why, name


def _sign(headings: Sequence[Heading], cell: Cell) -> tuple[str, str]:
    """Return the sign of an empty cell, and what it says."""
    if cell.gap:
        return SAID, cell.why
    values = {one.column: one.value for one in headings}
    for part, whole in _PARTS.items():
        small, large = values.get(part), values.get(whole)
        if isinstance(small, int | float) and isinstance(large, int | float) and small > large:
            return IMPOSSIBLE, "cannot be, as a record is never larger than its file"
    if cell.why != _NOTHING:
        return UNLIKE, "not valid, several results that are not alike"
    return UNMEASURED, "not measured"


def _named(empty: Sequence[tuple[Empty, str, str]]) -> list[Note]:
    """Return what the signs in empty cells mean, and of which cells it is not plain."""
    found: dict[tuple[str, str], list[str]] = {}
    for place, why, name in empty:
        found.setdefault((place.text, why), []).append(name)
    return [
        Note("missing", f"{sign} {why}: {counted(len(names), 'cell', 'cells')}.")
        if sign == IMPOSSIBLE
        else Note("missing", f"{sign} {why}: {listed(names)}.")
        for (sign, why), names in found.items()
    ]
