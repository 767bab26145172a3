"""Tables in JSON and JSON lines: records at one place, and a pointer to each column in a record."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables.grid import Cell, Grid
from sitegen.record import Source
from sitegen.table_description import Table

_decode = json.JSONDecoder().raw_decode
_BLANK = re.compile(r"[\s,:]*")
_START = re.compile(r"^[ \t]*(?=[{[])", re.MULTILINE)


class Place(NamedTuple):
    """A value in the text of a file: where it begins and ends, its pointer and its own name."""

    start: int
    end: int
    pointer: str = ""
    name: str = ""


def grid(source: Source, table: Table) -> Grid | Diagnostic:
    """Return the records of a file as rows, a cell for each column of the sidecar."""
    text = source.text
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    rows = []
    try:
        for document in _documents(text):
            for record in _at(text, document, table.records or _default(text, document)):
                rows.append(_row(text, record, table, starts))
    except (ValueError, RecursionError) as reason:
        line = bisect_right(starts, getattr(reason, "pos", 0)) - 1
        return source.problem(
            min(line, len(source.lines) - 1),
            "incomplete-run",
            f"the JSON cannot be read: {getattr(reason, 'msg', 'it is nested too deep')}",
            "a file that was cut off gives no values",
        )
    if not rows:
        return Diagnostic(
            table.position,
            "bad-value",
            f"nothing stands at '{table.records}'" if table.records else "the file has no record",
            "records is a pointer, with * for each entry of a list or mapping: /results/*",
        )
    return Grid(rows, (), 0, len(source.lines) - 1)


def _documents(text: str) -> Iterator[Place]:
    """Yield the JSON documents of a file; what a log prints around them is passed over."""
    at = 0
    while match := _START.search(text, at):
        start = match.end()
        try:
            at = _decode(text, start)[1]
        except json.JSONDecodeError as error:
            # '[12:30:01] started' is no list.
            if (
                text[start] == "{"
                or "\n" in text[start : error.pos]
                or not text[error.pos :].strip()
            ):
                raise
            at = error.pos
        else:
            yield Place(start, at)


def _default(text: str, document: Place) -> str:
    return "/*" if text[document.start] == "[" else ""


def _at(text: str, place: Place, pointer: str) -> Iterator[Place]:
    """Yield the values at a JSON pointer (RFC 6901) in which * stands for every entry."""
    if not pointer:
        yield place
        return
    step, _, rest = pointer.removeprefix("/").partition("/")
    name = step.replace("~1", "/").replace("~0", "~")
    for member in _members(text, place):
        if step == "*" or member.name == name:
            yield from _at(text, member, f"/{rest}" if rest else "")


def _members(text: str, place: Place) -> Iterator[Place]:
    """Yield what a list or mapping holds; nothing for another value."""
    opening = text[place.start]
    if opening not in "[{":
        return
    at = place.start + 1
    number = 0
    while True:
        at = _end(_BLANK, text, at)
        if text[at] in "]}":
            return
        name = str(number)
        if opening == "{":
            name, at = _decode(text, at)
            at = _end(_BLANK, text, at)
        end = _decode(text, at)[1]
        pointer = name.replace("~", "~0").replace("/", "~1")
        yield Place(at, end, f"{place.pointer}/{pointer}", name)
        at, number = end, number + 1


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _row(text: str, record: Place, table: Table, starts: Sequence[int]) -> list[Cell]:
    """Return the cells of a record; one that it does not have is empty."""
    cells = []
    for column in table.columns:
        if column.pointer == "#":
            cells.append(Cell(record.name, bisect_right(starts, record.start) - 1, record.pointer))
            continue
        # Of a key that stands twice the last counts, as for every JSON reader.
        found = list(_at(text, record, column.pointer or ""))
        its = found[-1] if found else record
        line = bisect_right(starts, its.start) - 1
        cells.append(Cell(_written(text, its) if found else "", line, its.pointer))
    return cells


def _written(text: str, place: Place) -> str:
    """Return a value as it is printed, without quotes; null is nothing."""
    written = text[place.start : place.end]
    if written.startswith('"'):
        return str(_decode(written)[0]).strip()
    return "" if written == "null" else written
