"""The page of all findings of a build, and of all codes there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import urls
from sitegen.diagnostics import CODES, RANK, Diagnostic, tally
from sitegen.pages.paging import ROOM, Pager

FEW = 100
"""Up to this many findings are all shown on one page."""

SOME = 5
"""Of more, this many of each code are, and the others on a page for the code."""


class Group(NamedTuple):
    """Findings of one code, how many there are, and the page that has all of them."""

    code: str
    meaning: str
    number: int
    findings: tuple[Diagnostic, ...]
    all: str


class Explained(NamedTuple):
    """A code; `unused` if this build has no finding of it."""

    code: str
    severity: str
    meaning: str
    unused: bool


@dataclass(frozen=True, slots=True)
class ChecksPage:
    """What the template of the checks gets."""

    title: str
    summary: str
    groups: tuple[Group, ...]
    codes: tuple[Explained, ...]


@dataclass(frozen=True, slots=True)
class CheckPage:
    """What the template of the page of one code gets."""

    title: str
    summary: str
    code: str
    findings: tuple[Diagnostic, ...]
    pager: Pager | None


def view(findings: Sequence[Diagnostic]) -> ChecksPage:
    """Return the view of all findings: errors first, then the most frequent."""
    by_code = _by_code(findings)
    apart = long(findings)
    ordered = sorted(
        by_code, key=lambda code: (RANK[CODES[code].severity], -len(by_code[code]), code)
    )
    return ChecksPage(
        "Checks",
        f"This build found {tally(findings)}.",
        tuple(
            Group(
                code,
                CODES[code].meaning,
                len(by_code[code]),
                tuple(by_code[code][: SOME if code in apart else FEW]),
                urls.check(code) if code in apart else "",
            )
            for code in ordered
        ),
        tuple(
            Explained(name, code.severity, code.meaning, name not in by_code)
            for name, code in CODES.items()
        ),
    )


def long(findings: Sequence[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Return the findings of the codes that have a page of their own."""
    if len(findings) <= FEW and sum(map(size, findings)) <= ROOM:
        return {}
    return {code: own for code, own in _by_code(findings).items() if len(own) > SOME}


def one(code: str, number: int, findings: Sequence[Diagnostic], pager: Pager | None) -> CheckPage:
    """Return the view of a part of the findings of one code."""
    summary = f"{CODES[code].meaning} This build found {number:,} of them."
    return CheckPage(code, summary, code, tuple(findings), pager)


def size(finding: Diagnostic) -> int:
    """Return about how many bytes a finding takes on a page."""
    return 150 + len(f"{finding}{finding.code}".encode())


def _by_code(findings: Sequence[Diagnostic]) -> dict[str, list[Diagnostic]]:
    found: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        found.setdefault(finding.code, []).append(finding)
    return found
