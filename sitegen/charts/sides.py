"""From a table to a slope chart: two columns of it, and what became of each row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sitegen import palette
from sitegen.charts import axes, measured
from sitegen.charts.axes import Axis
from sitegen.charts.drawable import Drawable, missing, zeros
from sitegen.charts.plots import Plot, Point, Series
from sitegen.ratios import Ratio, ratio
from sitegen.residue import Note
from sitegen.tables import Row

MOST = 24
"""How many lines a slope chart may have."""


def plot(its: Drawable) -> tuple[Plot, list[Note]]:
    """Return the slope chart of a table whose first two columns are its sides."""
    table, logarithmic = its.table, its.query.scale == "log"
    names = measured.categories(table, its.columns, its.words)
    series, points, left_out = [], [], 0
    crossing = _crossing(table.rows)
    for row in table.rows:
        name = names[measured.category(row, its.columns)].replace("\n", " ")
        change = _change(row)
        own = _points(row, name, change, its, named=crossing)
        shown = [point for point in own if point.value > 0 or not logarithmic]
        left_out += len(own) - len(shown)
        series.append(_outcome(change, its.better)._replace(label=name))
        points += shown
    values = [end for point in points for end in (point.low, point.value, point.high)]
    axis = axes.logarithmic if logarithmic and points else axes.linear
    outcomes = dict.fromkeys(_outcome(_change(row), its.better) for row in table.rows)
    return (
        Plot(
            its.query.kind,
            its.better,
            (),
            tuple(series),
            tuple(points),
            (),
            axis([value for value in values if value > 0 or not logarithmic], its.scale.symbol),
            Axis(0.0, 1.0, (0.0, 1.0), ("", "")),
            sides=tuple(column.text for column in table.columns[:2]),
            outcomes=tuple(outcomes),
        ),
        [*zeros(left_out), *missing(table)],
    )


def _change(row: Row) -> Ratio | None:
    """Return the change from the first to the second cell of a row, if there is one."""
    before, after = row.cells[0].sample, row.cells[1].sample
    change = ratio(after, before) if before and after else None
    return change if isinstance(change, Ratio) else None


def _outcome(change: Ratio | None, better: str) -> Series:
    """Return what a change comes to: better, worse, or nothing that can be told from noise."""
    if change is None or change.doubt or not change.change:
        return Series("no difference that the runs can tell", palette.EVEN, focus=False)
    rises = change.change > 0
    if better == "neither":
        return Series("more", palette.RISE) if rises else Series("less", palette.FALL)
    if rises == (better == "higher"):
        return Series("better", palette.RISE)
    return Series("worse", palette.FALL)


def _crossing(rows: Sequence[Row]) -> bool:
    """Return whether lines cross: then one on the right cannot be told by its place alone."""
    ends = sorted(
        (before.value, after.value)
        for row in rows
        if (before := row.cells[0].sample) and (after := row.cells[1].sample)
    )
    return any(one[1] > other[1] for one, other in pairwise(ends))


def _points(
    row: Row, name: str, change: Ratio | None, its: Drawable, *, named: bool
) -> list[Point]:
    """Return the ends of a line: its name and number on the left, number and ratio on the right.

    With `named`, the name stands on the right too.
    """
    found = []
    columns = its.table.columns
    for side, cell in enumerate(row.cells[:2]):
        if cell.sample is None:
            continue
        at = ("", float(side), name)
        point = measured.point(at, cell.sample, [name, columns[side].text], its.scale)
        if not side or not row.cells[0].sample:
            text = f"{name}  {point.text}"
        else:
            parts = [point.text, change.text if change else "", name if named else ""]
            text = "  ".join(filter(None, parts))
        found.append(point._replace(text=text))
    return found
