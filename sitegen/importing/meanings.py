"""What each number of a table is: by its heading, its row label, its unit, and the context."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sitegen.importing.words import Said, meant, quantity_of, said
from sitegen.parsers._tables import guess
from sitegen.parsers._tables.cells import is_missing, number
from sitegen.parsers._tables.grid import Cell
from sitegen.table_description import fold

_STEPS = re.compile(r"step|#|no\.?|nr\.?|run|test ?no\.?|iteration|round", re.IGNORECASE)
_BARE = {"iops": "IOPS", "rate": "op/s"}
"""Quantities that need no unit, and the one they have then."""

_PREFIXES = {"k": "kop/s", "K": "kop/s", "M": "Mop/s"}
"""Units of operations of which only the prefix stands in a cell: 1.2k."""

_CIPHER = re.compile(r"aes|des\b|chacha|camellia|rc4|blowfish|aria|sm4", re.IGNORECASE)
_FAILED = re.compile(r"err\b|error|fail|timed? ?out|crash|hang|hung|abort|unsupp", re.IGNORECASE)
"""How a cell begins that says why it has no number."""

_HASH = re.compile(r"sha\d|md5|blake|ripemd|whirlpool|hmac|ghash", re.IGNORECASE)


@dataclass(frozen=True)
class Grid:
    """A table of a page: headings, the rows that have as many cells, and those that have not.

    `context` is what the words above it say; in the columns `filled`, an empty cell repeats the one
    above it.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    ragged: Sequence[Sequence[Cell]]
    context: Said
    filled: frozenset[int] = frozenset()

    def column(self, place: int) -> list[str]:
        """Return the cells of a column."""
        return [row[place].text for row in self.rows]

    def heading(self, place: int) -> str:
        """Return the heading of a column, '' where there is none."""
        return self.head[place] if place < len(self.head) else ""

    @property
    def width(self) -> int:
        """Return how many columns there are."""
        return len(self.rows[0]) if self.rows else 0

    @cached_property
    def said(self) -> Sequence[Said]:
        """Return what the headings say.

        'Average card' over a column is no mean, where other columns have no statistic.
        """
        every = [said(self.heading(place)) for place in range(self.width)]
        plain = [its for place, its in enumerate(every) if place in self.numeric]
        if all(its.statistic for its in plain) or any(its.quantity for its in plain):
            return every
        return [replace(its, statistic="") for its in every]

    @cached_property
    def numeric(self) -> Sequence[int]:
        """Return the columns most of whose cells are numbers."""
        return [place for place in range(self.width) if _numeric(self.column(place))]

    @cached_property
    def keys(self) -> dict[int, str]:
        """Return the columns that say under which load, or on what, a row was measured."""
        found = {}
        for place in range(self.width):
            its = self.said[place]
            heading = self.heading(place)
            name = "phase" if _STEPS.fullmatch(heading.strip()) else guess.key(heading)
            counted = re.search(r"[= ]\d+$", heading) or its.quantity or its.operation
            drives = name == "testbed.drive" and place in self.numeric
            tests = name in ("test", "pattern") and any(map(_operates, self.column(place)))
            if name and not (counted or drives or tests):
                found[place] = name
        return found

    @cached_property
    def values(self) -> Sequence[int]:
        """Return the columns in which some number is known to be a value."""
        return [
            place
            for place in self.numeric
            if place not in self.keys
            and any(isinstance(self.meaning(row, place), Said) for row in self.rows)
        ]

    @cached_property
    def labels(self) -> Sequence[int]:
        """Return the columns left of the values that name what a row is."""
        words = [place for place in range(self.width) if place not in (*self.numeric, *self.keys)]
        measured = (
            place
            for place in self.numeric
            if place not in self.keys
            and any(isinstance(self._meaning(row, place, words), Said) for row in self.rows)
        )
        first = min(measured, default=min(self.numeric, default=0))
        return [place for place in range(first) if place not in self.keys]

    def words(self, row: Sequence[Cell]) -> str:
        """Return the labels of a row as text."""
        return _words(row, self.labels)

    def meaning(self, row: Sequence[Cell], place: int) -> Said | str:
        """Return what the number in a cell is, or what is not known of it."""
        return self._meaning(row, place, self.labels)

    def _meaning(self, row: Sequence[Cell], place: int, labels: Sequence[int]) -> Said | str:
        its = number(row[place].text)
        if its is None:
            return "" if is_missing(fold(row[place].text)) else "what number it is"
        both = label(row, labels).over(self.said[place])
        words = f"{_words(row, labels)} {self.heading(place)}"
        unit = its.unit or both.unit
        if unit and not self.unit(unit, both, place):
            return f"what '{unit}' is"
        quantity = self._quantity(unit, words, both)
        if not quantity:
            return "what kind of number it is"
        if not unit and quantity not in _BARE:
            return "its unit"
        operation = both.operation or self.context.operation
        if unit == "k" and quantity == "bandwidth":
            operation = self._cipher(words)
        if not operation and quantity == "rate" and "tps" in f"{unit} {words}".lower():
            operation = "transaction"
        if not operation or (quantity == "cpu" and not both.operation):
            return "of which operation it is"
        return replace(both, operation=operation, quantity=quantity, unit=unit or _BARE[quantity])

    def unit(self, word: str, its: Said, place: int) -> str:
        """Return the unit that a word in a cell means, as we spell it; '' for none."""
        if word in _PREFIXES and its.quantity == "iops":
            return _PREFIXES[word]
        if word == "k" and self.said[place].load.get("block_size", "").endswith(" B"):
            return "kB/s"  # openssl speed: '1000s of bytes per second processed' (apps/speed.c)
        return meant(word)

    def _quantity(self, unit: str, words: str, both: Said) -> str:
        if unit in _PREFIXES:
            return "iops" if both.quantity == "iops" else "bandwidth"
        by_unit = quantity_of(unit, words) if unit else ""
        if by_unit in ("rate", "iops") and both.quantity in ("rate", "iops"):
            return both.quantity
        if by_unit == "time" and both.quantity == "latency":
            return "latency"
        return by_unit or ("" if unit else both.quantity)

    def _cipher(self, words: str) -> str:
        """Return what `openssl speed` did, whose numbers alone end in a bare k."""
        if _HASH.search(words):
            return "hash"
        if _CIPHER.search(words):
            return "decrypt" if self.context.operation == "decrypt" else "encrypt"
        return ""


