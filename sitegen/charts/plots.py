"""What is drawn inside a chart: its marks, limits and events in the unit of its axis."""

from __future__ import annotations

import math
from typing import NamedTuple

from sitegen.charts.axes import Axis
from sitegen.palette import SERIES, Mark

WIDTH = 720
"""How wide a chart is at most, and a picture of its own always, in pixels."""

LEAST = 520
"""How wide a chart is at least: on a smaller screen it is scrolled, so that it stays legible."""

SMALL = 12
"""The size of the letters beside marks and axes."""

_NAMED = 3


class Point(NamedTuple):
    """A mark: its row or its place along x, its series, its value in the unit of the axis.

    `low` and `high` are the ends of its spread. `text` is the number as it is written, `says` the
    mark in words. In a heat map `x` is the number of its column. What is `doubted` is the best of
    nothing.
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


class Series(NamedTuple):
    """A series with its mark; one that is not `focus` is only there for comparison."""

    label: str
    mark: Mark
    focus: bool = True


class Limit(NamedTuple):
    """A line at what the hardware can do at most."""

    label: str
    value: float


class Event(NamedTuple):
    """What happened at a place along x; `declared` tells what people wrote from what was found."""

    x: float
    label: str
    declared: bool


class Empty(NamedTuple):
    """A place without a mark: its row or its place along x, its series, why it is empty.

    In a heat map the text is a sign, which a note explains.
    """

    row: str
    x: float
    series: str
    text: str


class Plot(NamedTuple):
    """All that is drawn inside a chart.

    The ticks of `values` are the edges of the steps of a heat map, whose columns are `columns`.
    `outcomes` are what the lines of a slope chart can come to.
    """

    kind: str
    better: str
    rows: tuple[str, ...]
    series: tuple[Series, ...]
    points: tuple[Point, ...]
    limits: tuple[Limit, ...]
    values: Axis
    x: Axis | None = None
    x_title: str = ""
    row_title: str = ""
    columns: tuple[str, ...] = ()
    empty: tuple[Empty, ...] = ()
    events: tuple[Event, ...] = ()
    sides: tuple[str, ...] = ()
    outcomes: tuple[Series, ...] = ()

    @property
    def multiple(self) -> bool:
        """Return whether each series has a panel of its own: more than a chart can tell apart."""
        if self.kind == "slope":
            return False
        return len(self.series) > 1 if self.kind == "heatmap" else self.apart > SERIES

    @property
    def apart(self) -> int:
        """Return how many series have to be told apart."""
        return sum(its.focus for its in self.series)

    @property
    def legend(self) -> list[Series]:
        """Return the series that have no name beside their marks.

        Those that are only there for comparison are named as one, if they are many.
        """
        if self.kind == "slope":
            return list(self.outcomes)
        if self.kind != "dot" or len(self.series) == 1 or self.multiple:
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


def pixel(axis: Axis, value: float, length: float) -> float:
    """Return where a value stands on an axis of a length in pixels."""
    if axis.log:
        return math.log(value / axis.low) / math.log(axis.high / axis.low) * length
    return (value - axis.low) / (axis.high - axis.low) * length


def step(axis: Axis, value: float) -> int:
    """Return between which two ticks of an axis a value lies, the first pair being 0."""
    inner = axis.ticks[1:-1]
    return sum(edge <= value for edge in inner)
