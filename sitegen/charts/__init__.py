"""From a query and its records to a chart: a specification, and what is said beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sitegen import doubts, residue, tables, vocabulary
from sitegen.charts import alternative, kinds, measured, plotting
from sitegen.charts.plots import Series
from sitegen.charts.posters import Poster
from sitegen.charts.slots import slots
from sitegen.diagnostics import Diagnostic
from sitegen.drawing import LINKS
from sitegen.lab import Lab
from sitegen.names import Names, heading
from sitegen.palette import SERIES
from sitegen.query import Query
from sitegen.record import Gap, Record
from sitegen.residue import Note
from sitegen.tables import Table

_LINK = re.compile(rf'"{re.escape(LINKS)}([^"]*)"')

MOST = 1000
"""How many marks a chart may have."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as pages show it.

    `specification` is Vega-Lite as JSON, for the page and its picture; `poster` is the same with
    title, legend and basis inside, for pictures that stand elsewhere. Both are empty if the chart
    cannot be drawn; its table is there all the same. `legend` holds the series that have no name
    in the picture, `marks` says how many marks there are.
    """

    id: str
    title: str
    subtitle: str
    caption: str
    alt: str
    specification: str
    poster: str
    legend: tuple[Series, ...]
    marks: int
    table: Table
    notes: tuple[Note, ...]
    basis: str


def build(
    query: Query,
    records: Sequence[Record],
    lab: Lab,
    words: Names,
    status: str = "",
    gaps: Sequence[Gap] = (),
) -> tuple[Chart, list[Diagnostic]]:
    """Return the chart for a query whose names are complete, and what is wrong with it.

    `gaps` are places where a tool says that there is no value; they stay empty, with its word.
    A `status` such as 'retracted' stands before the title in pictures that are shown elsewhere.
    """
    columns = (query.x,) if query.kind == "line" else query.rows or ("operation",)
    split = replace(query, rows=columns, columns=(query.series,) if query.series else (), vs=None)
    table, findings = tables.build(split, records, words, gaps, extend=query.kind == "dot")
    findings = [one for one in findings if one.code != "not-comparable"]
    shown = (*columns, *(its.column for column in table.columns for its in column.headings))
    rest = residue.of(records, shown, query.ignore, words.testbeds)
    findings += filter(None, [residue.finding(query, rest, words)])
    notes = residue.notes(rest, words, "marks")
    notes += doubts.notes(cell.sample for cell in measured.cells(table))
    subject = _subject(records)
    chart = Chart(
        query.id,
        query.title or heading(subject),
        "",
        query.caption,
        "",
        "",
        "",
        (),
        0,
        table,
        tuple(notes),
        tables.basis(records, shown, words),
    )
    if refused := _refused(query, records, table):
        return chart, [*findings, refused]
    scale = measured.scale(table, words)
    plot, more, wrong = plotting.plot(query, records, table, columns, scale, lab, words)
    testbeds = {str(record.columns.get("testbed", "")).split("/")[0] for record in records} - {""}
    places = [words.value("testbed", path) for path in sorted(testbeds)]
    subtitle = f"{heading(subject)} in {scale.symbol}" if scale.symbol else heading(subject)
    if plot.better != "neither":
        subtitle += f", {plot.better} is better"
    title = f"{status.upper()}: {chart.title}" if status else chart.title
    doubted = (note.text for note in notes if note.kind == "doubted")
    poster = Poster(title, subtitle, (chart.basis, *doubted))
    return replace(
        chart,
        subtitle=subtitle,
        alt=alternative.text(
            plot,
            subject,
            scale.symbol,
            [words.value("testbed", place) for place in places if place],
        ),
        specification=kinds.filled(plot.kind, slots(plot)),
        poster=kinds.filled(plot.kind, slots(plot, poster)),
        legend=tuple(plot.legend),
        marks=len(plot.points),
        notes=(*notes, *more),
    ), findings + wrong


def interactive(chart: Chart, link: Callable[[str], str]) -> str:
    """Return a chart's specification for the browser, as JSON that is safe in a script element.

    `link` makes links of the page from addresses of the site. Colours are still variables of the
    style sheet.
    """
    text = _LINK.sub(lambda match: json.dumps(link(match[1])), chart.specification)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _subject(records: Sequence[Record]) -> str:
    """Return the words for what all records measure: 'sequential read throughput'."""
    operations = {str(record.columns["operation"]) for record in records}
    quantity = vocabulary.QUANTITIES[str(records[0].columns["quantity"])].label
    if len(operations) > 1:
        return quantity
    name = vocabulary.OPERATIONS[operations.pop()]
    return f"{name[0].lower()}{name[1:]} {quantity}"


def _refused(query: Query, records: Sequence[Record], table: Table) -> Diagnostic | None:
    """Return why a chart cannot be drawn, if it cannot."""
    quantities = {str(record.columns["quantity"]) for record in records}
    if len(quantities) > 1:
        named = " and ".join(
            f"{name} ({vocabulary.QUANTITIES[name].unit})" for name in sorted(quantities)
        )
        message = f"one axis cannot show {named}"
        hint = "make a chart of each under 'metrics'"
        return Diagnostic(query.position, "bad-block", f"'{query.id}': {message}", hint)
    numbers = len(measured.cells(table))
    if numbers > MOST:
        message = f"'{query.id}' has {numbers:,} marks, more than {MOST:,}"
        return Diagnostic(query.position, "bad-block", message, "narrow 'where' or 'metrics'")
    if not numbers:
        message = f"'{query.id}' has no single values to draw"
        return Diagnostic(query.position, "chart-not-drawn", message)
    apart = len(measured.outstanding(query, table))
    if apart > SERIES:
        message = f"'{query.id}' has {apart} series, a chart can tell {SERIES} apart"
        hint = "narrow 'where', make them rows, or let some stand out with 'focus'"
        return Diagnostic(query.position, "bad-block", message, hint)
    return None
