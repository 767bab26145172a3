"""Marks in the text of a document that survive Markdown, so that what comes out knows its place.

Python-Markdown's tree has no positions, and a second scanner for links would disagree with it about
code. So one private-use character is put beside whatever can turn out to be worth a position; what
Markdown makes of the text carries it along, and in the end all of them are taken out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sitegen.diagnostics import Position

PLANE = 0xFFFE
"""How many characters the private-use planes 15 and 16 have each."""

MARKS = "\U000f0000-\U0010fffd"
"""The marks, as the inside of a character class."""

_MARK = re.compile(f"[{MARKS}]")

# What no text that people write can hold: our tokens and marks, lone surrogates, and controls,
# with which Python-Markdown keeps its own places.
_ODD = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ue000\ue001\ufffe\uffff{MARKS}]")


class TooMuchError(Exception):
    """A document, or a part of it, that would take Markdown too long."""

    def __init__(self, message: str, position: Position) -> None:
        """Make one that says what there is too much of, and where."""
        super().__init__(message)
        self.position = position


@dataclass(slots=True)
class Places:
    """The places of one document for which there are marks."""

    path: str
    positions: list[Position] = field(default_factory=list)

    def mark(self, line: int, column: int) -> str:
        """Return a new mark for a place."""
        number = len(self.positions)
        if number >= 2 * PLANE:
            raise TooMuchError(
                f"more than {2 * PLANE:,} brackets", Position(self.path, line, column)
            )
        self.positions.append(Position(self.path, line, column))
        plane, rest = divmod(number, PLANE)
        return chr(0xF0000 + 0x10000 * plane + rest)

    def find(self, text: str, last: bool = False) -> Position:
        """Return the place of the first (or last) mark in `text`, or the file as a whole."""
        marks = _MARK.findall(text)
        if not marks:
            return Position(self.path)
        number = ord(marks[-1 if last else 0]) - 0xF0000
        plane, rest = divmod(number, 0x10000)
        return self.positions[plane * PLANE + rest]


def unmarked(text: str) -> str:
    """Return text without marks."""
    return _MARK.sub("", text)


def sanitised(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Return text with each odd character replaced by U+FFFD, and where they were and which."""
    found = [(match.start(), match[0]) for match in _ODD.finditer(text)]
    return (_ODD.sub("\ufffd", text) if found else text), found
