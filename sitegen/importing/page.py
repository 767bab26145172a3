"""A page that somebody published: its bytes, its lines with their places, what kind of page it is.

Slices of it are cut by bytes, so what goes into results/ is what the page holds, byte for byte.
"""

from __future__ import annotations

import codecs
import email.utils
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import PurePosixPath
from typing import Literal

from sitegen import unwrap
from sitegen.record import Source

Kind = Literal["html", "markdown", "mail", "text"]

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"", "utf-8"),
    (b"", "utf-16-le"),
    (b"", "utf-16-be"),
    (b"", "latin-1"),
)
_SUFFIXES: dict[str, Kind] = {
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".mkd": "markdown",
    ".eml": "mail",
    ".mbox": "mail",
}
_PAGE = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_MARKED = re.compile(r"^#{1,6} \S|^\|? ?:?-{2,}:? ?\|", re.MULTILINE)

HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,40}:(?:[ \t]|$)")
"""A line of the header of a mail (RFC 5322, 2.2)."""

_SENT = re.compile(r"(?:return-path|received|from|to|subject|date|message-id)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its lines as they stand in it, without their ends, and the bytes they begin at.

    `source` is what parsers see of the whole page.
    """

    path: str
    kind: Kind
    content: bytes
    encoding: str
    lines: Sequence[str]
    starts: Sequence[int]
    source: Source

    def start(self, line: int, column: int = 0) -> int:
        """Return the byte at which a line begins, or the character in it at `column`."""
        if not column:
            return self.starts[line]
        return self.starts[line] + len(self.lines[line][:column].encode(self.encoding))

    def end(self, line: int) -> int:
        """Return the byte behind a line, its line end included."""
        return self.starts[line + 1] if line + 1 < len(self.lines) else len(self.content)

    @property
    def name(self) -> str:
        """Return the name of its file."""
        return PurePosixPath(self.path).name


def read(path: str, content: bytes) -> Page:
    """Return a page from the bytes of its file; raises ValueError if they are no text."""
    content = unwrap.unpack(content)
    text = unwrap.decode(content)
    mark, encoding = next(
        (mark, name)
        for mark, name in _ENCODINGS
        # A page that was cut off within a character has some bytes more than its text.
        if content.startswith(mark + text.encode(name, "replace"))
    )
    pieces = text.split("\n")
    if not pieces[-1]:
        pieces.pop()
    newline = len("\n".encode(encoding))
    lengths = [len(piece.encode(encoding)) + newline for piece in pieces]
    return Page(
        path,
        _kind(path, text),
        content,
        encoding,
        [piece.rstrip("\r") for piece in pieces],
        list(accumulate(lengths[:-1], initial=len(mark))) if lengths else [],
        unwrap.source(path, text),
    )


def _kind(path: str, text: str) -> Kind:
    if _PAGE.match(text):
        return "html"
    if is_mail(text):
        return "mail"
    suffix = _SUFFIXES.get(PurePosixPath(path).suffix.lower())
    if suffix:
        return suffix
    if _FENCE.search(text) or len(_MARKED.findall(text)) > 1:
        return "markdown"
    return "text"


def is_mail(text: str) -> bool:
    """Return whether a text begins with the header of a mail."""
    names = []
    for line in text.lstrip("\n").split("\n")[:60]:
        if not line.strip():
            break
        if HEADER.match(line):
            names.append(line.partition(":")[0])
        elif not (line[:1] in " \t" or line.startswith("From ")):
            return False
    return sum(bool(_SENT.match(name)) for name in names) > 1


_MONTHS = "january february march april may june july august september october november december"
_NUMBERS = {word[:3]: number for number, word in enumerate(_MONTHS.split(), 1)}
_WORDED = re.compile(
    r"\b(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?[ .]+)?(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct"
    r"|nov|dec)[a-z]*\.?(?: (?P<late>\d{1,2})(?:st|nd|rd|th)?)?,? +(?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?(?!\d)")


def date_in(text: str) -> str:
    """Return the first date in a text as YYYY-MM-DD, or as YYYY-MM; '' if there is none."""
    if match := _ISO.search(text):
        return match[0]
    if parsed := email.utils.parsedate(text):
        return f"{parsed[0]:04}-{parsed[1]:02}-{parsed[2]:02}"
    match = _WORDED.search(text)
    if match is None:
        return ""
    month = f"{match['year']}-{_NUMBERS[match['month'].lower()]:02}"
    day = match["day"] or match["late"]
    return f"{month}-{int(day):02}" if day and 0 < int(day) < 32 else month
