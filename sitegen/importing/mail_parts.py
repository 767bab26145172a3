"""The parts of a mail (MIME, RFC 2045 and 2046): which of them are text that can be read.

A mail often says everything twice, as text and as HTML. What is measured would then be there twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_BOUNDARY = re.compile(r"\bboundary=(?:\"([^\"\n]+)\"|([^\s;\"]+))", re.IGNORECASE)
_HEADER = re.compile(r"[A-Za-z][A-Za-z-]{1,40}:")
_NAME = re.compile(r"\b(?:file)?name=\"?([^\"\s;]+)", re.IGNORECASE)


class MailPart(NamedTuple):
    """A part: its header is the lines from `first` to before `body`, its text those to `last`.

    `left_out` says why its text is not read, '' if it is.
    """

    first: int
    body: int
    last: int
    left_out: str


def mail_parts(lines: Sequence[str], begin: int) -> list[MailPart]:
    """Return the parts of a mail whose header ends before the line `begin`."""
    header = "\n".join(lines[:begin])
    marks = {f"--{match[1] or match[2]}" for match in _BOUNDARY.finditer("\n".join(lines))}
    if not _BOUNDARY.search(header):
        why = _encoded(header)
        return [MailPart(0, begin, len(lines) - 1, why)] if why else []
    found = list(_parts(lines, begin, marks))
    heads = ["\n".join(lines[one.first : one.body]).lower() for one in found]
    plain = any(_type(head) == "text/plain" for head in heads)
    return [
        one._replace(left_out=_why(head, plain=plain))
        for one, head in zip(found, heads, strict=True)
    ]


def _parts(lines: Sequence[str], begin: int, marks: set[str]) -> Iterator[MailPart]:
    """Yield the parts between the lines that are boundaries; what stands before them is none."""
    bounds = [
        number
        for number in range(begin, len(lines))
        if lines[number].rstrip() in marks or lines[number].rstrip().removesuffix("--") in marks
    ]
    for place, first in enumerate(bounds):
        last = bounds[place + 1] - 1 if place + 1 < len(bounds) else len(lines) - 1
        body = first + 1
        while body <= last and lines[body].strip() and (body == first + 1 or _goes_on(lines[body])):
            if body == first + 1 and not _HEADER.match(lines[body]):
                break
            body += 1
        yield MailPart(first, min(body, last + 1), last, "")


def _goes_on(line: str) -> bool:
    return bool(_HEADER.match(line)) or line[:1] in " \t"


def _why(head: str, *, plain: bool) -> str:
    kind = _type(head)
    if kind.startswith("multipart/"):
        return ""
    if kind == "text/html" and plain:
        return "the mail in HTML: left out, as it says again what its text says"
    if not kind.startswith("text/"):
        name = _NAME.search(head)
        return f"an attachment ({name[1] if name else kind}): not read"
    return _encoded(head)


def _encoded(head: str) -> str:
    if re.search(r"^content-transfer-encoding:\s*base64", head, re.IGNORECASE | re.MULTILINE):
        return "a text in base64, of which nothing can be cut out: import it decoded"
    return ""


def _type(head: str) -> str:
    match = re.search(r"^content-type:\s*([\w/.+-]+)", head, re.IGNORECASE | re.MULTILINE)
    return match[1].lower() if match else "text/plain"
