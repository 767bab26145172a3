"""Heat maps: how large their cells are, which numbers fit into them, and the key of the steps."""

from __future__ import annotations

from sitegen.charts.axes import width
from sitegen.charts.placing import Placed, place
from sitegen.charts.plots import LEAST, SMALL, WIDTH, Frame, Plot, step
from sitegen.charts.rows import margin
from sitegen.palette import DEEP, HEAT, variable

_ROW, _WIDEST_CELL = 30, 96
_KEY = 54
"""How wide a step of the key is at least, in pixels."""


def frame(plot: Plot) -> Frame:
    """Return the size of a heat map: cells of one size, as wide as the widest number needs."""
    left = margin([*plot.rows, plot.row_title])
    count = len(plot.columns)
    numbers = [*(point.text for point in plot.points), *plot.columns]
    wanted = max((width(text, SMALL) for text in numbers), default=0.0) + 16
    across = min(WIDTH - left - 12, count * min(wanted, _WIDEST_CELL))
    # The key begins with the cells and may end right of them.
    beyond = max(12, _key_width(plot) - across, LEAST - left - across)
    return Frame(across, _ROW * len(plot.rows), left, beyond, 46, 50 if plot.x_title else 26)


def data(plot: Plot, frame: Frame) -> dict[str, Placed]:
    """Return the numbers in the cells where they fit, and the signs in the empty ones."""
    cell = frame.width / max(len(plot.columns), 1)
    return {
        "texts": [
            {**place(plot, point), "text": point.text, "colour": _ink(plot, point.value)}
            for point in plot.points
            if width(point.text, SMALL) <= cell
        ],
        "gaps": [
            {"row": one.row, "column": plot.columns[int(one.x)], "text": one.text}
            for one in plot.empty
        ],
    }


def shade(plot: Plot, value: float) -> str:
    """Return the colour of the step that a value lies in; few steps take colours far apart."""
    last = len(plot.values.ticks) - 2
    return HEAT[round(step(plot.values, value) / last * (len(HEAT) - 1))] if last else HEAT[2]


def _ink(plot: Plot, value: float) -> str:
    return variable("paper" if shade(plot, value) in DEEP else "ink")


def key(plot: Plot, above: float) -> tuple[Placed, list[tuple[str, float, str]]]:
    """Return the steps of the key, `above` pixels over the plot, and the texts at their edges.

    A text has its place across and its alignment: the unit stands behind the last number.
    """
    edges, labels = plot.values.ticks, plot.values.labels
    wide = _step_width(plot)
    steps: Placed = [
        {"step": shade(plot, low), "px": wide * n, "py": -above, "wide": wide - 1}
        for n, low in enumerate(edges[:-1])
    ]
    texts = [(text, wide * n, "center") for n, text in enumerate(labels[:-1])]
    number = width(labels[-1].partition(" ")[0], SMALL)
    return steps, [*texts, (labels[-1], wide * len(steps) - number / 2, "left")]


def _step_width(plot: Plot) -> float:
    return max(_KEY, *(width(text, SMALL) + 10 for text in plot.values.labels[:-1]))


def _key_width(plot: Plot) -> float:
    last = width(plot.values.labels[-1], SMALL)
    return round(_step_width(plot) * (len(plot.values.ticks) - 1) + last)
