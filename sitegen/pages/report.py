"""The page of a report: its prose with every number linked, its figures, testbed and evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.judging import Judged
from sitegen.pages import sheet
from sitegen.pages.banners import Banner
from sitegen.pages.cite import Card
from sitegen.pages.evidence import Proof
from sitegen.pages.prose import LinkView
from sitegen.pages.tabled import TableView
from sitegen.pages.testbed import Differs, Listed


class Chip(NamedTuple):
    """A short link at the head of a page."""

    text: str
    address: str


class BlockView(NamedTuple):
    """A block in the prose: a table, a figure, a testbed, a comparison, or why there is none."""

    kind: str
    view: object


class TestbedBlockView(NamedTuple):
    """A testbed as a block shows it."""

    id: str
    title: str
    summary: str
    address: str
    groups: tuple[sheet.Group, ...]
    cases: tuple[Listed, ...]
    differences: tuple[Differs, ...]


class CompareBlockView(NamedTuple):
    """A link to the compare page with its choice made, and what is compared as a table."""

    id: str
    title: str
    address: str
    table: TableView


class Verdicts(NamedTuple):
    """How the claims of a document stand."""

    hold: int
    fail: int
    disputed: int


@dataclass(frozen=True, slots=True)
class ReportPage:
    """What the template of a report gets."""

    title: str
    summary: str
    date: str
    authors: tuple[str, ...]
    status: str
    banners: tuple[Banner, ...]
    picture: Card | None
    source: str
    chips: tuple[Chip, ...]
    verdicts: Verdicts
    headline: BlockView | None
    html: str
    links: tuple[LinkView, ...]
    blocks: tuple[BlockView, ...]
    runs: tuple[Listed, ...]
    findings: tuple[Diagnostic, ...]
    evidence: Proof


def verdicts(judged: Iterable[Judged]) -> Verdicts:
    """Return how many claims hold, fail, and are quoted as the source's own error."""
    counts = Counter(one.claim.verdict for one in judged)
    return Verdicts(
        counts["holds"] + counts["direction"],
        counts["fails"] + counts["contradiction"] + counts["no-data"],
        counts["disputed"],
    )


def chips(titles: Sequence[tuple[str, str]]) -> tuple[Chip, ...]:
    """Return short links for pairs of text and address."""
    return tuple(Chip(text, address) for text, address in titles)


def apart(name: str, blocks: Sequence[BlockView]) -> tuple[BlockView | None, tuple[BlockView, ...]]:
    """Return the table with an id, which stands at the head, and all blocks with a gap for it."""
    found = next(
        (one for one in blocks if isinstance(one.view, TableView) and one.view.id == name), None
    )
    gap = BlockView("moved", None)
    return found, tuple(gap if found and one is found else one for one in blocks)
