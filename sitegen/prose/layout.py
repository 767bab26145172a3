"""What is kept while the lines of a document are laid out: places, fenced blocks, findings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic, Position
from sitegen.prose.fences import Fence
from sitegen.prose.line import Line
from sitegen.prose.parts import token
from sitegen.prose.places import Places, TooMuchError

LONGEST_LINE = 20_000
"""How long a line outside of fenced blocks may be."""

MOST_LINES = 2_000
"""How many lines may follow each other without a blank one."""

MOST_BLANK_LINES = 20_000
"""How many blank lines a document may have, and so paragraphs."""

_WORTHY = re.compile(r"\[|<(?=[A-Za-z/!?])|\|")
_SEPARATOR = re.compile(r"[|: \t-]+$")


@dataclass(slots=True)
class Layout:
    """The marks of one document, what is taken out of its lines, and what is wrong with them."""

    places: Places
    fences: list[Fence] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def at(self, line: Line) -> Position:
        """Return the place where a line begins."""
        return Position(self.places.path, line.number, line.column)

    def marked(self, line: Line) -> str:
        """Return the text of a line with a mark beside all that may need its place.

        These are the brackets of links, what may be HTML, and the first pipe of a table's row.
        """
        if len(line.text) > LONGEST_LINE:
            raise TooMuchError(f"a line of more than {LONGEST_LINE:,} characters", self.at(line))
        piped = "|" not in line.text or _SEPARATOR.match(line.text) is not None
        made: list[str] = []
        end = 0
        for match in _WORTHY.finditer(line.text):
            start, sign = match.start(), match[0]
            if sign == "|":
                if piped:
                    continue
                piped = True
            mark = self.places.mark(line.number, line.column + start)
            # A footnote's label is compared by Python-Markdown, so its mark goes before it.
            pair = (mark, sign) if line.text.startswith("[^", start) else (sign, mark)
            made += (line.text[end:start], *pair)
            end = match.end()
        return "".join(made) + line.text[end:]

    def fenced(self, its: Fence) -> str:
        """Return what stands for a fenced block that is taken out."""
        self.fences.append(its)
        return token("fence", len(self.fences) - 1)

    def unclosed(self, line: Line, what: str, end: str) -> None:
        """Note that something is opened in a line and not closed."""
        message = f"{what} that is opened here and not closed"
        hint = f"close it with '{end}'"
        self.problems.append(Diagnostic(self.at(line), "bad-markdown", message, hint))

    def refuse_long(self, laid: Iterable[str]) -> None:
        """Refuse what Python-Markdown would copy or look at again for each line or paragraph."""
        count = blank = 0
        for text in laid:
            count, blank = (count + 1, blank) if text else (0, blank + 1)
            if count > MOST_LINES:
                message = f"more than {MOST_LINES:,} lines without a blank line between them"
                raise TooMuchError(message, self.places.find(text))
            if blank > MOST_BLANK_LINES:
                message = f"more than {MOST_BLANK_LINES:,} paragraphs"
                raise TooMuchError(message, Position(self.places.path))
