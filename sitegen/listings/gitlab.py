"""Findings as a Code Quality report of GitLab, which merge requests show beside the changes.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence

from sitegen.diagnostics import Diagnostic

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}
# Places that a message names, whose lines move like the finding's own.
_LINES = re.compile(r"(?<=\S):\d+(?::\d+)?\b|\blines? \d+")


def render(findings: Sequence[Diagnostic]) -> str:
    """Return the report; the fingerprint of a finding stays the same when only lines move."""
    seen: Counter[tuple[str, str, str]] = Counter()
    report = []
    for one in findings:
        known = (one.code, one.position.path, _LINES.sub("", one.message))
        seen[known] += 1
        fingerprint = hashlib.sha256("\0".join((*known, str(seen[known]))).encode()).hexdigest()
        report.append(
            {
                "description": f"{one.message}; {one.hint}" if one.hint else one.message,
                "check_name": one.code,
                "fingerprint": fingerprint,
                "severity": _SEVERITIES[one.severity],
                "location": {
                    "path": one.position.path,
                    "lines": {"begin": one.position.line or 1},
                },
            }
        )
    return json.dumps(report, ensure_ascii=False, indent=1) + "\n"
