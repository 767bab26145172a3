"""The lines of a document, laid out for Python-Markdown as git hosts read them, with marks.

Python-Markdown wants four blanks where CommonMark wants the width of the marker, a blank line
before a list, and fences in the first column. So quotes, lists and footnotes are taken apart by
CommonMark's rules and put together by Python-Markdown's; fenced blocks and comments are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic, Position
from sitegen.prose import fences
from sitegen.prose.fences import Fence
from sitegen.prose.line import Line, begins, continues, is_item, is_underline
from sitegen.prose.parts import token
from sitegen.prose.places import Places, TooMuchError

DEEPEST = 20
"""How deep quotes, lists and footnotes may be nested."""

LONGEST_LINE = 20_000
"""How long a line outside of fenced blocks may be."""

MOST_LINES = 2_000
"""How many lines may follow each other without a blank one."""

_WORTHY = re.compile(r"\[|<(?=[A-Za-z/!?])|\|")
_DEFINITION = re.compile(r"\[[^\[\]]+\]:")
_SEPARATOR = re.compile(r"[|: \t-]+$")


@dataclass(slots=True)
class Layout:
    """What is found while the lines of a document are laid out."""

    places: Places
    fences: list[Fence] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def lay(self, body: str, first_line: int) -> str:
        """Return the body of a document as Python-Markdown wants it."""
        lines = [Line(text, number, 1) for number, text in enumerate(body.split("\n"), first_line)]
        laid = _Container(self, lines, 0).laid()
        count = 0
        for text in laid:
            count = count + 1 if text else 0
            if count > MOST_LINES:
                message = f"more than {MOST_LINES:,} lines without a blank line between them"
                raise TooMuchError(message, self.places.find(text))
        return "\n".join(laid)

    def marked(self, line: Line) -> str:
        """Return the text of a line with a mark beside all that may need its place."""
        if len(line.text) > LONGEST_LINE:
            raise TooMuchError(f"a line of more than {LONGEST_LINE:,} characters", self.at(line))
        cells = "|" in line.text and not _SEPARATOR.match(line.text)
        made: list[str] = []
        end = 0
        for match in _WORTHY.finditer(line.text):
            start = match.start()
            if match[0] == "|" and not cells:
                continue
            cells = cells and match[0] != "|"
            mark = self.places.mark(line.number, line.column + start)
            # A footnote's label is compared by Python-Markdown, so its mark goes before it.
            footnote = line.text.startswith("[^", start)
            made += (
                line.text[end:start],
                mark if footnote else "",
                match[0],
                "" if footnote else mark,
            )
            end = match.end()
        return "".join(made) + line.text[end:]

    def at(self, line: Line) -> Position:
        """Return the place where a line begins."""
        return Position(self.places.path, line.number, line.column)


@dataclass(slots=True)
class _Container:
    """The lines of a document, a quote, an item or a footnote, and what has been made of them."""

    layout: Layout
    lines: list[Line]
    depth: int
    is_item: bool = False
    made: list[str] = field(default_factory=list)
    next: int = 0
    paragraph: bool = False
    list_type: str = ""
    apart: bool = False
    unclosed: bool = False
    start: int = 0
    place: Position | None = None

    def laid(self) -> list[str]:
        """Return the lines as Python-Markdown wants them."""
        if self.depth > DEEPEST:
            message = f"quotes and lists nested more than {DEEPEST} deep"
            raise TooMuchError(message, self.layout.at(self.lines[0]))
        while self.next < len(self.lines):
            line = self.lines[self.next]
            self.next += 1
            if not line.text.strip():
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

    def block(self, whole: Line, line: Line) -> None:
        """Add the block that begins with `line`, which is `whole` without its blanks."""
        match begins(line.text, self.paragraph):
            case "quote":
                quoted = self.gathered(_quoted(line) or line, _quoted)
                inner = _Container(self.layout, quoted, self.depth + 1).laid()
                self.put((f"> {text}" if text else ">" for text in inner), apart=True)
            case "item":
                self.item(whole, line)
            case "footnote":
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
        defines = bool(_DEFINITION.match(line.text))
        if self.paragraph and (defines or begins(line.text, False) != "text"):
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
        assert self.place is not None
        mark = self.layout.places.mark(self.place.line, self.place.column)
        self.put([f"{signs}{mark} {text}"], apart=True)

    def indented(self, line: Line) -> None:
        """Add a line of indented code, or of a paragraph that goes on."""
        if self.paragraph:
            bare = line.dedent(LONGEST_LINE)
            self.text(bare._replace(text=f"\\{bare.text}") if is_underline(bare.text) else bare)
        else:
            self.put(["    " + self.layout.marked(line.dedent(4))], apart=False)

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
        """Add and return an item or footnote: what is inside stands behind the mark and four blanks."""

        def belongs(line: Line) -> Line | None:
            blank = not line.text.strip()
            if blank and line.number == first.number + 1 and not first.text.strip():
                return None  # an item can begin with one blank line, not with two
            return line.dedent(content) if blank or line.indent >= content else None

        inside = self.gathered(first, belongs)
        inner = _Container(self.layout, inside, self.depth + 1, is_item=True).laid()
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

    def gathered(self, first: Line, belongs: Callable[[Line], Line | None]) -> list[Line]:
        """Return the lines of a container that begins with `first`, and go on behind them.

        What continues a paragraph belongs to it even without its mark.
        """
        inner = [first]
        fence: fences.Opening | None = None
        paragraph = False
        while True:
            text = inner[-1].text.strip()
            if fence:
                fence = None if fence.closed_by(text) else fence
            elif not text:
                paragraph = False
            elif inner[-1].indent < 4:
                fence = fences.opening(text)
                paragraph = continues(text, paragraph)
            if self.next == len(self.lines):
                break
            line = self.lines[self.next]
            inside = belongs(line)
            if inside is None and paragraph and line.text.strip():
                lazy = line.indent >= 4 or begins(line.dedent(3).text, False) == "text"
                inside = line if lazy else None
            if inside is None:
                break
            inner.append(inside)
            self.next += 1
        while len(inner) > 1 and not self.lines[self.next - 1].text.strip():
            inner.pop()
            self.next -= 1
        return inner

    def fence(self, whole: Line, line: Line) -> None:
        """Take out a fenced block."""
        start = fences.opening(line.text)
        assert start is not None
        content: list[Line] = []
        closed = False
        while self.next < len(self.lines) and not closed:
            inside = self.lines[self.next]
            self.next += 1
            closed = inside.indent < 4 and start.closed_by(inside.text.strip())
            if not closed:
                content.append(inside.dedent(whole.indent))
        place = self.layout.at(line)
        if not closed:
            hint = f"close it with a line '{start.fence}'"
            message = "a fenced block that is opened here and not closed"
            self.layout.problems.append(Diagnostic(place, "bad-markdown", message, hint))
        first = self.layout.at(content[0]) if content else Position(place.path, line.number + 1, 1)
        text = "".join(f"{inside.text}\n" for inside in content)
        self.layout.fences.append(Fence(start.info, text, place, first))
        self.put([token("fence", len(self.layout.fences) - 1)], apart=True)

    def comment(self, line: Line) -> None:
        """Take out a comment; one that is not closed is text."""
        start, end = line, line.text.find("-->", 2)
        last = self.next - 1
        while end < 0 and last + 1 < len(self.lines) and not self.unclosed:
            last += 1
            line = self.lines[last]
            end = line.text.find("-->")
        if end < 0:
            if not self.unclosed:
                message, hint = (
                    "a comment that is opened here and not closed",
                    "close it with '-->'",
                )
                place = self.layout.at(start)
                self.layout.problems.append(Diagnostic(place, "bad-markdown", message, hint))
            self.unclosed = True
            self.text(start)
            return
        self.apart = self.apart or self.paragraph
        self.paragraph = False
        self.lines[last] = line.cut(end + 3)
        self.next = last if self.lines[last].text.strip() else last + 1


def _quoted(line: Line) -> Line | None:
    """Return a line of a quote without its sign, or None if it has none."""
    if line.indent >= 4:
        return None
    bare = line.dedent(3)
    if not bare.text.startswith(">"):
        return None
    return bare.cut(1).dedent(1)
