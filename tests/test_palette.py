"""Colours and marks: fixed for a thing, told apart in light and dark, and never by colour alone."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen import palette

SHEET = (Path(__file__).parents[1] / "templates" / "static" / "site.css").read_text("utf-8")
# What light does to the cones of people without the long or the middle ones, for linear RGB:
# Machado, Oliveira and Fernandes 2009, severity 1.0.
SEEN = {
    "trichromacy": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
# Linear RGB to CIE XYZ, by the white of D65.
XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0178, 0.1095, 0.8727))
MARKS = [f"s{number}" for number in range(1, palette.SERIES + 1)]
IDS = st.text("abcdefghij-0123456789", min_size=1, max_size=12)


def linear(colour: str) -> list[float]:
    """Return red, green and blue of `#rrggbb` or `#rgb` as shares of light."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2.2 defines it."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix]


def difference(one: str, other: str, eyes: str) -> float:
    """Return how far apart two colours are for some eyes: delta E of CIE 1976; 2.3 can be seen."""
    labs = []
    for colour in (one, other):
        seen = [min(1.0, max(0.0, part)) for part in times(SEEN[eyes], linear(colour))]
        x, y, z = (
            part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
            for part in times(XYZ, seen)
        )
        labs.append((116 * y - 16, 500 * (x - y), 200 * (y - z)))
    return math.dist(*labs)


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("colours", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_marks_and_words_stand_out_from_the_paper(colours: Mapping[str, str]) -> None:
    for name in (*MARKS, "hollow"):
        assert contrast(colours[name], colours["paper"]) >= 3, name
    for name in (*MARKS, "ink", "soft", "bad"):
        # The names of lines are written in their colours.
        assert contrast(colours[name], colours["paper"]) >= 4.5, name


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("colours", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_colours_of_series_are_told_apart_by_eyes_without_red_or_green(
    colours: Mapping[str, str], eyes: str
) -> None:
    for one, other in combinations(MARKS, 2):
        assert difference(colours[one], colours[other], eyes) >= 12, (one, other)


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("colours", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_shades_go_from_little_to_much_in_steps_that_all_eyes_see(
    colours: Mapping[str, str], eyes: str
) -> None:
    away = [contrast(colours[name], colours["paper"]) for name in palette.HEAT]
    assert away == sorted(away)
    for one, other in pairwise(palette.HEAT):
        assert difference(colours[one], colours[other], eyes) >= 9, (one, other)


@pytest.mark.parametrize("colours", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_numbers_are_read_on_every_shade(colours: Mapping[str, str]) -> None:
    for name in palette.HEAT:
        ink = "paper" if name in palette.DEEP else "ink"
        assert contrast(colours[ink], colours[name]) >= 4.5, name


def test_the_style_sheet_has_the_same_colours() -> None:
    light, dark = (
        dict(re.findall(r"--(\w+): (#\w+);", block))
        for block in re.findall(r":root \{(.*?)\}", SHEET, re.DOTALL)[:2]
    )
    assert {name: light[name] for name in palette.LIGHT} == palette.LIGHT
    assert {name: dark[name] for name in palette.DARK} == palette.DARK


@given(st.lists(IDS, min_size=1, max_size=30, unique=True), IDS, st.data())
def test_hardware_keeps_its_colour_whatever_stands_beside_it(
    ids: list[str], new: str, data: st.DataObject
) -> None:
    shown = data.draw(st.lists(st.sampled_from(ids), unique=True, min_size=1))
    some = palette.marks(shown, [*ids, new])
    more = palette.marks({*shown, new}, [*ids, new])
    for name in shown:
        assert some[name].colour == more[name].colour == palette.mark(name).colour


def test_the_marks_of_three_drives_are_these_in_every_version() -> None:
    assert {
        name: (palette.mark(name).colour, palette.mark(name).sign)
        for name in ("wd800", "st3500", "x25-m")
    } == {
        "wd800": ("s2", "▼"),
        "st3500": ("s6", "●"),
        "x25-m": ("s3", "●"),
    }


@given(st.lists(IDS, min_size=2, max_size=palette.SERIES, unique=True), st.integers(0, 7))
def test_no_two_series_of_a_chart_look_the_same(keys: list[str], fixed: int) -> None:
    marks = palette.marks(keys, keys[:fixed])
    looks = {(mark.colour, mark.shape) for mark in marks.values()}
    assert len(looks) == len(keys)
    free = keys[fixed:]
    assert len({marks[key].colour for key in free}) == len(free)


@given(st.lists(IDS, min_size=2, max_size=palette.SERIES, unique=True))
def test_series_that_are_no_hardware_differ_in_colour_and_in_shape(keys: list[str]) -> None:
    marks = palette.marks(keys).values()
    assert len({mark.colour for mark in marks}) == len({mark.shape for mark in marks}) == len(keys)


@given(st.lists(IDS, min_size=2, max_size=palette.SERIES, unique=True))
def test_the_order_of_series_does_not_matter(keys: list[str]) -> None:
    assert palette.marks(keys, keys[:2]) == palette.marks(keys[::-1], keys[:2])


def test_a_drawing_is_resolved_with_the_colours_of_the_light_page() -> None:
    assert palette.resolved('fill="var(--s1)"') == 'fill="#0072b2"'
    assert palette.style_sheet().startswith(":root { --ink: #1b1e22;")
