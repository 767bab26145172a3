"""Figures as pages show them, and the page that each has for itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sitegen import pending, urls
from sitegen.drawn import Figure
from sitegen.names import Names
from sitegen.pages import cite, tabled
from sitegen.pages.banners import Banner
from sitegen.pages.cite import Card, Panel
from sitegen.pages.evidence import Evidence, Proof
from sitegen.pages.tabled import NoteView, TableView


class File(NamedTuple):
    """A file to download."""

    text: str
    address: str


class Key(NamedTuple):
    """One entry of a legend: the sign of a series, its colour's variable, its name."""

    sign: str
    colour: str
    label: str


class FigureView(NamedTuple):
    """What the macro for figures gets; `svg` stands for the drawing, of about `weight` bytes.

    Where there is no room for the drawing it is shown as a `picture`, and where there is none for
    the table, `data` is the address that has it. `alt` says what is drawn.
    """

    id: str
    title: str
    subtitle: str
    caption: str
    legend: tuple[Key, ...]
    svg: str
    weight: int
    reason: str
    address: str
    spec: str
    files: tuple[File, ...]
    notes: tuple[NoteView, ...]
    table: TableView | None
    alt: str = ""
    picture: bool = False
    data: str = ""


@dataclass(frozen=True, slots=True)
class ChartPage:
    """What the template of a chart's own page gets."""

    title: str
    summary: str
    figure: FigureView
    used_in: str
    used_in_title: str
    banners: tuple[Banner, ...]
    cite: Panel
    picture: Card | None
    oembed: str
    evidence: Proof


def view(figure: Figure, evidence: Evidence, names: Names) -> FigureView:
    """Return the view of a figure, after noting the evidence for its numbers."""
    chart = figure.chart
    endings = ("svg", "png", "csv", "json") if figure.drawn else ("csv", "json")
    return FigureView(
        id=chart.id,
        title=chart.title,
        subtitle=chart.subtitle,
        caption=chart.caption,
        legend=tuple(
            Key(series.mark.sign, series.mark.colour, series.label) for series in chart.legend
        ),
        svg=pending.mark(figure),
        weight=figure.weight if figure.drawn else 0,
        reason=figure.reason,
        address=urls.chart(chart.id),
        spec=urls.chart_file(chart.id, "js"),
        files=tuple(File(ending.upper(), urls.chart_file(chart.id, ending)) for ending in endings),
        notes=tabled.notes(chart.notes, chart.basis),
        table=tabled.view(chart.table, evidence, names, titled=False),
        alt=chart.alt,
    )


def page(
    figure: Figure,
    evidence: Evidence,
    names: Names,
    used_in: tuple[str, str],
    banners: tuple[Banner, ...],
    base_url: str,
) -> ChartPage:
    """Return the view of a chart's own page; `used_in` is the address and title of another."""
    shown = view(figure, evidence, names)
    assert shown.table
    picture = cite.card(figure)
    return ChartPage(
        shown.title,
        figure.chart.alt,
        shown,
        *used_in,
        banners,
        cite.chart(figure, shown.table, base_url),
        picture,
        urls.oembed(shown.address) if picture and base_url else "",
        evidence.groups,
    )
