"""From a table to a plot: which marks can stand on the axes, and what has to be left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sitegen.charts import axes, crossing, histories, measured, percentiles, sides
from sitegen.charts.axes import Axis
from sitegen.charts.drawable import Drawable, left_out, missing, zeros
from sitegen.charts.limits import limits
from sitegen.charts.plots import WIDTH, Event, Plot, Point
from sitegen.diagnostics import Diagnostic
from sitegen.names import Names, label
from sitegen.record import Value
from sitegen.residue import Note

_ALONG = WIDTH * 0.75
"""What is left of a chart's width for the texts along its axis."""


class _Along(NamedTuple):
    """A horizontal axis: where on it values stand, its name, and what a reader must know."""

    axis: Axis
    places: Mapping[Value | None, float]
    title: str
    notes: Sequence[Note] = ()
    events: tuple[Event, ...] = ()


def plot(its: Drawable) -> tuple[Plot, list[Note], list[Diagnostic]]:
    """Return what is drawn of a table.

    There are notes on what cannot be drawn, and findings on what is wrong with the query.
    """
    if its.query.kind == "heatmap":
        return (*crossing.plot(its), [])
    if its.query.kind == "slope":
        return (*sides.plot(its), [])
    return _on_axes(its)


def _on_axes(its: Drawable) -> tuple[Plot, list[Note], list[Diagnostic]]:
    """Return a chart whose marks stand on one or two axes of numbers."""
    query, table = its.query, its.table
    logarithmic = query.scale == "log"
    drawn, notes, findings = limits(query, its.records, its.lab, its.scale)
    rows = measured.categories(table, its.columns, its.words)
    series = measured.series(query, table, its.words)
    along = _along(its, [key[0] for key in rows])
    places = along.places if along else {}
    found = measured.points(table, its.columns, rows, places, series, its.scale, its.words)
    if along:
        notes += along.notes or left_out(
            len(measured.cells(table)) - len(found), f"on the axis of the {along.title}"
        )
    if logarithmic:
        above = tuple(_above_zero(point) for point in found if point.value > 0)
        notes += zeros(len(found) - len(above))
        found, drawn = above, tuple(limit for limit in drawn if limit.value > 0)
    notes += missing(table)
    values = [end for point in found for end in (point.low, point.value, point.high)]
    values += [limit.value for limit in drawn]
    axis = axes.logarithmic if logarithmic and values else axes.linear
    return (
        Plot(
            query.kind,
            its.better,
            () if along else tuple(rows.values()),
            series,
            found,
            drawn,
            axis(values, its.scale.symbol, named="last" if along else "first"),
            along.axis if along else None,
            along.title if along else "",
            events=along.events if along else (),
            empty=measured.empty(table, its.columns, rows, places, series),
        ),
        notes,
        findings,
    )


def _along(its: Drawable, values: Sequence[Value | None]) -> _Along | None:
    if its.query.kind == "line":
        return _Along(*_over(values, its.query.x, its.words), label(its.query.x))
    if its.query.kind == "distribution":
        axis, places = percentiles.axis(values)
        return _Along(axis, places, "percentile", percentiles.notes(its))
    if its.query.kind == "history":
        axis, places = histories.axis(values, its.query, _ALONG)
        events = histories.events(its, places)
        return _Along(axis, places, "", histories.notes(its), events)
    return None


def _over(
    values: Sequence[Value | None], column: str, words: Names
) -> tuple[Axis, dict[Value | None, float]]:
    """Return the horizontal axis for values of a column, and where on it each value stands.

    Numbers stand by powers of two, text side by side.
    """
    numbers = [value for value in values if isinstance(value, int | float)]
    if len(numbers) == sum(value is not None for value in values):
        placed: dict[Value | None, float] = {value: float(value) for value in numbers if value > 0}
        if placed:
            known = {float(value): value for value in numbers}

            def write(value: float) -> str:
                return words.value(column, known.get(value, round(value)))

            return axes.powers(list(placed.values()), write, _ALONG), placed
    known_texts = [value for value in values if value is not None]
    called = [words.alone(column, value) for value in known_texts]
    return axes.places(called, _ALONG), {value: float(n) for n, value in enumerate(known_texts)}


def _above_zero(point: Point) -> Point:
    return point._replace(low=point.low if point.low > 0 else point.value)
