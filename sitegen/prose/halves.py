"""What was meant as a link and is none: a number there would go unchecked."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import STX, AtomicString

from sitegen.diagnostics import Diagnostic, Position
from sitegen.prose import targets
from sitegen.prose.places import MARKS, Places, unmarked
from sitegen.prose.tree import shortened

_HALF = re.compile(
    rf"\]\s?\(\s*<?[{MARKS}]?(?:{'|'.join(targets.REFERENCES)}):[^\s()]+[^()]*\)?|(\]\([^()]*\)?)"
)
# What Python-Markdown makes of a bracket behind a backslash, and no other one after it.
_ESCAPED = re.compile(rf"{STX}{ord('[')}\x03[^\[\]]*$")
_UNDEFINED = re.compile(rf"(\w\[[{MARKS}][^\[\]]*)?\]\[([{MARKS}][^\[\]]+)\]")
_NO_FOOTNOTE = re.compile(rf"[{MARKS}](\[\^[^\[\]\s]+\])")


class HalfLinks(Treeprocessor):
    """Looks for brackets that are left in the text."""

    def __init__(self, md: Markdown, places: Places, problems: list[Diagnostic]) -> None:
        super().__init__(md)
        self.places = places
        self.problems = problems

    def run(self, root: ElementTree.Element) -> None:
        """Look at all text that is not code."""
        for element in root.iter():
            texts = [element.tail or ""]
            if element.text and not isinstance(element.text, AtomicString):
                texts.append(element.text)
            for text in texts:
                if "]" in text:
                    self._look(text)

    def _look(self, text: str) -> None:
        for match in _HALF.finditer(text):
            if _ESCAPED.search(text, 0, match.start()):
                continue
            code = "broken-link" if match[1] else "bad-reference"
            before = text[: match.end()]
            place = self.places.find(before if before != unmarked(before) else text, last=True)
            self._report(
                place,
                code,
                f"'{shortened(match[0])}' is the end of no link",
                "close all brackets; write a blank in a target as %20, or the target as <...>",
            )
        for match in _UNDEFINED.finditer(text):
            if not match[1]:
                name = unmarked(match[2])
                self._report(
                    self.places.find(match[2]),
                    "broken-link",
                    f"'[{name}]' is not defined in this document",
                    rf"write a line '[{name}]: target', or '\[' for a bracket that is text",
                )
        for match in _NO_FOOTNOTE.finditer(text):
            self._report(
                self.places.find(match[0]),
                "broken-link",
                f"there is no footnote '{match[1]}' in this document",
                rf"write a line '{match[1]}: ...', or '\[' for a bracket that is text",
            )

    def _report(self, place: Position, code: str, message: str, hint: str) -> None:
        self.problems.append(Diagnostic(place, code, message, hint))
