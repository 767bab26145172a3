"""What pure steps came to, to be taken again as long as what they are made from is the same.

A step is known by its name and that of its subject. What it is made from is compared, not hashed:
texts and numbers by what they are, containers part by part, and all else only by being the very
same object. A step that is made anew and comes to the same as last time gives the objects of last
time, so that what is made from them is not made anew. One that changes what it is given, or looks
at anything else, has no place here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import cache, cached_property
from pathlib import PosixPath, WindowsPath
from typing import Any, NamedTuple, TypeVar, cast

_Made = TypeVar("_Made")

_PLAIN = frozenset({str, bytes, int, float, bool, PosixPath, WindowsPath})
_ROWS = (tuple, list)
_SETS = (set, frozenset)


class _Step(NamedTuple):
    """What a step was made from, what it came to, and the steps that were taken within it."""

    made_from: object
    made: object
    within: Sequence[Hashable]


class Memo:
    """Remembers steps from one build to the next, and forgets those that a build does not use."""

    def __init__(self, *, keeps: bool = True) -> None:
        """Remember nothing yet; or never anything, for a single build, unless it `keeps`."""
        self._keeps = keeps
        self._before: dict[Hashable, _Step] = {}
        self._now: dict[Hashable, _Step] = {}
        self._within: list[Hashable] = []
        self._turn = threading.Lock()

    def take(
        self, step: str, subject: Hashable, made_from: object, make: Callable[[], _Made]
    ) -> _Made:
        """Return what a step made last time, if it is to be made from the same, or makes now."""
        if not self._keeps:
            return make()
        name = step, subject
        self._within.append(name)
        known = self._now.get(name) or self._before.get(name)
        if known is not None and same(known.made_from, made_from):
            self._keep(name)
        else:
            around, self._within = self._within, []
            try:
                made = make()
                if known is not None and same(known.made, made):
                    made = cast("_Made", known.made)
                known = self._now[name] = _Step(made_from, made, self._within)
            finally:
                self._within = around
        return cast("_Made", known.made)

    @contextmanager
    def build(self) -> Iterator[None]:
        """Let one build take steps at a time, and forget in the end what it did not use.

        One that fails forgets nothing.
        """
        with self._turn:
            try:
                yield
            except BaseException:
                self._before, self._now, self._within = {**self._before, **self._now}, {}, []
                raise
            self._before, self._now, self._within = self._now, {}, []

    @cached_property
    def aside(self) -> Memo:
        """Return a memory for steps that are not taken in the course of a build."""
        return Memo() if self._keeps else self

    def _keep(self, name: Hashable) -> None:
        """Keep a step, and those within it: they are taken again when it has to be made anew."""
        if name not in self._now and name in self._before:
            self._now[name] = self._before[name]
            for one in self._before[name].within:
                self._keep(one)


ANEW = Memo(keeps=False)


def same(these: object, those: object) -> bool:
    """Return whether nothing that is made from the one could differ from what the other gives.

    1, 1.0 and True are not the same, and neither are equal mappings in another order. A frozen data
    class counts by its fields: it has no business to keep anything else.
    """
    if these is those:
        return True
    kind: Any = type(these)
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
    if names := _fields(cast("Any", kind)):
        return all(same(getattr(these, name), getattr(those, name)) for name in names)
    return False


@cache
def _fields(kind: Any) -> Sequence[str]:
    """Return the names of the fields of a frozen data class; of all else there are none."""
    rules: Any = getattr(kind, "__dataclass_params__", None)
    return tuple(one.name for one in fields(kind)) if rules and rules.frozen else ()
