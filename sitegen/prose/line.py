"""One line of Markdown: its blanks, and which kind of block it begins."""

from __future__ import annotations

import re
from typing import NamedTuple

from sitegen.prose import fences

_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_ITEM = re.compile(r"(?P<mark>[-*+]|(?P<number>\d{1,9})[.)])(?:[ \t]|$)", re.ASCII)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_NO_TEXT = re.compile(r"(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*$")


class Line(NamedTuple):
    """A line, or what is left of it inside its containers, and where in the file it begins."""

    text: str
    number: int
    column: int

    @property
    def indent(self) -> int:
        """Return how wide the blanks are that the line begins with; tabs lead to multiples of 4."""
        blanks = self.text[: len(self.text) - len(self.text.lstrip(" \t"))]
        return len(blanks.expandtabs(4))

    def cut(self, count: int) -> Line:
        """Return the line without its first characters."""
        return Line(self.text[count:], self.number, self.column + count)

    def dedent(self, width: int) -> Line:
        """Return the line without the blanks that fill up to `width` columns."""
        count = column = 0
        for character in self.text:
            if character not in " \t" or column >= width:
                break
            column += 4 - column % 4 if character == "\t" else 1
            count += 1
        cut = self.cut(count)
        # Of a tab that reaches beyond the width, blanks are left.
        left = " " * max(0, column - width)
        return cut._replace(text=left + cut.text, column=cut.column - len(left)) if left else cut


def is_item(text: str) -> re.Match[str] | None:
    """Return the mark that a line, without its blanks, has if it begins an item."""
    return _ITEM.match(text)


def is_underline(text: str) -> bool:
    """Return whether a line makes the one above it a heading."""
    return bool(_UNDERLINE.match(text))


def begins(text: str, paragraph: bool) -> str:
    """Return which kind of block a line, without its blanks, begins: 'text' if no special one.

    Not all can interrupt a `paragraph`, by CommonMark 0.31.2, 4.1 and 5.2.
    """
    text = text.rstrip()
    if text[0] == ">":
        return "quote"
    if fences.opening(text):
        return "fence"
    if text.startswith("<!--"):
        return "comment"
    if _HEADING.match(text):
        return "heading"
    if _RULE.match(text) and not (paragraph and _UNDERLINE.match(text)):
        return "rule"
    if _FOOTNOTE.match(text):
        return "footnote"
    item = _ITEM.match(text)
    if item and not (paragraph and (item["number"] not in (None, "1") or item.end() >= len(text))):
        return "item"
    return "text"


def continues(text: str, paragraph: bool) -> bool:
    """Return whether the line after this one may belong to the same paragraph without a mark."""
    kind = begins(text, paragraph)
    if kind in ("quote", "item"):
        return not _NO_TEXT.match(text)
    return kind in ("text", "footnote") and not (paragraph and is_underline(text))
