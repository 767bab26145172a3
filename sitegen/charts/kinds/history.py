"""A line for each series over time, with the events between its points."""

from __future__ import annotations

from typing import Any

from sitegen.charts.kinds import layers
from sitegen.charts.kinds.layers import Slots
from sitegen.charts.kinds.line import line


def history(alt: Any, slots: Slots) -> list[Any]:
    """Return the layers of a history: what happened as rules, named above, and lines over them."""
    along = layers.along(alt, slots)
    rules = layers.data(alt, slots, "events").mark_rule(
        color="var(--faint)", strokeDash=alt.ExprRef("datum.dash"), aria=False
    )
    ends = {"y": alt.value(alt.ExprRef("datum.top")), "y2": alt.value("height")}
    texts = layers.data(alt, slots, "events").mark_text(
        align="left",
        baseline="middle",
        dx=5,
        fontSize=layers.SMALL,
        color="var(--soft)",
        aria=False,
    )
    return [
        rules.encode(x=along, **ends),
        texts.encode(x=along, y=alt.value(alt.ExprRef("datum.top + 5")), text=alt.Text("text:N")),
        *line(alt, slots, 60),
    ]
