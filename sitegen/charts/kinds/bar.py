"""Bars in rows, one beside the other for each series."""

from __future__ import annotations

from typing import Any

from sitegen.charts.kinds import layers
from sitegen.charts.kinds.layers import Slots


def bar(alt: Any, slots: Slots) -> list[Any]:
    """Return the layers of a bar chart."""
    rows = layers.rows(alt, slots, "band", paddingInner=0.36, paddingOuter=0.18)
    across = layers.values(alt, slots, "X")
    low, high = layers.values(alt, slots, "X", "low"), alt.X2("high:Q")
    beside = alt.YOffset(
        "series:N",
        sort=slots["series"],
        scale=alt.Scale(domain=slots["series"], paddingInner=0.16),
    )
    bars = (
        layers.data(alt, slots, "points", "points")
        .mark_bar(cornerRadiusEnd=1.5)
        .encode(
            y=rows,
            yOffset=beside,
            x=across,
            color=alt.Color("series:N", scale=layers.colours(alt, slots, "strokes"), legend=None),
            **layers.evidence(),
        )
    )
    spreads = layers.data(alt, slots, "spreads").mark_rule(
        color="var(--ink)", strokeWidth=1.5, aria=False
    )
    at = {"y": rows, "yOffset": beside, "x": across}
    return [
        bars,
        spreads.encode(y=rows, yOffset=beside, x=low, x2=high),
        *layers.limits(alt, slots, "X", {"near": -10, "far": "height", "text": -2}),
        *layers.texts(alt, slots, "texts", at, alt.value("var(--ink)")),
    ]
