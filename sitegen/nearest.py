"""The names that a mistyped one may stand for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, words: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """Return the names most like `word`, the best first, whatever their capitals and blanks."""
    by_fold = {name.casefold(): name for name in sorted(words, reverse=True)}
    close = difflib.get_close_matches(word.strip().casefold(), by_fold, count, 0.6)
    return tuple(by_fold[fold] for fold in close)


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """Return the hint for a mistyped name: the nearest ones, or all there are if none is near."""
    names = sorted(words)
    if close := nearest(word, names):
        return f"did you mean {' or '.join(repr(name) for name in close)}?"
    return f"known: {', '.join(names)}" if names else ""
