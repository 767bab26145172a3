"""Every link to evidence in a document, resolved and judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sitegen import claims, references
from sitegen.claims import Claim
from sitegen.diagnostics import Diagnostic
from sitegen.lab import Lab
from sitegen.prose import Link, Prose
from sitegen.references import Measured, Resolved


class Judged(NamedTuple):
    """A link of a document, what it leads to, and whether its text says so.

    `number` is the place of the link among those of its document.
    """

    number: int
    link: Link
    found: Resolved | Diagnostic
    claim: Claim

    @property
    def counts(self) -> bool:
        """Return whether the link states something that can hold or fail."""
        return self.claim.verdict != "plain"


def judge(prose: Prose, lab: Lab, *, binary: bool = False) -> tuple[Judged, ...]:
    """Return the links to evidence of a document, in the order of the text."""
    return tuple(_judged(prose, lab, binary=binary))


def _judged(prose: Prose, lab: Lab, *, binary: bool) -> Iterator[Judged]:
    for number, link in enumerate(prose.links):
        if link.kind not in references.KINDS:
            continue
        parsed = references.parse(link.target, link.position)
        found = parsed if isinstance(parsed, Diagnostic) else references.resolve(parsed, lab)
        yield Judged(number, link, found, claims.judge(link, found, binary=binary))


def runs(found: Resolved | Diagnostic) -> Iterable[str]:
    """Return the ids of the runs whose values a link leads to."""
    if not isinstance(found, Measured):
        return ()
    records = list(found.sample.records)
    if isinstance(found.other, type(found.sample)):
        records += found.other.records
    return dict.fromkeys(record.run for record in records)


def as_json(path: str, judged: Judged) -> dict[str, object]:
    """Return a claim as site/data/claims.json has it."""
    claim, found = judged.claim, judged.found
    doubts = found.doubts if isinstance(found, Measured) else ()
    return {
        "path": path,
        "line": claim.position.line,
        "column": claim.position.column,
        "text": claim.text,
        "target": judged.link.target,
        "verdict": claim.verdict,
        "value": claim.value,
        "unit": claim.unit,
        "measured": claim.measured,
        "message": claim.message,
        "hint": claim.hint,
        "reason": claim.reason,
        "doubts": [one.message for one in doubts],
        "evidence": [str(place) for place in claim.evidence],
    }
