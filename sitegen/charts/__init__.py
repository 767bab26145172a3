"""From a query and its records to a chart: a specification, and what is said beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sitegen import doubts, residue, tables, vocabulary
from sitegen.charts import alternative, histories, kinds, measured, plotting, slots
from sitegen.charts.drawable import Drawable
from sitegen.charts.plots import Series
from sitegen.charts.posters import Poster, around
from sitegen.charts.refusals import refusal
from sitegen.diagnostics import Diagnostic
from sitegen.drawing import LINKS
from sitegen.lab import Lab
from sitegen.names import Names, heading
from sitegen.query import Query
from sitegen.record import Gap, Record
from sitegen.residue import Note
from sitegen.tables import Table
from sitegen.tables.scales import WIDEST

_LINK = re.compile(rf'"{re.escape(LINKS)}([^"]*)"')

_ON_POSTERS = frozenset({"doubted", "missing", "left-out"})
"""The kinds of note without which a picture that stands elsewhere would mislead."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as pages show it.

    `specification` is Vega-Lite as JSON, for the page and its picture; `poster` is the same with
    title, legend and basis inside, for pictures that stand elsewhere. Both are empty if the chart
    cannot be drawn; its table is there all the same. `size` is that of the poster in pixels, as PNG
    files have it. `legend` holds the series that have no name
    in the picture, `marks` says how many marks there are.
    """

    id: str
    title: str
    subtitle: str
    caption: str
    alt: str
    specification: str
    poster: str
    size: tuple[int, int]
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
    split = _split(query)
    table, findings = _table(split, records, gaps, words)
    findings = [one for one in findings if one.code != "not-comparable"]
    shown = (*split.rows, *(its.column for column in table.columns for its in column.headings))
    marked = histories.changed(table, query, words) if query.kind == "history" else set()
    rest = residue.of(records, (*shown, *marked), query.ignore, words.testbeds)
    findings += filter(None, [residue.finding(query, rest, words)])
    findings += measured.idle(query, table)
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
        (0, 0),
        (),
        0,
        table,
        tuple(notes),
        tables.basis(records, shown, words),
    )
    if refused := refusal(query, records, table):
        return chart, [*findings, refused]
    most = measured.IN_CELL if query.kind == "heatmap" else WIDEST
    scale = measured.scale(table, words, most)
    drawable = Drawable(query, records, table, split.rows, scale, lab, words)
    plot, more, wrong = plotting.plot(drawable)
    testbeds = {str(record.columns.get("testbed", "")).split("/")[0] for record in records} - {""}
    places = [words.value("testbed", path) for path in sorted(testbeds)]
    subtitle = f"{heading(subject)} in {scale.symbol}" if scale.symbol else heading(subject)
    if plot.better != "neither":
        subtitle += f", {plot.better} is better"
    title = f"{status.upper()}: {chart.title}" if status else chart.title
    said = [note.text for note in (*notes, *more) if note.kind in _ON_POSTERS]
    laid = slots.laid(plot)
    outside = around(plot, Poster(title, subtitle, (chart.basis, *said)), laid.its.frame)
    texts: kinds.Known = {}
    return replace(
        chart,
        subtitle=subtitle,
        alt=alternative.text(
            plot,
            subject,
            scale.symbol,
            [words.value("testbed", place) for place in places if place],
        ),
        specification=kinds.filled(plot.kind, slots.placed(laid), texts),
        poster=kinds.filled(plot.kind, slots.placed(laid, outside), texts),
        size=slots.size(laid.its.frame, outside),
        legend=tuple(plot.legend),
        marks=len(plot.points),
        notes=(*notes, *more),
    ), findings + wrong


def _split(query: Query) -> Query:
    """Return the query of a chart's table: what makes its rows, and what its columns."""
    rows = query.rows or ("operation",)
    columns = (query.series,) if query.series else ()
    if query.kind == "line":
        rows = (query.x,)
    elif query.kind == "heatmap":
        columns = (query.x, *columns)
    elif query.kind in ("distribution", "history"):
        rows = ("statistic",) if query.kind == "distribution" else ("date",)
    return replace(query, rows=rows, columns=columns, vs=None)


def _table(
    split: Query, records: Sequence[Record], gaps: Sequence[Gap], words: Names
) -> tuple[Table, list[Diagnostic]]:
    """Return the table of a chart; that of a slope has the ratio of its second side too."""
    table, findings = tables.build(split, records, words, gaps, extend=split.kind == "dot")
    if split.kind == "slope" and len(table.columns) == 2:
        first = next(its for its in table.columns[0].headings if its.column == split.series)
        split = replace(split, vs=(split.series, str(first.value)))
        return tables.build(split, records, words, gaps)
    return table, findings


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
