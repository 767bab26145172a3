"""JSON in the output of tools: whole documents among other text, and the lines of their values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple, TypeGuard

from sitegen.record import Source


class Digits(str):
    """A number of a document, as the text it was printed as."""

    __slots__ = ()


DECODER = json.JSONDecoder(
    parse_float=Digits, parse_int=Digits, parse_constant=Digits, strict=False
)

# raw_decode with less around it: it raises StopIteration where no value begins.
_SCAN: Callable[[str, int], tuple[Any, int]] = vars(DECODER)["scan_once"]

_KEY = re.compile(r'\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*')
_NEXT_KEY = re.compile(rf"\s*,{_KEY.pattern}")
_SPACE = re.compile(r"\s*")
_NEXT = re.compile(r"\s*([,}\]])\s*")
_COLON = re.compile(r"\s*:")
_BRACE_AT_START = re.compile(r"^[{\[]", re.MULTILINE)
# C prints a number that is none as nan or inf, with a sign or not.
_NO_NUMBER = re.compile(r"(?<=[:\[,\s])(-?(?:nan|inf))(?=[,\s}\]])")


def number(value: object) -> Decimal:
    """Return a number of a document, and zero for anything else."""
    return Decimal(value) if is_number(value) else Decimal(0)


def is_number(value: object) -> TypeGuard[Digits]:
    """Return whether a value is a number, and neither nan nor inf."""
    return isinstance(value, Digits) and value[-1].isdecimal()


class Cursor:
    """Steps through the members of JSON containers, and decodes no more than it is asked for.

    `at` is the place in the text where the next value begins. A value that a loop over `members` or
    `elements` does not take is stepped over.
    """

    __slots__ = ("at", "text")

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def value(self) -> Any:
        """Return the value that begins here, and step behind it."""
        try:
            value, self.at = _SCAN(self.text, self.at)
        except StopIteration as end:
            raise json.JSONDecodeError("Expecting a value", self.text, end.value) from None
        return value

    def members(self) -> Iterator[str]:
        """Yield the keys of the object that begins here, each time with its value next."""
        text = self.text
        at = self._open("{")
        while text[at : at + 1] != "}":
            match = _KEY.match(text, at)
            if not match:
                raise json.JSONDecodeError("Expecting a key", text, at)
            while True:
                self.at = start = match.end()
                yield match[1]
                if self.at == start:
                    self.value()
                following = _NEXT_KEY.match(text, self.at)
                if not following:
                    break
                match = following
            at = self._behind("}")
        self.at = at + 1

    def elements(self) -> Iterator[int]:
        """Yield the numbers of the elements of the array that begins here, counted from 0."""
        text = self.text
        at = self._open("[")
        number = 0
        while text[at : at + 1] != "]":
            self.at = at
            yield number
            if self.at == at:
                self.value()
            at = self._behind("]")
            number += 1
        self.at = at + 1

    def _open(self, bracket: str) -> int:
        if self.text[self.at : self.at + 1] != bracket:
            raise json.JSONDecodeError(f"Expecting '{bracket}'", self.text, self.at)
        match = _SPACE.match(self.text, self.at + 1)
        return match.end() if match else self.at + 1

    def _behind(self, bracket: str) -> int:
        """Return where the next member begins, or the closing bracket stands."""
        match = _NEXT.match(self.text, self.at)
        if match and match[1] == ",":
            return match.end()
        if match and match[1] == bracket:
            return match.start(1)
        raise json.JSONDecodeError(f"Expecting ',' or '{bracket}'", self.text, self.at)


@dataclass(frozen=True, slots=True)
class Document:
    """A whole JSON value in the text of a source. Its numbers are `Digits`."""

    source: Source
    value: Any
    start: int
    end: int
    _found: dict[tuple[str | int, ...], int] = field(default_factory=dict)

    @property
    def first(self) -> int:
        """Return the index of the document's first line."""
        return line_at(self.source, self.start)

    @property
    def last(self) -> int:
        """Return the index of the document's last line."""
        return line_at(self.source, self.end)

    def line(self, *path: str | int) -> int:
        """Return the index of the line on which a value begins: `line("jobs", 0, "error")`."""
        return line_at(self.source, self._offset(path))

    def _offset(self, path: tuple[str | int, ...]) -> int:
        if not path:
            return self.start
        if path not in self._found:
            above = path[:-1]
            cursor = Cursor(self.source.text, self._offset(above))
            steps = cursor.elements() if isinstance(path[-1], int) else cursor.members()
            for step in steps:
                self._found[(*above, step)] = cursor.at
        return self._found[path]


class Broken(NamedTuple):
    """Text that begins like a document but is cut off or damaged at the line `end`."""

    first: int
    end: int
    reason: str


def line_at(source: Source, offset: int) -> int:
    """Return the index of the line in which a place of the source's text lies."""
    return source.text.count("\n", 0, offset)


def find(text: str, mark: str, begin: int = 0) -> tuple[int, int] | None:
    """Return where the next object with a key begins, and where the key stands.

    `mark` is the key in its quotation marks.
    """
    at = begin
    while (at := text.find(mark, at)) >= 0:
        behind = at + len(mark)
        start = _start(text, begin, at) if _COLON.match(text, behind) else -1
        if start >= 0:
            return start, at
        at = behind
    return None


def _start(text: str, end: int, at: int) -> int:
    """Return where the object begins in which a key stands at `at`: no earlier than `end`."""
    brace = text.rfind("{", end, at)
    if brace >= 0 and text[brace + 1 : at].strip():
        # Another key comes first, so the brace before may belong to an object inside.
        for match in _BRACE_AT_START.finditer(text, end, at):
            try:
                if DECODER.raw_decode(text, match.start())[1] > at:
                    return match.start()
            except json.JSONDecodeError:
                continue
    return brace


def documents(source: Source, mark: str) -> Iterator[Document | Broken]:
    """Yield the objects in a source that have a key, and those that are cut off behind it.

    `mark` is the key in its quotation marks, best the first of the object. Other text may stand
    before, between and after the documents.
    """
    text = source.text
    end = 0
    while found := find(text, mark, end):
        start, at = found
        try:
            value, end = DECODER.raw_decode(text, start)
        except json.JSONDecodeError as fault:
            yield Broken(line_at(source, start), line_at(source, fault.pos), fault.msg)
            end = at + len(mark)
        else:
            yield Document(source, value, start, end)


def mended(text: str) -> str:
    """Return JSON of the same length in which a decoder understands C's `nan` and `inf`."""
    return _NO_NUMBER.sub(lambda match: "NaN".rjust(len(match[1])), text)
