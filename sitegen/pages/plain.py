"""The page of a plain page or of a section of them: its text, and the way to its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import plain, urls
from sitegen.diagnostics import Diagnostic
from sitegen.pages.evidence import Evidence, Proof
from sitegen.pages.listing import Shelf
from sitegen.pages.prose import LinkView
from sitegen.pages.report import BlockView, Chip
from sitegen.pages.testbed import Listed
from sitegen.plain import PlainPage
from sitegen.prose import Heading

_MANY = 4
"""From how many headings on a page says at its top what it has."""


class Body(NamedTuple):
    """The rendered text of a page; a section without a file has none."""

    html: str = ""
    links: tuple[LinkView, ...] = ()
    blocks: tuple[BlockView, ...] = ()
    headings: tuple[Heading, ...] = ()


@dataclass(frozen=True, slots=True)
class PlainView:
    """What the template of a plain page gets.

    `above` are the sections that it lies in, `parts` its own headings, `shelves` what lies in it;
    `before` and `after` are its neighbours in the order of all pages.
    """

    title: str
    summary: str
    above: tuple[Chip, ...]
    parts: tuple[Chip, ...]
    html: str
    links: tuple[LinkView, ...]
    blocks: tuple[BlockView, ...]
    shelves: tuple[Shelf, ...]
    before: Chip | None
    after: Chip | None
    findings: tuple[Diagnostic, ...]
    evidence: Proof


def view(
    pages: Mapping[str, PlainPage],
    name: str,
    body: Body,
    findings: Sequence[Diagnostic],
    evidence: Evidence,
) -> PlainView:
    """Return the view of the page of this id."""
    one = pages[name]
    order = [other for other in pages if pages[other].path or other == name]
    place = order.index(name)
    parts = [Chip(part.text, f"#{part.id}") for part in body.headings if part.level == 2]
    return PlainView(
        title=one.title,
        summary=one.summary,
        above=tuple(map(_chip, plain.above(pages, name))),
        parts=tuple(parts) if len(parts) >= _MANY else (),
        html=body.html,
        links=body.links,
        blocks=body.blocks,
        shelves=shelves(pages, name),
        before=_chip(pages[order[place - 1]]) if place else None,
        after=_chip(pages[order[place + 1]]) if place + 1 < len(order) else None,
        findings=tuple(findings),
        evidence=evidence.groups,
    )


def shelves(pages: Mapping[str, PlainPage], section: str) -> tuple[Shelf, ...]:
    """Return the pages right in a section, then those of each section in it."""
    inside = plain.below(pages, section)
    alone = tuple(_listed(one) for one in inside if not plain.below(pages, one.id))
    return (*((Shelf("", alone),) if alone else ()), *_sections(pages, inside))


def _sections(pages: Mapping[str, PlainPage], inside: Sequence[PlainPage]) -> Iterator[Shelf]:
    for one in inside:
        if its := plain.below(pages, one.id):
            yield Shelf(one.title, tuple(map(_listed, its)), urls.plain(one.id))


def _listed(one: PlainPage) -> Listed:
    return Listed(one.title, urls.plain(one.id), one.summary)


def _chip(one: PlainPage) -> Chip:
    return Chip(one.title, urls.plain(one.id))
