"""What the shape of a chart is filled with: its data sets, its axes, the colours of its series."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, NamedTuple

from sitegen.charts import axes, cells
from sitegen.charts.axes import Axis
from sitegen.charts.headings import headings
from sitegen.charts.layout import LAYOUTS
from sitegen.charts.panels import Panel, Panels, arranged
from sitegen.charts.placing import Placed, place
from sitegen.charts.plots import Frame, Plot, Point
from sitegen.charts.posters import Around, Poster, around, word
from sitegen.drawing import SCALE
from sitegen.palette import variable


class Laid(NamedTuple):
    """A plot with its panels and the slots of each, alike on its page and on its poster."""

    plot: Plot
    its: Panels
    filled: tuple[dict[str, Any], ...]


def laid(plot: Plot) -> Laid:
    """Return a plot laid out.

    All is laid out here, in pixels where it has to be: the drawing then is the same in vl-convert
    and in a browser, whatever fonts there are.
    """
    its = arranged(plot)
    return Laid(plot, its, tuple(map(_of, its.panels)))


def slots(plot: Plot, poster: Poster | None = None) -> dict[str, Any]:
    """Return what fills the shape of a plot's kind."""
    one = laid(plot)
    return placed(one, around(plot, poster, one.its.frame) if poster else None)


def placed(one: Laid, poster: Around | None = None) -> dict[str, Any]:
    """Return what fills the shape of a plot's kind, with what stands around it on its poster."""
    plot, its, _ = one
    outside = poster or Around()
    several = len(its.panels) > 1
    # Vega-Lite takes panels for as large as nothing, so all their room is padding; only the width
    # of a single column of them is counted (parseConcatLayoutSize).
    right = its.frame.width if its.abreast > 1 else 0
    bottom = its.frame.height if several else 0
    shared = {
        "padding": {
            "left": its.frame.left + outside.left,
            "right": its.frame.right + right + outside.right,
            "top": its.frame.top + outside.top,
            "bottom": its.frame.bottom + bottom + outside.bottom,
        },
        "away": outside.away if poster else {},
        "value_labels": _tick_labels(its.panels[0].plot.values),
        "x_labels": _x_labels(its.panels[0].plot, its.panels[0].frame.width),
        "margin": its.frame.left,
    }
    number = its.panels[0].number
    data = {name: rows for panel in one.filled for name, rows in panel["datasets"].items()}
    data[f"words{number}"] = [
        *outside.words,
        *_titles(plot, its.frame),
        *data[f"words{number}"],
    ]
    data[f"signs{number}"] = [*outside.signs, *data[f"signs{number}"]]
    if not several:
        return {**shared, **one.filled[0], "datasets": data}
    panels = [
        {name: its for name, its in panel.items() if name != "datasets"} for panel in one.filled
    ]
    grid = {"columns": its.abreast, "spacing": {"column": its.beside, "row": its.below}}
    return {**shared, "datasets": data, "panels": panels, "grid": grid}


def size(frame: Frame, outside: Around) -> tuple[int, int]:
    """Return width and height of a poster as a PNG file, in pixels."""
    across = frame.left + frame.width + frame.right + outside.left + outside.right
    down = frame.top + frame.height + frame.bottom + outside.top + outside.bottom
    return math.ceil(across) * SCALE, math.ceil(down) * SCALE


def _titles(plot: Plot, frame: Frame) -> Placed:
    """Return the title of the horizontal axis, if it has one."""
    if not plot.x_title:
        return []
    return [word(plot.x_title, frame.width / 2, frame.height + 38, align="center")]


def _of(panel: Panel) -> dict[str, Any]:
    """Return the slots of one panel."""
    plot, size = panel.plot, panel.frame
    data: dict[str, Placed] = {
        "points": [_datum(plot, point) for point in plot.points],
        "spreads": [
            {**place(plot, point), "low": point.low, "high": point.high}
            for point in plot.points
            if point.low != point.high
        ],
        **LAYOUTS[plot.kind].data(plot, size),
        **headings(panel),
    }
    return {
        "panel": panel.number,
        "width": size.width,
        "height": size.height,
        "datasets": {f"{name}{panel.number}": rows for name, rows in data.items()},
        "rows": list(plot.rows),
        "rows_named": panel.outer,
        "columns": list(plot.columns),
        "series": [its.label for its in plot.series],
        "strokes": [variable(its.mark.colour) for its in plot.series],
        "edges": [variable("paper" if its.focus else its.mark.colour) for its in plot.series],
        "fills": [variable(its.mark.colour if its.focus else "paper") for its in plot.series],
        "shapes": [its.mark.shape for its in plot.series],
        "dashes": [list(its.mark.dash) for its in plot.series],
        "values": plot.values.scale,
        "value_ticks": list(plot.values.ticks),
        "value_named": plot.kind != "slope" and (panel.outer or bool(plot.rows)),
        "x": plot.x.scale if plot.x else {},
        "x_ticks": list(plot.x.ticks) if plot.x else [],
        "x_named": plot.kind != "slope",
    }


def _x_labels(plot: Plot, across: float) -> dict[str, str]:
    """Return the text of each tick of the horizontal axis, or of each column that has room."""
    if plot.columns:
        every = axes.every(plot.columns, across)
        return {text: "" if n % every else text for n, text in enumerate(plot.columns)}
    return _tick_labels(plot.x) if plot.x else {}


def _tick_labels(axis: Axis) -> dict[str, str]:
    """Return the text of each tick by its number as JavaScript writes it."""
    numbers = (f"{Decimal(repr(tick)).normalize():f}" for tick in axis.ticks)
    return dict(zip(numbers, axis.labels, strict=True))


def _datum(plot: Plot, point: Point) -> dict[str, Any]:
    step = {"step": cells.shade(plot, point.value)} if plot.kind == "heatmap" else {}
    # No line leads over a place that a tool says has no value.
    gaps = sum(its.series == point.series and its.x < point.x for its in plot.empty)
    part = {"part": gaps} if gaps and plot.x is not None else {}
    return {
        **place(plot, point),
        **step,
        **part,
        "value": point.value,
        "says": point.says,
        "href": point.href,
    }
