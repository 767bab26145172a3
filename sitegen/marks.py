"""Which of many marks stand in a text: looked up by their words, not searched for one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

_WORD = re.compile(r"[A-Za-z]+")
_BLANKS = bytes(sign if chr(sign).isalpha() and sign < 128 else 32 for sign in range(256))
"""A table that leaves nothing but words of ASCII letters; numbers part them."""
_PIECE = 3
"""How many letters of a word are enough to look it up by its beginning or its end."""

_SIZES = range(1, _PIECE + 1)
_KINDS = 256
"""For how many sets of words it is remembered which marks they may have."""

Mark = tuple[str, str]
"""A name and one of its marks."""


class _Words(NamedTuple):
    """What the words of a text with a mark must be: words, beginnings of some, ends of some."""

    mark: Mark
    whole: frozenset[str]
    beginnings: frozenset[str]
    ends: frozenset[str]


class Marks:
    """The marks of all names, each under a word of it that a text with the mark must have."""

    def __init__(self, marks: Mapping[str, Sequence[str]]) -> None:
        self._words: dict[str, list[_Words]] = {}
        self._beginnings: dict[str, list[_Words]] = {}
        self._ends: dict[str, list[_Words]] = {}
        self._parts: list[Mark] = []
        self._others: dict[str, list[Mark]] = {}
        self._wordless: list[str] = []
        for name, its in marks.items():
            for mark in its:
                self._keep((name, mark))
        # Files of one kind have the same words, and differ in their numbers.
        self._among_known = lru_cache(_KINDS)(self._among)

    def _keep(self, one: Mark) -> None:
        name, mark = one
        if not mark:
            self._wordless.append(name)
            return
        words = [match.span() for match in _WORD.finditer(mark)]
        if words == [(0, len(mark))]:
            self._parts.append(one)
            return
        # Letters may stand before a mark: its first word is the end of a word of the text.
        inner = [mark[start:end] for start, end in words if start > 0 and end < len(mark)]
        ends = [mark[:end][-_PIECE:] for start, end in words if start == 0]
        beginnings = [mark[start:][:_PIECE] for start, end in words if end == len(mark)]
        its = _Words(one, frozenset(inner), frozenset(beginnings), frozenset(ends))
        if inner:
            self._words.setdefault(max(inner, key=len), []).append(its)
        elif ends:
            self._ends.setdefault(ends[0], []).append(its)
        elif beginnings:
            self._beginnings.setdefault(beginnings[0], []).append(its)
        else:
            sign = next((letter for letter in mark if not letter.isalnum()), mark[0])
            self._others.setdefault(sign, []).append(one)

    def names_in(self, text: str) -> set[str]:
        """Return the names that have a mark in a text."""
        words = frozenset(text.encode("ascii", "replace").translate(_BLANKS).decode().split())
        possible, sure = self._among_known(words)
        found = set(sure)
        for name, mark in chain(
            possible, *(its for sign, its in self._others.items() if sign in text)
        ):
            if name not in found and mark in text:
                found.add(name)
        return found if words else found.union(self._wordless)

    def _among(self, words: frozenset[str]) -> tuple[list[Mark], set[str]]:
        """Return the marks that a text of these words may have, and names of marks it has."""
        beginnings = {word[:size] for word in words for size in _SIZES}
        ends = {word[-size:] for word in words for size in _SIZES}
        kept = chain(
            _of(self._words, words), _of(self._beginnings, beginnings), _of(self._ends, ends)
        )
        possible = [
            its.mark
            for its in kept
            if its.whole <= words and its.beginnings <= beginnings and its.ends <= ends
        ]
        together = " ".join(words)
        return possible, {name for name, mark in self._parts if mark in together}


def _of(marks: Mapping[str, list[_Words]], words: Set[str]) -> Iterable[_Words]:
    """Return the marks that are kept under any of these words."""
    return chain.from_iterable(marks[word] for word in marks.keys() & words)
