"""What the values of a table are compared with, and which value with which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sitegen import dataset, names
from sitegen.diagnostics import Diagnostic
from sitegen.names import Names
from sitegen.nearest import did_you_mean
from sitegen.query import PATH, Query
from sitegen.record import Record, Value
from sitegen.samples import Sample
from sitegen.selection import meant
from sitegen.tables.grid import Grid, Key


class Change(NamedTuple):
    """A column of ratios: its head, and for each row the sample and its baseline."""

    text: str
    pairs: tuple[tuple[Sample | None, Sample | None], ...]


def changes(
    grid: Grid, records: Sequence[Record], words: Names
) -> tuple[list[Change], list[Diagnostic]]:
    """Return the columns of ratios that a query asks for, and what is wrong with its baseline."""
    query = grid.query
    if query.vs is None:
        return [], []
    found = _by_path(grid, records) if query.vs[0] == PATH else _by_column(grid, words)
    if isinstance(found, Diagnostic):
        return [], [found]
    column, value = found
    called = words.alone(column, value)
    if column in grid.columns:
        place = grid.columns.index(column)
        return [
            Change(
                f"{_called(key, grid.columns, words)} vs {called}",
                tuple(
                    (grid.one(row, key), grid.one(row, _with(key, place, value)))
                    for row in grid.row_keys
                ),
            )
            for key in grid.column_keys
            if key[place] != value and _with(key, place, value) in grid.column_keys
        ], []
    place = grid.rows.index(column)
    single = len(grid.column_keys) == 1
    return [
        Change(
            f"vs {called}" if single else f"{_called(key, grid.columns, words)} vs {called}",
            tuple(
                (grid.one(row, key), grid.one(_with(row, place, value), key))
                for row in grid.row_keys
            ),
        )
        for key in grid.column_keys
    ], []


def _called(key: Key, columns: Sequence[str], words: Names) -> str:
    texts = (words.alone(column, value) for column, value in zip(columns, key, strict=True))
    return ", ".join(texts)


def _with(key: Key, place: int, value: Value | None) -> Key:
    return (*key[:place], value, *key[place + 1 :])


def _problem(query: Query, word: str, code: str, message: str, hint: str) -> Diagnostic:
    return query.problem("vs", word, code, message, hint)


def _by_column(grid: Grid, words: Names) -> tuple[str, Value] | Diagnostic:
    """Return the column and the value of a baseline that is given by them."""
    assert grid.query.vs
    column, text = grid.query.vs
    if column not in grid.shown:
        message = f"'{column}' is neither a row nor a column of '{grid.query.id}'"
        return _problem(grid.query, text, "bad-block", message, "name it under 'rows' or 'columns'")
    known = _values(grid, column)
    if found := meant(text, known):
        return column, found[0]
    message = f"no result with the {names.label(column)} '{text}'"
    paths = column in ("testbed", "run")
    hint = did_you_mean(text, [str(one) if paths else words.value(column, one) for one in known])
    return _problem(grid.query, text, "no-result", message, hint)


def _values(grid: Grid, column: str) -> list[Value]:
    if column in grid.columns:
        keys, place = grid.column_keys, grid.columns.index(column)
    else:
        keys, place = grid.row_keys, grid.rows.index(column)
    return [value for key in keys if (value := key[place]) is not None]


def _by_path(grid: Grid, records: Sequence[Record]) -> tuple[str, Value] | Diagnostic:
    """Return the shown column that tells the runs of a path from all others, with their value."""
    assert grid.query.vs
    path = grid.query.vs[1]
    under = dataset.of(records).under(path)
    if not under:
        message = f"no run or folder '{path}' among the results of '{grid.query.id}'"
        runs = {record.run for record in records}
        hint = did_you_mean(path, runs | {run.rpartition("/")[0] for run in runs} - {""})
        return _problem(grid.query, path, "unknown-result", message, hint)
    ours = {id(record) for record in under}
    others = [record for record in records if id(record) not in ours]
    for column in sorted(grid.shown, key=lambda column: column not in ("testbed", "run")):
        values = {record.columns.get(column) for record in under}
        value = values.pop()
        alone = others and all(record.columns.get(column) != value for record in others)
        if alone and not values and value is not None:
            return column, value
    message = f"no row or column of '{grid.query.id}' stands for '{path}' alone"
    hint = "name 'testbed' or 'run' under 'rows' or 'columns'"
    return _problem(grid.query, path, "bad-block", message, hint)
