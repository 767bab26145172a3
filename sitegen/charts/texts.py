"""The words at the marks of a chart: numbers of dots and bars, names of lines and limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sitegen.charts.axes import width
from sitegen.charts.plots import SMALL, Frame, Plot, Point, bar_text, pixel

Texts = list[dict[str, Any]]


def texts(plot: Plot, frame: Frame) -> Texts:
    """Return the words beside the marks of a plot, each with its place."""
    found = {"dot": _dots, "bar": _bars, "line": _lines}[plot.kind](plot, frame)
    return [*found, *_empty(plot)]


def _empty(plot: Plot) -> Iterable[dict[str, Any]]:
    """Yield why there is no mark, at the foot of its place; where others stand, notes tell it."""
    beside: dict[str, Any] = {"align": "left", "dx": 6, "dy": 0}
    if plot.kind == "line":
        beside = {"align": "center", "dx": 0, "dy": -8}
    taken = {(point.row, point.x) for point in plot.points if plot.kind != "bar"}
    for one in plot.empty:
        if (one.row, one.x) in taken:
            continue
        taken.update([(one.row, one.x)] if plot.kind != "bar" else [])
        along = {"row": one.row} if one.row else {"x": one.x}
        named = (
            f"{one.text}  {one.series}" if len(plot.series) > 1 and plot.kind == "bar" else one.text
        )
        yield {**along, "series": one.series, "value": plot.values.low, "text": named, **beside}


def limits(plot: Plot, frame: Frame) -> Iterable[dict[str, Any]]:
    """Yield the limits with their names, where these disturb least."""
    for limit in plot.limits:
        beside: dict[str, Any] = {"align": "left", "dx": 0, "dy": -4}
        if plot.kind != "line":
            far = pixel(plot.values, limit.value, frame.width) > frame.width / 2
            beside = {"align": "right" if far else "left", "dx": -5 if far else 5, "dy": 0}
        yield {"value": limit.value, "text": limit.label, **beside}


def place(point: Point) -> dict[str, Any]:
    """Return the data that say where a mark stands and which series it belongs to."""
    along = {"row": point.row} if point.row else {"x": point.x}
    return {**along, "series": point.series}


def _text(point: Point, text: str, align: str, dx: float, dy: float = 0.0) -> dict[str, Any]:
    return {**place(point), "value": point.value, "text": text, "align": align, "dx": dx, "dy": dy}


def _dots(plot: Plot, frame: Frame) -> Texts:
    """Return the numbers of the outermost dots of each row; of the best, where some stand out."""
    focus = {its.label for its in plot.series if its.focus}
    found = []
    for row in plot.rows:
        own = sorted((its for its in plot.points if its.row == row), key=lambda its: its.value)
        ours = [point for point in own if point.series in focus]
        if not ours:
            continue
        first, last = ours[0], ours[-1]
        if len(ours) < len(own):
            first = last = first if plot.better == "lower" else last
        if last is own[-1]:
            end = max(point.high for point in own)
            found.append(_right(plot, frame, last._replace(high=end), last.text, 12))
        elif first is not own[0]:
            found.append(_text(last, last.text, "center", 0, -15))
        if first is own[0] and (first is not last or first is not own[-1]):
            start = pixel(plot.values, min(point.low for point in own), frame.width)
            dx = start - pixel(plot.values, first.value, frame.width) - 12
            if start - width(first.text, SMALL) > 14:
                found.append(_text(first, first.text, "right", dx))
    return found


def _right(plot: Plot, frame: Frame, point: Point, text: str, gap: float) -> dict[str, Any]:
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
    return _text(point, text, "left", round(start - value, 1))


def _bars(plot: Plot, frame: Frame) -> Texts:
    return [_right(plot, frame, point, bar_text(plot, point), 6) for point in plot.points]


def _lines(plot: Plot, frame: Frame) -> Texts:
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
        _text(point, point.text if single else point.series, "left", 10, place - height)
        for place, (height, point) in zip(_apart([end[0] for end in ends]), ends, strict=True)
    ]


def _apart(places: Sequence[float], gap: float = 15.0) -> list[float]:
    """Return sorted places moved apart until none is nearer than `gap` to the next."""
    moved = list(places)
    for _ in range(len(moved)):
        for one, two in zip(range(len(moved)), range(1, len(moved)), strict=False):
            if (overlap := gap - (moved[two] - moved[one])) > 1e-9:
                moved[one] -= overlap / 2
                moved[two] += overlap / 2
    return [round(place, 1) for place in moved]
