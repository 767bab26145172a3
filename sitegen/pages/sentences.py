"""The sentence that each link of a document stands in, for lists of claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import unescape
from typing import NamedTuple

from sitegen.judging import Judged
from sitegen.prose import Prose

# What `prose` leaves in the place of links and blocks, and what ends a sentence at the latest.
_TOKEN = re.compile("\ue000(link|block|picture):(\\d+)\ue001")
_BLOCK = re.compile(
    r"</?(?:p|li|ul|ol|t[hdr]|table|d[tdl]|blockquote|h[1-6]|pre|div|hr|br)\b[^>]*>"
)
_TAG = re.compile(r"<[^>]*>")
# A full stop ends a sentence before a capital, or before a number if no abbreviation stands there:
# not in 'e.g. this', 'ca. 5' or '1.03'.
_END = re.compile(
    "(?<=[.!?:;])\\s+(?=[\"'(\u2018\u201c]?[A-Z\u00c0-\u00de\u0410-\u042f])|(?<=\\w{5}[.!?])\\s+(?=\\d)"
)


class Sentence(NamedTuple):
    """What stands before the text of a link, and behind it, in the same sentence."""

    before: str
    behind: str


def of(prose: Prose, judged: Iterable[Judged]) -> Mapping[int, Sentence]:
    """Return the sentence around each link of a document, with texts that the build filled in."""
    texts = [link.text for link in prose.links]
    for one in judged:
        if one.claim.text:
            texts[one.number] = one.claim.text
    return sentences(prose.html, texts)


def sentences(html: str, texts: Sequence[str]) -> Mapping[int, Sentence]:
    """Return the sentence around each link by its number; `texts` are those of all links."""
    found: dict[int, Sentence] = {}
    for part in _BLOCK.split(html):
        numbers = [int(match[2]) for match in _TOKEN.finditer(part) if match[1] == "link"]
        for number in numbers:
            text, start = _plain(part, texts, number)
            end = start + len(texts[number])
            first = max((m.end() for m in _END.finditer(text) if m.end() <= start), default=0)
            last = min((m.start() for m in _END.finditer(text) if m.start() >= end),
                       default=len(text))  # fmt: skip
            found[number] = Sentence(text[first:start].lstrip(), text[end:last].rstrip())
    return found


def _plain(part: str, texts: Sequence[str], number: int) -> tuple[str, int]:
    """Return a part of a document as text, and where in it a link begins."""
    text, start, at = "", 0, 0
    for match in _TOKEN.finditer(part):
        text += _words(part[at : match.start()])
        at = match.end()
        if match[1] == "link":
            if int(match[2]) == number:
                start = len(text)
            text += texts[int(match[2])]
    return text + _words(part[at:]), start


def _words(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(_TAG.sub("", html)))
