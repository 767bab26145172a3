"""The page of all findings of a build, and of all codes there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.diagnostics import CODES, RANK, Diagnostic, tally


class Group(NamedTuple):
    """The findings of one code."""

    code: str
    meaning: str
    findings: tuple[Diagnostic, ...]


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


def view(findings: Sequence[Diagnostic]) -> ChecksPage:
    """Return the view of all findings: errors first, then the most frequent."""
    by_code: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    ordered = sorted(
        by_code, key=lambda code: (RANK[CODES[code].severity], -len(by_code[code]), code)
    )
    return ChecksPage(
        "Checks",
        f"This build found {tally(findings)}.",
        tuple(Group(code, CODES[code].meaning, tuple(by_code[code])) for code in ordered),
        tuple(
            Explained(name, code.severity, code.meaning, name not in by_code)
            for name, code in CODES.items()
        ),
    )
