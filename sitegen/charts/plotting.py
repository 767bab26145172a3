"""From a table to a plot: which marks can stand on the axes, and what has to be left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sitegen import vocabulary
from sitegen.charts import axes, measured
from sitegen.charts.axes import Axis
from sitegen.charts.limits import limits
from sitegen.charts.plots import WIDTH, Plot, Point
from sitegen.diagnostics import Diagnostic
from sitegen.display import Scale
from sitegen.lab import Lab
from sitegen.names import Names, heading, label
from sitegen.query import Query
from sitegen.record import Record, Value
from sitegen.residue import Note
from sitegen.tables import Table

# What is left of a chart's width for the texts along its axis.
_ALONG = WIDTH * 0.75


def plot(
    query: Query,
    records: Sequence[Record],
    table: Table,
    columns: Sequence[str],
    scale: Scale,
    lab: Lab,
    words: Names,
) -> tuple[Plot, list[Note], list[Diagnostic]]:
    """Return what is drawn of a table whose first headings are `columns`.

    There are notes on what cannot be drawn, and findings on what is wrong with the query.
    """
    logarithmic = query.scale == "log"
    drawn, notes, findings = limits(query, records, lab, scale)
    rows = measured.categories(table, columns, words)
    series = measured.series(query, table, words)
    along: Mapping[Value | None, float] = {}
    x = None
    if query.kind == "line":
        x, along = _along([key[0] for key in rows], query.x, words)
    found = measured.points(table, columns, rows, along, series, scale, words)
    notes += _unplaced(len(measured.cells(table)) - len(found), query.x)
    if logarithmic:
        above = tuple(_above_zero(point) for point in found if point.value > 0)
        notes += _zeros(len(found) - len(above))
        found, drawn = above, tuple(limit for limit in drawn if limit.value > 0)
    notes += _gaps(table)
    values = [end for point in found for end in (point.low, point.value, point.high)]
    values += [limit.value for limit in drawn]
    axis = axes.logarithmic if logarithmic and values else axes.linear
    return (
        Plot(
            query.kind,
            vocabulary.QUANTITIES[str(records[0].columns["quantity"])].better,
            () if x else tuple(rows.values()),
            series,
            found,
            drawn,
            axis(values, scale.symbol, named="last" if x else "first"),
            x,
            label(query.x) if x else "",
            measured.empty(table, columns, rows, along, series),
        ),
        notes,
        findings,
    )


def _along(
    values: Sequence[Value | None], column: str, words: Names
) -> tuple[Axis, dict[Value | None, float]]:
    """Return the horizontal axis for values of a column, and where on it each value stands.

    Numbers stand by powers of two, text side by side.
    """
    numbers = [value for value in values if isinstance(value, int | float)]
    if len(numbers) == sum(value is not None for value in values):
        placed: dict[Value | None, float] = {value: float(value) for value in numbers if value > 0}
        if placed:
            texts = {float(value): words.value(column, value) for value in numbers}
            return axes.powers(list(placed.values()), texts, _ALONG), placed
    known = [value for value in values if value is not None]
    called = [words.alone(column, value) for value in known]
    return axes.places(called, _ALONG), {value: float(n) for n, value in enumerate(known)}


def _above_zero(point: Point) -> Point:
    return point._replace(low=point.low if point.low > 0 else point.value)


def _zeros(count: int) -> list[Note]:
    if not count:
        return []
    are = "1 value is 0, which has" if count == 1 else f"{count} values are 0, which has"
    return [Note("left-out", f"{are} no place on a logarithmic axis.")]


def _unplaced(count: int, column: str) -> list[Note]:
    if not count:
        return []
    are = "1 value has" if count == 1 else f"{count} values have"
    return [Note("left-out", f"{are} no place on the axis of the {label(column)}.")]


def _gaps(table: Table) -> list[Note]:
    """Return the note about marks that are missing because there is no value."""
    missing: dict[str, list[str]] = {}
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            if cell.sample is None and (cell.gap or len(table.columns) > 1):
                said = f"{heading(cell.why)}: " if cell.gap else "No value for "
                parts = [*(its.text for its in row.headings), column.text]
                missing.setdefault(said, []).append(", ".join(parts))
    return [Note("missing", f"{said}{_few(names)}.") for said, names in missing.items()]


def _few(names: Sequence[str]) -> str:
    more = len(names) - 3
    return "; ".join(names[:3]) + (f"; and {more} more" if more > 0 else "")
