"""Tables that are recognised in a file without a sidecar, for a proposal of one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic, Position
from sitegen.parsers._tables import pipe_tables
from sitegen.parsers._tables.cells import number
from sitegen.parsers._tables.grid import Grid
from sitegen.parsers._tables.plain_text import delimited, with_units
from sitegen.parsers._tables.region import Line
from sitegen.parsers._tables.sums import Sum, Wrapped, known_sum, wrapped
from sitegen.record import Source
from sitegen.table_description import Table

ANY = Table((), Position(""))
"""A description that says nothing."""

_WIDE = re.compile(r"\s*\t\s*|\s{2,}")
_MOST_LEAVES = 60
_MOST_LINES = 10_000
_SAMPLE = 200


class Found(NamedTuple):
    """A table: the keys that find it again, the words over its columns, and their cells.

    `headed` is whether the words are headings by which a sidecar can name the columns, `pointers`
    where they stand in records of JSON, `sum` what two of them come to in each row.
    """

    keys: Mapping[str, str]
    headings: Sequence[str]
    columns: Sequence[Sequence[str]]
    headed: bool = False
    pointers: Sequence[str] = ()
    sum: Sum | None = None


def tables(source: Source) -> list[Found]:
    """Return the tables of a file that hold numbers, in order."""
    if "<table" in source.html.casefold():
        from sitegen.parsers._tables import html_tables  # where there is no HTML, bs4 is not loaded

        grids = html_tables.grids(source, ANY)
        return [] if isinstance(grids, Diagnostic) else list(_of_grids("html", grids))
    if source.text.lstrip()[:1] in ("{", "["):
        return list(_of_json(source.text))
    grids = pipe_tables.grids(source, ANY)
    if piped := list(_of_grids("markdown", grids)):
        return piped
    lines = [
        Line(number, line)
        for number, line in enumerate(source.lines)
        if any(map(str.isalnum, line))
    ]
    plain = list(_of_csv(lines)) or list(_of_text(lines))
    again = wrapped(source) if len(lines) < _MOST_LINES else None
    seen = sum(len(one.columns[0]) for one in plain)
    if again and min(len(again.columns[0]), _SAMPLE) > seen:
        return [_put_together(again)]
    return plain


def headings(source: Source) -> Sequence[str]:
    """Return the words over the columns of the first table that has some, in a file's beginning."""
    beginning = source
    if len(source.lines) > _SAMPLE and not source.html:
        lines, numbers = source.lines[:_SAMPLE], source.numbers[:_SAMPLE]
        beginning = replace(source, lines=lines, numbers=numbers)
    found = (one for one in tables(beginning) if one.headed or one.pointers)
    return next((one.headings for one in found), ())


def _put_together(its: Wrapped) -> Found:
    """Return a wrapped table; the last unit words of its head belong to its last columns."""
    keys = {"format": "whitespace", "reflow": "true", "header": its.head, "until": its.below}
    width = len(its.columns)
    parts = [part.strip() for part in re.findall(r"[^()]*\([^()]*\)", its.head)][-width:]
    headings = [""] * (width - len(parts)) + parts
    for place in range(width):
        if place not in (its.sum.first, its.sum.second):
            headings[place] = ""
    said = {name: value for name, value in keys.items() if value}
    return Found(said, headings, its.columns, sum=its.sum)


def is_number(text: str) -> bool:
    """Return whether a cell is a number, with or without a unit word behind it."""
    its = number(text)
    return its is not None and len(its.unit.split()) <= 1 and not re.search(r"\d", its.unit)


def _of_grids(form: str, grids: Sequence[Grid]) -> Iterator[Found]:
    for place, grid in enumerate(grids, 1):
        width = max(map(len, grid.rows), default=0)
        rows = [row for row in grid.rows if len(row) == width]
        columns = _columns([[cell.text for cell in row] for row in rows])
        if width < 2 or not any(is_number(text) for column in columns for text in column):
            continue
        keys = {"format": form} | ({"number": str(place)} if len(grids) > 1 else {})
        headings = list(grid.head) if len(grid.head) == width else [""] * width
        yield Found(keys, headings, columns, _nameable(headings), sum=known_sum(columns))


def _nameable(headings: Sequence[str]) -> bool:
    return all(headings) and len(set(headings)) == len(headings)


