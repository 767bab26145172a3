"""What rests on something that was withdrawn, and whether it says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegen import judging
from sitegen.content import Documents
from sitegen.diagnostics import Diagnostic
from sitegen.judging import Judged
from sitegen.lab import Lab
from sitegen.nearest import did_you_mean
from sitegen.references.places import Stated
from sitegen.withdrawal import Withdrawal

_SAID = re.compile(r"\s*withdrawn\b\s*:\s*\S", re.IGNORECASE)


def of_link(judged: Judged, lab: Lab) -> list[Withdrawal]:
    """Return the withdrawals of what a link leads to."""
    its = judged.found
    if isinstance(its, Stated):
        known = lab.hardware if its.kind == "hardware" else lab.testbeds
        found = known[its.path].withdrawal if its.path in known else None
        return [found] if found else []
    return lab.withdrawals(judging.runs(its))


def status(found: Iterable[Withdrawal]) -> str:
    """Return the worst status of withdrawals, or nothing."""
    return min((one.status for one in found), default="")


def check(
    documents: Documents, judged: Mapping[str, Sequence[Judged]], lab: Lab
) -> Iterator[Diagnostic]:
    """Yield a finding for each claim that rests on what was withdrawn and does not say so.

    A link says so by a title `"withdrawn: ..."`, and a document that is withdrawn itself has said
    it of all its claims.
    """
    old = {one.path for one in documents.reports.values() if one.withdrawal}
    old |= {one.position.path for one in documents.hardware.values() if one.withdrawal}
    for path, links in judged.items():
        for one in links if path not in old else ():
            if not one.counts or one.claim.verdict == "disputed" or _SAID.match(one.link.title):
                continue
            for found in of_link(one, lab):
                yield _finding(one, found)
    yield from _successors(documents, lab)


def _finding(judged: Judged, its: Withdrawal) -> Diagnostic:
    why = f": {its.reason}" if its.reason else ""
    message = f"'{judged.claim.text}' rests on the {its.kind} '{its.id}', which was {its.status}"
    instead = f"rest it on '{its.successor}'" if its.successor else "take it out"
    hint = f'{instead}, or say so in the title of the link: "withdrawn: why it still stands"'
    return Diagnostic(judged.claim.position, "withdrawn-evidence", message + why, hint)


def _successors(documents: Documents, lab: Lab) -> Iterator[Diagnostic]:
    """Yield a finding for each successor that does not exist."""
    known: dict[str, Iterable[str]] = {
        "report": documents.reports,
        "hardware": documents.hardware,
        "testbed": lab.testbeds,
        "run": lab.runs,
    }
    every = [one.withdrawal for one in documents.reports.values()]
    every += [one.withdrawal for one in documents.hardware.values()]
    every += [one.withdrawal for one in lab.testbeds.values()]
    every += [one.withdrawal for one in lab.files.values()]
    for its in dict.fromkeys(filter(None, every)):
        if its.successor and its.successor not in known[its.kind]:
            message = f"no {its.kind} '{its.successor}' to take the place of '{its.id}'"
            others = [name for name in known[its.kind] if name != its.id]
            hint = did_you_mean(its.successor, others)
            yield Diagnostic(its.position, "broken-link", message, hint)
