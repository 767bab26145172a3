"""Lines over a column, over percentiles or over time: names at their ends, events above."""

from __future__ import annotations

from typing import NamedTuple

from sitegen.charts.axes import width
from sitegen.charts.placing import Placed, apart, beside, empty, limits
from sitegen.charts.plots import SMALL, WIDTH, Event, Frame, Plot, pixel

_TALL = 300
_WIDEST_END, _WIDEST_EVENT = 230, 280
_LANE = 17
"""How high a line of names of events is, in pixels."""


class _Named(NamedTuple):
    """An event with its place across, and the line above the plot that its name stands in."""

    event: Event
    at: float
    lane: int


def frame(plot: Plot) -> Frame:
    """Return the size of a chart of lines, and the room that the texts around it take."""
    several = len(plot.series) > 1 and not plot.multiple
    names = [its.label for its in plot.series] if several else [its.text for its in plot.points]
    # Names of lines are bold, and wider by some six per cent.
    end = max((width(name, SMALL) * (1.06 if several else 1) for name in names), default=0.0)
    left = round(max(width(text, SMALL) for text in plot.values.labels) + 10)
    right = max(round(min(end, _WIDEST_END) + 20), _beyond(plot, WIDTH - left))
    across = WIDTH - left - right
    lanes = max((its.lane + 1 for its in _named(plot, across)), default=0)
    top = (26 if plot.limits else 14) + _LANE * lanes
    return Frame(across, _TALL, left, right, top, 50)


def data(plot: Plot, frame: Frame) -> dict[str, Placed]:
    """Return the names of lines, the limits and the events, each with its place."""
    return {
        "texts": [*_names(plot, frame), *empty(plot)],
        "limits": list(limits(plot, frame, upright=True)),
        "events": [
            {
                "x": its.event.x,
                "text": its.event.label,
                "top": -14 - _LANE * its.lane if its.event.label else 0,
                "dash": [1, 0] if its.event.declared else [2, 3],
            }
            for its in _named(plot, frame.width)
        ],
    }


def _names(plot: Plot, frame: Frame) -> Placed:
    """Return the name of each line at its end, moved apart where lines end close together."""
    ends = []
    for its in plot.series:
        own = [point for point in plot.points if point.series == its.label]
        if own:
            last = max(own, key=lambda point: point.x)
            ends.append((-pixel(plot.values, last.value, frame.height), last))
    ends.sort(key=lambda end: end[0])
    single = len(plot.series) == 1
    return [
        beside(plot, point, point.text if single else point.series, "left", 10, place - height)
        for place, (height, point) in zip(apart([end[0] for end in ends]), ends, strict=True)
    ]


def _share(plot: Plot, event: Event) -> float:
    return pixel(plot.x, event.x, 1.0) if plot.x else 0.0


def _long(event: Event) -> float:
    return min(width(event.label, SMALL) + 14, _WIDEST_EVENT)


def _beyond(plot: Plot, room: float) -> int:
    """Return how much of `room` has to stay free on the right for the names of events."""
    return round(
        max(
            (
                room - (room - _long(event)) / share
                for event in plot.events
                if (share := _share(plot, event))
            ),
            default=0.0,
        )
    )


def _named(plot: Plot, across: float) -> list[_Named]:
    """Return the events with the lines of their names; no rule runs through another's name.

    From right to left: a name moves up above those that it would run into, and so does its rule.
    """
    found: list[_Named] = []
    for event in sorted(plot.events, key=lambda event: event.x, reverse=True):
        at = _share(plot, event) * across
        end = at + _long(event)
        found.append(_Named(event, at, 1 + max((o.lane for o in found if o.at <= end), default=-1)))
    return found
