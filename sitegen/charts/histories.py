"""A history: dates along its axis, what people say happened, and what the testbeds show changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sitegen.charts import moments
from sitegen.charts.axes import Axis
from sitegen.charts.drawable import Drawable, listed
from sitegen.charts.plots import Event
from sitegen.names import NOT_RECORDED, Names, label
from sitegen.query import Query
from sitegen.record import Value
from sitegen.residue import Note
from sitegen.tables import Row, Table

_SHOWN = 2
"""How many changes of one day are named over the plot; all are under it."""

_LONGEST = 40
"""How many letters of an event stand over the plot."""


def axis(
    values: Sequence[Value | None], query: Query, room: float
) -> tuple[Axis, dict[Value | None, float]]:
    """Return the axis over the dates of a table and its events, and where each date stands."""
    placed: dict[Value | None, float] = {
        value: at
        for value in values
        if value is not None and (at := moments.place(str(value))) is not None
    }
    told = [at for date, _ in query.events if (at := moments.place(date)) is not None]
    days = [*placed.values(), *told]
    return moments.axis(min(days), max(days), room), placed


def events(its: Drawable, places: Mapping[Value | None, float]) -> tuple[Event, ...]:
    """Return what happened: what the block says, and what changed between two points of a line."""
    told = [
        Event(at, _short(text), True)
        for date, text in its.query.events
        if (at := moments.place(date)) is not None
    ]
    by_date: dict[float, dict[str, None]] = {}
    for date, changes in _changes(its.table, its.query, its.words):
        by_date.setdefault(places[date], {}).update(dict.fromkeys(changes.values()))
    found = [
        Event(at, _short(", ".join([*texts][:_SHOWN]) + _more(len(texts) - _SHOWN)), False)
        for at, texts in by_date.items()
    ]
    return tuple(sorted([*told, *found], key=lambda event: event.x))


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "\u2026"


def changed(table: Table, query: Query, words: Names) -> set[str]:
    """Return the columns whose changes a history marks: nobody has to be told of them again."""
    return {column for _, its in _changes(table, query, words) for column in its}


def _changes(table: Table, query: Query, words: Names) -> Iterator[tuple[Value, dict[str, str]]]:
    """Yield the dates at which something is another than before, with what, by column."""
    for number in range(len(table.columns)):
        known: dict[str, Value] = {}
        for row in _in_time(table):
            sample, date = row.cells[number].sample, row.headings[0].value
            if sample is None or date is None:
                continue
            if its := _differences(known, sample.record.columns, query, words):
                yield date, its
            known |= sample.record.columns


def _in_time(table: Table) -> list[Row]:
    dated = [
        (at, row)
        for row in table.rows
        if (at := moments.place(str(row.headings[0].value or ""))) is not None
    ]
    return [row for _, row in sorted(dated, key=lambda one: one[0])]


def _differences(
    known: Mapping[str, Value], after: Mapping[str, Value], query: Query, words: Names
) -> dict[str, str]:
    """Return in words what is another than was known before, by column."""
    found = {}
    for column in sorted(known.keys() & after.keys() - {query.series, *query.ignore}):
        old, new = known[column], after[column]
        if old != new and (column.startswith("testbed.") or column == "tool_version"):
            texts = [words.value(column, value) for value in (old, new)]
            if NOT_RECORDED not in texts:
                found[column] = f"{label(column)} {texts[0]} \u2192 {texts[1]}"
    return found


def notes(its: Drawable) -> list[Note]:
    """Return what is marked, in words, and which runs have no date."""
    found = []
    told = [f"{date}: {text}" for date, text in its.query.events]
    if told:
        found.append(Note("events", f"Marked: {listed(told, 12)}."))
    seen = [
        f"{date}: {', '.join(changes.values())}"
        for date, changes in _changes(its.table, its.query, its.words)
    ]
    if seen:
        found.append(
            Note("events", f"Changed on the way: {listed(list(dict.fromkeys(seen)), 12)}.")
        )
    undated = sorted(
        {
            str(record.columns["run"])
            for record in its.records
            if moments.place(str(record.columns.get("date", ""))) is None
        }
    )
    if undated:
        found.append(Note("left-out", f"Without a date, so not drawn: {listed(undated, 5)}."))
    return found
