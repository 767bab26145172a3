"""Whether a text that a lab wants covered has come onto a page all the same."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from sitegen.configuration import FILE
from sitegen.diagnostics import Diagnostic, Position
from sitegen.redaction import Redaction

_OURS = ("static/", "parsers/")
"""Where sitegen's own files are, whatever a lab holds."""

_HINT = "names of files, ids and the targets of links are not covered: give them other names"


def check(files: Mapping[str, bytes], redaction: Redaction) -> list[Diagnostic]:
    """Return a finding for each text of `redact` that is in a file of the site or its address.

    The text itself is not in the finding.
    """
    findings = []
    for place, text in enumerate(redaction.texts, 1):
        forms = {one.lower().encode() for one in (text, escape(text), escape(text, quote=False))}
        found = [
            address
            for address, content in files.items()
            if not address.startswith(_OURS)
            and (text.lower() in address.lower() or any(one in content.lower() for one in forms))
        ]
        if found:
            first = redaction.hide_texts(min(found))
            count = f"{len(found)} file{'s' if len(found) > 1 else ''}"
            message = (
                f"text {place} of 'redact' stands in {count} of the site; the first is {first}"
            )
            findings.append(Diagnostic(Position(FILE), "redacted-text", message, _HINT))
    return findings
