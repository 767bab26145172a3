"""Small multiples: a panel for each series, all on the same axes, in the colours of everywhere."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.charts import axes
from sitegen.charts.axes import Axis, width
from sitegen.charts.layout import LAYOUTS
from sitegen.charts.plots import LEAST, SMALL, WIDTH, Frame, Plot

MOST = 24
"""How many panels a chart may have."""

_ABREAST = 3
_LOW = 120
"""How high a panel with lines is, in pixels."""

_TITLE = 24
"""The room above a panel for its name, in pixels."""

_LIMIT = 16
"""The room between a panel and its name for the name of a limit that stands there."""


class Panel(NamedTuple):
    """One panel: its plot, its size, its name, and whether the names of its rows or values stand.

    `number` is empty for the only panel of a chart; `title` is how far above it its name stands, in
    `lines`.
    """

    plot: Plot
    frame: Frame
    number: str = ""
    name: str = ""
    outer: bool = True
    title: float = 14.0
    lines: tuple[str, ...] = ()


class Panels(NamedTuple):
    """The panels of a chart, how they stand, and the frame around all of them."""

    panels: tuple[Panel, ...]
    frame: Frame
    abreast: int = 1
    beside: float = 0.0
    below: float = 0.0


def arranged(plot: Plot) -> Panels:
    """Return the panels of a plot: one, or one for each series."""
    layout = LAYOUTS[plot.kind]
    whole = layout.frame(plot)
    if not plot.multiple:
        return Panels((Panel(plot, whole),), whole)
    ends = max(width(point.text, SMALL) for point in plot.points)
    beside = 22.0 if plot.kind == "heatmap" else round(ends + 26)
    abreast, across = _across(plot, whole, beside)
    low = whole.height if plot.rows else _LOW
    count = len(plot.series)
    abreast = min(abreast, count)
    taken = abreast * across + (abreast - 1) * beside
    right = max(whole.right, LEAST - whole.left - taken) if plot.columns else beside
    raised = _LIMIT if plot.limits and plot.rows else 0
    names = [lines(its.label, across) for its in plot.series]
    over = _TITLE + raised + 15 * (max(map(len, names)) - 1)
    below = 30.0 + over
    down = math.ceil(count / abreast)
    top = over + (whole.top if plot.kind == "heatmap" else 8)
    height = down * low + (down - 1) * below
    around = Frame(taken, height, whole.left, right, top, whole.bottom)
    each = Frame(across, low, whole.left, beside, top, below)
    return Panels(tuple(_each(plot, each, abreast, raised, names)), around, abreast, beside, below)


def _across(plot: Plot, whole: Frame, beside: float) -> tuple[int, float]:
    """Return how many panels stand side by side, and how wide each is."""
    room = WIDTH - whole.left
    if plot.kind == "heatmap":
        fit = int((room + beside) // (whole.width + beside))
        return max(1, fit), whole.width
    return _ABREAST, (room - _ABREAST * beside) // _ABREAST


def _each(
    plot: Plot, frame: Frame, abreast: int, raised: int, names: Sequence[tuple[str, ...]]
) -> Iterator[Panel]:
    for number, its in enumerate(plot.series):
        own = plot._replace(
            series=(its,),
            points=tuple(point for point in plot.points if point.series == its.label),
            empty=tuple(one for one in plot.empty if one.series == its.label),
            limits=tuple(
                limit if not number else limit._replace(label="") for limit in plot.limits
            ),
            events=tuple(event._replace(label="") for event in plot.events),
            values=_across_values(plot, frame),
            x=axes.thinned(plot.x, frame.width) if plot.x else None,
        )
        outer = number % abreast == 0
        yield Panel(own, frame, str(number + 1), its.label, outer, 14.0 + raised, names[number])


def lines(name: str, across: float) -> tuple[str, ...]:
    """Return a name in at most two lines of a width in pixels, as it is drawn in bold."""
    room = max(8, int(len(name) * across / (width(name, SMALL) * 1.06 + 1)))
    first, *rest = textwrap.wrap(name, room) or [""]
    if len(rest) > 1:
        rest = [rest[0][: room - 1].rstrip() + "\u2026"]
    return (first, *rest)


def _across_values(plot: Plot, frame: Frame) -> Axis:
    """Return the axis of the values, with fewer ticks where it lies along a narrow panel."""
    lies = plot.rows and plot.kind != "heatmap"
    return axes.thinned(plot.values, frame.width) if lies else plot.values
