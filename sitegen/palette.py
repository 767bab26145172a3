"""Colours and marks: the same for a thing on every page, whatever stands beside it.

A drawing names colours as the style sheet does, `var(--s1)`, so one picture serves light and dark;
where there is no style sheet, as in a PNG, the values of `LIGHT` are put in.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

# The same values stand in templates/static/site.css; a test compares them.
LIGHT: Mapping[str, str] = {
    "ink": "#1b1e22",
    "soft": "#565e68",
    "faint": "#6e7680",
    "rule": "#e1e4e8",
    "paper": "#fff",
    "bad": "#b3261e",
    "hollow": "#7f8892",
    "s1": "#0072b2",
    "s2": "#c24e00",
    "s3": "#076b4d",
    "s4": "#7d3f8b",
    "s5": "#966732",
    "s6": "#9e3042",
    "s7": "#4b5460",
    "h1": "#e4eff8",
    "h2": "#bfdbef",
    "h3": "#93c3e4",
    "h4": "#62a6d6",
    "h5": "#1d69a6",
    "h6": "#0a3f73",
}
DARK: Mapping[str, str] = {
    "ink": "#e7e9ec",
    "soft": "#aab2bb",
    "faint": "#8d959e",
    "rule": "#2d333a",
    "paper": "#14171a",
    "bad": "#ff8a80",
    "hollow": "#7d8690",
    "s1": "#5aaee6",
    "s2": "#f6935c",
    "s3": "#40d6a1",
    "s4": "#ab77ba",
    "s5": "#e2bc45",
    "s6": "#ca7a99",
    "s7": "#b7bfca",
    "h1": "#1b2937",
    "h2": "#1f3c55",
    "h3": "#265277",
    "h4": "#2f6999",
    "h5": "#74b4e6",
    "h6": "#c8e4fa",
}

SERIES = 7
"""How many series one chart can tell apart."""

HEAT = ("h1", "h2", "h3", "h4", "h5", "h6")
"""The shades of a heat map, from little to much: away from the paper in light and in dark."""

DEEP = frozenset({"h5", "h6"})
"""The shades on which text has the colour of the paper."""

# Chosen once so that the operations most often drawn together get colours of their own; another
# number gives everything on every site another colour.
_SALT = 114397

# The paths are as large as a circle of radius 1; Vega's own shapes are not: its triangles have half
# that area.
_CROSS = (
    "M-.4,-1.2L.4,-1.2L.4,-.4L1.2,-.4L1.2,.4L.4,.4L.4,1.2L-.4,1.2L-.4,.4L-1.2,.4L-1.2,-.4L-.4,-.4Z"
)
SHAPES = (
    ("circle", "●", (1, 0)),
    ("M0,-1.25L1.25,0L0,1.25L-1.25,0Z", "◆", (7, 3)),
    ("M-.9,-.9L.9,-.9L.9,.9L-.9,.9Z", "■", (2, 2)),
    ("M0,-1.4L1.3,1L-1.3,1Z", "▲", (9, 3, 2, 3)),
    ("M0,1.4L-1.3,-1L1.3,-1Z", "▼", (4, 4)),
    (_CROSS, "✚", (12, 3)),
    ("M1.4,0L-1,1.3L-1,-1.3Z", "▶", (2, 4)),
)
"""The shapes of marks: a path or Vega's name, the sign in text, and the dashes of a line."""

_VARIABLE = re.compile(r"var\(--([a-z0-9]+)\)")


class Mark(NamedTuple):
    """How a series is drawn: the variable of its colour, its shape with a sign, its dashes."""

    colour: str
    shape: str
    sign: str
    dash: tuple[int, ...]


def _mark(colour: int, shape: int) -> Mark:
    name, sign, dash = SHAPES[shape % SERIES]
    return Mark(f"s{colour % SERIES + 1}", name, sign, dash)


ALONE = _mark(0, 0)
"""The mark of a series that has no other beside it and no name."""

OTHERS = Mark("hollow", "circle", "○", (1, 0))
"""The mark of what a figure shows only for comparison."""

RISE, FALL, EVEN = _mark(0, 0), _mark(1, 1), OTHERS
"""The marks of what gets better, what gets worse, and what nobody can tell."""


def slot(key: str) -> tuple[int, int]:
    """Return which of the colours and of the shapes a key has, if no other gets in its way."""
    number = int.from_bytes(hashlib.sha256(f"{_SALT}{key}".encode()).digest()[:4])
    return number % SERIES, number // SERIES % SERIES


def mark(key: str) -> Mark:
    """Return the mark that a key always has: a function of the key and of nothing else."""
    return _mark(*slot(key))


def marks(keys: Collection[str], fixed: Collection[str] = ()) -> dict[str, Mark]:
    """Return a mark for each of the series of one chart, no two of them alike.

    Those in `fixed`, the ids of hardware, keep their colour everywhere. Others give way, to the
    next colour that is free in this chart; the order of `keys` does not matter.
    """
    found: dict[str, Mark] = {}
    for key in sorted(keys, key=lambda key: (key not in fixed, key)):
        colour, shape = slot(key)
        if key not in fixed and len(keys) <= SERIES:
            used = {its.colour for its in found.values()}
            while f"s{colour % SERIES + 1}" in used:
                colour += 1
            shape = _free_shape(shape, found)
        while _mark(colour, shape) in found.values():
            shape += 1
        found[key] = _mark(colour, shape)
    return found


def _free_shape(shape: int, found: Mapping[str, Mark]) -> int:
    used = {its.shape for its in found.values()}
    while len(used) < SERIES and SHAPES[shape % SERIES][0] in used:
        shape += 1
    return shape


def variable(name: str) -> str:
    """Return what a drawing writes for a colour."""
    return f"var(--{name})"


def resolved(text: str, colours: Mapping[str, str] = LIGHT) -> str:
    """Return a drawing's text with the values of its colours put in."""
    return _VARIABLE.sub(lambda match: colours[match[1]], text)


def style_sheet() -> str:
    """Return the colours as CSS, for a drawing that stands alone."""
    sets = (" ".join(f"--{name}: {value};" for name, value in its.items()) for its in (LIGHT, DARK))
    light, dark = sets
    screen = "screen and (prefers-color-scheme: dark)"
    return f":root {{ {light} }} @media {screen} {{ :root {{ {dark} }} }}"
