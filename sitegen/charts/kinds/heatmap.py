"""Cells in rows and columns, shaded by steps, each with its number where that fits."""

from __future__ import annotations

from typing import Any

from sitegen.charts.kinds import layers
from sitegen.charts.kinds.layers import Slots
from sitegen.palette import HEAT, variable


def heatmap(alt: Any, slots: Slots) -> list[Any]:
    """Return the layers of a heat map: cells, numbers, the empty cells, and the steps as a key."""
    spacing = {"paddingInner": 0.05, "paddingOuter": 0.0}
    across = alt.X(
        "column:N",
        sort=slots["columns"],
        scale=alt.Scale(type="band", domain=slots["columns"], **spacing),
        axis=alt.Axis(labels=slots["x_named"], labelAngle=0),
    )
    at = {"x": across, "y": layers.rows(alt, slots, "band", **spacing)}
    steps = alt.Fill(
        "step:N",
        scale=alt.Scale(domain=list(HEAT), range=[variable(name) for name in HEAT]),
        legend=None,
    )
    cells = layers.data(alt, slots, "points", "points").mark_rect()
    centred = {"align": "center", "baseline": "middle", "fontSize": layers.SMALL, "aria": False}
    signs = layers.data(alt, slots, "gaps").mark_text(**centred, color="var(--faint)")
    texts = layers.data(alt, slots, "texts").mark_text(**centred, color=alt.ExprRef("datum.colour"))
    key = layers.data(alt, slots, "steps").mark_rect(aria=False)
    return [
        cells.encode(**at, fill=steps, **layers.evidence()),
        signs.encode(**at, text=alt.Text("text:N")),
        texts.encode(**at, text=alt.Text("text:N")),
        key.encode(
            x=alt.value(alt.ExprRef("datum.px")),
            x2=alt.value(alt.ExprRef("datum.px + datum.wide")),
            y=alt.value(alt.ExprRef("datum.py")),
            y2=alt.value(alt.ExprRef("datum.py + 10")),
            fill=steps,
        ),
    ]
