"""What a chart says, in words: for people who do not see it, and where it cannot be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from sitegen.charts.plots import Plot, Point

LONGEST = 250
_KINDS = {
    "bar": "Bar chart",
    "dot": "Dot plot",
    "line": "Line chart",
    "heatmap": "Heat map",
    "distribution": "Curves of percentiles",
    "slope": "Slope chart",
    "history": "History",
}


def text(plot: Plot, subject: str, unit: str, places: Sequence[str]) -> str:
    """Return the alternative text: kind, metric and unit, range, the best, the testbed.

    What does not fit into 250 characters is left out from the end.
    """
    if not plot.points:
        return f"{_KINDS[plot.kind]} of {subject}: no values."
    parts = [f"{_KINDS[plot.kind]} of {subject}{_over(plot)}, in {unit or 'plain numbers'}."]
    if plot.multiple:
        parts.append(f"A panel for each of {len(plot.series)}.")
    lowest = min(plot.points, key=lambda point: point.value)
    highest = max(plot.points, key=lambda point: point.value)
    parts.append(f"From {lowest.text} to {highest.text}.")
    best = {"higher": highest, "lower": lowest}.get(plot.better)
    if best and not best.doubted:
        parts.append(f"Best: {_called(best)}.")
    if len(plot.series) > 1:
        parts.append(f"Series: {'; '.join(its.label for its in plot.series)}.")
    if places:
        parts.append(f"Measured on {'; '.join(places)}.")
    return _short(parts)


def _called(point: Point) -> str:
    """Return what a point stands for, without its spread."""
    return point.says.partition(" (median")[0]


def _over(plot: Plot) -> str:
    return f" over {plot.x_title}" if plot.x_title else ""


def _short(parts: Sequence[str]) -> str:
    found = parts[0]
    if len(found) > LONGEST:
        return found[: LONGEST - 1].rsplit(" ", 1)[0] + "…"
    for part in parts[1:]:
        if len(found) + 1 + len(part) <= LONGEST:
            found += f" {part}"
    return found
