"""Tables of HTML pages, read with BeautifulSoup; row and column spans are filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag
from bs4.exceptions import ParserRejectedMarkup

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._tables.grid import Cell, Grid, head_of, skipped
from sitegen.record import Source
from sitegen.table_description import Table

_WIDEST = 1000
"""Spans are cut to this many columns, as the HTML standard has it (4.9.11)."""

_OPENING = re.compile(r"<table\b", re.IGNORECASE)
_CLOSING = re.compile(r"</table\b", re.IGNORECASE)

_BLOCKS = {"br", "p", "div", "li", "ul", "ol", "hr"}
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_HEADINGS = re.compile(r"h[1-6]|caption|p")


def grids(source: Source, table: Table) -> list[Grid] | Diagnostic:
    """Return every table of a page, in order; one inside a cell of another is one of its own."""
    opened = [match.start() for match in _OPENING.finditer(source.html)]
    if len(opened) > len(_CLOSING.findall(source.html)):
        line = source.html.count("\n", 0, opened[-1])
        message = "a table of the page has no end: the page is cut off"
        return source.problem(min(line, len(source.lines) - 1), "incomplete-run", message)
    try:
        page = BeautifulSoup(source.html, "html.parser")
    except ParserRejectedMarkup:
        return source.problem(
            0, "unreadable-file", "the page is damaged: it cannot be read as HTML"
        )
    return [grid for tag in page.find_all("table") if (grid := _grid(source, tag, table))]


class _Raw:
    """A cell while it is read: its tag, and the pieces of text in it."""

    def __init__(self, tag: Tag) -> None:
        self.tag = tag
        self.pieces: list[str] = []

    @property
    def text(self) -> str:
        return " ".join("".join(self.pieces).split())

    def span(self, name: str, most: int) -> int:
        written = str(self.tag.get(name, "1")).strip()
        return max(1, min(int(written), most)) if re.fullmatch("[0-9]{1,9}", written) else 1


def _raw_rows(table: Tag) -> Iterator[list[_Raw]]:
    """Yield the cells row by row in the order of the page.

    `<td>` and `<tr>` begin a cell and a row wherever they stand: old pages do not close them, and
    an HTML parser then nests the second cell in the first.
    """
    row: list[_Raw] = []
    cell: _Raw | None = None
    for element in _visible(table):
        if isinstance(element, Tag):
            if element.name == "tr":
                if row:
                    yield row
                row, cell = [], None
            elif element.name in ("td", "th"):
                cell = _Raw(element)
                row.append(cell)
            elif cell is not None and element.name in _BLOCKS:
                cell.pieces.append(" ")
            elif cell is not None and element.name == "sup":
                cell.pieces.append("^")  # 10^6, not 106
        elif cell is not None and type(element) is NavigableString:
            cell.pieces.append(element)
    if row:
        yield row


def _visible(table: Tag) -> Iterator[PageElement]:
    """Yield what a reader of the table sees, in order: no text struck out, no footnote marks."""
    left = list(reversed(table.contents))
    while left:
        element = left.pop()
        if isinstance(element, Tag):
            footnote = element.name == "sup" and element.find("a") is not None
            hidden = _HIDDEN.search(str(element.get("style", ""))) or element.has_attr("hidden")
            if footnote or hidden or element.name in ("table", "caption", "del", "s", "strike"):
                continue
            left.extend(reversed(element.contents))
        yield element


def _grid(source: Source, tag: Tag, table: Table) -> Grid | None:
    raw = list(_raw_rows(tag))
    rows = _spread(source, raw)
    if not rows:
        return None
    headed = len(list(takewhile(_is_head, raw)))
    if headed == len(raw):
        headed = 0
    below = [
        row
        for row in rows[headed:]
        if any(cell.text for cell in row)
        and not skipped(" ".join(cell.text for cell in row if not cell.copied), table)
    ]
    lines = [cell.line for row in rows for cell in row]
    return Grid(below, head_of(rows[:headed]), min(lines), max(lines), _caption(tag))


def _is_head(row: Sequence[_Raw]) -> bool:
    return all(cell.tag.name == "th" for cell in row) or any(
        cell.tag.find_parent("thead") is not None for cell in row
    )


def _spread(source: Source, raw: Sequence[Sequence[_Raw]]) -> list[list[Cell]]:
    """Return rows in which each cell that spans several places stands in all of them."""
    rows: list[list[Cell]] = []
    hanging: dict[int, tuple[int, Cell]] = {}
    for row in raw:
        cells: list[Cell] = []
        left = list(row)
        while left or len(cells) in hanging:
            place = len(cells)
            if place in hanging:
                below, cell = hanging.pop(place)
                cells.append(cell)
                if below > 1:
                    hanging[place] = (below - 1, cell)
                continue
            its = left.pop(0)
            cell = Cell(its.text, _line(source, its))
            down = its.span("rowspan", len(raw))
            for across in range(its.span("colspan", _WIDEST)):
                cells.append(cell if not across else cell._replace(copied=True))
                if down > 1:
                    hanging[place + across] = (down - 1, cell._replace(copied=True))
        rows.append(cells)
    return rows


def _line(source: Source, its: _Raw) -> int:
    """Return the index of the line where the text of a cell begins."""
    start = (its.tag.sourceline or 1) - 1
    word = its.text.split(" ")[0]
    for index in range(start, min(start + 5, len(source.lines))):
        if word in source.lines[index]:
            return index
    return min(start, len(source.lines) - 1)


def _caption(tag: Tag) -> str:
    """Return the caption of a table and the nearest heading or paragraph above it."""
    own = tag.find("caption")
    above = tag.find_previous(_HEADINGS)
    return " ".join(one.get_text(" ", strip=True) for one in (own, above) if isinstance(one, Tag))
