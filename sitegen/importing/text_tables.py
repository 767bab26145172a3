"""Tables in plain text: in mails, in the text of a page, and in raw blocks that no tool printed.

A table there is taken only if it is read without a fault: words and numbers stand in lines of prose
too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen import unwrap
from sitegen.importing import text_pieces
from sitegen.importing.cuts import Cut, Note
from sitegen.importing.left_out import left_out
from sitegen.importing.meanings import grid_of
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece
from sitegen.importing.sidecars import FREE, sidecar
from sitegen.importing.words import Said
from sitegen.parsers._tables import found as recognised
from sitegen.parsers._tables.grid import Cell
from sitegen.parsers.table import propose
from sitegen.record import Source
from sitegen.results import read_file

_KEYS = tuple(
    (name, re.compile(rf"\b{words}\b(?P<unit>\s*\(KB\))?", re.IGNORECASE))
    for name, words in (
        ("testbed.raid.level", r"raid[ _-]*level"),
        ("testbed.raid.chunk", r"(?:raid )?chunk ?size|stripe(?: ?size)?"),
        ("testbed.readahead", r"read-?ahead(?! on)"),
        ("testbed.drive.readahead", r"read-?ahead on (?:the )?(?:disk|drive)s?"),
        ("workload.block_size", r"(?:block|record|i/o) ?size"),
        ("workload.threads", r"threads"),
    )
)
_FEWEST = 4
"""How many values a table in text has at least."""


def text_tables(
    page: Page, pieces: Sequence[Piece], taken: Sequence[Cut]
) -> tuple[list[Cut], list[Note]]:
    """Return the tables in the text of a page outside of what is taken already, and what is said.

    That is of tables in which a kind of number is known, but not of which operation.
    """
    found: list[Cut] = []
    said: list[Note] = []
    for first, last in _regions(page, pieces):
        if any(its.first <= last and first <= its.last for its in taken):
            continue
        start, end = page.start(first), page.end(last)
        source, _ = unwrap.unwrap("cut.txt", page.content[start:end])
        its = _described(source) if source else None
        if its is None:
            if source and "perhaps {operation: '?'" in propose(source):
                said.append(Note(first, "a table of which it is not said what was measured"))
            continue
        text, left = its
        reading = read_file("cut.txt", page.content[start:end], text)
        faults = [one for one in reading.diagnostics if one.severity == "error"]
        if len(reading.records) < _FEWEST or faults:
            continue
        depth = max(text_pieces.depth(page.lines[line]) for line in range(first, last + 1))
        notes = [Note(first + line, words) for line, words in left]
        notes += [Note(first + one.position.line - 1, one.message) for one in reading.diagnostics]
        found.append(Cut(first, last, start, end, reading, ".txt", text, depth, notes, "table"))
    return found, said


def _regions(page: Page, pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """Yield lines that stand together: raw blocks, and in plain text what no blank line parts."""
    if page.kind in ("html", "markdown"):
        yield from ((piece.first, piece.last) for piece in pieces if piece.kind == "code")
        return
    begin = None
    skipped = {
        line
        for piece in pieces
        if piece.kind == "attachment"
        for line in range(piece.first, piece.last + 1)
    }
    for line, text in enumerate([*page.lines, ""]):
        if text.strip(" \t>") and line not in skipped:
            begin = line if begin is None else begin
        elif begin is not None:
            yield begin, line - 1
            begin = None


def _described(source: Source) -> tuple[str, Sequence[tuple[int, str]]] | None:
    """Return the sidecar of the table in some lines, with what it leaves out."""
    found = recognised.tables(source)
    if len(found) != 1:
        return None
    its = found[0]
    if "reflow" in its.keys:
        text = propose(source)
        return (_told_apart(text, its.keys["header"]), ()) if "\ntable:\n" in text else None
    rows = [[Cell(text, 0) for text in cells] for cells in zip(*its.columns, strict=True)]
    grid = grid_of(its.headings if any(its.headings) else (), rows, Said())
    lines = [line for line in source.lines if sum(map(str.isdecimal, line)) > 1]
    if len(grid.rows) * 10 < len(lines) * 7 or not _named(grid.rows, grid.labels):
        return None
    return sidecar([(grid, its.keys)]), list(left_out(grid))


def _told_apart(text: str, header: str) -> str:
    """Return a proposal whose unknown columns tell rows apart: they are not repeats of each other.

    The head of a wrapped table has lost its columns; where it names as many keys as there are
    columns of which nothing is known, they are these.
    """
    unknown = text.count("- {skip: true}")
    found = [(name, match) for name, pattern in _KEYS for match in pattern.finditer(header)]
    named = [
        f"{{column: {name}, unit: KiB}}" if match["unit"] else f"{{column: {name}}}"
        for name, match in sorted(found, key=lambda one: one[1].start())
    ]
    if len(named) != unknown or len(set(named)) != unknown:
        named = [f"{{column: workload.{name}}}" for name in ("series", *FREE[1:])][:unknown]
    for key in named:
        text = text.replace("- {skip: true}", f"- {key}", 1)
    return text


def _named(rows: Sequence[Sequence[Cell]], labels: Sequence[int]) -> bool:
    """Return whether labels are words, and there are not more of them than cells of a table."""
    words = [row[place].text for row in rows for place in labels]
    return len(labels) < 3 and all(any(map(str.isalnum, word)) for word in words)
