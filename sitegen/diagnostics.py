"""Anything wrong in a user's file, as a value with a place and a code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class UsageError(Exception):
    """Something cannot do what it was asked for; the message says why, in one line."""


class Position(NamedTuple):
    """A place in a file of the project: `a.md:14:24`, or `x.json:12#/jobs/0/read/bw`.

    Paths are relative to the project, with forward slashes. Lines and columns count from 1;
    0 means that the whole file (or line) is meant.
    """

    path: str
    line: int = 0
    column: int = 0
    pointer: str = ""

    def __str__(self) -> str:
        text = _printable(self.path)
        if self.line:
            text += f":{self.line}"
            if self.column:
                text += f":{self.column}"
        return text + (f"#{self.pointer}" if self.pointer else "")


_BLANKS = "\u00a0\u2009\u202f"


def _printable(text: str) -> str:
    """Return a text as one line: a name with a line end or a colour in it is no second finding."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in _BLANKS else sign.encode("unicode_escape").decode()
        for sign in text
    )


class Code(NamedTuple):
    """How bad a kind of finding is, and what it means in one sentence."""

    severity: str
    meaning: str


RANK = {"error": 0, "warning": 1, "info": 2, "silenced": 3}

CODES: dict[str, Code] = {
    # Files that people write.
    "bad-yaml": Code("error", "A file or block is not the YAML that sitegen reads."),
    "duplicate-key": Code("error", "A mapping has the same key twice."),
    "bad-front-matter": Code("error", "The front matter of a document is missing or unfinished."),
    "bad-configuration": Code("error", "sitegen.yaml has a key or value that is not known."),
    "unknown-key": Code("error", "A key is not one that this kind of file has."),
    "bad-value": Code("error", "A value is not of the type that its key asks for."),
    "missing-key": Code("error", "A key that this kind of file must have is absent."),
    "duplicate-id": Code("error", "Two files or blocks declare the same id."),
    "bad-id": Code("error", "An id or path has characters that a stable URL cannot have."),
    "bad-block": Code("error", "A block in a document cannot be made into what it asks for."),
    "unknown-folder": Code("error", "A document lies where no kind of document belongs."),
    "bad-markdown": Code("error", "A document cannot be rendered."),
    "raw-html": Code("warning", "HTML in a document is shown as text."),
    "remote-picture": Code("warning", "A picture from another site is shown as a link."),
    "table-cells": Code("warning", "A table row has more cells than the table has columns."),
    # Result files.
    "unreadable-file": Code("error", "A file cannot be decoded as text or unpacked."),
    "unidentified-file": Code("error", "No parser knows the output in a result file."),
    "contested-file": Code("error", "Two parsers claim the same lines of a result file."),
    "left-out": Code("warning", "A file below content/ or results/ is not read."),
    "copied-file": Code("warning", "A raw file has the same bytes as another one on its testbed."),
    "empty-file": Code("error", "A result file has no content."),
    "parser-failed": Code("error", "A parser stopped on a file; this is a fault of the parser."),
    "unknown-metric": Code("error", "A parser or a query names a metric that is not defined."),
    "missing-field": Code("warning", "A field that this tool normally prints is absent."),
    "bad-number": Code("error", "A cell that should be a number cannot be read as one."),
    "ambiguous-number": Code("error", "A number can be read in two ways and nothing decides."),
    "impossible-value": Code("error", "A tool printed a value that cannot be a measurement."),
    "incomplete-run": Code("error", "A run was cut off: the tool's end mark is missing."),
    "failed-run": Code("error", "A tool reported that its run failed; nothing is published."),
    "cut-off-value": Code("error", "A file ends without a line end, perhaps within a number."),
    "open-table": Code("warning", "A table with a sidecar ends without a line end, in a number."),
    "open-end": Code("info", "A file ends without a line end, perhaps within a name."),
    "too-fast": Code("info", "A phase was too short for the tool to give a rate."),
    "rounded-value": Code(
        "info", "A tool rounded its values, and the exact ones are not in the file."
    ),
    "not-recorded": Code("info", "A tool printed a place holder instead of a value."),
    "rows-left-over": Code("error", "Cells of a table do not fill whole rows."),
    "degraded": Code("warning", "A device or an array works with less than it is made of."),
    "does-not-add-up": Code("error", "A raw file contradicts itself: its numbers do not agree."),
    "contradiction": Code("warning", "Two sources state different values for the same thing."),
    "unknown-hardware": Code("error", "A testbed or document names hardware with no page."),
    "missing-testbed": Code("error", "A result file has no testbed.yaml beside or above it."),
    "testbed-mismatch": Code("warning", "A tool reports something else than testbed.yaml says."),
    # References, claims, queries.
    "bad-reference": Code("error", "The target of a reference cannot be understood."),
    "unknown-result": Code("error", "No run or folder under results/ has this path."),
    "unknown-fact": Code("error", "A testbed or hardware item does not state this fact."),
    "unknown-column": Code("error", "No record has this column."),
    "no-result": Code("error", "The filters of a reference or query leave no record."),
    "ambiguous-result": Code("error", "A reference comes to more than one value."),
    "claim-mismatch": Code("error", "A number in the prose is not what the result says."),
    "claim-unreadable": Code("error", "The text of a reference holds no number to be checked."),
    "claim-no-data": Code("error", "A claim points at a run that gave no such value."),
    "claim-contradiction": Code("error", "The data behind a claim disagree with themselves."),
    "unchecked-number": Code(
        "warning", "A report states a rate or a time that none of its references bears out."
    ),
    "disputed-agrees": Code("error", "A number quoted as disputed agrees with the result."),
    "withdrawn-evidence": Code(
        "error", "A claim rests on what was retracted or superseded and does not say so."
    ),
    "broken-link": Code("error", "A link inside the site leads nowhere."),
    "bad-redirect": Code("error", "An old address leads nowhere, in a circle, or is in use."),
    "vanished": Code("error", "An address that was published is gone, and nothing leads on."),
    "bad-permalinks": Code("error", "A line of permalinks.lock is no address."),
    "unsafe-link": Code("error", "A link has a scheme other than http, https or mailto."),
    # Checks of what was measured.
    "not-comparable": Code("warning", "Rows set side by side differ in more than is shown."),
    "over-limit": Code("warning", "A value is above what the hardware can do."),
    "in-cache": Code("warning", "The working set fits the memory: the cache was measured."),
    "idle-value": Code("warning", "A block names a value to be shown that no result has."),
    "idle-silence": Code("warning", "A finding is silenced that is not there."),
    # The output.
    "redacted-text": Code("error", "A text that is to be covered stands on a page all the same."),
    "chart-not-drawn": Code("warning", "A chart could not be drawn; its table is shown instead."),
    "page-collision": Code("error", "Two sources make the same page."),
    "bad-template": Code("error", "A template cannot be used."),
}

