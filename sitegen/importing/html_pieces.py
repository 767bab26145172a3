"""The pieces of an HTML page: what a reader sees of it, and the bytes of its tables and <pre>."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

from sitegen.importing.page import Page, date_in
from sitegen.importing.pieces import Paragraph, Parts, Piece, PieceKind, Span

_HIDDEN = frozenset({"script", "style", "noscript", "template", "svg", "head", "nav", "footer"})
_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        "p div li ul ol dl dt dd td th tr br hr section article main aside header blockquote figure"
        " figcaption form fieldset address details summary caption",
    )
)
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_STRUCK = frozenset({"del", "s", "strike"})
_BODY = re.compile(r"<(article|main)\b", re.IGNORECASE)
_SITE = re.compile(r"\s+(?:[|·»–—]|--?)\s+[^|·»–—]+$")
_DATED = re.compile(r"(?:^|[:_.])(?:date|published_time|created)", re.IGNORECASE)


def parts(page: Page) -> Parts:
    """Return the pieces of an HTML page, with its title and date.

    Where the page marks its article, navigation and the like around it do not count.
    """
    reader = _Reader(page)
    reader.feed("\n".join(page.lines))
    reader.close()
    reader.finish()
    first = next((one.text for one in reader.pieces if one.kind == "heading"), "")
    title = " ".join((first if reader.only else "").split()) or _SITE.sub("", reader.title)
    return Parts(list(reader.pieces), " ".join(title.split()), reader.date)


class _Reader(HTMLParser):
    """Follows the tags of a page and notes where its pieces begin and end."""

    def __init__(self, page: Page) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        marked = _BODY.search("\n".join(page.lines))
        self.only = marked[1].lower() if marked else ""
        self.inside = 0 if self.only else 1
        self.pieces: list[Piece] = []
        self.title = ""
        self.date = ""
        self.text = Paragraph()
        self.struck = Paragraph()
        self.hidden: list[str] = []
        self.titled = False
        self.heading = 0
        self.deleted = 0
        # A <table> or <pre> that is open: its name, its line, its byte, how many pieces were there.
        self.open: list[tuple[str, int, int, int]] = []

    def here(self) -> tuple[int, int]:
        """Return the line and the byte at which the parser stands."""
        line, column = self.getpos()
        return line - 1, self.page.start(line - 1, column)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "title":
            self.titled = not self.title
        if tag == "time" and not self.date:
            self.date = date_in(said.get("datetime", ""))
        if tag == "meta" and _DATED.search(said.get("property") or said.get("name") or ""):
            self.date = self.date or date_in(said.get("content", ""))
        if tag == self.only:
            self.inside += 1
        if tag in _HIDDEN:
            self.hidden.append(tag)
        if self.hidden or not self.inside:
            return
        if tag in _BLOCKS or tag in _HEADINGS or tag in ("table", "pre"):
            self._take()
        if tag in ("table", "pre"):
            self.open.append((tag, *self.here(), len(self.pieces)))
        elif tag in _HEADINGS:
            self.heading = _HEADINGS[tag]
        elif tag in _STRUCK:
            self.deleted += 1
        elif tag == "img":
            line, _ = self.here()
            self.pieces.append(Piece("picture", line, line, (Span(line, said.get("src", "")),)))

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self.titled = False
        if tag in self.hidden:
            del self.hidden[self.hidden.index(tag) :]
        if tag in _STRUCK and self.deleted:
            self.deleted -= 1
            if not self.deleted:
                self.pieces += self.struck.take("struck")
        if tag in _HEADINGS and self.heading:
            self.pieces += self.text.take("heading", self.heading)
            self.heading = 0
        elif tag in _BLOCKS:
            self._take()
        if tag in ("table", "pre"):
            self._close(tag)
        if tag == self.only and self.inside:
            self._take()
            self.inside -= 1

    def handle_data(self, data: str) -> None:
        if self.titled:
            self.title += data
        if self.hidden or not self.inside:
            return
        line, _ = self.getpos()
        into = self.struck if self.deleted else self.text
        for number, text in enumerate(data.split("\n"), line - 1):
            if into.spans and into.spans[-1].line == number:
                into.spans[-1] = Span(number, into.spans[-1].text + text)
            else:
                into.spans.append(Span(number, text))

    def _take(self) -> None:
        if not self.heading:
            self.pieces += self.text.take()

    def _close(self, tag: str) -> None:
        """Make a piece of a table or <pre>, unless it only lays out what is inside it."""
        place = next((n for n, its in enumerate(reversed(self.open)) if its[0] == tag), None)
        if place is None:
            return
        its = self.open[len(self.open) - 1 - place]
        del self.open[len(self.open) - 1 - place :]
        _, first, start, count = its
        self._take()
        inner = self.pieces[count:]
        if any(piece.kind in ("code", "table", "heading") for piece in inner):
            return
        line, _ = self.here()
        text = self.page.lines[line]
        column = self.getpos()[1]
        end = self.page.start(line, (text.find(">", column) + 1) or len(text))
        kind: PieceKind = "table" if tag == "table" else "code"
        kept = [piece for piece in inner if piece.kind == "picture"]
        self.pieces[count:] = [
            *kept,
            Piece(kind, first, line, list(_lines(inner)), start, end),
        ]

    def finish(self) -> None:
        """Take what stands behind the last tag, and the tables that are never closed."""
        self._take()
        if self.open:
            tag, first, start, count = self.open[0]
            last = len(self.page.lines) - 1
            if tag == "table" and not any(one.kind == "table" for one in self.pieces[count:]):
                end = self.page.end(last)
                self.pieces[count:] = [Piece("table", first, last, (), start, end)]


def _lines(pieces: Sequence[Piece]) -> Iterator[Span]:
    for piece in pieces:
        if piece.kind == "prose":
            yield from piece.spans
