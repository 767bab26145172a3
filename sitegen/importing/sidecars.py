"""The sidecar of a table that was cut out of a page: what its rows and columns hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from sitegen import units, vocabulary
from sitegen.importing.meanings import Grid, label
from sitegen.importing.unit_words import certain, spelled
from sitegen.importing.words import Said, meant, rest, said, tells
from sitegen.importing.yaml_text import mapping, scalar
from sitegen.parsers._tables.cells import is_missing, number
from sitegen.parsers._tables.grid import Cell
from sitegen.table_description import fold

_HEAD = """\
# Written by `sitegen import` from the words of the table. Check what stands here: `sitegen show` on
# the file beside it prints what is read.
tool: table  # name what measured this, if the page says it
table:
"""
FREE = ("series", "test", "mode", "target")
"""Workload columns for words that tell cases apart and say nothing else that is known."""

_CIPHERS = ("encrypt", "decrypt", "hash")


def sidecar(tables: Iterable[tuple[Grid, Mapping[str, str]]]) -> str:
    """Return the sidecar of a file with some tables, '' if none has a number known to be a value.

    With each table is said how it is written.
    """
    bodies = "".join(_table(grid, keys) for grid, keys in tables if grid.values)
    return _HEAD + bodies if bodies else ""


def _table(grid: Grid, keys: Mapping[str, str]) -> str:
    its = _Writer(grid)
    lines = [f"{name}: {scalar(value)}" for name, value in keys.items()]
    if its.skipped:
        lines.append(f"skip: [{', '.join(map(scalar, its.skipped))}]")
    if its.words:
        lines.append(f"missing: [{', '.join(map(scalar, its.words))}]")
    if its.units:
        lines.append("units:  # the printed words on the left mean what stands on the right")
        lines += [f"  {scalar(word)}: {unit}" for word, unit in its.units.items()]
    lines += ["columns:", *its.columns()]
    return "".join(f"{'    ' if n else '  - '}{line}\n" for n, line in enumerate(lines))


class _Writer:
    """Collects what is to be said of a table."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.found: dict[tuple[int, int], Said | str] = {
            (number, place): grid.meaning(row, place)
            for number, row in enumerate(grid.rows)
            for place in grid.values
        }
        self.skipped = list(dict.fromkeys(_first(row) for row in grid.ragged if _first(row)))
        starts = {fold(_first(row)) for row in grid.rows}
        self.skipped = [
            word for word in self.skipped if not any(one.startswith(fold(word)) for one in starts)
        ]
        self.words = sorted(
            {
                row[place].text
                for row in grid.rows
                for place in grid.values
                if number(row[place].text) is None and not is_missing(fold(row[place].text))
            }
        )
        self.units = dict(spelled(grid, self.found))
        self.labelled = any(
            label(row, grid.labels).operation or label(row, grid.labels).quantity
            for row in grid.rows
        )

    def meanings(self, *, row: int = -1, place: int = -1) -> list[Said]:
        """Return what is known of the numbers of a row or of a column."""
        return [
            its
            for (number, column), its in self.found.items()
            if isinstance(its, Said) and row in (-1, number) and place in (-1, column)
        ]

    def columns(self) -> Iterator[str]:
        """Yield the lines of YAML for each column."""
        grid = self.grid
        free = iter(FREE)
        series = next(free) if self._series() else ""
        headed = all(grid.head) and len(set(map(fold, grid.head))) == grid.width == len(grid.head)
        for place in range(grid.width):
            heading = grid.heading(place)
            where = {"heading": heading} if headed else {}
            if place in grid.values:
                yield f"  - {mapping(where | self._values(place, series))}"
            elif place in grid.keys:
                yield f"  - {mapping(where | self._key(place))}"
            elif place in grid.labels:
                yield from self._labels(place, where, next(free, "job"))
            else:
                yield f"  - {mapping(where | {'skip': 'true'})}"

    def _series(self) -> bool:
        """Return whether headings are needed to tell values of one row apart."""
        alike = Counter(
            (row, its.operation, its.quantity, its.statistic, tuple(sorted(its.load.items())))
            for (row, _), its in self.found.items()
            if isinstance(its, Said)
        )
        named = any(map(tells, map(self.grid.heading, self.grid.values)))
        metrics = {self.grid.said[place].known for place in self.grid.values}
        return max(alike.values()) > 1 or (named and metrics == {False} and not self._counted())

    def _counted(self) -> bool:
        """Return whether the load alone tells the columns of values apart."""
        loads = [tuple(sorted(self.grid.said[place].load.items())) for place in self.grid.values]
        return () not in loads and len(set(loads)) == len(loads)

    def _values(self, place: int, series: str) -> dict[str, str]:
        """Return the description of a column of values."""
        its = self.grid.said[place]
        meanings = self.meanings(place=place)
        entries: dict[str, str] = {}
        for name in ("operation", "quantity", "statistic"):
            every = {getattr(one, name) for one in meanings}
            from_labels = any(getattr(label(row, self.grid.labels), name) for row in self.grid.rows)
            if len(every) == 1 and not from_labels and (word := every.pop()):
                entries[name] = word
        entries |= self._assumed({its.unit} | (set() if self.labelled else self._printed(place)))
        entries |= {f"workload.{name}": value for name, value in its.load.items()}
        heading = self.grid.heading(place)
        if series and heading:
            entries[f"workload.{series}"] = rest(heading) or heading
        return entries

    def _printed(self, place: int, words: str | None = None) -> set[str]:
        """Return the units in the cells of a column of values, or right of some words in it."""
        grid = self.grid
        cells = (
            row[column].text
            for row in grid.rows
            for column in grid.values
            if (column == place if words is None else fold(row[place].text) == fold(words))
        )
        return {its.unit for cell in cells if (its := number(cell))}

    def _assumed(self, words: Set[str]) -> dict[str, str]:
        """Return what is to be said where one of some unit words can mean two units."""
        word = min(words & self.units.keys() & units.AMBIGUOUS.keys(), default="")
        if not word:
            return {}
        return {"certainty": "assumed", "note": f"{word} taken for {self.units[word]}"}

    def _key(self, place: int) -> dict[str, str]:
        name = self.grid.keys[place]
        filled = {"fill": "true"} if place in self.grid.filled else {}
        kind = vocabulary.WORKLOAD[name].type if name in vocabulary.WORKLOAD else "text"
        column = name if "." in name else f"workload.{name}"
        if kind != "size":
            return {"column": column, **filled}
        bare = any(
            (its := number(cell)) is not None and not its.unit for cell in self.grid.column(place)
        )
        headed = self.grid.said[place].unit
        unit = {"unit": meant(headed) or "KiB"} if bare else {}
        return {"column": column, **unit, **filled}

    def _labels(self, place: int, where: dict[str, str], free: str) -> Iterator[str]:
        """Yield the lines of a column whose cells say what their rows are."""
        grid = self.grid
        innermost = place == grid.labels[-1]
        first = [f"{name}: {scalar(value)}" for name, value in where.items()]
        first += ["fill: true"] if place in grid.filled else []
        first += ["labels:  # what their words say"]
        yield from (f"  {' ' if number else '-'} {line}" for number, line in enumerate(first))
        alike = Counter(self._row(number) for number in range(len(grid.rows)))
        seen: set[str] = set()
        for number_, row in enumerate(grid.rows):
            cell = row[place].text
            if fold(cell) in seen:
                continue
            seen.add(fold(cell))
            its = self.meanings(row=number_)
            if innermost and not its:
                yield f"      {scalar(cell)}: {{skip: true}}"
                continue
            entries = self._label(cell, its if innermost else [])
            if innermost and self.labelled:
                entries |= self._assumed(self._printed(place, cell) | {said(cell).unit})
            spoken = bool(entries)
            if its and its[0].operation in _CIPHERS:
                entries["workload.algorithm"] = cell
            elif innermost and cell and (not spoken or alike[self._row(number_)] > 1):
                entries[f"workload.{free}"] = cell
            yield f"      {scalar(cell)}: {mapping(entries)}"

    def _row(self, number: int) -> tuple[object, ...]:
        """Return what the label and the keys of a row say: rows alike need their words."""
        row = self.grid.rows[number]
        its = label(row, self.grid.labels)
        keys = tuple(row[place].text for place in self.grid.keys)
        return (its.operation, its.quantity, its.statistic, tuple(sorted(its.load.items())), keys)

    def _label(self, cell: str, meanings: Sequence[Said]) -> dict[str, str]:
        own = said(cell)
        entries = {
            name: value
            for name in ("operation", "quantity", "statistic")
            if (value := getattr(own, name))
        }
        kinds = {one.quantity for one in meanings}
        heads = {self.grid.said[place].quantity for place in self.grid.values}
        if self.labelled and len(kinds) == 1 and (heads == {""} or own.quantity):
            entries["quantity"] = kinds.pop()
        if own.unit:
            entries |= certain(own.unit)
        return entries | {f"workload.{name}": value for name, value in own.load.items()}


def _first(row: Sequence[Cell]) -> str:
    """Return the first words of a row, by which a sidecar can leave it out."""
    return next((cell.text for cell in row if cell.text), "")
