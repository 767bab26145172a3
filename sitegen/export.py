"""All records as JSON and as CSV: what `sitegen export` prints and site/data/ holds.

There are many records, and few texts and conditions among them: each is brought into its form once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from sitegen.alike import Part, Parts
from sitegen.record import Record, Value

FIRST = (
    "run",
    "testbed",
    "tool",
    "tool_version",
    "date",
    "operation",
    "quantity",
    "statistic",
    "value",
    "unit",
    "written",
    "certainty",
    "note",
    "doubts",
    "path",
    "line",
)
"""The columns that every table of records begins with; workload and testbed columns follow."""

# A spreadsheet takes text that begins so for a formula (OWASP, CSV injection).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_SPECIAL = re.compile('[,"\r\n]')

_encode = json.JSONEncoder(ensure_ascii=False).encode

_Key = TypeVar("_Key")


class _Once(dict[_Key, str], Generic[_Key]):
    """What is made of each key, by `make` when it is asked for first."""

    def __init__(self, make: Callable[[_Key], str]) -> None:
        self._make = make

    def __missing__(self, key: _Key) -> str:
        made = self[key] = self._make(key)
        return made


_Typed = tuple[Part, tuple[type, ...]]
"""A part of a record with the types of its values: 1 and 1.0 are equal, but not written alike."""


def _typed(part: Part) -> _Typed:
    return part, tuple(map(type, part[1]))


def _is_workload(column: str) -> bool:
    return column.startswith("workload.")


def as_json(records: Sequence[Record]) -> str:
    """Return records as a JSON list, one record on each line.

    They are as `show.record_as_json` has them, with the doubts about them.
    """
    return "[\n" + ",\n".join(_objects(records)) + "\n]\n" if records else "[]\n"


def _objects(records: Iterable[Record]) -> Iterator[str]:
    parts = Parts(_is_workload, lambda column: column == "testbed" or column[:8] == "testbed.")
    text = _Once[Value](_encode)
    load, rig = _Once(_workload), _Once(_testbed)
    for value, unit, columns, position, written, certainty, note, _, _, doubts in records:
        get = columns.get
        workload, testbed = parts.of(columns)
        doubted = _encode([one.message for one in doubts]) if doubts else "[]"
        # Values are finite: JSON has them as Python does.
        yield (
            f'{{"operation": {text[columns["operation"]]}, '
            f'"quantity": {text[columns["quantity"]]}, '
            f'"statistic": {text[get("statistic", "")]}, '
            f'"value": {value!r}, "unit": {text[unit]}, "written": {_encode(written)}, '
            f'"path": {text[position.path]}, "line": {position.line}, '
            f'"run": {text[columns["run"]]}, "tool": {text[columns["tool"]]}, '
            f'"tool_version": {text[get("tool_version", "")]}, "date": {text[get("date", "")]}, '
            f'"certainty": {text[certainty]}, "note": {text[note]}, '
            f'"workload": {load[_typed(workload)]}{rig[_typed(testbed)]}, "doubts": {doubted}}}'
        )


def _workload(key: _Typed) -> str:
    (names, values), _ = key
    return _encode({n[len("workload.") :]: v for n, v in zip(names, values, strict=True)})


def _testbed(key: _Typed) -> str:
    (names, values), _ = key
    return "".join(f", {_encode(n)}: {_encode(v)}" for n, v in zip(names, values, strict=True))


def as_csv(records: Sequence[Record]) -> str:
    """Return records as CSV (RFC 4180), one row for each, with a column for each condition.

    A cell is empty where nothing is known. Text that a spreadsheet would take for a formula has
    an apostrophe before it.
    """
    conditions = sorted({column for record in records for column in record.columns} - set(FIRST))
    load = list(filter(_is_workload, conditions))
    rest = [column for column in conditions if not _is_workload(column)]
    head = ",".join(map(_cell, (*FIRST, *load, *rest)))
    return "\r\n".join((head, *_rows(records, load, rest), ""))


def _rows(records: Iterable[Record], load: Sequence[str], rest: Sequence[str]) -> Iterator[str]:
    parts = Parts(_is_workload, lambda column: column not in FIRST and not _is_workload(column))
    cell = _Once(_cell)
    loads = _Once[_Typed](lambda key: _cells(key, load))
    others = _Once[_Typed](lambda key: _cells(key, rest))
    for value, unit, columns, position, written, certainty, note, _, _, doubts in records:
        get = columns.get
        workload, other = parts.of(columns)
        doubted = _cell("; ".join(one.message for one in doubts)) if doubts else ""
        yield (
            f"{cell[columns['run']]},{cell[get('testbed', '')]},{cell[get('tool', '')]},"
            f"{cell[get('tool_version', '')]},{cell[get('date', '')]},{cell[columns['operation']]},"
            f"{cell[columns['quantity']]},{cell[get('statistic', '')]},{value!r},{cell[unit]},"
            f"{_cell(written)},{cell[certainty]},{cell[note]},{doubted},"
            f"{cell[position.path]},{position.line}"
            f"{loads[_typed(workload)]}{others[_typed(other)]}"
        )


def _cells(key: _Typed, columns: Iterable[str]) -> str:
    """Return the cells of some columns, each with the comma before it."""
    (names, values), _ = key
    get = dict(zip(names, values, strict=True)).get
    return "".join(f",{_cell(get(column, ''))}" for column in columns)


def _cell(value: Value) -> str:
    if not isinstance(value, str):
        return repr(value)
    text = f"'{value}" if value.startswith(_FORMULA) else value
    return '"' + text.replace('"', '""') + '"' if _SPECIAL.search(text) else text
