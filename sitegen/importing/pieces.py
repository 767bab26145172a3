"""What a page is made of, in order: headings, prose, raw blocks, tables, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from sitegen.importing.page import Page

PieceKind = Literal[
    "heading",
    "prose",
    "code",  # a fence, an indented block, <pre>: what a tool may have printed
    "table",
    "picture",
    "struck",  # text that its author struck out
    "attachment",  # a part of a mail that is not read, with why
    "header",  # of a mail, or front matter: nothing of it is shown
]


class Span(NamedTuple):
    """Text of one line of the page, without its markup."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a page: its words line by line, or for code and tables its bytes.

    Lines count from 0. `depth` is how often a mail has quoted it.
    """

    kind: PieceKind
    first: int
    last: int
    spans: Sequence[Span] = ()
    start: int = 0
    end: int = 0
    level: int = 0
    depth: int = 0

    @property
    def text(self) -> str:
        """Return its words, with a line break where the page has one."""
        return "\n".join(span.text for span in self.spans)

    @property
    def words(self) -> str:
        """Return its words on one line."""
        return " ".join(self.text.split())

    def line_at(self, offset: int) -> int:
        """Return the line of the page on which a character of `text` stands."""
        for span in self.spans:
            if offset <= len(span.text):
                return span.line
            offset -= len(span.text) + 1
        return self.last


@dataclass(frozen=True, slots=True)
class Parts:
    """All pieces of a page in their order, and what it says of itself."""

    pieces: Sequence[Piece]
    title: str = ""
    date: str = ""


@dataclass(slots=True)
class Paragraph:
    """Prose while it is read, line by line; `take` gives it as a piece and begins a new one."""

    spans: list[Span] = field(default_factory=list)
    depth: int = 0

    def take(self, kind: PieceKind = "prose", level: int = 0) -> list[Piece]:
        """Return what was read as one piece, or nothing if there are no words in it."""
        spans, self.spans = self.spans, []
        while spans and not spans[0].text.strip():
            spans.pop(0)
        while spans and not spans[-1].text.strip():
            spans.pop()
        if not spans:
            return []
        depth = self.depth
        return [Piece(kind, spans[0].line, spans[-1].line, spans, level=level, depth=depth)]


def block(
    page: Page, kind: PieceKind, first: int, last: int, depth: int = 0, *, start: int | None = None
) -> Piece:
    """Return whole lines of a page as a raw block; `start` is where it begins in its first line."""
    lines = [Span(line, page.lines[line]) for line in range(first, last + 1)]
    begins = page.start(first) if start is None else start
    return Piece(kind, first, last, lines, begins, page.end(last), depth=depth)
