"""What stands over a plot: the name of a panel, the two sides of a slope, the key of a heat map."""

from __future__ import annotations

from sitegen.charts import cells
from sitegen.charts.panels import Panel, lines
from sitegen.charts.placing import Placed
from sitegen.charts.posters import word
from sitegen.palette import variable


def headings(panel: Panel) -> dict[str, Placed]:
    """Return the words over a panel, the signs beside them, and the steps of a key."""
    plot, size = panel.plot, panel.frame
    words: Placed = []
    found: dict[str, Placed] = {"words": words, "signs": []}
    if panel.number:
        plain = plot.kind == "heatmap"
        looks = {"weight": 600, "colour": variable("ink" if plain else plot.series[0].mark.colour)}
        for number, line in enumerate(reversed(panel.lines)):
            at = -panel.title - 15 * number
            words.append(word(line, 0 if plain else 13, at, **looks))
        if not plain:
            at = -panel.title - 15 * (len(panel.lines) - 1)
            found["signs"] = [{"series": panel.name, "px": 5, "py": at}]
    if plot.sides:
        places = ((8, "right", size.left), (size.width - 8, "left", size.right))
        for text, (at, align, room) in zip(plot.sides, places, strict=True):
            for number, line in enumerate(reversed(lines(text, room))):
                looks = {"align": align, "weight": 600, "colour": variable("ink")}
                words.append(word(line, at, -16 - 15 * number, **looks))
    if plot.kind == "heatmap":
        first = panel.number in ("", "1")
        if panel.outer and plot.row_title:
            words.append(word(plot.row_title, -size.left, -10))
        above = size.top - 6
        found["steps"], edges = cells.key(plot, above) if first else ([], [])
        words += [word(text, at, 19 - above, align=align) for text, at, align in edges]
    return found
