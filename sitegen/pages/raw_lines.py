"""The lines of a raw file that its page shows: all, or of a long one those around the numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen import streams
from sitegen.lab import RawFile
from sitegen.record import maker
from sitegen.unwrap import UnreadableError

WHOLE = 2000
"""Files up to this many lines are shown whole."""

AROUND = 5
"""Of longer ones, so many lines before and after each number, and at the beginning and the end."""

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f]")

LONG = 2000
"""Of a line of a file that is too large for the memory, so many letters are shown."""


class Line(NamedTuple):
    """A line of the raw file; `state` is 'has' (a number), 'odd' (not understood) or ''.

    A gap stands for lines that are left out: `text` says how many.
    """

    number: int
    text: str
    state: str


_line = maker(Line)


class Raw(NamedTuple):
    """What is shown of a raw file, and how many lines it has."""

    lines: tuple[Line, ...]
    length: int

    @property
    def is_whole(self) -> bool:
        """Return whether no line is left out."""
        return all(line.state != "gap" for line in self.lines)

    @property
    def extent(self) -> str:
        """Return the words for how much is shown."""
        return "whole" if self.is_whole else "in part"


def of(file: RawFile, cited: Iterable[int], room: int = 80_000) -> Raw:
    """Return what is shown of a raw file: lines that are `cited`, however long it is.

    Where more than `room` bytes would be shown, less stands around the numbers, which all stay.
    """
    has = {record.position.line for record in file.reading.records}
    has |= {fact.position.line for fact in file.reading.facts}
    state = {**dict.fromkeys(file.reading.unread, "odd"), **dict.fromkeys(has, "has")}
    places = {1, *has, *cited}
    wanted = _near(places, AROUND)
    hide = file.redaction.hide
    try:
        text = streams.whole(file.content)
        if text is None:
            found, length = streams.excerpt(file.content, wanted, AROUND + 1)
            shown = [(number, _shortened(hide(line))) for number, line in found]
        else:
            lines = streams.split(hide(text))
            length = len(lines)
            shown = list(enumerate(lines, 1))
            for around in (AROUND, 1, 0):
                if length <= WHOLE and _size(shown) <= room:
                    break
                wanted = _near({*places, length}, around)
                shown = [(number, line) for number, line in shown if number in wanted]
                if _size(shown) <= room:
                    break
    except UnreadableError:
        return Raw((), 0)
    return Raw(tuple(_with_gaps(shown, length, state)), length)


def _near(places: Iterable[int], around: int) -> set[int]:
    return {number + step for number in places for step in range(-around, around + 1)}


def _size(lines: Iterable[tuple[int, str]]) -> int:
    """Return about how many bytes lines take on a page, with their numbers as anchors."""
    return sum([70 + len(line if line.isascii() else line.encode()) for _, line in lines])


def _with_gaps(
    shown: Sequence[tuple[int, str]], length: int, state: Mapping[int, str]
) -> Iterator[Line]:
    """Yield the lines that are shown, and between them how many are not."""
    last = 0
    get, plain = state.get, not _CONTROL.search("".join([text for _, text in shown]))
    for number, text in shown:
        if number > last + 1:
            yield Line(0, f"{number - last - 1:,} lines not shown", "gap")
        yield _line((number, text if plain else _printable(text), get(number, "")))
        last = number
    if length > last:
        yield Line(0, f"{length - last:,} lines not shown", "gap")


def _shortened(line: str) -> str:
    """Return a line without the end of one that is very long."""
    left = len(line) - LONG
    return f"{line[:LONG]} … {left:,} letters not shown" if left > 0 else line


def _printable(text: str) -> str:
    """Return a line with control characters as the pictures that Unicode has for them."""
    return _CONTROL.sub(lambda match: chr(0x2400 + ord(match[0])), text)
