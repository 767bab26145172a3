"""A step is taken again as long as nothing it is made from is another, and made anew otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

from sitegen.memo import ANEW, Memo, same


class Row(NamedTuple):
    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    rows: list[Row]


class Counted:
    """Makes a value, and counts how often."""

    def __init__(self, value: object) -> None:
        self.value = value
        self.often = 0

    def __call__(self) -> object:
        self.often += 1
        return self.value


SAME: list[Callable[[], object]] = [
    lambda: "text",
    lambda: 10**20,
    lambda: 1.5,
    lambda: Path("a/b"),
    lambda: Row("a", 1.0),
    lambda: [Row("a", 1.0), Row("b", 2.0)],
    lambda: {"a": (1, 2), "b": ()},
    lambda: frozenset({"a", "b"}),
    lambda: Part("a", [Row("a", 1.0)]),
]

OTHERS = [
    (1, 1.0),
    (1, True),
    ("1", b"1"),
    ((1,), [1]),
    ((1, 2), (1,)),
    (Row("a", 1.0), ("a", 1.0)),
    (Row("a", 1.0), Row("a", 1)),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({"a": 1}, {"a": 1.0}),
    (frozenset({1}), frozenset({1.0})),
    (Part("a", [Row("a", 1.0)]), Part("a", [Row("a", 2.0)])),
    (object(), object()),
]


@pytest.mark.parametrize("made", SAME, ids=range(len(SAME)))
def test_values_of_the_same_kind_and_content_are_the_same(made: Callable[[], object]) -> None:
    assert same(made(), made())


@pytest.mark.parametrize(("one", "other"), OTHERS, ids=range(len(OTHERS)))
def test_what_could_be_told_apart_is_not_the_same(one: object, other: object) -> None:
    assert not same(one, other)


def test_a_step_is_made_once_for_as_long_as_it_is_made_from_the_same() -> None:
    memo, make = Memo(), Counted("made")
    for _ in range(3):
        with memo.build():
            assert memo.take("step", "a", ("of", 1), make) == "made"
            assert memo.take("step", "a", ("of", 1), make) == "made"
    assert make.often == 1
    with memo.build():
        memo.take("step", "a", ("of", 2), make)
        memo.take("step", "b", ("of", 2), make)
        memo.take("other", "a", ("of", 2), make)
    assert make.often == 4


def test_what_comes_to_the_same_is_the_same_object() -> None:
    memo = Memo()
    made = []
    for number in range(2):
        with memo.build():
            made.append(memo.take("step", "", number, lambda: [Row("a", 1.0)]))
    assert made[0] is made[1]
    with memo.build():
        assert memo.take("step", "", 3, lambda: [Row("a", 2.0)]) == [Row("a", 2.0)]


def test_what_a_build_does_not_use_is_forgotten() -> None:
    memo, make = Memo(), Counted("made")
    for used in (True, False, True):
        with memo.build():
            if used:
                memo.take("step", "", 1, make)
    assert make.often == 2


def test_steps_within_one_that_is_taken_again_are_known_once_it_is_made_anew() -> None:
    memo, inner = Memo(), Counted("inner")

    def outer() -> object:
        return [memo.take("inner", number, number, inner) for number in range(3)]

    for made_from in (1, 1, 1, 2):
        with memo.build():
            memo.take("outer", "", made_from, outer)
    assert inner.often == 3


def _fail(memo: Memo, make: Counted) -> None:
    with memo.build():
        memo.take("step", "new", 1, make)
        memo.take("step", "bad", 1, lambda: 1 / 0)


def test_a_build_that_fails_forgets_nothing_and_a_step_that_fails_is_made_again() -> None:
    memo, make = Memo(), Counted("made")
    with memo.build():
        memo.take("step", "kept", 1, make)
    with pytest.raises(ZeroDivisionError):
        _fail(memo, make)
    with memo.build():
        memo.take("step", "kept", 1, make)
        memo.take("step", "new", 1, make)
        assert memo.take("step", "bad", 1, lambda: "good") == "good"
    assert make.often == 2


def test_a_single_build_remembers_nothing() -> None:
    make = Counted("made")
    for _ in range(2):
        ANEW.take("step", "", 1, make)
    assert make.often == 2
