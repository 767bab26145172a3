"""What the shape of a chart is filled with: its data sets, its axes, the colours of its series."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from sitegen.charts.axes import Axis
from sitegen.charts.plots import Plot, Point, frame
from sitegen.charts.posters import Poster, around
from sitegen.charts.texts import limits, place, texts
from sitegen.palette import variable


def slots(plot: Plot, poster: Poster | None = None) -> dict[str, Any]:
    """Return what fills the shape of a plot's kind.

    All is laid out here, in pixels where it has to be: the drawing then is the same in vl-convert
    and in a browser, whatever fonts there are.
    """
    size = frame(plot)
    words, signs, above, below, beside = around(plot, poster, size)
    return {
        "width": size.width,
        "height": size.height,
        "padding": {
            "left": size.left + beside,
            "right": size.right + beside,
            "top": size.top + above,
            "bottom": size.bottom + below,
        },
        "datasets": {
            "points": [_datum(point, poster is None) for point in plot.points],
            "spreads": [
                {**place(point), "low": point.low, "high": point.high}
                for point in plot.points
                if point.low != point.high
            ],
            "ties": list(_ties(plot)),
            "limits": list(limits(plot, size)),
            "texts": texts(plot, size),
            "words": words,
            "signs": signs,
        },
        "value_labels": _tick_labels(plot.values),
        "x_labels": _tick_labels(plot.x) if plot.x else {},
        "rows": list(plot.rows),
        "series": [its.label for its in plot.series],
        "strokes": [variable(its.mark.colour) for its in plot.series],
        "edges": [variable("paper" if its.focus else its.mark.colour) for its in plot.series],
        "fills": [variable(its.mark.colour if its.focus else "paper") for its in plot.series],
        "shapes": [its.mark.shape for its in plot.series],
        "dashes": [list(its.mark.dash) for its in plot.series],
        "values": plot.values.scale,
        "value_ticks": list(plot.values.ticks),
        "x": plot.x.scale if plot.x else {},
        "x_ticks": list(plot.x.ticks) if plot.x else [],
        "margin": size.left,
    }


def _tick_labels(axis: Axis) -> dict[str, str]:
    """Return the text of each tick by its number as JavaScript writes it."""
    numbers = (f"{Decimal(repr(tick)).normalize():f}" for tick in axis.ticks)
    return dict(zip(numbers, axis.labels, strict=True))


def _datum(point: Point, linked: bool) -> dict[str, Any]:
    link = {"href": point.href} if linked else {}
    return {**place(point), "value": point.value, "says": point.says, **link}


def _ties(plot: Plot) -> Iterable[dict[str, Any]]:
    for row in plot.rows if plot.kind == "dot" else ():
        values = [point.value for point in plot.points if point.row == row]
        if len(values) > 1:
            yield {"row": row, "low": min(values), "high": max(values)}
