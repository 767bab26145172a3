"""Which lines belong together: those of a container, of a fenced block, of a comment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sitegen.prose import fences
from sitegen.prose.line import Line, begins, continues


@dataclass(slots=True)
class Cursor:
    """Lines of which those before `next` have been taken."""

    lines: list[Line]
    next: int = 0
    comments_end: bool = True

    def take(self) -> Line | None:
        """Return the next line, or None behind the last."""
        if self.next == len(self.lines):
            return None
        self.next += 1
        return self.lines[self.next - 1]

    def gather(self, first: Line, belongs: Callable[[Line], Line | None]) -> list[Line]:
        """Return `first` and the lines behind it that are in the same container.

        `belongs` returns a line without the mark of the container, or None. What continues a
        paragraph is inside even without the mark (CommonMark 0.31.2, 5.1: laziness).
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

    def fenced(self, start: fences.Opening, indent: int) -> tuple[list[Line], bool]:
        """Return the lines of a fenced block, and whether it is closed."""
        content: list[Line] = []
        while line := self.take():
            if line.indent < 4 and start.closed_by(line.text.strip()):
                return content, True
            content.append(line.dedent(indent))
        return content, False

    def skip_comment(self, line: Line) -> bool:
        """Go behind the comment that begins with `line`; return False if it has no end."""
        last, end = self.next - 1, line.text.find("-->", 2)
        while end < 0 and self.comments_end and last + 1 < len(self.lines):
            last += 1
            line = self.lines[last]
            end = line.text.find("-->")
        if end < 0:
            # If this comment has no end, then none behind it has one.
            self.comments_end = False
            return False
        self.lines[last] = line.cut(end + 3)
        self.next = last if self.lines[last].text.strip() else last + 1
        return True
