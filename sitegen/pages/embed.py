"""The pages that charts and tables have for themselves, and what of them is shown elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from sitegen import drawn, standing, urls
from sitegen.doubts import MARK
from sitegen.drawn import Figure
from sitegen.lab import RawFile
from sitegen.page import File, Page, Unit
from sitegen.pages import banners, cite, figure, tabled, usage
from sitegen.pages.banners import Banner
from sitegen.pages.cite import Panel
from sitegen.pages.evidence import Evidence, Proof
from sitegen.pages.figure import FigureView
from sitegen.pages.run import RunPage
from sitegen.pages.tabled import TableView
from sitegen.query import Block
from sitegen.tables import Table

if TYPE_CHECKING:
    from sitegen.site import Written


@dataclass(frozen=True, slots=True)
class TablePage:
    """What the template of a table's own page gets."""

    title: str
    summary: str
    table: TableView
    used_in: str
    used_in_title: str
    banners: tuple[Banner, ...]
    cite: Panel
    evidence: Proof


@dataclass(frozen=True, slots=True)
class EmbedPage:
    """What the template of an embedded page gets: a figure or a table, and the page it is from."""

    id: str
    title: str
    summary: str
    address: str
    banners: tuple[Banner, ...]
    figure: FigureView | None = None
    table: TableView | None = None


def units(its: Written) -> Iterator[Unit]:
    """Yield what makes the pages and files of each chart and table, and what others show of it."""
    for path, title, to in usage.titles(its):
        for made in its.figures.blocks.get(path, ()):
            if made.figure:
                yield _unit(its, made.figure, to, title)
            if made.table and made.block:
                yield _table_unit(its, made.table, made.block, path, to, title)
    for name in its.lab.hardware:
        for chart in standing.ids(name):
            yield _standing_unit(its, name, chart)


def _unit(its: Written, one: Figure, to: str, title: str) -> Unit:
    def said() -> tuple[Banner, ...]:
        return banners.part(its, one.query.position.path, one.records)

    return Unit(
        _at(one.id),
        lambda _: _chart(its, one, to, title, said()),
        lambda: (its.ground, one, to, title, said()),
    )


def _standing_unit(its: Written, name: str, chart: str) -> Unit:
    """Return what makes the pages of a chart of a piece of hardware, if there is such a one."""

    def units() -> list[Unit]:
        its_own = (one for one in its.figures.standings[name] if one.id == chart)
        title = its.lab.hardware[name].title
        return [_unit(its, one, urls.hardware(name), title) for one in its_own]

    return Unit(
        _at(chart),
        lambda findings: chain.from_iterable(one.make(findings) for one in units()),
        lambda: [one.of() for one in units() if one.of],
    )


def _table_unit(its: Written, made: Table, block: Block, path: str, to: str, title: str) -> Unit:
    def said() -> tuple[Banner, ...]:
        return banners.part(its, path, banners.measured(made))

    return Unit(
        (urls.table(block.id),),
        lambda _: _table(its, made, block, to, title, said()),
        lambda: (its.ground, made, block, to, title, said()),
    )


def _at(chart: str) -> tuple[str, ...]:
    """Return the addresses of what makes a chart's pages and files."""
    return urls.chart(chart), *(urls.chart_file(chart, ending) for ending in drawn.DATA)


def _chart(
    its: Written, one: Figure, to: str, title: str, said: tuple[Banner, ...]
) -> Iterator[Page | File]:
    evidence = Evidence(its.lab, binary=its.words.binary)
    view = figure.page(one, evidence, its.words, (to, title), said, its.settings.base_url)
    page, source = urls.chart(one.id), str(one.query.position)
    yield Page(page, "chart.html", view, source)
    shown = EmbedPage(one.id, view.title, view.summary, page, said, figure=view.figure)
    yield Page(urls.embed(page), "embed.html", shown, source)
    yield from (File(*file) for file in drawn.files(one).items())
    if its.settings.base_url and one.drawn:
        # What programs read to embed a chart needs to know where the site is.
        about = cite.oembed(one, its.title, its.settings.base_url)
        yield File(urls.oembed(page), about)


def _table(
    its: Written,
    made: Table,
    block: Block,
    to: str,
    title: str,
    said: tuple[Banner, ...],
) -> Iterator[Page]:
    evidence = Evidence(its.lab, binary=its.words.binary)
    # The title stands above the table here, as that of the page.
    table = tabled.view(made, evidence, its.words, titled=False)
    name = made.title or f"{title}: {block.id}"
    page = urls.table(block.id)
    panel = cite.table(block.id, name, table, its.settings.base_url)
    view = TablePage(name, table.subtitle, table, to, title, said, panel, evidence.groups)
    source = str(block.position)
    yield Page(page, "table.html", view, source)
    shown = EmbedPage(
        block.id, name, table.subtitle, page, said, table=table._replace(sortable=False)
    )
    yield Page(urls.embed(page), "embed.html", shown, source)


def cited(page: RunPage, file: RawFile, base_url: str) -> RunPage:
    """Return the page of a raw file with how to cite it and each of its results."""
    on = f", {page.testbed_title}" if page.testbed_title else ""
    many = sum(len(run.values) for run in page.runs) > cite.MOST
    values = [
        (
            f"{one.metric}: {one.value}{f' {MARK}' if one.doubted else ''}"
            f" ({run.tool}{on}{f', {run.date}' if run.date else ''})",
            one.line,
        )
        for run in page.runs
        for one in (() if many else run.values)
    ]
    return replace(page, cite=cite.results(urls.run(file.id), page.title, values, base_url))
