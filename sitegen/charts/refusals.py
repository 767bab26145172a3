"""Why a chart cannot be drawn: what one axis, one picture or one kind of chart cannot show."""

from __future__ import annotations

from collections.abc import Sequence

from sitegen import vocabulary
from sitegen.charts import measured, moments, panels, percentiles, sides
from sitegen.charts.drawable import counted, listed
from sitegen.diagnostics import Diagnostic
from sitegen.palette import SERIES
from sitegen.query import Query
from sitegen.record import Record
from sitegen.tables import Table

MOST = 1000
"""How many marks a chart may have."""


def refusal(query: Query, records: Sequence[Record], table: Table) -> Diagnostic | None:
    """Return why a chart cannot be drawn, if it cannot."""
    found = _of_any(query, records, table)
    if found is None and query.kind in _OWN:
        found = _OWN[query.kind](query, table)
    if found is None and query.kind not in ("slope", "heatmap"):
        found = _of_series(query, table)
    return found


def _bad(query: Query, message: str, hint: str) -> Diagnostic:
    return Diagnostic(query.position, "bad-block", f"'{query.id}'{message}", hint)


def _of_any(query: Query, records: Sequence[Record], table: Table) -> Diagnostic | None:
    quantities = {str(record.columns["quantity"]) for record in records}
    if len(quantities) > 1:
        named = " and ".join(
            f"{name} ({vocabulary.QUANTITIES[name].unit})" for name in sorted(quantities)
        )
        hint = "make a chart of each under 'metrics'"
        return _bad(query, f": one axis cannot show {named}", hint)
    numbers = len(measured.cells(table))
    if numbers > MOST:
        message = f" has {numbers:,} marks, more than {MOST:,}"
        return _bad(query, message, "narrow 'where' or 'metrics'")
    if not numbers:
        message = f"'{query.id}' has no single values to draw"
        return Diagnostic(query.position, "chart-not-drawn", message)
    return None


def _of_series(query: Query, table: Table) -> Diagnostic | None:
    apart = len(measured.outstanding(query, table))
    if query.focus and apart > SERIES:
        hint = "let fewer stand out: all others are drawn too, hollow"
        message = f": {apart} series stand out, a chart can tell {SERIES} apart"
        return _bad(query, message, hint)
    if apart > panels.MOST:
        message = f" has {apart} series, a chart has room for {panels.MOST} panels"
        return _bad(query, message, "narrow 'where', make them rows, or write 'focus'")
    return None


def _of_heatmap(query: Query, table: Table) -> Diagnostic | None:
    names = {
        tuple(its.value for its in column.headings if its.column != query.x)
        for column in table.columns
    }
    if len(names) > panels.MOST:
        message = f" has {len(names)} maps, a chart has room for {panels.MOST}"
        return _bad(query, message, "narrow 'where'")
    return None


def _of_slope(query: Query, table: Table) -> Diagnostic | None:
    names = [column.text for column in table.columns if not column.ratio]
    if len(names) != 2:
        sides_of = counted(len(names), "side", "sides")
        message = f" has {sides_of} ({listed(names, 5)}), a slope has 2"
        return _bad(query, message, "narrow 'runs', 'metrics' or 'where'")
    if len(table.rows) > sides.MOST:
        message = f" has {len(table.rows)} lines, a slope has room for {sides.MOST}"
        return _bad(query, message, "narrow 'where' or 'metrics'")
    return None


def _of_percentiles(query: Query, table: Table) -> Diagnostic | None:
    values = [str(row.headings[0].value) for row in table.rows]
    if any(percentiles.place(value) is not None for value in values):
        return None
    return _bad(query, " has no percentiles", "name a latency whose tool prints them")


def _of_dates(query: Query, table: Table) -> Diagnostic | None:
    dates = [row.headings[0].value for row in table.rows]
    if any(moments.place(str(date or "")) is not None for date in dates):
        return None
    hint = "write 'date: 2024-05-31' beside the file, in <file>.yaml"
    return _bad(query, ": no run has a date", hint)


_OWN = {
    "heatmap": _of_heatmap,
    "slope": _of_slope,
    "distribution": _of_percentiles,
    "history": _of_dates,
}
