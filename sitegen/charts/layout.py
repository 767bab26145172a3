"""How a chart of each kind is laid out: its size, and what stands in it besides its marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sitegen.charts import cells, rows, slopes, upright
from sitegen.charts.placing import Placed
from sitegen.charts.plots import Frame, Plot


class Layout(NamedTuple):
    """The size of a plot, and the data sets with everything that stands in it but its points."""

    frame: Callable[[Plot], Frame]
    data: Callable[[Plot, Frame], dict[str, Placed]]


_ROWS = Layout(rows.frame, rows.data)
_UPRIGHT = Layout(upright.frame, upright.data)

LAYOUTS: Mapping[str, Layout] = {
    "bar": _ROWS,
    "dot": _ROWS,
    "line": _UPRIGHT,
    "distribution": _UPRIGHT,
    "history": _UPRIGHT,
    "heatmap": Layout(cells.frame, cells.data),
    "slope": Layout(slopes.frame, slopes.data),
}
