"""How to cite and embed what a page shows: snippets for each dialect, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sitegen import dialects, doubts, urls
from sitegen.dialects import DIALECTS, Dialect
from sitegen.drawn import Figure
from sitegen.pages.tabled import CellView, TableView

MOST = 40
"""Tables with more rows than this are not written out; they are embedded or linked to."""


class Snippet(NamedTuple):
    """A text to copy, and what it gives."""

    says: str
    text: str


class Said(NamedTuple):
    """The snippets of one dialect."""

    id: str
    name: str
    snippets: tuple[Snippet, ...]


class Panel(NamedTuple):
    """All that helps to cite a thing; `current` and `frozen` are addresses of its picture.

    Addresses in snippets begin at the root of the site, and are no whole ones, if it is `relative`.
    """

    said: tuple[Said, ...]
    relative: bool
    current: str = ""
    frozen: str = ""
    page: str = ""


class Card(NamedTuple):
    """A picture that programs show for a link to a page, in pixels."""

    picture: str
    width: int
    height: int
    alt: str


def card(figure: Figure | None) -> Card | None:
    """Return the picture for links to the page of a figure, or to the page that begins with it."""
    if figure is None or not figure.drawn:
        return None
    width, height = figure.size
    return Card(urls.chart_file(figure.id, "png"), width, height, figure.chart.alt)


def chart(figure: Figure, table: TableView, base_url: str) -> Panel:
    """Return how to cite a chart: its picture as it is now or for good, or all of it in a frame."""
    title, page = _line(figure.chart.title), urls.chart(figure.id)
    to, shown = dialects.address(base_url, page), dialects.address(base_url, urls.embed(page))
    if not figure.drawn:
        return Panel(_links(title, to), not base_url, page=page)
    current = urls.chart_file(figure.id, "png")
    frozen = urls.frozen(figure.id, figure.stamp)
    said = []
    for one in DIALECTS.values():
        pictures = [
            Snippet(says, one.picture(title, dialects.address(base_url, picture), to))
            for says, picture in (
                ("the picture, which follows the data", current),
                ("the picture frozen as it is now", frozen),
            )
        ]
        if one.id == "html":
            height = figure.size[1] // 2 + 150
            pictures.insert(0, Snippet("a frame", dialects.frame(title, shown, height)))
        elif one.id == "markdown" and len(table.rows) <= MOST:
            data = f"<details><summary>Data</summary>\n\n{_written(one, table)}\n\n</details>"
            pictures.append(
                Snippet("the frozen picture and its data", f"{pictures[1].text}\n\n{data}")
            )
        said.append(Said(one.id, one.name, tuple(pictures)))
    return Panel(tuple(said), not base_url, current, frozen, page)


def table(name: str, title: str, its: TableView, base_url: str) -> Panel:
    """Return how to cite a table: written out, as a link, or in a frame."""
    page, line = urls.table(name), _line(title)
    to, shown = dialects.address(base_url, page), dialects.address(base_url, urls.embed(page))
    said = []
    for one in DIALECTS.values():
        link = one.link(line, to)
        snippets = [Snippet("a link", link)]
        if len(its.rows) <= MOST:
            written = f"{_written(one, its)}\n\n{link}"
            snippets.append(Snippet("the table as it is now", written))
        if one.id == "html":
            height = 180 + 40 * min(len(its.rows), MOST)
            snippets.insert(0, Snippet("a frame", dialects.frame(line, shown, height)))
        said.append(Said(one.id, one.name, tuple(snippets)))
    return Panel(tuple(said), not base_url, page=page)


def results(page: str, title: str, values: Sequence[tuple[str, int]], base_url: str) -> Panel:
    """Return how to cite a raw file; `values` are its results, each with its line."""
    to = dialects.address(base_url, page)
    said = list(_links(_line(title), to))
    if values:
        lines = "\n".join(f"{text}: {to}{f'#L{line}' if line else ''}" for text, line in values)
        snippets = (*said[-1].snippets, Snippet("each result with its line", lines))
        said[-1] = said[-1]._replace(snippets=snippets)
    return Panel(tuple(said), not base_url, page=page)


def oembed(figure: Figure, site: str, base_url: str) -> bytes:
    """Return what programs are told that ask how to embed a chart (oEmbed 1.0, a photo)."""
    picture = dialects.address(base_url, urls.chart_file(figure.id, "png"))
    width, height = figure.size
    said = {
        "version": "1.0",
        "type": "photo",
        "title": figure.chart.title,
        "url": picture,
        "width": width,
        "height": height,
        "thumbnail_url": picture,
        "thumbnail_width": width,
        "thumbnail_height": height,
        "provider_name": site,
        "provider_url": base_url,
    }
    return (json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode()


def _links(title: str, to: str) -> tuple[Said, ...]:
    return tuple(
        Said(one.id, one.name, (Snippet("a link", one.link(title, to)),))
        for one in DIALECTS.values()
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _written(dialect: Dialect, its: TableView) -> str:
    """Return a table in a dialect, with why numbers in it are doubted below it."""
    lines = (dialect.line(_line(one)) for one in its.doubts)
    return "\n\n".join([dialect.table(*_cells(its)), *lines])


def _cells(its: TableView) -> tuple[list[str], list[list[str]]]:
    head = [
        f"{column.label} ({column.unit})" if column.unit else column.label for column in its.columns
    ]
    return [_line(one) for one in head], [[_text(cell) for cell in row] for row in its.rows]


def _text(cell: CellView) -> str:
    shown = cell.number.text if cell.number else cell.text
    if cell.number and cell.number.doubted:
        shown += f" {doubts.MARK}"
    return _line(f"{shown} ({cell.mark})" if cell.mark else shown)
