"""Findings as annotations of GitHub Actions, which are lines that a step prints.

GitHub shows ten of a kind for a step and drops the rest without a word, so the tenth says how many
more there are; all of them stand in the log below.
https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.listings import plain

SHOWN = 10
"""How many annotations of a kind one step may have."""

_KINDS = {"error": "error", "warning": "warning", "info": "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render(findings: Sequence[Diagnostic]) -> str:
    """Return the annotations, and below them every finding as text that is no command."""
    log = plain.text(findings)
    # What stands in the log is data, and no line of it may be taken for a command.
    stop = hashlib.sha256(log.encode()).hexdigest()
    lines = [line for severity in _KINDS for line in _annotations(severity, findings)]
    return "".join(
        f"{line}\n" for line in (*lines, f"::stop-commands::{stop}", log + f"::{stop}::")
    )


def _annotations(severity: str, findings: Sequence[Diagnostic]) -> Iterator[str]:
    its = [one for one in findings if one.severity == severity]
    shown = its if len(its) <= SHOWN else its[: SHOWN - 1]
    for one in shown:
        yield _annotation(one)
    if more := len(its) - len(shown):
        yield f"::{_KINDS[severity]} title=sitegen::{more} more of this kind are in the log"


def _annotation(one: Diagnostic) -> str:
    properties = {"file": one.position.path, "title": one.code}
    if one.position.line:
        properties["line"] = str(one.position.line)
    if one.position.column:
        properties["col"] = str(one.position.column)
    named = ",".join(f"{name}={text.translate(_PROPERTY)}" for name, text in properties.items())
    message = f"{one.message}\n{one.hint}" if one.hint else one.message
    return f"::{_KINDS[one.severity]} {named}::{message.translate(_DATA)}"
