"""The lines of a document, laid out for Python-Markdown as git hosts read them, with marks.

Python-Markdown wants four blanks where CommonMark wants the width of the marker, a blank line
before a list, and fences in the first column. So quotes, lists and footnotes are taken apart by
CommonMark's rules and put together by Python-Markdown's; fenced blocks and comments are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from sitegen.diagnostics import Position
from sitegen.prose import fences
from sitegen.prose.cursor import Cursor
from sitegen.prose.layout import LONGEST_LINE, Layout
from sitegen.prose.line import Line, begins, is_item, is_underline
from sitegen.prose.places import TooMuchError

DEEPEST = 20
"""How deep quotes, lists and footnotes may be nested."""

_DEFINITION = re.compile(r"\[[^\[\]]+\]:")


def lay(body: str, first_line: int, layout: Layout) -> str:
    """Return the body of a document as Python-Markdown wants it."""
    lines = [Line(text, number, 1) for number, text in enumerate(body.split("\n"), first_line)]
    laid = _Container(layout, Cursor(lines), 0).laid()
    layout.refuse_long(laid)
    return "\n".join(laid)


@dataclass(slots=True)
class _Container:
    """The lines of a document, a quote, an item or a footnote, and what has been made of them."""

    layout: Layout
    cursor: Cursor
    depth: int
    is_item: bool = False
    in_note: bool = False
    made: list[str] = field(default_factory=list)
    # Whether the last line is one of a paragraph, and where that begins.
    paragraph: bool = False
    start: int = 0
    place: Position = field(default=Position(""))
    # The kind of list that the last line belongs to, if the next item may follow directly.
    list_type: str = ""
    # Whether a blank line must stand before the next one.
    apart: bool = False
    is_code: bool = False

    def laid(self) -> list[str]:
        """Return the lines as Python-Markdown wants them."""
        if self.depth > DEEPEST:
            message = f"quotes and lists nested more than {DEEPEST} deep"
            raise TooMuchError(message, self.layout.at(self.cursor.lines[0]))
        while line := self.cursor.take():
            if not line.text.strip():
                # Blank lines count in code; two of them would end a footnote.
                if (self.is_code and not self.in_note) or self.made[-1:] != [""]:
                    self.made.append("")
                self.paragraph = self.apart = False
            elif line.indent >= 4:
                self.indented(line)
            else:
                self.block(line, line.dedent(3))
        return self.made

    def put(self, lines: Iterable[str], apart: bool) -> None:
        """Add lines; `apart` if a blank line must stand on both sides of them."""
        if (apart or self.apart) and self.made and self.made[-1]:
            self.made.append("")
        self.made += lines
        self.apart = apart
        self.paragraph = False
        self.list_type = ""
        self.is_code = False

    def inside(self, lines: list[Line], is_item: bool = False, is_note: bool = False) -> list[str]:
        """Return the lines of a container inside this one as Python-Markdown wants them."""
        in_note = self.in_note or is_note
        return _Container(self.layout, Cursor(lines), self.depth + 1, is_item, in_note).laid()

    def block(self, whole: Line, line: Line) -> None:
        """Add the block that begins with `line`, which is `whole` without its blanks."""
        match begins(line.text, self.paragraph):
            case "quote":
                inner = self.inside(self.cursor.gather(_quoted(line) or line, _quoted))
                self.put((f"> {text}" if text else ">" for text in inner), apart=True)
            case "item":
                self.item(whole, line)
            case "footnote" if not self.in_note:
                label = line.text[: line.text.index("]:") + 2]
                self.nested(label, line.cut(len(label)).dedent(LONGEST_LINE), 4, apart=True)
            case "fence":
                self.fence(whole, line)
            case "comment":
                self.comment(line)
            case "heading":
                signs = len(line.text) - len(line.text.lstrip("#"))
                mark = self.layout.places.mark(line.number, line.column)
                text = self.layout.marked(line.cut(signs))
                self.put([line.text[:signs] + mark + text], apart=True)
            case "rule":
                self.put(["---"], apart=True)
            case _:
                self.text(line)

    def text(self, line: Line) -> None:
        """Add a line of a paragraph, a table, or a definition."""
        if self.paragraph and is_underline(line.text):
            self.underlined(line)
            return
        text = self.layout.marked(line)
        if not self.paragraph:
            self.place = self.layout.at(line)
            self.start = len(self.made) + bool(self.apart and self.made and self.made[-1])
        kind = begins(line.text, False)
        defines = kind == "text" and bool(_DEFINITION.match(line.text))
        if kind == "footnote" or (self.paragraph and (defines or kind != "text")):
            # Python-Markdown would begin a block here.
            item = is_item(line.text)
            sign = item.end("number") if item and item["number"] else 0
            text = f"{text[:sign]}\\{text[sign:]}"
        paragraph = self.paragraph
        self.put([text], apart=False)
        self.paragraph = paragraph or not defines

    def underlined(self, line: Line) -> None:
        """Make a heading of the paragraph that a line of signs stands below."""
        text = " ".join(self.made[self.start :])
        del self.made[self.start :]
        signs = "#" if line.text[0] == "=" else "##"
        mark = self.layout.places.mark(self.place.line, self.place.column)
        self.put([f"{signs}{mark} {text}"], apart=True)

    def indented(self, line: Line) -> None:
        """Add a line of indented code, or of a paragraph that goes on."""
        if self.paragraph:
            bare = line.dedent(LONGEST_LINE)
            self.text(bare._replace(text=f"\\{bare.text}") if is_underline(bare.text) else bare)
        else:
            self.put(["    " + self.layout.marked(line.dedent(4))], apart=False)
            self.is_code = True

    def item(self, whole: Line, line: Line) -> None:
        """Add an item of a list."""
        match = is_item(line.text)
        assert match is not None
        gap = line.cut(match.end("mark")).indent
        first = line.cut(match.end("mark"))
        width = gap if 1 <= gap <= 4 and first.text.strip() else 1
        list_type = "ol" if match["number"] else "ul"
        mark = f"{match['number']}." if match["number"] else match["mark"]
        follows = self.list_type == list_type
        within = self.is_item and self.paragraph and "" not in self.made
        content = whole.indent + len(match["mark"]) + width
        self.apart = self.apart and not follows
        lines = self.nested(mark, first.dedent(width), content, apart=not follows and not within)
        # Behind a blank line, or an empty item, the next item has to stand apart.
        self.list_type = list_type if all(lines) and lines != [f"{mark} "] else ""
        self.apart = True

    def nested(self, mark: str, first: Line, content: int, apart: bool) -> list[str]:
        """Add and return the lines of an item or a footnote."""

        def belongs(line: Line) -> Line | None:
            blank = not line.text.strip()
            if blank and line.number == first.number + 1 and not first.text.strip():
                return None  # an item can begin with one blank line, not with two
            return line.dedent(content) if blank or line.indent >= content else None

        is_note = mark.startswith("[")
        inner = self.inside(self.cursor.gather(first, belongs), not is_note, is_note)
        if not inner[0] and len(inner) > 1:
            del inner[0]
        kind = begins(inner[0].strip() or "text", False)
        simple = kind == "text" or (kind != "rule" and len(inner) == 1)
        if simple and not inner[0].startswith("    "):
            head, rest = [f"{mark} {inner[0]}"], inner[1:]
        else:
            head, rest = [f"{mark} ", ""], inner
        lines = head + [f"    {text}" if text else "" for text in rest]
        # A mark alone behind another item would look like the line under a heading.
        self.put(lines, apart or head[0] == f"{mark} ")
        return lines

    def fence(self, whole: Line, line: Line) -> None:
        """Take out a fenced block."""
        start = fences.opening(line.text)
        assert start is not None
        content, closed = self.cursor.fenced(start, whole.indent)
        if not closed:
            self.layout.unclosed(line, "a fenced block", start.fence)
        opening = self.layout.at(line)
        first = self.layout.at(content[0]) if content else opening._replace(line=opening.line + 1)
        text = "".join(f"{inside.text}\n" for inside in content)
        fence = fences.Fence(start.info, text, opening, first)
        self.put([self.layout.fenced(fence)], apart=True)

    def comment(self, line: Line) -> None:
        """Leave out a comment; one that is not closed is text."""
        is_first = self.cursor.comments_end
        if self.cursor.skip_comment(line):
            self.apart = self.apart or self.paragraph
            self.paragraph = False
            return
        if is_first:
            self.layout.unclosed(line, "a comment", "-->")
        self.text(line)


def _quoted(line: Line) -> Line | None:
    """Return a line of a quote without its sign, or None if it has none."""
    if line.indent >= 4:
        return None
    bare = line.dedent(3)
    if not bare.text.startswith(">"):
        return None
    return bare.cut(1).dedent(1)
