"""Two columns of numbers, before and after, with a line from each to each."""

from __future__ import annotations

from typing import Any

from sitegen.charts.kinds import layers
from sitegen.charts.kinds.layers import Slots


def slope(alt: Any, slots: Slots) -> list[Any]:
    """Return the layers of a slope chart; thin leaders join numbers that had to move to marks."""
    along, up = layers.along(alt, slots), layers.values(alt, slots, "Y")
    low, high = layers.values(alt, slots, "Y", "low"), alt.Y2("high:Q")
    at = {"x": along, "y": up}
    leaders = layers.data(alt, slots, "leaders").mark_rule(
        color="var(--faint)", strokeWidth=0.75, aria=False
    )
    ends = {name: alt.value(alt.ExprRef(f"datum.p{name}")) for name in ("x", "x2", "y", "y2")}
    colour = alt.value(alt.ExprRef("datum.colour"))
    return [
        leaders.encode(**ends),
        layers.spreads(alt, slots, 1.5).encode(x=along, y=low, y2=high),
        layers.lines(alt, slots).encode(**at),
        layers.points(alt, slots, 70).encode(**at),
        *layers.texts(alt, slots, "texts", at, colour, baseline="middle"),
    ]