FAILED: Mapping[str, str] = {"failed-run": "run failed", "incomplete-run": "run was cut off"}
"""The codes of findings that a run gave no value, with the words for that."""


class Diagnostic(NamedTuple):
    """One finding: where, what kind, what is, what to do, and the reason if it is silenced."""

    position: Position
    code: str
    message: str
    hint: str = ""
    silenced: str = ""

    @property
    def severity(self) -> str:
        """Return 'error', 'warning' or 'info', as the code decides, or 'silenced'."""
        return "silenced" if self.silenced else CODES[self.code].severity

    def __str__(self) -> str:
        text = f"{self.position}: {self.severity}[{self.code}]: {_printable(self.message)}"
        if self.silenced:
            return f"{text}\n  reason: {_printable(self.silenced)}"
        return text + (f"\n  hint: {_printable(self.hint)}" if self.hint else "")

    def as_json(self) -> dict[str, str | int]:
        """Return the form that `--format json` prints."""
        return {
            "code": self.code,
            "severity": self.severity,
            "path": self.position.path,
            "line": self.position.line,
            "column": self.position.column,
            "message": self.message,
            "hint": self.hint,
            "silenced": self.silenced,
        }


def ranked(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return each finding once, in the order of their places."""
    return tuple(sorted(set(diagnostics)))


def by_file(diagnostics: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Return findings by the path of the file that they are in, those of a file in their order."""
    found: dict[str, list[Diagnostic]] = {}
    for one in diagnostics:
        found.setdefault(one.position.path, []).append(one)
    return found


@dataclass(frozen=True, slots=True)
class Tally:
    """How many errors, warnings and remarks there are and are silenced, and in how many files."""

    errors: int
    warnings: int
    remarks: int
    silenced: int
    files: int

    def __str__(self) -> str:
        parts = [
            f"{count} {word}{'' if count == 1 else 's'}"
            for count, word in (
                (self.errors, "error"),
                (self.warnings, "warning"),
                (self.remarks, "remark"),
            )
            if count
        ]
        if self.silenced:
            parts.append(f"{self.silenced} silenced")
        if not parts:
            return "nothing found"
        return f"{', '.join(parts)} in {self.files} file{'' if self.files == 1 else 's'}"


def tally(diagnostics: Iterable[Diagnostic]) -> Tally:
    """Return the count of findings by severity."""
    found = tuple(diagnostics)
    by = {name: sum(1 for one in found if one.severity == name) for name in RANK}
    files = len({one.position.path for one in found})
    return Tally(by["error"], by["warning"], by["info"], by["silenced"], files)
