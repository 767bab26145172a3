"""A line for each series over a column of the workload, with its name at the end."""

from __future__ import annotations

from typing import Any

from sitegen.charts.kinds import layers
from sitegen.charts.kinds.layers import Slots


def line(alt: Any, slots: Slots, size: int = 90) -> list[Any]:
    """Return the layers of a line chart; `size` is that of its points, in square pixels."""
    along, up = layers.along(alt, slots), layers.values(alt, slots, "Y")
    low, high = layers.values(alt, slots, "Y", "low"), alt.Y2("high:Q")
    at = {"x": along, "y": up}
    colour = alt.Color("series:N", scale=layers.colours(alt, slots, "strokes"), legend=None)
    looks = {"baseline": "middle", "fontWeight": 600}
    return [
        *layers.limits(alt, slots, "Y", {"near": 0, "far": "width", "text": 0}),
        layers.spreads(alt, slots, 1.5).encode(x=along, y=low, y2=high),
        layers.lines(alt, slots).encode(**at),
        layers.points(alt, slots, size).encode(**at),
        *layers.texts(alt, slots, "texts", at, colour, **looks),
    ]
