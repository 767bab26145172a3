"""What pure steps came to, to be taken again as long as what they are made from is the same.

A step is known by its name and that of its subject. What it is made from is compared, not hashed:
texts and numbers by what they are, containers part by part, and all else only by being the very
same object, which it is if an earlier step was taken again too. A step that changes what it is
given, or looks at anything else, has no place here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import PosixPath, WindowsPath
from typing import TypeVar, cast

_Made = TypeVar("_Made")

_PLAIN = frozenset({str, bytes, int, float, bool, PosixPath, WindowsPath})
_ROWS = (tuple, list)
_SETS = (set, frozenset)


class Memo:
    """Remembers steps from one build to the next; what a build does not use, it forgets."""

    def __init__(self, *, keeps: bool = True) -> None:
        """Remember nothing yet; or never anything, for a single build, unless it `keeps`."""
        self._keeps = keeps
        self._before: dict[Hashable, tuple[object, object]] = {}
        self._now: dict[Hashable, tuple[object, object]] = {}

    def take(
        self, step: str, subject: Hashable, made_from: object, make: Callable[[], _Made]
    ) -> _Made:
        """Return what a step made last time, if it is to be made from the same, or makes now."""
        if not self._keeps:
            return make()
        name = step, subject
        known = self._now.get(name) or self._before.get(name)
        if known is None or not same(known[0], made_from):
            known = made_from, make()
        self._now[name] = known
        return cast("_Made", known[1])

    def turn(self) -> None:
        """Take note that a build is over."""
        self._before, self._now = self._now, {}


ANEW = Memo(keeps=False)


def same(these: object, those: object) -> bool:
    """Return whether nothing that is made from the one could differ from what the other gives.

    1, 1.0 and True are not the same, and neither are equal mappings in another order.
    """
    if these is those:
        return True
    kind = type(these)
    if kind is not type(those):
        return False
    if kind in _PLAIN:
        return these == those
    if isinstance(these, _ROWS) and isinstance(those, _ROWS):
        return len(these) == len(those) and all(map(same, these, those))
    if isinstance(these, dict) and isinstance(those, dict):
        return (
            len(these) == len(those)
            and all(map(same, these, those))
            and all(map(same, these.values(), those.values()))
        )
    if isinstance(these, _SETS) and isinstance(those, _SETS):
        return these == those and all(type(one) in (str, bytes) for one in these)
    return False
