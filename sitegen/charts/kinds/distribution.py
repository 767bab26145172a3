"""Curves of percentiles: the further right, the rarer, with the same room for each nine."""

from __future__ import annotations

from typing import Any

from sitegen.charts.kinds.layers import Slots
from sitegen.charts.kinds.line import line


def distribution(alt: Any, slots: Slots) -> list[Any]:
    """Return the layers of a chart of percentiles: lines with many small points."""
    return line(alt, slots, 40)
