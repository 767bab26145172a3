"""From a table to what is drawn of it: series and points, in the one scale of their axis."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from sitegen import doubts, palette, urls
from sitegen.charts.plots import Empty, Point, Series
from sitegen.diagnostics import Diagnostic
from sitegen.display import Scale
from sitegen.drawing import LINKS
from sitegen.names import Names
from sitegen.nearest import did_you_mean
from sitegen.query import Query
from sitegen.record import Value
from sitegen.samples import Sample
from sitegen.selection import meant
from sitegen.tables import Column, Heading, Row, Table, scales
from sitegen.tables.grid import Key
from sitegen.units import Number

_LINE = 32
"""How many letters of a row's name stand in one line."""


IN_CELL = 10_000
"""From here on a number does not fit into the cell of a heat map."""


class Cell(NamedTuple):
    """A number of the table with the row and the column it stands in."""

    row: Row
    column: int
    sample: Sample


def cells(table: Table) -> list[Cell]:
    """Return the numbers of a table; ratios are not among them."""
    return [
        Cell(row, number, cell.sample)
        for row in table.rows
        for number, cell in enumerate(row.cells)
        if cell.sample is not None and not table.columns[number].ratio
    ]


def scale(table: Table, words: Names, most: float = scales.WIDEST) -> Scale:
    """Return the scale of the axis: that of the table, if all its columns have one unit.

    Where values lie too far apart for one unit, so that one would be written as `most` or more, it
    is that of the largest, with as many decimals as the smallest needs for two digits that say
    something: nothing is printed as 0.00.
    """
    samples = [cell.sample for cell in cells(table)]
    common = scales.scale_of(samples, binary=words.binary)
    if scales.fits(common, samples, most):
        return common
    widest = scales.scale_of([max(samples, key=lambda its: its.value)], binary=words.binary)
    sizes = [abs(Decimal(str(its.value))) for its in samples if its.value]
    needed = 1 - (min(sizes) / widest.factor).adjusted() if sizes else 0
    return replace(widest, decimals=max(widest.decimals, needed))


def outstanding(query: Query, table: Table) -> set[int]:
    """Return the numbers of the columns whose series stand out: all, if none is asked for."""
    return {
        number
        for number, column in enumerate(table.columns)
        if not query.focus or any(_stands_for(column, text) for text in query.focus)
    }


def idle(query: Query, table: Table) -> Iterator[Diagnostic]:
    """Yield a finding for each value that is to stand out and that no series stands for."""
    for text in query.focus:
        if not any(_stands_for(column, text) for column in table.columns):
            hint = did_you_mean(text, {its.text for one in table.columns for its in one.headings})
            message = f"no series '{text}' to stand out"
            yield query.problem("focus", text, "idle-value", message, hint)


def series(query: Query, table: Table, words: Names) -> tuple[Series, ...]:
    """Return the series of a chart, one for each column of its table, with their marks.

    More than one chart can tell apart get panels of their own, and there the colours of everywhere.
    """
    focus = outstanding(query, table)
    keys = {number: key(column.headings) for number, column in enumerate(table.columns)}
    if len(keys) == 1 and not query.focus and not query.series:
        marks = {keys[0]: palette.ALONE}
    elif len(focus) > palette.SERIES:
        marks = {its: palette.mark(its) for its in keys.values()}
    else:
        marks = palette.marks([keys[n] for n in sorted(focus)], set(words.hardware))
    texts = distinct([column.text for column in table.columns])
    return tuple(
        Series(texts[n], marks[keys[n]] if n in focus else palette.OTHERS, n in focus)
        for n in range(len(table.columns))
    )


def _stands_for(column: Column, text: str) -> bool:
    return any(
        its.value is not None and (meant(text, (its.value,)) or text == its.text)
        for its in column.headings
    )


def key(headings: Sequence[Heading]) -> str:
    """Return what a series is told by everywhere: an id of hardware, or its values."""
    values = [str(its.value) for its in headings]
    return values[0] if len(values) == 1 else "|".join(values)


def distinct(texts: Sequence[str]) -> list[str]:
    """Return texts with a number behind those that come a second time."""
    seen: dict[str, int] = {}
    found = []
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
    return found


