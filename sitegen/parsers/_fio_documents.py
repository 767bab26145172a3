"""The JSON documents of fio in a file, and which of them are snapshots of one run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _json
from sitegen.parsers._json import number
from sitegen.record import Source

MARK = '"fio version"'

DIRECTIONS = ("read", "write", "trim", "mixed", "sync")


class Entry(NamedTuple):
    """One entry of `jobs`, and where it begins."""

    values: dict[str, Any]
    offset: int
    pointer: str

    @property
    def key(self) -> tuple[object, ...]:
        """Return what a job is known by: its name and its group."""
        return (self.values.get("jobname"), self.values.get("groupid"))


class Head(NamedTuple):
    """A document without its entries."""

    values: dict[str, Any]
    entries: Sequence[Entry]
    start: int
    end: int
    first: int
    last: int

    @property
    def options(self) -> Mapping[str, str]:
        """Return the options of all jobs."""
        found = self.values.get("global options")
        return found if isinstance(found, dict) else {}


def heads(source: Source) -> Iterator[Head | Diagnostic]:
    """Yield the documents of fio in a source, and which of them are damaged."""
    text = source.text
    end, line, counted = 0, 0, 0
    while found := _json.find(text, MARK, end):
        start, at = found
        line += text.count("\n", counted, start)
        counted = start
        try:
            head = _read(source, text, start, line)
        except json.JSONDecodeError as fault:
            try:
                head = _read(source, _json.mended(text), start, line)
            except json.JSONDecodeError:
                yield _broken(source, start, fault)
                end = at + len(MARK)
                continue
        yield head
        line, counted, end = head.last, head.end, head.end


def _read(source: Source, text: str, start: int, first: int) -> Head:
    """Return the document in the text of a source that begins at a place, in the line `first`."""
    cursor = _json.Cursor(text, start)
    values: dict[str, Any] = {}
    entries: list[Entry] = []
    for key in cursor.members():
        if key in ("jobs", "client_stats") and text.startswith("[", cursor.at):
            for number in cursor.elements():
                if text.startswith("{", cursor.at):
                    offset = cursor.at
                    entries.append(Entry(cursor.value(), offset, f"/{key}/{number}"))
        else:
            values[key] = cursor.value()
    end = cursor.at
    is_last = end == len(text)
    last = len(source.numbers) - 1 if is_last else first + text.count("\n", start, end)
    return Head(values, entries, start, end, first, last)


def _broken(source: Source, start: int, fault: json.JSONDecodeError) -> Diagnostic:
    """Return the finding about a document that does not end, or is damaged."""
    first = _json.line_at(source, start)
    line = _json.line_at(source, fault.pos)
    message = (
        f"the JSON of fio that begins at line {source.numbers[first]} is not whole: {fault.msg}"
    )
    return source.problem(
        min(line, len(source.lines) - 1),
        "incomplete-run",
        message,
        "the run was cut off, or other output stands inside the document",
    )


def _done(entry: Entry, key: str) -> Decimal:
    """Return the sum of a counter over all directions of an entry."""
    parts = [entry.values.get(direction) for direction in DIRECTIONS]
    return sum((number(part.get(key)) for part in parts if isinstance(part, dict)), Decimal(0))


def goes_on(one: Head, other: Head) -> bool:
    """Return whether two documents are snapshots of one run (--status-interval), the first earlier.

    The counters only grow, and the clock has gone on by as much as the run time has. Runs in a loop
    take about the same time each.
    """
    if not one.entries or [a.key for a in one.entries] != [b.key for b in other.entries]:
        return False
    began = [its.values.get("job_start") for its in (one.entries[0], other.entries[0])]
    if began[0] != began[1]:
        return False
    grown = [
        (_done(b, "io_bytes") - _done(a, "io_bytes"), longest(b) - longest(a))
        for a, b in zip(one.entries, other.entries, strict=True)
    ]
    if any(size < 0 or time < 0 for size, time in grown) or not any(size for size, _ in grown):
        return False
    if began[0] is not None:
        return True
    passed, slack = _passed(one, other)
    return abs(passed - max(time for _, time in grown)) <= slack


def longest(entry: Entry) -> Decimal:
    """Return the longest run time among the directions of an entry, in ms."""
    parts = [entry.values.get(direction) for direction in DIRECTIONS]
    return max((number(p.get("runtime")) for p in parts if isinstance(p, dict)), default=Decimal(0))


def _passed(one: Head, other: Head) -> tuple[Decimal, int]:
    """Return the milliseconds between two documents, and how exact that is."""
    for key, factor, slack in (("timestamp_ms", 1, 300), ("timestamp", 1000, 1200)):
        if key in one.values and key in other.values:
            return (number(other.values[key]) - number(one.values[key])) * factor, slack
    return Decimal(-(10**9)), 0
