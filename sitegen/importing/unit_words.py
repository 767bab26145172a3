"""How the unit words of a table are described: what they mean, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sitegen import units, vocabulary
from sitegen.importing.meanings import Grid, label
from sitegen.importing.words import Said, meant
from sitegen.parsers._tables.cells import meant as taken
from sitegen.parsers._tables.cells import number


def spelled(grid: Grid, found: Mapping[tuple[int, int], Said | str]) -> Iterator[tuple[str, str]]:
    """Yield the printed unit words that are not spelled as we do, or may mean two things."""
    for place, name in grid.keys.items():
        kind = vocabulary.WORKLOAD[name].type if name in vocabulary.WORKLOAD else ""
        cells = [number(cell) for cell in grid.column(place)] if kind == "size" else []
        for word in dict.fromkeys(its.unit for its in cells if its and its.unit):
            if word not in units.UNITS or word in ("MB", "GB", "kB"):
                yield word, f"{word[0].upper()}iB"
    for (row, place), its in found.items():
        cell = number(grid.rows[row][place].text)
        for word in (cell.unit if cell else "", grid.said[place].unit):
            both = its if isinstance(its, Said) else grid.said[place]
            unit = grid.unit(word, both, place) if word else ""
            if unit and word not in units.UNITS:
                yield word, unit
    for word in dict.fromkeys(label(row, grid.labels).unit for row in grid.rows):
        if word and meant(word) and word not in units.UNITS:
            yield word, meant(word)


def certain(unit: str) -> dict[str, str]:
    """Return how the unit of a label is described."""
    its = unit if unit in units.AMBIGUOUS else meant(unit)
    if taken(its, {}).certainty:
        return {"unit": its, "certainty": "assumed", "note": f"{its} taken by powers of 1000"}
    return {"unit": its}
