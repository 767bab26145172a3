"""The axis of percentiles: as far from 90 to 99 as from 99 to 99.9, for what is rare matters."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sitegen import vocabulary
from sitegen.charts import measured
from sitegen.charts.axes import Axis
from sitegen.charts.drawable import Drawable, listed
from sitegen.record import Value
from sitegen.residue import Note
from sitegen.tables import scales

_NAMED = (50, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999)


def place(statistic: str) -> float | None:
    """Return where a percentile stands: -log10(1 - p). The highest value lies beyond all places."""
    rank = vocabulary.percentile(statistic)
    if rank is None or rank >= 100:
        return None
    # From the text, as 1 - 0.999999 has not all its digits.
    return -math.log10((100 - rank) / 100) + 0.0


def axis(values: Sequence[Value | None]) -> tuple[Axis, dict[Value | None, float]]:
    """Return the axis over the statistics of a table, and where on it each stands."""
    placed: dict[Value | None, float] = {
        value: at for value in values if value is not None and (at := place(str(value))) is not None
    }
    low, high = min(placed.values()), max(placed.values())
    if low == high:
        low, high = 0.0, high + 1
    ranks = [(rank, -math.log10((100 - rank) / 100)) for rank in _NAMED]
    shown = [(rank, at) for rank, at in ranks if low - 1e-9 <= at <= high + 1e-9]
    ticks = tuple(min(max(at, low), high) for _, at in shown)
    return Axis(low, high, ticks, tuple(f"{rank:.7g} %" for rank, _ in shown)), placed


def notes(its: Drawable) -> list[Note]:
    """Return how to read the axis, which values are of bins, and which lie beyond it."""
    found = [
        Note("axis", "A point at 99 % says: 99 of 100 took no longer. Each nine is as wide as the"
             " one before.")
    ]  # fmt: skip
    binned = sorted({str(r.columns["run"]) for r in its.records if r.note.startswith("the middle")})
    if binned:
        text = f"From bins of a histogram, each value the middle of its bin: {listed(binned)}."
        found.append(Note("bins", text))
    beyond = [
        f"{', '.join([*([column.text] if len(its.table.columns) > 1 else []), '100 %'])}:"
        f" {scales.text(sample, its.scale)} {its.scale.symbol}"
        for row, number, sample in measured.cells(its.table)
        if place(str(row.headings[0].value)) is None
        for column in [its.table.columns[number]]
    ]
    if beyond:
        found.append(Note("left-out", f"The longest lies beyond the axis: {listed(beyond)}."))
    return found