def label(row: Sequence[Cell], places: Sequence[int]) -> Said:
    """Return what the labels of a row say; an inner one counts more than that around it."""
    its = Said()
    for place in places:
        its = said(row[place].text).over(its)
    return its


def _words(row: Sequence[Cell], places: Sequence[int]) -> str:
    return " ".join(dict.fromkeys(row[place].text for place in places)).strip()


def _operates(cell: str) -> bool:
    return bool(said(cell).operation)


def _numeric(cells: Sequence[str]) -> bool:
    """Return whether more cells of a column are numbers than are words, errors aside."""
    said = [cell for cell in cells if not (is_missing(fold(cell)) or _FAILED.match(cell))]
    numbers = [cell for cell in said if (its := number(cell)) and len(its.unit.split()) <= 2]
    return len(numbers) * 2 > len(said)


def grid_of(head: Sequence[str], rows: Sequence[Sequence[Cell]], context: Said) -> Grid:
    """Return a table with the rows that do not have as many cells as the others set apart."""
    widths = Counter(map(len, rows))
    usual = max(widths, key=lambda width: (widths[width], width), default=0)
    width = len(head) if len(head) in widths else usual
    fit = [row for row in rows if len(row) == width]
    filled = frozenset(place for place in range(width) if _continued(fit, place))
    return Grid(
        head,
        _filled(fit, filled),
        [row for row in rows if len(row) != width],
        context,
        filled,
    )


def _continued(rows: Sequence[Sequence[Cell]], place: int) -> bool:
    """Return whether empty cells of a column stand for the words above them: of a group of rows."""
    cells = [row[place].text for row in rows]
    if not cells or not cells[0] or all(cells):
        return False
    # What stands right of numbers is a remark: one that is missing is missing.
    left = [[row[before].text for row in rows] for before in range(place)]
    return not any(_numeric(column) and all(column) for column in left)


def _filled(rows: Sequence[Sequence[Cell]], places: Collection[int]) -> list[Sequence[Cell]]:
    found: list[Sequence[Cell]] = []
    for row in rows:
        found.append(
            [
                found[-1][place]._replace(line=cell.line)
                if place in places and not cell.text
                else cell
                for place, cell in enumerate(row)
            ]
        )
    return found