def _columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the columns of the first rows: a guess needs no more."""
    return [list(column) for column in zip(*rows[:_SAMPLE], strict=True)]


def _of_csv(lines: Sequence[Line]) -> Iterator[Found]:
    """Yield the table if most lines have the same number of cells, and more than one."""
    for form, separator, name in (
        ("tsv", "\t", ""),
        ("csv", ";", "semicolon"),
        ("csv", ",", "comma"),
    ):
        rows = list(delimited(lines, separator))
        width = max((len(row) for row in rows), key=[len(row) for row in rows].count, default=0)
        texts = [[cell.text for cell in row] for row in rows if len(row) == width]
        if width < 2 or len(texts) < 2 or len(texts) * 2 < len(rows):
            continue
        headed = len(rows[0]) == width and not any(map(is_number, texts[0]))
        below = texts[1:] if headed else texts
        if any(is_number(text) for row in below for text in row):
            headings = texts[0] if headed else [""] * width
            keys = {"format": form} | ({"separator": name} if name else {})
            columns = _columns(below)
            named = headed and _nameable(headings)
            yield Found(keys, headings, columns, named, sum=known_sum(columns))
            return


def _of_text(lines: Sequence[Line]) -> Iterator[Found]:
    """Yield runs of lines that have the same number of cells, two or more, with numbers in them."""
    cut = [_cells(line.text) for line in lines]
    widths = [len(cells) if len(cells) > 1 and any(map(is_number, cells)) else 0 for cells in cut]
    start = 0
    for width, run in groupby(widths):
        end = start + len(list(run))
        if width and end - start > 1:
            keys = {"format": "whitespace"}
            head = _cells(lines[start - 1].text) if start else []
            if start:
                keys["header"] = " ".join(lines[start - 1].text.split())
            if end < len(lines):
                keys["until"] = " ".join(lines[end].text.split())
            headings = head if len(head) == width else [""] * width
            columns = _columns(cut[start:end])
            yield Found(keys, headings, columns, sum=known_sum(columns))
        start = end


def _cells(line: str) -> list[str]:
    """Return the cells of a line: by wide gaps where there are some, else by every blank."""
    wide = [cell for cell in _WIDE.split(line.strip()) if cell]
    return wide if len(wide) > 1 else with_units(line.split(), ANY)


def _of_json(text: str) -> Iterator[Found]:
    """Yield the largest list of records in a JSON file, or the one record that it is."""
    try:
        document, end = json.JSONDecoder(parse_float=str, parse_int=str).raw_decode(text.lstrip())
        rest = text.lstrip()[end:].split("\n")
        lines = [json.loads(line, parse_float=str, parse_int=str) for line in rest if line.strip()]
    except (ValueError, RecursionError):
        return
    lists = {} if lines else dict(_lists(document, ""))
    places = lists or {"": [document, *lines]}
    where, records = max(places.items(), key=lambda item: len(item[1]))
    pointers = list(dict.fromkeys(name for one in records[:20] for name in _leaves(one, "")))
    if not pointers or len(pointers) > _MOST_LEAVES:
        return
    columns = [[_at(record, pointer) for record in records[:_SAMPLE]] for pointer in pointers]
    keys = {"format": "jsonl" if lines else "json"} | ({"records": where} if where else {})
    headings = [" ".join(re.split(r"[/_.]", pointer)[1:]) for pointer in pointers]
    yield Found(keys, headings, columns, pointers=pointers, sum=known_sum(columns))


def _lists(value: object, pointer: str) -> Iterator[tuple[str, list[object]]]:
    """Yield the lists of mappings in a document, with the pointer to their entries."""
    if isinstance(value, list):
        if value and all(isinstance(one, dict) for one in value):
            yield f"{pointer}/*", value
    elif isinstance(value, dict):
        for name, its in value.items():
            yield from _lists(its, f"{pointer}/{_escaped(name)}")


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _leaves(value: object, pointer: str) -> Iterator[str]:
    """Yield the pointers to all text and numbers of a record."""
    if isinstance(value, dict):
        for name, its in value.items():
            yield from _leaves(its, f"{pointer}/{_escaped(name)}")
    elif isinstance(value, str):
        yield pointer


def _at(value: object, pointer: str) -> str:
    for name in pointer.split("/")[1:]:
        if not isinstance(value, dict):
            return ""
        value = value.get(name.replace("~1", "/").replace("~0", "~"))
    return value if isinstance(value, str) else ""
