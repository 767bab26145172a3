"""What stands on pages of its own where a page would come out too large: all of it, step by step.

First the list of evidence, then the data of figures, then drawings, which become pictures in place
of shapes, and last the rows of tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sitegen.page import Page
from sitegen.pages import paging
from sitegen.pages.embed import EmbedPage, TablePage
from sitegen.pages.evidence import Apart, Group, Row
from sitegen.pages.figure import ChartPage, FigureView
from sitegen.pages.paging import Pager
from sitegen.pages.report import BlockView, CompareBlockView
from sitegen.pages.tabled import CellView, TableView

MOST = 100_000
"""From so many bytes on a page is too large."""

_ROW = 330
"""About how many bytes a number takes in the list of evidence."""

_CELL, _WORDS = 135, 55
"""About how many bytes a number takes in a table, and a heading or a cell without a number."""

_SMALL = 12_000
"""What takes fewer bytes stays where it is."""

_LEAST = 10
"""So many rows of a table stay where it is shown."""

_MANY = 10_000
"""A page of rows may have any number of them that it has room for."""


@dataclass(frozen=True, slots=True)
class ApartPage:
    """What the template of a page gets that has what there was no room for on another."""

    title: str
    summary: str
    of: str
    address: str
    tables: tuple[TableView, ...]
    evidence: tuple[Group, ...]
    pager: Pager | None


class Lighter(NamedTuple):
    """A page without what stands on further pages now."""

    page: Page
    further: Sequence[Page] = ()


def _evidence(page: Page, _: int) -> Lighter | None:
    """Put the list of evidence on pages of its own, and into a script for the cards beside numbers.

    The script is a page too: its links lead from the same folder.
    """
    view: Any = page.view
    groups: tuple[Group, ...] = getattr(view, "evidence", ())
    rows = [(group, row) for group in groups for row in group.rows]
    if _ROW * len(rows) < _SMALL:
        return None
    address, script = f"{page.address}evidence/", f"{page.address}evidence.js"
    own = _pages(
        page,
        address,
        f"Evidence for {view.title}",
        f"{len(rows):,} numbers, each with the line it was read from.",
        [((), _regrouped(part)) for part in paging.parts(rows, lambda _: _ROW, most=_MANY)],
    )
    told = page._replace(address=script, template="evidence.js", lasting=False)
    lighter = replace(view, evidence=Apart(len(rows), address, script))
    return Lighter(page._replace(view=lighter), (*own, told))


def _regrouped(rows: Iterable[tuple[Group, Row]]) -> tuple[Group, ...]:
    found: list[Group] = []
    for group, row in rows:
        if found and found[-1][:3] == group[:3]:
            found[-1] = found[-1]._replace(rows=(*found[-1].rows, row))
        else:
            found.append(group._replace(rows=(row,)))
    return tuple(found)


def _data(page: Page, size: int) -> Lighter | None:
    """Put the tables of figures where they have pages: beside those of the charts themselves."""
    if isinstance(page.view, EmbedPage):
        return None
    own = isinstance(page.view, ChartPage)
    chosen = _largest(page, size, lambda one: _bytes(one.table) if one.svg and one.table else 0)
    further: list[Page] = []
    for one in _figures(page.view) if own else ():
        if one.id in chosen and one.table:
            further += _rows(page, f"{page.address}data/", one.table, f"Data of {one.title}")

    def change(its: FigureView) -> FigureView:
        to = f"{its.address}data/" if own else its.address
        return its._replace(table=None, data=to) if its.id in chosen else its

    return Lighter(page._replace(view=_changed(page.view, change)), further) if chosen else None


def _drawings(page: Page, size: int) -> Lighter | None:
    """Show drawings as pictures, which lead to the pages of their charts."""
    chosen = _largest(page, size, _drawn)

    def change(its: FigureView) -> FigureView:
        return its._replace(svg="", picture=True) if its.id in chosen else its

    return Lighter(page._replace(view=_changed(page.view, change))) if chosen else None


def _tables(page: Page, size: int) -> Lighter | None:
    """Show the first rows of tables, and all of them on pages of their own."""
    view: Any = page.view
    over = size - MOST
    further: list[Page] = []

    def cut(its: TableView, rest: str) -> TableView:
        nonlocal over
        if over < 0 or _bytes(its) < _SMALL or len(its.rows) <= _LEAST:
            return its
        row = _bytes(its) / len(its.rows)
        kept = max(_LEAST, int(len(its.rows) - over / row - 5))
        over -= int(row * (len(its.rows) - kept))
        left = its.left + len(its.rows) - kept
        return its._replace(rows=its.rows[:kept], sortable=False, left=left, rest=rest)

    def block(its: BlockView | None) -> BlockView | None:
        if its and isinstance(its.view, TableView):
            return its._replace(view=cut(its.view, its.view.cite.partition("#")[0]))
        if its and isinstance(its.view, CompareBlockView):
            table = cut(its.view.table, its.view.address)
            return its._replace(view=its.view._replace(table=table))
        return its

    if isinstance(view, TablePage):
        its = cut(view.table, f"{page.address}rows/")
        if its is not view.table and not view.table.left:
            further += _rows(page, f"{page.address}rows/", view.table, f"All rows of {view.title}")
        lighter: Any = replace(view, table=its)
    elif isinstance(view, EmbedPage):
        lighter = replace(view, table=cut(view.table, view.address)) if view.table else view
    elif hasattr(view, "blocks"):
        lighter = replace(view, blocks=tuple(map(block, view.blocks)))
        if hasattr(view, "headline"):
            lighter = replace(lighter, headline=block(lighter.headline))
    else:
        return None
    return Lighter(page._replace(view=lighter), further)


STEPS: tuple[Callable[[Page, int], Lighter | None], ...] = (
    _evidence,
    _data,
    _drawings,
    _tables,
    _tables,
)
"""Each makes a page of a size lighter, if it can; they are taken until it is small enough.

