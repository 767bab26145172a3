"""Bar charts and dot plots: rows down the side, values across, numbers beside the marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sitegen.charts.axes import width
from sitegen.charts.placing import Placed, beside, empty, limits, right
from sitegen.charts.plots import SMALL, WIDTH, Frame, Plot, Point, pixel

_LABEL = 12.5
_ROW, _BAR = 34, 19
_WIDEST_LABEL, _WIDEST_END = 250, 230


def margin(texts: Iterable[str]) -> int:
    """Return how wide the column with the names of rows is, in pixels."""
    lines = [line for text in texts for line in text.split("\n")]
    widest = max((width(line, _LABEL) for line in lines), default=0.0)
    return round(min(widest, _WIDEST_LABEL) * 1.06 + 16)


def frame(plot: Plot) -> Frame:
    """Return the size of a bar chart or dot plot, and the room that the texts around it take."""
    ends = max((width(_end(plot, point), SMALL) for point in plot.points), default=0.0)
    beyond = round(min(ends, _WIDEST_END) + 20)
    left = margin(plot.rows)
    bars = 1 if plot.multiple else len(plot.series)
    step = _ROW if plot.kind == "dot" else max(_ROW, _BAR * bars + 14)
    top = 28 if plot.limits else 8
    return Frame(WIDTH - left - beyond, step * len(plot.rows), left, beyond, top, 28)


def data(plot: Plot, frame: Frame) -> dict[str, Placed]:
    """Return the texts beside marks, the limits, and the ties between the dots of a row."""
    texts = _dots(plot, frame) if plot.kind == "dot" else _bars(plot, frame)
    named = list(limits(plot, frame, upright=False))
    return {"texts": [*texts, *empty(plot)], "limits": named, "ties": list(_ties(plot))}


def _end(plot: Plot, point: Point) -> str:
    """Return what stands at the end of a bar: its number, and its series if there are several."""
    if plot.kind != "bar" or len(plot.series) == 1 or plot.multiple:
        return point.text
    return f"{point.text}  {point.series}"


def _bars(plot: Plot, frame: Frame) -> Placed:
    return [right(plot, frame, point, _end(plot, point), 6) for point in plot.points]


def _dots(plot: Plot, frame: Frame) -> Placed:
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
            found.append(right(plot, frame, last._replace(high=end), last.text, 12))
        elif first is not own[0]:
            found.append(beside(plot, last, last.text, "center", 0, -15))
        if first is own[0] and (first is not last or first is not own[-1]):
            start = pixel(plot.values, min(point.low for point in own), frame.width)
            dx = start - pixel(plot.values, first.value, frame.width) - 12
            if start - width(first.text, SMALL) > 14:
                found.append(beside(plot, first, first.text, "right", dx))
    return found


def _ties(plot: Plot) -> Iterable[dict[str, Any]]:
    for row in plot.rows if plot.kind == "dot" else ():
        values = [point.value for point in plot.points if point.row == row]
        if len(values) > 1:
            yield {"row": row, "low": min(values), "high": max(values)}
