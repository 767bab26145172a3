"""IOR: what one test reports, in whichever format, and what it says of its load."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from sitegen.record import Value
from sitegen.units import UNITS

_SIZE = re.compile(r"(\d+(?:\.\d+)?) (bytes|KiB|MiB|GiB|TiB|PiB|EiB)\b")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


class Cell(NamedTuple):
    """A number as it is printed, and where."""

    text: str
    line: int
    pointer: str = ""


class Moved(NamedTuple):
    """The sizes that IOR prints where they differ: what it was to move, and what it did move."""

    planned: int
    moved: Cell


class Row(NamedTuple):
    """One repetition of one access: its cells by their heads in the table."""

    access: str
    cells: Mapping[str, Cell]
    moved: Moved | None = None


@dataclass(slots=True)
class Test:
    """One test of a call of IOR; `means` are its summaries, by access and by head."""

    first: int
    last: int
    version: str = ""
    date: str = ""
    options: dict[str, Cell] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    means: dict[str, dict[str, Cell]] = field(default_factory=dict)
    maxima: dict[str, Cell] = field(default_factory=dict)
    furniture: set[int] = field(default_factory=set)
    faults: list[tuple[str, int]] = field(default_factory=list)
    pending: Moved | None = None
    whole: bool = False
    banner: bool = False

    def understand(self, index: int) -> None:
        """Note a line that belongs to the test and is understood."""
        self.last = max(self.last, index)
        self.furniture.add(index)

    @property
    def repetitions(self) -> int:
        """Return how often each access was repeated, as far as is known."""
        stated = self.options.get("repetitions")
        if stated and stated.text.isdecimal():
            return int(stated.text)
        for means in self.means.values():
            if (reps := means.get("reps")) and reps.text.isdecimal():
                return int(reps.text)
        return max((len(self.of(access)) for access in ("write", "read")), default=0)

    def of(self, access: str) -> list[Row]:
        """Return the rows of an access."""
        return [row for row in self.rows if row.access == access]


def is_number(text: str) -> bool:
    """Return whether a cell holds a number; `-` and `NA` are none, nor is `inf`."""
    return bool(_NUMBER.fullmatch(text))


def size(text: str) -> int | None:
    """Return the bytes of `47008 bytes` or `2.50 GiB`."""
    match = _SIZE.match(text)
    return int(Decimal(match[1]) * UNITS[match[2]].factor) if match else None


def workload(test: Test) -> dict[str, Value]:
    """Return what the tool says of the load of a test."""
    options = {name: cell.text for name, cell in test.options.items()}
    for means in test.means.values():
        for name, head in (
            ("tasks", "#Tasks"),
            ("clients per node", "tPN"),
            ("segments", "segcnt"),
        ):
            if head in means:
                options.setdefault(name, means[head].text)
    load: dict[str, Value] = {}
    for column, name in (
        ("processes", "tasks"),
        ("nodes", "nodes"),
        ("tasks_per_node", "clients per node"),
        ("segments", "segments"),
    ):
        if options.get(name, "").isdecimal():
            load[column] = int(options[name])
    for column, name in (("block_size", "xfersize"), ("task_size", "blocksize")):
        if (its := size(options.get(name, ""))) is not None:
            load[column] = its
    for column, head in (("block_size", "xfer(KiB)"), ("task_size", "block(KiB)")):
        cells = {row.cells[head].text for row in test.rows if head in row.cells} - {"-"}
        if column not in load and len(cells) == 1 and is_number(text := cells.pop()):
            load[column] = int(Decimal(text) * 1024)
    if total := _planned(test, load):
        load["total_size"] = total
    for column, name in (("engine", "api"), ("mode", "access")):
        if options.get(name):
            load[column] = options[name].partition(" (")[0]
    return load


def _planned(test: Test, load: Mapping[str, Value]) -> int | None:
    """Return the bytes that a test was to move: exactly, where the printed total is rounded."""
    stated = test.options.get("aggregate filesize")
    rounded = size(stated.text) if stated else None
    parts = [load.get(name) for name in ("task_size", "segments", "processes")]
    if rounded and all(isinstance(part, int) for part in parts):
        exact = 1
        for part in parts:
            exact *= int(str(part))
        if abs(exact - rounded) <= rounded // 100:
            return exact
    return rounded