How large rows are is an estimate, so the last step may be taken again.
"""


def size(page: Page, made: bytes) -> int:
    """Return about how large a page is once its drawings stand on it."""
    return len(made) + sum(map(_drawn, _figures(page.view)))


def _drawn(its: FigureView) -> int:
    return its.weight if its.svg else 0


def _bytes(its: TableView | None) -> int:
    return sum(map(_width, its.rows)) if its else 0


def _width(row: Iterable[CellView]) -> int:
    return sum(_CELL if cell.number else _WORDS for cell in row)


def _largest(page: Page, size: int, weight: Callable[[FigureView], int]) -> set[str]:
    """Return the ids of those figures, the heaviest first, without which a page is small enough."""
    found: set[str] = set()
    for one in sorted(_figures(page.view), key=weight, reverse=True):
        if size < MOST or weight(one) < _SMALL:
            break
        size -= weight(one)
        found.add(one.id)
    return found


def _figures(view: object) -> list[FigureView]:
    found: list[FigureView] = []

    def note(one: FigureView) -> FigureView:
        found.append(one)
        return one

    _changed(view, note)
    return found


def _changed(view: Any, change: Callable[[FigureView], FigureView]) -> object:
    """Return a view with each of its figures changed."""
    if getattr(view, "figure", None):
        return replace(view, figure=change(view.figure))
    if hasattr(view, "figures"):
        view = replace(view, figures=tuple(map(change, view.figures)))
    if hasattr(view, "blocks"):
        blocks = (
            one._replace(view=change(one.view)) if isinstance(one.view, FigureView) else one
            for one in view.blocks
        )
        view = replace(view, blocks=tuple(blocks))
    return view


def _rows(page: Page, address: str, its: TableView, title: str) -> Iterator[Page]:
    """Yield the pages of all rows of a table."""
    parts = paging.parts(its.rows, _width, most=_MANY)
    summary = f"{len(its.rows):,} rows, with each number linked to the line it was read from."
    tables = [((its._replace(rows=part, id="", sortable=len(parts) == 1),), ()) for part in parts]
    yield from _pages(page, address, title, summary, tables)


def _pages(
    page: Page,
    address: str,
    title: str,
    summary: str,
    parts: Sequence[tuple[tuple[TableView, ...], tuple[Group, ...]]],
) -> Iterator[Page]:
    of = str(getattr(page.view, "title", ""))
    for number, (tables, groups) in enumerate(parts, 1):
        pager = paging.pager(address, number, len(parts))
        view = ApartPage(title, summary, of, page.address, tables, groups, pager)
        to = paging.address(address, number)
        yield page._replace(address=to, template="apart.html", view=view, lasting=False)
