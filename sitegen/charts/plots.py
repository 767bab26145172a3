"""What is drawn inside a chart, and how large: its marks and limits in the unit of its axis."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from sitegen.charts.axes import Axis, width
from sitegen.palette import Mark

WIDTH = 720
"""How wide a chart is, in pixels."""

SMALL = 12
"""The size of the letters beside marks and axes."""

_LABEL = 12.5
_ROW, _BAR, _TALL = 34, 19, 300
_WIDEST_LABEL, _WIDEST_END = 250, 230
_NAMED = 3


class Point(NamedTuple):
    """A mark: its row or its place along x, its series, its value in the unit of the axis.

    `low` and `high` are the ends of its spread. `text` is the number as it is written, `says` the
    mark in words. What is `doubted` is the best of nothing.
    """

    row: str
    x: float
    series: str
    value: float
    low: float
    high: float
    text: str
    says: str
    href: str
    doubted: bool = False


class Empty(NamedTuple):
    """A place without a mark: its row or its place along x, its series, why it is empty."""

    row: str
    x: float
    series: str
    text: str


class Series(NamedTuple):
    """A series with its mark; one that is not `focus` is only there for comparison."""

    label: str
    mark: Mark
    focus: bool = True


class Limit(NamedTuple):
    """A line at what the hardware can do at most."""

    label: str
    value: float


class Plot(NamedTuple):
    """All that is drawn inside a chart."""

    kind: str
    better: str
    rows: tuple[str, ...]
    series: tuple[Series, ...]
    points: tuple[Point, ...]
    limits: tuple[Limit, ...]
    values: Axis
    x: Axis | None = None
    x_title: str = ""
    empty: tuple[Empty, ...] = ()

    @property
    def legend(self) -> list[Series]:
        """Return the series that have no name beside their marks.

        Those that are only there for comparison are named as one, if they are many.
        """
        if self.kind != "dot" or len(self.series) == 1:
            return []
        others = [its for its in self.series if not its.focus]
        if len(others) <= _NAMED:
            return list(self.series)
        together = others[0]._replace(label=f"{len(others)} others")
        return [*(its for its in self.series if its.focus), together]


class Frame(NamedTuple):
    """The plot's size in pixels, and the room around it."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float


def frame(plot: Plot) -> Frame:
    """Return the size of a plot, and the room that the texts around it take."""
    ends = max((width(text, SMALL) for text in _ends(plot)), default=0.0)
    right = round(min(ends, _WIDEST_END) + 20)
    if plot.kind == "line":
        left = round(max(width(text, SMALL) for text in plot.values.labels) + 10)
        top = 26 if plot.limits else 14
        return Frame(WIDTH - left - right, _TALL, left, right, top, 50)
    lines = [line for text in plot.rows for line in text.split("\n")]
    left = round(min(max(width(line, _LABEL) for line in lines), _WIDEST_LABEL) * 1.06 + 16)
    step = _ROW if plot.kind == "dot" else max(_ROW, _BAR * len(plot.series) + 14)
    top = 28 if plot.limits else 8
    return Frame(WIDTH - left - right, step * len(plot.rows), left, right, top, 28)


def _ends(plot: Plot) -> Iterable[str]:
    """Yield the texts that may stand right of the plot."""
    if plot.kind == "line" and len(plot.series) > 1:
        return (its.label for its in plot.series)
    return (bar_text(plot, point) for point in plot.points)


def bar_text(plot: Plot, point: Point) -> str:
    """Return what stands at the end of a bar: its number, and its series if there are several."""
    if plot.kind != "bar" or len(plot.series) == 1:
        return point.text
    return f"{point.text}  {point.series}"


def pixel(axis: Axis, value: float, length: float) -> float:
    """Return where a value stands on an axis of a length in pixels."""
    if axis.log:
        return math.log(value / axis.low) / math.log(axis.high / axis.low) * length
    return (value - axis.low) / (axis.high - axis.low) * length
