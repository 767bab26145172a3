"""Findings in the Diagnostic Format of reviewdog, which comments on many hosts.

https://github.com/reviewdog/reviewdog/tree/master/proto/rdf
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sitegen.diagnostics import Diagnostic


def render(findings: Sequence[Diagnostic]) -> str:
    """Return one document. Columns, which that format counts in bytes, are left out."""
    return (
        json.dumps(
            {"source": {"name": "sitegen"}, "diagnostics": [_finding(one) for one in findings]},
            ensure_ascii=False,
            indent=1,
        )
        + "\n"
    )


def _finding(one: Diagnostic) -> dict[str, Any]:
    location: dict[str, Any] = {"path": one.position.path}
    if one.position.line:
        location["range"] = {"start": {"line": one.position.line}}
    return {
        "message": f"{one.message}\n{one.hint}" if one.hint else one.message,
        "location": location,
        "severity": one.severity.upper(),
        "code": {"value": one.code},
    }
