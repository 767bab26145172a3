"""Dots along a common axis, those of a row tied together."""

from __future__ import annotations

from typing import Any

from sitegen.charts.kinds import layers
from sitegen.charts.kinds.layers import Slots


def dot(alt: Any, slots: Slots) -> list[Any]:
    """Return the layers of a dot plot."""
    rows = layers.rows(alt, slots, "point", padding=0.5)
    across = layers.values(alt, slots, "X")
    low, high = layers.values(alt, slots, "X", "low"), alt.X2("high:Q")
    ties = layers.data(alt, slots, "ties").mark_rule(
        color="var(--rule)", strokeWidth=6, strokeCap="round", aria=False
    )
    ink = alt.value("var(--ink)")
    return [
        ties.encode(y=rows, x=low, x2=high),
        *layers.limits(alt, slots, "X", {"near": -10, "far": "height", "text": -2}),
        layers.spreads(alt, slots, 2.5).encode(y=rows, x=low, x2=high),
        layers.points(alt, slots, 150).encode(y=rows, x=across),
        *layers.texts(alt, slots, "texts", {"y": rows, "x": across}, ink),
    ]
