"""Output that is cut off anywhere never gives another number without saying so."""

from __future__ import annotations

import math

import pytest

from sitegen.results import FileReading
from tests.parsers.raw_files import RawFile, Sampled, raw_files

FILES = raw_files()
BYTES = 8
DIGITS = 1e-5
"""How much a size that is printed twice may differ: 931.512 GB stands before its sectors."""


def statements(reading: FileReading) -> set[tuple[str, object]]:
    """Return each value and each fact, whatever is said of its load."""
    values = {(record.metric, record.value) for record in reading.records}
    return {*values, *((fact.column, fact.value) for fact in reading.facts)}


def said(reading: FileReading) -> set[tuple[str, str, int]]:
    """Return what is said of a file, and at which lines."""
    return {(its.code, its.message, its.position.line) for its in reading.diagnostics}


def known(raw: RawFile) -> set[tuple[str, object]]:
    """Return what the whole file states; of snapshots, each was the result while it was the last.

    Nothing in a snapshot of fio says that another one was to follow.
    """
    found = statements(raw.read(raw.content))
    if raw.id.startswith("fio/snapshots-"):
        begin = b"\n{" if raw.content.startswith(b"{") else b"\n\nr: (groupid=0"
        parts = raw.content.split(begin)
        for count in range(1, len(parts)):
            found |= statements(raw.read(begin.join(parts[:count]) + b"\n"))
    return found


def others(cut: FileReading, whole: set[tuple[str, object]]) -> set[tuple[str, object]]:
    """Return what a file that is cut off states, and the whole file does not."""
    numbers = [(name, value) for name, value in whole if isinstance(value, int | float)]
    return {
        (name, value)
        for name, value in statements(cut) - whole
        if not isinstance(value, int | float)
        or not any(
            name == other and math.isclose(value, number, rel_tol=DIGITS)
            for other, number in numbers
        )
    }


def assert_same_or_said(raw: RawFile, ends: list[int]) -> None:
    whole = known(raw)
    before = said(raw.read(raw.content))
    for end in ends:
        cut = raw.read(raw.content[:end])
        found = said(cut)
        assert "parser-failed" not in {code for code, *_ in found}, f"cut off at byte {end}"
        if more := others(cut, whole):
            assert found - before, f"cut off at byte {end}: {more}"


@pytest.mark.parametrize("raw", FILES, ids=lambda raw: raw.id)
def test_output_cut_off_at_any_line_gives_the_same_values_or_a_finding(raw: RawFile) -> None:
    lines = raw.content.splitlines(keepends=True)
    ends = [sum(map(len, lines[:count])) for count in range(1, len(lines))]
    assert_same_or_said(raw, ends)


@pytest.mark.parametrize("raw", FILES, ids=lambda raw: raw.id)
def test_output_cut_off_at_any_byte_gives_the_same_values_or_a_finding(
    raw: RawFile, sampled: Sampled
) -> None:
    every = range(1, len(raw.content))
    count = sampled(min(BYTES, len(every)), len(every))
    assert_same_or_said(raw, sorted(raw.chance().sample(every, count)))
