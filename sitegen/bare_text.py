"""A text without what it is wrapped in, and where each of its letters stands in the text itself."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from sitegen.unwrap import ESCAPES, IS_HTML
from sitegen.wrappings import BBCODE, TAG, is_forum, is_quoted_printable

_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|\w+);")
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_BELOW_QUOTED = re.compile(r"\n[ \t]*>")
"""The same behind the end of a line, by which it is found much faster."""
_ENCODED = re.compile(r"=[ \t]*\r?\n|=[0-9A-F]{2}")


class BareText(NamedTuple):
    """A text without wrapping; a piece that begins at `starts[i]` stands at `places[i]` outside."""

    text: str
    starts: list[int]
    places: list[tuple[int, int]]

    def outside(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the places in the wrapped text of what stands here between two places."""
        piece = bisect_right(self.starts, start) - 1
        while piece < len(self.starts) and self.starts[piece] < end:
            first, last = self.places[piece]
            stop = self.starts[piece + 1] if piece + 1 < len(self.starts) else len(self.text)
            if stop - self.starts[piece] == last - first:
                inner = max(start, self.starts[piece]) - self.starts[piece]
                yield first + inner, first + min(end, stop) - self.starts[piece]
            else:
                yield first, last
            piece += 1


def bare(text: str) -> BareText | None:
    """Return a text without colours, marks of quoting, tags and encodings; None if it has none."""
    patterns = list(_wrappings(text))
    if not patterns:
        return None
    wrapping = re.compile("|".join(f"(?:{pattern.pattern})" for pattern in patterns), re.MULTILINE)
    parts: list[str] = []
    starts: list[int] = []
    places: list[tuple[int, int]] = []
    length = end = 0
    for match in wrapping.finditer(text):
        for part, place in (
            (text[end : match.start()], (end, match.start())),
            (_letters(match[0]), match.span()),
        ):
            if part:
                parts.append(part)
                starts.append(length)
                places.append(place)
                length += len(part)
        end = match.end()
    parts.append(text[end:])
    starts.append(length)
    places.append((end, len(text)))
    return BareText("".join(parts), starts, places)


def _wrappings(text: str) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of what a text is wrapped in."""
    if "\x1b" in text:
        yield ESCAPES
    if ">" in text and _BELOW_QUOTED.search("\n" + text):
        yield _QUOTED
    if ("=\n" in text or "=3D" in text) and is_quoted_printable(text):
        yield _ENCODED
    if "[/" in text and is_forum(text):
        yield re.compile(f"(?i:{BBCODE.pattern})")
    if "<" in text and IS_HTML.search(text):
        yield TAG
        yield _ENTITY


def _letters(wrapping: str) -> str:
    """Return the letters that a piece of wrapping stands for."""
    if wrapping.startswith("&"):
        return html.unescape(wrapping)
    if wrapping.startswith("=") and len(wrapping) == 3 and wrapping[1:].isalnum():
        return chr(int(wrapping[1:], 16))
    return ""
