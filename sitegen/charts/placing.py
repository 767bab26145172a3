"""What places of marks and texts have in common in charts of all kinds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from sitegen.charts.axes import width
from sitegen.charts.plots import SMALL, Frame, Plot, Point, pixel

Placed = list[dict[str, Any]]


def place(plot: Plot, point: Point) -> dict[str, Any]:
    """Return the data that say where a mark stands and which series it belongs to."""
    if plot.kind == "heatmap":
        return {"row": point.row, "column": plot.columns[int(point.x)], "series": point.series}
    along = {"row": point.row} if point.row else {"x": point.x}
    return {**along, "series": point.series}


def beside(
    plot: Plot, point: Point, text: str, align: str, dx: float, dy: float = 0.0
) -> dict[str, Any]:
    """Return a text with its distance from a mark, in pixels."""
    at = {**place(plot, point), "value": point.value}
    return {**at, "text": text, "align": align, "dx": round(dx, 1), "dy": round(dy, 1)}


def right(plot: Plot, frame: Frame, point: Point, text: str, gap: float) -> dict[str, Any]:
    """Return a text right of a point and its spread, and of a limit that would run through it."""
    value, end, *lines = (
        pixel(plot.values, place, frame.width)
        for place in (point.value, point.high, *(limit.value for limit in plot.limits))
    )
    start = end + gap
    number = width(point.text, SMALL)
    for line in sorted(lines):
        if start - 4 < line < start + number:
            start = line + 6
    return beside(plot, point, text, "left", start - value)


def limits(plot: Plot, frame: Frame, *, upright: bool) -> Iterable[dict[str, Any]]:
    """Yield the limits with their names, where these disturb least."""
    for limit in plot.limits:
        near: dict[str, Any] = {"align": "left", "dx": 0, "dy": -4}
        if not upright:
            far = pixel(plot.values, limit.value, frame.width) > frame.width / 2
            near = {"align": "right" if far else "left", "dx": -5 if far else 5, "dy": 0}
        yield {"value": limit.value, "text": limit.label, **near}


def empty(plot: Plot) -> Iterable[dict[str, Any]]:
    """Yield why there is no mark, at the foot of its place; where others stand, notes tell it."""
    near: dict[str, Any] = {"align": "left", "dx": 6, "dy": 0}
    if plot.x is not None:
        near = {"align": "center", "dx": 0, "dy": -8}
    taken = {(point.row, point.x) for point in plot.points if plot.kind != "bar"}
    for one in plot.empty:
        if (one.row, one.x) in taken:
            continue
        taken.update([(one.row, one.x)] if plot.kind != "bar" else [])
        along = {"row": one.row} if one.row else {"x": one.x}
        named = (
            f"{one.text}  {one.series}" if len(plot.series) > 1 and plot.kind == "bar" else one.text
        )
        yield {**along, "series": one.series, "value": plot.values.low, "text": named, **near}


def apart(
    places: Sequence[float], gap: float = 15.0, low: float = -math.inf, high: float = math.inf
) -> list[float]:
    """Return sorted places moved apart until none is nearer than `gap` to the next.

    They stay between `low` and `high`, if there is room for all.
    """
    moved = list(places)
    for _ in range(4 * len(moved)):
        for one, two in zip(range(len(moved)), range(1, len(moved)), strict=False):
            if (overlap := gap - (moved[two] - moved[one])) > 1e-9:
                moved[one] -= overlap / 2
                moved[two] += overlap / 2
    for number in range(len(moved) - 1, -1, -1):
        moved[number] = min(moved[number], high)
        high = moved[number] - gap
    for number, place in enumerate(moved):
        moved[number] = max(place, low)
        low = moved[number] + gap
    return [round(place, 1) for place in moved]
