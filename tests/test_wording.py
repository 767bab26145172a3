"""The numbers in a text and the words around them."""

from __future__ import annotations

import pytest

from sitegen.claims import numerals
from sitegen.claims.wording import phrase


def read(text: str) -> list[str]:
    """Return the numbers in a text: their form, number and unit, and where they stand."""
    return [
        f"{one.form} {one.number:f}"
        + (f" {one.unit.symbol}" if one.unit else "")
        + (f" {' or '.join(one.readings)}" if one.readings else "")
        + (" inverse" if one.inverse else "")
        + f" [{text[one.start : one.end]}]"
        for one in numerals.find(text)
    ]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("240.7 MB/s", ["quantity 240.7 MB/s [240.7 MB/s]"]),
        ("240.7MB/s, roughly", ["quantity 240.7 MB/s [240.7MB/s]"]),
        ("at 1,917.43 MB/s.", ["quantity 1917.43 MB/s [1,917.43 MB/s]"]),
        ("1\u202f917 MB/s", ["quantity 1917 MB/s [1\u202f917 MB/s]"]),
        ("412 MB per second", ["quantity 412 MB/s [412 MB per second]"]),
        ("12 k IOPS", ["quantity 12 kop/s [12 k IOPS]"]),
        ("a 16-GiB file", ["quantity 16 GiB [16-GiB]"]),
        ("840.9 Seeks/s", ["quantity 840.9 op/s [840.9 Seeks/s]"]),
        ("64 KB", ["ambiguous 64 kB or KiB [64 KB]"]),
        ("412 mb/s", ["ambiguous 412 MB/s or Mbit/s [412 mb/s]"]),
        ("-19.9 %", ["percent -19.9 [-19.9 %]"]),
        ("\N{MINUS SIGN}19.9%", ["percent -19.9 [\N{MINUS SIGN}19.9%]"]),
        ("+23.5 per cent", ["percent 23.5 [+23.5 per cent]"]),
        ("3 percentage points", ["points 3 [3 percentage points]"]),
        ("2.5x", ["ratio 2.5 [2.5x]"]),
        ("2.5 times as fast", ["ratio 2.5 [2.5 times]"]),
        ("by a factor of 2.5", ["ratio 2.5 [factor of 2.5]"]),
        ("2 to 1", ["ratio 2 [2 to 1]"]),
        ("a 2.5:1 advantage", ["ratio 2.5 [2.5:1]"]),
        ("1 to 2", ["ratio 2 inverse [1 to 2]"]),
        ("twice the time", ["ratio 2 [twice]"]),
        ("threefold", ["ratio 3 [threefold]"]),
        ("less than half", ["fraction 0.5 [half]"]),
        ("a fifth", ["fraction 0.2 [a fifth]"]),
        ("three quarters", ["fraction 0.75 [three quarters]"]),
        ("four drives", ["count 4 [four]"]),
        ("16 drives", ["count 16 [16]"]),
        ("8 to 16 MB/s", ["quantity 8 MB/s [8]", "quantity 16 MB/s [16 MB/s]"]),
        ("10-20 %", ["percent 10 [10]", "percent 20 [20 %]"]),
        ("1 234 MB/s", ["quantity 1 MB/s [1]", "quantity 234 MB/s [234 MB/s]"]),
        ("387.3 of 400 MB/s", ["quantity 387.3 MB/s [387.3]", "quantity 400 MB/s [400 MB/s]"]),
        ("16 x 146 GB", ["count 16 [16]", "quantity 146 GB [146 GB]"]),
        ("12,3 ms", ["unclear 0 ms [12,3 ms]"]),
        ("RAID-5 on the DS4300, 2nd try, Linux 2.6.18, half-duplex, double parity", []),
    ],
)
def test_numbers_are_found_with_their_units(text: str, numbers: list[str]) -> None:
    assert read(text) == numbers


@pytest.mark.parametrize(
    ("text", "margin", "qualifier"),
    [
        ("20 %", "exact", ""),
        ("about 20 %", "about", "about"),
        ("~20 %", "about", "~"),
        ("about a 20 % penalty", "about", "about"),
        ("slower by roughly 20 %", "about", "roughly"),
        ("some 20 %", "about", "some"),
        ("20 % or so", "about", "or so"),
        ("almost a 20 % drop", "almost", "almost"),
        ("nearly 20 %", "almost", "nearly"),
        ("just under 20 %", "almost", "just under"),
        ("under 20 %", "under", "under"),
        ("less than 20 %", "under", "less than"),
        ("over 20 %", "over", "over"),
        ("slightly more than 20 %", "over", "slightly more than"),
        ("at least 20 %", "floor", "at least"),
        ("no less than 20 %", "floor", "no less than"),
        ("20 % or more", "floor", "or more"),
        ("no more than 20 %", "ceiling", "no more than"),
        ("up to 20 %", "exact", ""),
        ("some runs lose 20 %", "exact", ""),
    ],
)
def test_words_before_a_number_say_how_exact_it_is(text: str, margin: str, qualifier: str) -> None:
    (number,) = numerals.find(text)
    words = phrase(text, number)
    assert (words.margin, words.qualifier) == (margin, qualifier)


@pytest.mark.parametrize(
    ("text", "rates", "times"),
    [
        ("slower", -1, 1),
        ("faster", 1, -1),
        ("a penalty", -1, 1),
        ("loses", -1, 1),
        ("costs", -1, 1),
        ("less", -1, -1),
        ("lower", -1, -1),
        ("a drop", -1, -1),
        ("decreased", -1, -1),
        ("more", 1, 1),
        ("an increase", 1, 1),
        ("longer", 1, 1),
        ("a drop in performance", -1, 1),
        ("sped up", 1, -1),
    ],
)
def test_words_point_one_way_for_rates_and_maybe_another_for_times(
    text: str, rates: int, times: int
) -> None:
    (sense,) = phrase(text).senses
    assert (sense.of("higher"), sense.of("lower")) == (rates, times)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("20 % of the old rate", True),
        ("drops to 80 %", True),
        ("80 % as fast", True),
        ("half the rate", True),
        ("half as fast", True),
        ("loses 20 % of the rate", False),
        ("drops by 20 %", False),
        ("up to 20 % slower", False),
        ("20 % slower", False),
        ("half", False),
    ],
)
def test_words_tell_a_part_of_the_whole_from_a_change(text: str, *, whole: bool) -> None:
    (number,) = numerals.find(text)
    assert phrase(text, number).whole is whole


@pytest.mark.parametrize(
    "text", ["negligible difference", "the same", "no slower", "hardly faster", "without a penalty"]
)
def test_words_can_leave_the_direction_open(text: str) -> None:
    assert phrase(text).open
