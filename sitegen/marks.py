"""Which of many marks stand in a text: looked up by their words, not searched for one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain, filterfalse

_WORD = re.compile(r"[A-Za-z0-9]+")
_BLANKS = bytes(sign if chr(sign).isalnum() and sign < 128 else 32 for sign in range(256))
"""A table that leaves nothing but words of ASCII."""
_PIECE = 3
"""How many letters of a word are enough to look it up by its beginning or its end."""

_SIZES = range(1, _PIECE + 1)
_KINDS = 256
"""For how many sets of words it is remembered which marks they may have."""

Mark = tuple[str, str]
"""A name and one of its marks."""


class Marks:
    """The marks of all names, each under a word of it that a text with the mark must have."""

    def __init__(self, marks: Mapping[str, Sequence[str]]) -> None:
        self._words: dict[str, list[Mark]] = {}
        self._beginnings: dict[str, list[Mark]] = {}
        self._ends: dict[str, list[Mark]] = {}
        self._parts: list[Mark] = []
        self._others: dict[str, list[Mark]] = {}
        self._wordless: list[str] = []
        for name, its in marks.items():
            for mark in its:
                self._keep((name, mark))
        self._numbers = frozenset(filter(str.isdecimal, self._words))
        # Files of one kind have the same words, and differ in their numbers.
        self._among_known = lru_cache(_KINDS)(self._among)

    def _keep(self, one: Mark) -> None:
        name, mark = one
        if not mark:
            self._wordless.append(name)
            return
        words = [match.span() for match in _WORD.finditer(mark)]
        inner = [mark[start:end] for start, end in words if start > 0 and end < len(mark)]
        # Letters may stand before a mark: its first word is the end of a word of the text.
        first = mark[: words[0][1]][-_PIECE:] if words and words[0][0] == 0 else ""
        last = mark[words[-1][0] :][:_PIECE] if words and words[-1][1] == len(mark) else ""
        if inner:
            self._words.setdefault(max(inner, key=len), []).append(one)
        elif words == [(0, len(mark))] and not mark.isdecimal():
            self._parts.append(one)
        elif first and not first.isdecimal():
            self._ends.setdefault(first, []).append(one)
        elif last and not last.isdecimal():
            self._beginnings.setdefault(last, []).append(one)
        else:
            sign = next((letter for letter in mark if not letter.isalnum()), mark[0])
            self._others.setdefault(sign, []).append(one)

    def names_in(self, text: str) -> set[str]:
        """Return the names that have a mark in a text."""
        every = set(text.encode("ascii", "replace").translate(_BLANKS).decode().split())
        words = frozenset(filterfalse(str.isdecimal, every))
        possible, sure = self._among_known(words)
        found = set(sure)
        for name, mark in chain(
            possible,
            _of(self._words, every & self._numbers),
            *(its for sign, its in self._others.items() if sign in text),
        ):
            if name not in found and mark in text:
                found.add(name)
        return found if words else found.union(self._wordless)

    def _among(self, words: frozenset[str]) -> tuple[list[Mark], set[str]]:
        """Return the marks that a text of these words may have, and names of marks it has."""
        possible = chain(
            _of(self._words, words),
            _of(self._beginnings, {word[:size] for word in words for size in _SIZES}),
            _of(self._ends, {word[-size:] for word in words for size in _SIZES}),
        )
        together = " ".join(words)
        return list(possible), {name for name, mark in self._parts if mark in together}


def _of(marks: Mapping[str, list[Mark]], words: Set[str]) -> Iterable[Mark]:
    """Return the marks that are kept under any of these words."""
    return chain.from_iterable(marks[word] for word in marks.keys() & words)