def scaled(value: Number, scale: Scale) -> float:
    """Return a value in the unit of the axis, unrounded."""
    return float(Decimal(str(value)) / scale.factor)


@lru_cache(10_000)
def _wrapped(text: str) -> str:
    """Return a text in at most two lines."""
    first, *rest = textwrap.wrap(text, _LINE) or [""]
    if not rest:
        return first
    second = rest[0] if len(rest) == 1 else rest[0][: _LINE - 1].rstrip() + "…"
    return f"{first}\n{second}"


def categories(table: Table, columns: Sequence[str], words: Names) -> dict[Key, str]:
    """Return the rows of a chart, by the values of `columns`, with their words."""
    keys = list(dict.fromkeys(category(row, columns) for row in table.rows))
    texts = [
        ", ".join(words.alone(column, value) for column, value in zip(columns, key, strict=True))
        for key in keys
    ]
    return dict(zip(keys, distinct(list(map(_wrapped, texts))), strict=True))


def category(row: Row, columns: Sequence[str]) -> Key:
    """Return the values of `columns` that a row of a table stands for."""
    return tuple(its.value for its in row.headings[: len(columns)])


def points(
    table: Table,
    columns: Sequence[str],
    rows: Mapping[Key, str],
    along: Mapping[Value | None, float],
    its: Sequence[Series],
    scale: Scale,
    words: Names,
) -> tuple[Point, ...]:
    """Return a point for each number of a table that has a place on the axes.

    `columns` are those of the category; it stands in `rows` by its words, or on the horizontal axis
    at the place that `along` gives it. Points that stand out come last, so that they lie on top.
    """
    found = []
    for row, number, sample in cells(table):
        values = category(row, columns)
        place = along.get(values[0]) if along else 0.0
        if place is None:
            continue
        named = [words.alone(heading.column, heading.value) for heading in row.headings]
        named += [its[number].label] if len(its) > 1 else []
        at = ("" if along else rows[values], place, its[number].label)
        found.append((its[number].focus, point(at, sample, named, scale)))
    return tuple(point for focus, point in sorted(found, key=lambda one: one[0]))


def point(at: tuple[str, float, str], sample: Sample, named: Sequence[str], scale: Scale) -> Point:
    """Return the point of a sample: `at` is its row, its place along x and its series."""
    text = f"{scales.text(sample, scale)} {scale.symbol}".rstrip()
    return Point(
        *at,
        scaled(sample.value, scale),
        scaled(sample.low, scale),
        scaled(sample.high, scale),
        _short(sample, scale) + (f" {doubts.MARK}" if sample.doubts else ""),
        f"{', '.join(named)}: {text}"
        + _spread(sample, scale)
        + "".join(f"; {one}" for one in doubts.words(sample.doubts)),
        LINKS + _raw_line(sample),
        bool(sample.doubts),
    )


def empty(
    table: Table,
    columns: Sequence[str],
    rows: Mapping[Key, str],
    along: Mapping[Value | None, float],
    its: Sequence[Series],
) -> tuple[Empty, ...]:
    """Return the places of a table where a tool says that there is no value, as `points` does."""
    found = []
    for row in table.rows:
        values = category(row, columns)
        place = along.get(values[0]) if along else 0.0
        for series, cell in zip(its, row.cells, strict=False):
            if cell.gap and place is not None:
                known = "" if along else rows[values]
                found.append(Empty(known, place, series.label, cell.why))
    return tuple(found)


def _raw_line(sample: Sample) -> str:
    its = sample.record
    return urls.run_line(its.page or its.run, its.position.line)


def _short(sample: Sample, scale: Scale) -> str:
    """Return a number for a place beside its mark: with no more than four digits or its whole."""
    exact = abs(Decimal(str(sample.value)) / scale.factor)
    whole = max(0, exact.adjusted() + 1) if exact else 0
    wanted = max(0, 4 - whole) if not exact or exact >= 1 else max(4, 1 - exact.adjusted())
    return scales.text(sample, replace(scale, decimals=min(scale.decimals, wanted)))


def _spread(sample: Sample, scale: Scale) -> str:
    if sample.n == 1:
        return ""
    return f" (median of {sample.n}, {scale.text(sample.low)} to {scale.text(sample.high)})"
