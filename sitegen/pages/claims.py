"""The page of all claims, with what each says, what was measured, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.judging import Judged
from sitegen.pages.evidence import Place, place
from sitegen.references import Measured

WORDS = {
    "fails": "Claims that fail",
    "contradiction": "Claims on data that contradict themselves",
    "no-data": "Claims without data",
    "disputed": "Numbers of a source that its data do not bear out",
    "direction": "Claims of a direction without a number",
    "holds": "Claims that hold",
}
"""The verdicts in the order in which they are listed, with the heading of each."""


class ClaimRow(NamedTuple):
    """One claim."""

    text: str
    document: str
    address: str
    line: int
    measured: str
    note: str
    raw: tuple[Place, ...]


class ClaimGroup(NamedTuple):
    """All claims with one verdict."""

    verdict: str
    title: str
    claims: tuple[ClaimRow, ...]


@dataclass(frozen=True, slots=True)
class ClaimsPage:
    """What the template of the claims gets."""

    title: str
    summary: str
    groups: tuple[ClaimGroup, ...]


def view(documents: Sequence[tuple[str, str, Sequence[Judged]]]) -> ClaimsPage:
    """Return the view of the claims of documents, each given as title, address and claims."""
    found: dict[str, list[ClaimRow]] = {}
    for title, address, judged in documents:
        for one in judged:
            if one.counts:
                found.setdefault(one.claim.verdict, []).append(_row(title, address, one))
    number = sum(map(len, found.values()))
    wrong = sum(len(found.get(verdict, ())) for verdict in ("fails", "contradiction", "no-data"))
    return ClaimsPage(
        "Claims",
        f"{number} statements in the prose are checked against the raw files with every build;"
        f" {wrong} of them are wrong.",
        tuple(
            ClaimGroup(verdict, title, tuple(found[verdict]))
            for verdict, title in WORDS.items()
            if verdict in found
        ),
    )


def _row(title: str, address: str, judged: Judged) -> ClaimRow:
    claim = judged.claim
    records = judged.found.sample.records if isinstance(judged.found, Measured) else ()
    return ClaimRow(
        claim.text,
        title,
        address,
        claim.position.line,
        claim.measured,
        claim.message or claim.reason,
        tuple(place(record) for record in records[:3]),
    )
