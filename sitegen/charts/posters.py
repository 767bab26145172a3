"""The words around a plot that a picture without a page must say."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any, NamedTuple

from sitegen.charts.axes import width
from sitegen.charts.placing import Placed
from sitegen.charts.plots import SMALL, WIDTH, Frame, Plot, Series
from sitegen.palette import variable

_EDGE = 14
"""The room left and right of a picture that stands alone, in pixels."""


class Poster(NamedTuple):
    """What a picture without a page around it says above, and in lines below: its basis."""

    title: str
    subtitle: str
    basis: tuple[str, ...]


class Around(NamedTuple):
    """Words and signs around a plot, and how much room they take on each side, in pixels."""

    words: Sequence[dict[str, Any]] = ()
    signs: Sequence[dict[str, Any]] = ()
    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0

    @property
    def away(self) -> dict[str, float]:
        """Return what has to go from a poster to make it the picture of the page again.

        These are so many of the first words and signs, and so much room on each side.
        """
        return {**self._asdict(), "words": len(self.words), "signs": len(self.signs)}


def around(plot: Plot, poster: Poster, frame: Frame) -> Around:
    """Return the words and signs around a plot."""
    words: Placed = []
    edge = -frame.left
    ink = variable("ink")
    lines = [(line, 16, 700, ink, 22) for line in textwrap.wrap(poster.title, 76)]
    lines += [(line, 13, 400, variable("soft"), 18) for line in textwrap.wrap(poster.subtitle, 100)]
    named = plot.legend
    places = _legend_places(named)
    above = sum(line[-1] for line in lines) + 20 * (places[-1][1] + 1 if places else 0) + 16
    at = 18 - frame.top - above
    for text, size, weight, colour, step in lines:
        words.append(word(text, edge, at, size=size, weight=weight, colour=colour))
        at += step
    first = {its.mark: its.label for its in reversed(plot.series)}
    signs: Placed = []
    for its, (across, row) in zip(named, places, strict=True):
        place = {"px": edge + 6 + across, "py": at + 2 + 20 * row}
        known = any(its.label == one.label for one in plot.series)
        signs.append({"series": its.label if known else first[its.mark], **place})
        words.append(word(its.label, place["px"] + 11, place["py"], colour=ink))
    foot = frame.height + frame.bottom + 8
    below = [line for text in poster.basis for line in textwrap.wrap(text, 110)]
    for number, line in enumerate(below):
        words.append(word(line, edge, foot + 16 * number))
    wider = max(0, WIDTH - frame.left - frame.width - frame.right)
    foot_room = 16 + 16 * len(below) if below else 12
    return Around(words, signs, _EDGE, above, _EDGE + wider, foot_room)


def _legend_places(named: Sequence[Series]) -> list[tuple[float, int]]:
    """Return how far right and in which row each name of a legend begins."""
    places: list[tuple[float, int]] = []
    across, row = 0.0, 0
    for its in named:
        room = width(its.label, SMALL) + 30
        if across and across + room > WIDTH:
            across, row = 0.0, row + 1
        places.append((across, row))
        across += room
    return places


def word(text: str, px: float, py: float, **looks: Any) -> dict[str, Any]:
    """Return a word at a place given in pixels from the corner of the plot."""
    plain = {"align": "left", "size": SMALL, "weight": 400, "colour": variable("soft")}
    return {"text": text, "px": px, "py": py, **plain, **looks}
