"""Findings that people know of: which they are, and the reason why nothing is to be done.

A reason is no way to make a site right: errors cannot be silenced, and what is silenced is still
shown, with its reason. Silences are written as `silence: {code: reason}` in the front matter of a
document, in a block, or in a testbed.yaml for all that lies below it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sitegen import metadata
from sitegen.diagnostics import CODES, Diagnostic, Position
from sitegen.metadata import Node, Text
from sitegen.nearest import did_you_mean
from sitegen.schema import Key, Problems, Reader, misfit, text

CODE = "idle-silence"
"""The code of the finding that a silence has nothing to silence."""


@dataclass(frozen=True, slots=True)
class Silence:
    """A code with the reason to silence it, where it is written, and the lines that it is for.

    `path` is a file of the project, or a folder with a slash at its end.
    """

    code: str
    reason: str
    position: Position
    path: str = ""
    first: int = 0
    last: int = sys.maxsize

    def covers(self, finding: Diagnostic) -> bool:
        """Return whether a finding is one that this is for."""
        place = finding.position
        here = place.path == self.path or (
            self.path[-1:] == "/" and place.path.startswith(self.path)
        )
        return finding.code == self.code and here and self.first <= place.line <= self.last


def _read(node: Node, problems: Problems) -> tuple[Silence, ...] | None:
    if not isinstance(node, metadata.Mapping):
        problems.append(misfit(node, "a mapping", "write 'code: the reason why nothing is to do'"))
        return None
    found = []
    for key, value in node.entries:
        empty = isinstance(value, Text) and not value.value.strip()
        reason = "" if empty else text.read(value, problems)
        if reason is None:
            continue
        if problem := _problem(key.value, reason):
            problems.append(Diagnostic(key.position, "bad-value", *problem))
        else:
            found.append(Silence(key.value, reason, key.position))
    return tuple(found)


def _problem(code: str, reason: str) -> tuple[str, str] | None:
    """Return what is wrong with a silence and what to do, if anything is."""
    if code not in CODES:
        return f"no finding is called '{code}'", did_you_mean(code, CODES)
    if code == CODE:
        return f"'{code}' cannot be silenced", "remove the silence that has nothing to silence"
    if CODES[code].severity == "error":
        hint = "mend what it says; a number that a source has wrong is quoted as 'disputed: reason'"
        return f"'{code}' is an error, which cannot be silenced", hint
    if not reason:
        return f"'{code}' is silenced without a reason", "say why: the reason is shown to readers"
    return None


silences = Reader(
    "a mapping of codes to reasons",
    _read,
    {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
)
SILENCE = Key(silences, "findings that are known of: their code, and why nothing is to be done")
"""The key of every file and block that may silence findings."""


def of_file(node: Node, path: str) -> list[Silence]:
    """Return what a file silences for itself, or for the folder `path`, after it has been read."""
    its = node.get("silence") if isinstance(node, metadata.Mapping) else None
    read = silences.read(its, []) if its is not None else None
    return [replace(one, path=path) for one in read or ()]


def apply(findings: Iterable[Diagnostic], rules: Sequence[Silence]) -> list[Diagnostic]:
    """Return findings with the reasons of those that are silenced; the narrowest silence counts."""
    if not rules:
        return list(findings)
    narrow = sorted(rules, key=lambda one: (one.last - one.first, -len(one.path)))
    return [
        one._replace(silenced=next((rule.reason for rule in narrow if rule.covers(one)), ""))
        for one in findings
    ]


def idle(findings: Sequence[Diagnostic], rules: Iterable[Silence]) -> list[Diagnostic]:
    """Return a finding for each silence that has nothing to silence."""
    return [
        Diagnostic(
            rule.position,
            CODE,
            f"there is no finding '{rule.code}' here that could be silenced",
            "remove the line",
        )
        for rule in rules
        if not any(map(rule.covers, findings))
    ]
