"""Tables that no tool's parser knows, read as the sidecar beside the file describes them.

A value keeps its digits, its unit as it is printed and its line, also where a mail program has
wrapped the rows. A row that is not as described gives a finding and no value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables import json_records, pipe_tables, plain_text, reflow
from sitegen.parsers._tables.cells import decimal_mark
from sitegen.parsers._tables.columns import Row, number_texts, placed, split_head
from sitegen.parsers._tables.figures import Figures
from sitegen.parsers._tables.form import form_of
from sitegen.parsers._tables.found import headings as headings
from sitegen.parsers._tables.grid import Grid, chosen
from sitegen.parsers._tables.proposal import propose as propose
from sitegen.parsers._tables.region import Region, region
from sitegen.parsers._tables.values import Values
from sitegen.record import Measurement, Run, Source
from sitegen.table_description import Table

TOOL = "table"
VARIANTS = (
    "White-space tables, CSV, TSV and Markdown, and their rows wrapped anywhere",
    "HTML tables, with row and column spans",
    "JSON and JSON lines, by pointers",
)

_MARKS = {"point": ".", "comma": ","}


class _Rows(NamedTuple):
    """The rows of a table, what reads them, and where they stand; `strange` lines are no rows."""

    rows: Sequence[Row]
    values: Values
    problems: Sequence[Diagnostic]
    first: int
    last: int
    strange: frozenset[int]

    @property
    def proved(self) -> int:
        """Return how many rows add up."""
        return sum(map(self.values.adds_up, self.rows))

    @property
    def measured(self) -> list[Measurement | Diagnostic]:
        """Return all values, and what is wrong with those that cannot be read."""
        return [item for row in self.rows for item in self.values.row(row)]


def parse(source: Source, tables: Iterable[Table]) -> Iterator[Run | Diagnostic]:
    """Yield a run for each described table, and what is not as it is described."""
    for table in tables:
        found = _rows(source, table)
        if isinstance(found, Diagnostic):
            yield found
        else:
            yield from found.problems
            yield from _run(source, table, found)


def _run(source: Source, table: Table, found: _Rows) -> Iterator[Run | Diagnostic]:
    items = found.measured
    measurements = [item for item in items if isinstance(item, Measurement)]
    problems = [item for item in items if isinstance(item, Diagnostic)]
    yield from problems
    if table.count and len(found.rows) != table.count and (found.rows or not table.reflow):
        yield source.problem(
            found.last,
            "rows-left-over",
            f"{len(found.rows)} rows where there should be {table.count}: nothing is read",
            "the table is cut off, or 'count' in the sidecar is wrong",
        )
        return
    if table.reflow and not table.proof and any(one.severity == "error" for one in problems):
        # Cells counted off from a wrong one on would be those of other columns.
        return
    if measurements:
        lines = frozenset(range(found.first, found.last + 1))
        yield Run(TOOL, "", found.first, found.last, measurements, furniture=lines - found.strange)
    elif not (problems or found.problems):
        yield Diagnostic(table.position, "bad-value", "no row of the table has a value")


def _rows(source: Source, table: Table) -> _Rows | Diagnostic:
    """Return the rows of the table that is meant, cut into the described cells."""
    form = table.format or form_of(source, table)
    if form in ("whitespace", "aligned", "csv", "tsv"):
        area = region(source, table)
        if isinstance(area, Diagnostic):
            return area
        if table.reflow:
            return _wrapped(source, table, area, form)
        grid: Grid | Diagnostic = _plain(area, table, form)
    elif form == "html":
        from sitegen.parsers._tables import html_tables  # where there is no HTML, bs4 is not loaded

        found = html_tables.grids(source, table)
        grid = found if isinstance(found, Diagnostic) else chosen(source, table, found)
    elif form == "markdown":
        grid = chosen(source, table, pipe_tables.grids(source, table))
    else:
        grid = json_records.grid(source, table)
    if isinstance(grid, Diagnostic):
        return grid
    rows, headings, problems, strange = placed(source, grid.rows, grid.head, table)
    values = _values(source, table, headings, number_texts(rows, table))
    return _Rows(rows, values, problems, grid.first, grid.last, strange)


def _plain(area: Region, table: Table, form: str) -> Grid:
    head, rows = split_head(plain_text.rows(area, table, form), table)
    return Grid(rows, head, area.first, area.last)


def _wrapped(source: Source, table: Table, area: Region, form: str) -> _Rows | Diagnostic:
    """Return the rows that cells make up which were wrapped anywhere.

    The halves of cells that were cut show no decimal mark; more rows add up with the right one.
    """
    if table.decimal or not table.proof:
        return _put_together(source, table, area, form)
    point, comma = (
        _put_together(source, replace(table, decimal=mark), area, form)
        for mark in ("point", "comma")
    )
    if point.proved == comma.proved > 0 and point.measured != comma.measured:
        return Diagnostic(
            table.position,
            "ambiguous-number",
            "the rows add up with a point for the decimal mark and with a comma",
            "say which: decimal: point, or decimal: comma",
        )
    return comma if comma.proved > point.proved else point


def _put_together(source: Source, table: Table, area: Region, form: str) -> _Rows:
    tokens = reflow.tokens(area, table, form)
    values = _values(source, table, [""] * len(table.columns), (token.text for token in tokens))
    rows: list[Row] = []
    problems: list[Diagnostic] = []
    for item in reflow.rows(source, tokens, values):
        if isinstance(item, Diagnostic):
            problems.append(item)
        else:
            rows.append(item)
    return _Rows(rows, values, problems, area.first, area.last, frozenset())


def _values(source: Source, table: Table, headings: Sequence[str], texts: Iterable[str]) -> Values:
    mark = _MARKS[table.decimal] if table.decimal else decimal_mark(texts)
    return Values(source, table, headings, Figures(source, table, mark))
