"""One run of bonnie++ as it is printed once, whatever the form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

BLANK = ("",) * 12


class Row(NamedTuple):
    """Six phases of one run: a value and a CPU share for each, and the latencies below them.

    `label` is the size (`16G:32k`) or the count of files (`16:1000:1000/3`) in front of them;
    `word` is the unit that the head of the columns names. A row whose cells cannot be put under
    their columns has none.
    """

    line: int
    label: str
    cells: tuple[str, ...]
    word: str
    latencies: tuple[str, ...] = ()
    latency_line: int = -1


class Print(NamedTuple):
    """One run as it is printed once: `form` is text, CSV or HTML, `head` its first line."""

    form: str
    version: str
    name: str
    head: int
    bulk: Row | None
    files: Row | None
    concurrency: str = ""
    seekers: str = ""

    @property
    def last(self) -> int:
        """Return the last line of the print."""
        rows = [row for row in (self.bulk, self.files) if row]
        return max(max(row.line, row.latency_line) for row in rows)


_CELL = r"(?:\d++(?:\.\d++)?+|\+{3,5}+)?+"
_CELLS = re.compile(rf"{_CELL}(?:,{_CELL})*+")
_PRINTED_CELL = r"(?:\d++(?:\.\d++)?+[kmg]?+|\+{3,5}+)?+"
_PRINTED_CELLS = re.compile(rf"{_PRINTED_CELL}(?:,{_PRINTED_CELL})*+")

_LATENCY = re.compile(r"\d+(?:us|ms|s)(?!\S)")


def are_cells(cells: Iterable[str]) -> bool:
    """Return whether these are values of bonnie++: numbers, plus signs, blanks."""
    return bool(_CELLS.fullmatch(",".join(cells)))


def are_printed_cells(cells: Iterable[str]) -> bool:
    """Return whether these are cells of a text table: since 1.98 they end with k, m or g."""
    return bool(_PRINTED_CELLS.fullmatch(",".join(cells)))


def latencies_of(line: str) -> tuple[str, ...]:
    """Return the six latencies of a line; those of phases not run are blank columns.

    `Latency` and eleven blanks, then columns of nine characters and a blank.
    """
    origin = line.index("Latency")
    whole = tuple(_LATENCY.findall(line, origin))
    if len(whole) == 6:
        return whole
    found = list(_LATENCY.finditer(line, origin))
    cells = [""] * 6
    for match in found:
        column = round((match.end() - origin - 27) / 10)
        if not 0 <= column < 6 or cells[column]:
            return ()
        cells[column] = match[0]
    return tuple(cells) if found else ()
