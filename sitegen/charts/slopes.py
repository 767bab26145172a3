"""Slope charts: names and numbers on both sides, moved apart where they would touch."""

from __future__ import annotations

from typing import Any

from sitegen.charts.axes import width
from sitegen.charts.placing import Placed, apart, beside
from sitegen.charts.plots import LEAST, SMALL, WIDTH, Frame, Plot, pixel
from sitegen.palette import variable

_GAP = 17
_WIDEST = 300
_NEAR, _FAR = 9, 26
"""How far from its mark a text stands, and how far where a leader joins it to its mark."""


def frame(plot: Plot) -> Frame:
    """Return the size of a slope chart, as high as its names need."""
    sides = [[point.text for point in plot.points if point.x == side] for side in (0, 1)]
    left, right = (
        round(max((width(text, SMALL) for text in its), default=0.0) * 1.05 + _FAR + 4)
        for its in sides
    )
    tall = max(260, round(1.4 * _GAP * max(map(len, sides)) + 40))
    across = max(160, min(WIDTH - left - right, _WIDEST))
    return Frame(across, tall, left, max(right, LEAST - left - across), 44, 18)


def data(plot: Plot, frame: Frame) -> dict[str, Placed]:
    """Return names and numbers with their places, and the leaders from those that were moved."""
    texts: Placed = []
    leaders: Placed = []
    colours = {its.label: variable(its.mark.colour) for its in plot.series}
    for side, align, sign in ((0.0, "right", -1), (1.0, "left", 1)):
        own = sorted(
            (point for point in plot.points if point.x == side), key=lambda its: -its.value
        )
        marks = [frame.height - pixel(plot.values, point.value, frame.height) for point in own]
        for point, mark, moved in zip(own, marks, apart(marks, _GAP, 0, frame.height), strict=True):
            far = abs(moved - mark) > 3
            dx = sign * (_FAR if far else _NEAR)
            colour = colours[point.series] if side and "  " in point.text else variable("ink")
            its = beside(plot, point, point.text, align, dx, moved - mark)
            texts.append({**its, "colour": colour})
            if far:
                leaders.append(_leader(side * frame.width, sign, mark, moved))
    return {"texts": texts, "leaders": leaders}


def _leader(edge: float, sign: int, mark: float, moved: float) -> dict[str, Any]:
    names = ("px", "px2", "py", "py2")
    places = (edge + sign * 6, edge + sign * (_FAR - 3), mark, moved)
    return {name: round(place, 1) for name, place in zip(names, places, strict=True)}
