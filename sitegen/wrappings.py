"""What mails, forums and pages wrap text in: quoting, quoted-printable, BBCode, tags."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_QUOTES = re.compile(r"(?: (?=>(?: |$)))?(?:>[ \t]?)+")
_SOFT_BREAK = re.compile(r"=[ \t]*$")
_HEX = re.compile(r"=([0-9A-F]{2})")
_ENCODED = re.compile(r"(?im)^content-transfer-encoding:\s*quoted-printable|=3D|=20$")
_PLAIN = re.compile(r"=(?![0-9A-F]{2})")
TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>|<![A-Za-z][^<>]*>")
# Where a browser begins a new line, and the output of a tool may begin or go on; or a comment.
_LINE_END = re.compile(
    r"<!--.*?-->"
    r"|(<br\b[^<>]*>|</(?:p|pre|div|h[1-6]|li|tr)>|(?=<(?:p|pre|div|h[1-6]|li|tr)\b))",
    re.IGNORECASE,
)
_TAGS = "code|quote|pre|php|tt|colou?r|size|font|spoiler|b|i|u"
BBCODE = re.compile(rf"\[/?(?:{_TAGS})(?:=[^\]\n]*)?\]", re.IGNORECASE)
_CLOSED = re.compile(rf"\[/(?:{_TAGS})\]", re.IGNORECASE)


def unquoted(line: str) -> str:
    """Return a line without the marks of quoting in front of it."""
    match = _QUOTES.match(line)
    return line[match.end() :] if match else line


def is_forum(text: str) -> bool:
    """Return whether a text has tags of BBCode that are closed again."""
    return bool(_CLOSED.search(text))


def without_bbcode(line: str) -> str:
    """Return a line without the tags of BBCode."""
    return BBCODE.sub("", line) if "[" in line else line


def is_quoted_printable(text: str) -> bool:
    """Return whether a text is, or holds, a mail that is not decoded."""
    if "=\n" in text:
        return bool(_ENCODED.search(text))
    # Without a soft break only a text in which no equals sign stands for itself.
    return "=3D" in text and not _PLAIN.search(text)


def from_quoted_printable(
    lines: Sequence[str], numbers: Sequence[int]
) -> tuple[list[str], list[int]]:
    """Return the lines of a mail (RFC 2045, 6.7) with soft breaks joined and =3D decoded."""
    joined: list[str] = []
    starts: list[int] = []
    open_row = False
    for line, number in zip(lines, numbers, strict=True):
        soft = _SOFT_BREAK.search(line)
        part = line[: soft.start()] if soft else line
        if open_row:
            joined[-1] += part
        else:
            joined.append(part)
            starts.append(number)
        open_row = bool(soft)
    return [_decoded(line) if "=" in line else line for line in joined], starts


def _decoded(line: str) -> str:
    raw = _HEX.sub(lambda match: chr(int(match[1], 16)), line)
    try:
        return raw.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return raw


def on_lines_of_their_own(
    lines: Sequence[str], numbers: Sequence[int]
) -> tuple[Sequence[str], Sequence[int]]:
    """Return lines of HTML cut where a browser begins a new line, with the numbers they stand on.

    `<p>text</p><pre>first row` is two lines, and so is `row<br>row`; tags alone are none.
    """
    cut: list[str] = []
    places: list[int] = []
    for line, number in zip(lines, numbers, strict=True):
        pieces = _pieces(line) if "<" in line else [line]
        cut += pieces
        places += [number] * len(pieces)
    return (cut, places) if len(cut) > len(lines) else (lines, numbers)


def _pieces(line: str) -> list[str]:
    """Return the parts of a line between its ends of lines, each with text of its own."""
    ends = [match.end() for match in _LINE_END.finditer(line) if match[1] is not None]
    cuts = [0]
    start = 0
    for end in [*ends, len(line)]:
        if TAG.sub("", line[start:end]).strip():
            cuts.append(end)
        start = end
    # Tags behind the last text belong to it.
    cuts[max(1, len(cuts) - 1) :] = [len(line)]
    return [line[first:last] for first, last in pairwise(cuts)]
