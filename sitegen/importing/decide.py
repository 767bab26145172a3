"""From mentions to facts: what a page says in one voice is one, what it says in several is open."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen.importing.facts import ASIDE, Mention


class Facts(NamedTuple):
    """What is stated of a machine by key, and keys of which several things are said."""

    stated: Mapping[str, Mention]
    open: Mapping[str, Sequence[Mention]]

    def without(self, other: Facts) -> Facts:
        """Return what is not the same in `other`."""
        return Facts(
            {
                key: its
                for key, its in self.stated.items()
                if key not in other.stated or not same(its.value, other.stated[key].value)
            },
            {key: its for key, its in self.open.items() if key not in other.open},
        )

    def left_to(self, columns: Iterable[str]) -> Facts:
        """Return these facts without those that results state for themselves, by their columns."""
        said = {column.removeprefix("testbed.") for column in columns}
        return Facts(
            {key: its for key, its in self.stated.items() if key not in said},
            {key: its for key, its in self.open.items() if key not in said},
        )

    def only(self, keys: Collection[str]) -> Facts:
        """Return the facts with these keys."""
        return Facts(
            {key: its for key, its in self.stated.items() if key in keys},
            {key: its for key, its in self.open.items() if key in keys},
        )

    def over(self, other: Facts) -> Facts:
        """Return all facts of both; where both have one, this one counts."""
        known = {*self.stated, *self.open}
        return Facts(
            {**{key: its for key, its in other.stated.items() if key not in known}, **self.stated},
            {**{key: its for key, its in other.open.items() if key not in known}, **self.open},
        )

    def beside(self, aside: Iterable[Mention]) -> Facts:
        """Return these facts, with what is named in another context as open where nothing is."""
        left: dict[str, list[Mention]] = {}
        for one in aside:
            if one.key not in self.stated and one.key not in self.open:
                left.setdefault(one.key, []).append(one)
        return Facts(
            self.stated, {**self.open, **{key: distinct(its) for key, its in left.items()}}
        )


NOTHING = Facts({}, {})
"""The facts of which nothing is said."""


def facts(mentions: Iterable[Mention], *, whatever: bool = False) -> Facts:
    """Return what mentions come to: for each key those that stand out most count.

    Where they differ, nothing is chosen. With `whatever` all count, however they stand.
    """
    by_key: dict[str, list[Mention]] = {}
    for one in mentions:
        by_key.setdefault(one.key, []).append(one)
    stated: dict[str, Mention] = {}
    left: dict[str, Sequence[Mention]] = {}
    for key, its in by_key.items():
        weight = max(one.weight for one in its)
        choices = distinct(one for one in its if whatever or one.weight == weight)
        if len(choices) == 1 and weight > ASIDE:
            stated[key] = choices[0]
        else:
            left[key] = choices
    return Facts(stated, left)


def distinct(mentions: Iterable[Mention]) -> list[Mention]:
    """Return mentions without those that say less of the same thing."""
    kept: list[Mention] = []
    for one in mentions:
        like = next((place for place, its in enumerate(kept) if same(its.value, one.value)), None)
        if like is None:
            kept.append(one)
        elif len(one.value) > len(kept[like].value):
            kept[like] = one._replace(number=one.number or kept[like].number)
    return kept


def same(one: str, other: str) -> bool:
    """Return whether two texts name one thing, be it with more or fewer words."""
    first, second = _words(one), _words(other)
    return first <= second or second <= first


def _words(text: str) -> set[str]:
    plain = re.sub(r"(?<=\d)\s+(?=[kMGT]i?B\b|[GM]Hz)", "", text.casefold())
    plain = plain.replace("linux", " ").replace("intel(r)", "intel").replace("core(tm)", "core")
    return set(re.findall(r"[\w.+]+", plain)) - {"v", "processor", "drives", "disks", "the"}
