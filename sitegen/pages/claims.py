"""The page of all claims, with what each says, what was measured, and where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

from sitegen import doubts, urls
from sitegen.judging import Judged
from sitegen.pages import prose as text
from sitegen.pages import sentences
from sitegen.pages.evidence import Place, place
from sitegen.pages.paging import Pager
from sitegen.pages.sentences import Sentence
from sitegen.prose import Prose
from sitegen.references import Measured
from sitegen.references.places import Stated

WORDS = {
    "fails": "Claims that fail",
    "contradiction": "Claims on data that contradict themselves",
    "no-data": "Claims without data",
    "disputed": "Numbers of a source that its data do not bear out",
    "direction": "Claims of a direction without a number",
    "holds": "Claims that hold",
}
"""The verdicts in the order in which they are listed, with the heading of each."""


_HYPHEN = re.compile(r"(?<![\w.])-(?=\d)")


class ClaimRow(NamedTuple):
    """One claim, in its sentence."""

    verdict: str
    before: str
    text: str
    behind: str
    document: str
    address: str
    line: int
    measured: str
    note: str
    raw: tuple[Place, ...]
    doubts: tuple[str, ...]


class ClaimGroup(NamedTuple):
    """The claims with one verdict on a page, and how many there are on all of them."""

    verdict: str
    title: str
    number: int
    claims: tuple[ClaimRow, ...]


@dataclass(frozen=True, slots=True)
class ClaimsPage:
    """What the template of the claims gets."""

    title: str
    summary: str
    groups: tuple[ClaimGroup, ...]
    pager: Pager | None


class Checked(NamedTuple):
    """A document whose claims are listed."""

    title: str
    address: str
    prose: Prose
    judged: Sequence[Judged]


def rows(documents: Iterable[Checked]) -> list[ClaimRow]:
    """Return all claims of documents, those that fail first."""
    found: list[ClaimRow] = []
    for its in documents:
        around = sentences.of(its.prose, its.judged)
        found += [
            _row(its, one, around.get(one.number, Sentence("", "")))
            for one in its.judged
            if one.counts
        ]
    order = list(WORDS)
    return sorted(found, key=lambda row: order.index(row.verdict))


def size(row: ClaimRow) -> int:
    """Return about how many bytes a claim takes on the page."""
    words = (row.before, row.text, row.behind, row.document, row.address, row.measured, row.note)
    return 200 + sum(len(text.encode()) for text in words) + 120 * len(row.raw)


def view(found: Sequence[ClaimRow], part: Sequence[ClaimRow], pager: Pager | None) -> ClaimsPage:
    """Return the view of a part of all claims."""
    counts = Counter(row.verdict for row in found)
    wrong = sum(counts[verdict] for verdict in ("fails", "contradiction", "no-data"))
    return ClaimsPage(
        "Claims",
        f"{len(found):,} statements in the prose are checked against the raw files with every"
        f" build; {_counted(wrong)}.",
        tuple(
            ClaimGroup(verdict, title, counts[verdict], own)
            for verdict, title in WORDS.items()
            if (own := tuple(row for row in part if row.verdict == verdict))
        ),
        pager,
    )


def _counted(wrong: int) -> str:
    if not wrong:
        return "none of them is wrong"
    return "1 of them is wrong" if wrong == 1 else f"{wrong:,} of them are wrong"


def _row(its: Checked, judged: Judged, around: Sentence) -> ClaimRow:
    claim = judged.claim
    return ClaimRow(
        claim.verdict,
        around.before,
        claim.text,
        around.behind,
        its.title,
        f"{its.address}#{text.place(judged.number)}",
        claim.position.line,
        _HYPHEN.sub("−", claim.measured),
        claim.message or claim.reason,
        tuple(_places(judged)),
        doubts.words(judged.found.doubts) if isinstance(judged.found, Measured) else (),
    )


def _places(judged: Judged) -> Iterable[Place]:
    """Yield the lines that a claim rests on: of raw files, or of what people wrote."""
    found = judged.found
    if isinstance(found, Measured):
        yield from (place(record) for record in found.sample.records[:3])
    elif isinstance(found, Stated):
        where = found.fact.position
        address = urls.testbed(found.path) if found.kind == "testbed" else urls.hardware(found.path)
        yield Place(f"{PurePosixPath(where.path).name}, line {where.line}", address)
