"""The tables of a page, cut out with a sidecar that says what they hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sitegen import unwrap
from sitegen.diagnostics import Diagnostic
from sitegen.importing import sidecars, spec_lists
from sitegen.importing.cuts import Cut, Note
from sitegen.importing.left_out import left_out
from sitegen.importing.meanings import Grid, grid_of
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece
from sitegen.importing.words import Said, operation
from sitegen.parsers._tables import found as recognised
from sitegen.parsers._tables import html_tables, pipe_tables
from sitegen.record import Source
from sitegen.results import read_file

_MARKUP = re.compile(rb"<table\b", re.IGNORECASE)
_PIPES = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*\|", re.MULTILINE)
_DECRYPT = re.compile(r"openssl\s+speed\b[^\n]*-decrypt")


def tables(
    page: Page, pieces: Sequence[Piece], taken: Sequence[Cut]
) -> tuple[list[Cut], list[Note]]:
    """Return the tables of values outside of what is taken already, and what is said of others."""
    found: list[Cut] = []
    notes: list[Note] = []
    for number, piece in enumerate(pieces):
        if any(its.first <= piece.last and piece.first <= its.last for its in taken):
            continue
        if piece.kind in ("table", "code"):
            made = _table(page, piece, _context(pieces, number))
            if isinstance(made, Cut):
                found.append(made)
            elif piece.kind == "table" and not any(True for _ in spec_lists.of_table(page, piece)):
                notes += made
    return found, notes


def _table(page: Page, piece: Piece, context: Said) -> Cut | list[Note]:
    """Return a block with the tables in it as a cut, or what is to be said of them."""
    content = page.content[piece.start : piece.end]
    source, _ = unwrap.unwrap("cut.txt", content)
    if source is None:
        return []
    ending, grids = _grids(source, content, context, _marks(page))
    if isinstance(grids, Diagnostic):
        return [Note(piece.first, grids.message)]
    text = sidecars.sidecar(grids)
    notes = [Note(piece.first + line, words) for grid, _ in grids for line, words in left_out(grid)]
    if not text:
        return [_unknown(piece, grid) for grid, _ in grids]
    reading = read_file(f"cut{ending}", content, text)
    notes += [
        Note(piece.first + max(one.position.line, 1) - 1, one.message)
        for one in reading.diagnostics
    ]
    if not reading.records:
        return notes
    return Cut(
        piece.first,
        piece.last,
        piece.start,
        piece.end,
        reading,
        ending,
        text,
        piece.depth,
        notes,
        "table",
    )


def _context(pieces: Sequence[Piece], number: int) -> Said:
    """Return what the heading, the paragraph and the command above a table say of it."""
    above: list[str] = []
    for piece in reversed(pieces[max(0, number - 4) : number]):
        if piece.kind in ("table", "header"):
            break
        if piece.kind == "code" and _DECRYPT.search(piece.text):
            return Said("decrypt")
        if piece.kind in ("prose", "heading"):
            above.append(piece.text)
        if piece.kind == "heading":
            break
    return Said(next(filter(None, map(operation, above)), ""))


# With a unit: 5.15 may be a version.
_POINT = re.compile(
    r"(?<![\d.,:])\d+\.(?:\d{1,2}|\d{4,})"
    r" ?(?:[munµ]?s|sec|seconds|[kKMGT]i?B(?:/s)?|%|IOPS|x)(?!\w)"
)
_COMMA = re.compile(r"(?<![\d.,:])\d+,(?:\d{1,2}|\d{4,})(?![\d.,:])")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)")


def _marks(page: Page) -> str:
    """Return the decimal mark that the numbers of a page prove, '' if they prove none."""
    text = "\n".join(page.source.lines)
    return "point" if _POINT.search(text) and not _COMMA.search(text) else ""


def _grids(
    source: Source, content: bytes, context: Said, mark: str
) -> tuple[str, list[tuple[Grid, Mapping[str, str]]] | Diagnostic]:
    """Return the ending of a file with these tables, and the tables with how they are written."""
    if _MARKUP.search(content):
        form, ending, its = "html", ".html", html_tables.grids(source, recognised.ANY)
        if isinstance(its, Diagnostic):
            return ending, its
    elif _PIPES.search(source.text):
        form, ending, its = "markdown", ".md", pipe_tables.grids(source, recognised.ANY)
    else:
        return ".txt", []
    found: list[tuple[Grid, Mapping[str, str]]] = []
    for place, one in enumerate(its, 1):
        keys = {"format": form} | ({"number": str(place)} if len(its) > 1 else {})
        if mark and any(_GROUPED.match(cell.text) for row in one.rows for cell in row):
            keys["decimal"] = mark
        found.append((grid_of(one.head, one.rows, context), keys))
    return ending, found


def _unknown(piece: Piece, grid: Grid) -> Note:
    heads = ", ".join(filter(None, grid.head)) or ", ".join(cell.text for cell in grid.rows[0])
    return Note(piece.first, f"a table in which nothing is known to be measured ({heads})")
