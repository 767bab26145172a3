"""The output of tools in a page: found by the parsers, cut out so that they read it there again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.importing import text_pieces
from sitegen.importing.cuts import Cut, Note, cut, keys, lines_cut
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece
from sitegen.importing.sessions import sessions
from sitegen.record import Value
from sitegen.results import FileReading, read_file

UNCLAIMED = frozenset({"unidentified-file", "empty-file", "unreadable-file"})
"""Findings that say that a block is not the output of a tool that we know."""

_WORD = re.compile(r"[^\W\d_][\w'’.,;:!?()/-]*")
_UP = 8
"""How many paragraphs above its values the head of an output may stand."""


def outputs(page: Page, pieces: Sequence[Piece]) -> tuple[list[Cut], list[Note]]:
    """Return what tools have printed, in order: blocks of the page, and lines in its text."""
    whole = read_file("page.txt", page.content)
    found: list[Cut] = []
    failed: list[Cut] = []
    for piece in pieces:
        if piece.kind in ("code", "table"):
            its = cut(page, piece.start, piece.end, (piece.first, piece.last), piece.depth)
            if its.reading.runs:
                found += sessions(page, its)
            elif {one.code for one in its.reading.diagnostics if _is_error(one)} - UNCLAIMED:
                failed.append(its)
    notes: list[Note] = []
    skipped = [piece for piece in pieces if piece.kind == "attachment"]
    for group in _groups(page, whole):
        left = [line for line in group.lines if not (_taken(line, found) or _taken(line, skipped))]
        if left:
            _cut_lines(page, whole, group, left, found, notes)
    found += [its for its in failed if not any(_taken(n, found) for n in (its.first, its.last))]
    return sorted(found, key=lambda one: one.start), notes


def lines_of(page: Page, its: Cut) -> set[int]:
    """Return the lines of a cut that belong to its results: sentences between rows do not."""
    every = set(range(its.first, its.last + 1))
    if its.sidecar and its.name:
        return every
    inside = {
        its.page_line(line)
        for run in its.reading.runs
        for line in range(run.first, run.last + 1)
        if line not in its.reading.unread
    }
    texts = dict(zip(page.source.numbers, page.source.lines, strict=True))
    return inside | {line for line in every if not is_sentence(texts.get(line + 1, ""))}


def _is_error(finding: Diagnostic) -> bool:
    return finding.severity == "error"


class _Group(NamedTuple):
    """Lines of one run in the text of a page, with no sentence between them."""

    lines: Sequence[int]
    first: int
    last: int


def _groups(page: Page, whole: FileReading) -> Iterator[_Group]:
    """Yield the lines with values or facts of each run, apart where sentences stand between."""
    texts = dict(zip(page.source.numbers, page.source.lines, strict=True))
    # What a parser understands inside a run is the tool's own words.
    foreign = set(whole.unread)
    sentences = {
        number - 1 for number, text in texts.items() if number in foreign and is_sentence(text)
    }
    for run in whole.runs:
        records = [one.position for one in whole.records if one.columns["run"] == run.number]
        facts = [one.position for one in whole.facts if one.run == run.number]
        for its in (records, facts):
            places = {one.line - 1 for one in its}
            for lines in _apart(sorted(places), sentences):
                alone = len(lines) == len(places) and (its is records or not records)
                first, last = (run.first - 1, run.last - 1) if alone else (lines[0], lines[-1])
                yield _Group(lines, min(first, lines[0]), max(last, lines[-1]))


def _apart(lines: Sequence[int], sentences: set[int]) -> list[list[int]]:
    groups: list[list[int]] = []
    for line in lines:
        if groups and not sentences & set(range(groups[-1][-1] + 1, line)):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def is_sentence(text: str) -> bool:
    """Return whether a line is prose and not something a program printed."""
    tokens = text.split()
    words = [token for token in tokens if _WORD.fullmatch(token)]
    small = sum(word[0].islower() for word in words)
    return (
        len(words) > 4
        and small * 2 > len(words)
        and len(words) * 10 >= len(tokens) * 7
        and "   " not in text.strip()
    )


def _taken(line: int, found: Iterable[Cut | Piece]) -> bool:
    return any(its.first <= line <= its.last for its in found)


def _cut_lines(
    page: Page,
    whole: FileReading,
    group: _Group,
    left: Sequence[int],
    found: list[Cut],
    notes: list[Note],
) -> None:
    """Add the smallest slice of whole lines that yields what the page as a whole yields there."""
    wanted = {key for key in keys(whole.records) if key[0] in left}
    facts = set() if wanted else {fact for fact in _facts(whole, 0) if fact[0] in left}
    depth = max(text_pieces.depth(page.lines[line]) for line in left)
    above = max((its.last + 1 for its in found if its.last < left[0]), default=0)
    below = min((its.first - 1 for its in found if its.first > left[-1]), default=len(page.lines))
    end = min(below, max(left[-1], group.last), len(page.lines) - 1)
    known = {one.code for one in whole.diagnostics if _is_error(one)}
    fitting: list[Cut] = []
    for last in (end, min(below, _next_line(page, end))):
        for first in _starts(page, max(above, min(left[0], group.first)), above):
            its = lines_cut(page, first, last, depth)
            if wanted <= its.keys and facts <= _facts(its.reading, its.first):
                fitting.append(its)
                if {one.code for one in its.reading.diagnostics if _is_error(one)} <= known:
                    found.append(its)
                    return
    if fitting:  # alone it is faulty, or cut off: that is said
        found.append(fitting[0])
        return
    before = [its for its in found if its.last < left[0]]
    if before and wanted:
        # Rows that share one head are cut out with all that stands between them.
        nearest = max(before, key=lambda its: its.last)
        its = lines_cut(page, nearest.first, end, depth)
        if (wanted | nearest.keys) <= its.keys:
            found[found.index(nearest)] = its
            return
    if wanted:
        message = f"{len(wanted)} values that can be read in the whole page only, not cut out"
        notes.append(Note(left[0], message))


def _facts(reading: FileReading, first: int) -> set[tuple[int, Value]]:
    """Return facts with their lines; their columns are numbered where there are several alike."""
    return {(first + one.position.line - 1, one.value) for one in reading.facts}


def _next_line(page: Page, line: int) -> int:
    """Return the next line that is not empty: with nothing behind it an output may be cut off."""
    following = range(line + 1, len(page.lines))
    return next((number for number in following if page.lines[number].strip(" >")), line)


def _starts(page: Page, first: int, above: int) -> Iterator[int]:
    """Yield where a slice may begin: at a line, and at the paragraphs above it."""
    yield first
    begins = [
        line
        for before, line in pairwise(range(above - 1, first + 1))
        if line == above or (page.lines[line].strip(" >") and not page.lines[before].strip(" >"))
    ]
    yield from list(reversed([line for line in begins if line < first]))[:_UP]
