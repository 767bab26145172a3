"""Findings for people, and the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sitegen.diagnostics import Diagnostic, tally


def text(findings: Sequence[Diagnostic]) -> str:
    """Return a line for each finding and one for its hint, and how many there are."""
    return "".join(f"{one}\n" for one in (*findings, tally(findings)))


def as_json(findings: Sequence[Diagnostic]) -> str:
    """Return a list of objects."""
    return json.dumps([one.as_json() for one in findings], ensure_ascii=False, indent=1) + "\n"
