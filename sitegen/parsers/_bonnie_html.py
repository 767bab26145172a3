"""The HTML table that bon_csv2html makes of CSV lines of bonnie++.

Its columns vary: concurrency, chunk size and the sizes of files are left out where no run has them.
In front of them stands the name; the last twelve cells of a row are always those of file creation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bs4 import BeautifulSoup, Tag

from sitegen.parsers._bonnie_print import BLANK, Print, Row, are_cells
from sitegen.record import Source

_LATENCY = re.compile(r"\d+(?:us|ms|s)")
_COUNTS = ("Num Files", "Max Size", "Min Size", "Num Dirs", "File Chunk Size")
_LETTERS = ("k", "m", "m", "k", "m", "")
"""Since 1.98 block I/O is printed in MiB/s (changelog), per-character I/O still in KiB/s."""


def html_prints(source: Source) -> Iterator[Print]:
    """Yield the runs in the pages of bon_csv2html that a source holds."""
    for table in BeautifulSoup(source.html, "html.parser").find_all("table"):
        rows = [row for row in table.find_all("tr") if isinstance(row, Tag)]
        heads = [_texts(row) for row in rows[:3]]
        if "Sequential Output" not in (heads[0] if heads else ()) or len(heads) < 3:
            continue
        version = heads[0][0].removeprefix("Version").strip()
        word = "M/sec" if "M/sec" in heads[2] else "K/sec"
        for row, below in zip(rows, [*rows[1:], None], strict=True):
            if found := _print(source, row, below, heads[1], version, word):
                yield found


def _texts(row: Tag) -> list[str]:
    return [cell.get_text(" ", strip=True) for cell in row.find_all(["td", "th"])]


def _print(
    source: Source, row: Tag, below: Tag | None, heads: Sequence[str], version: str, word: str
) -> Print | None:
    cells = _texts(row)
    extra = [name for name in _COUNTS if name in heads]
    at = 2 if "Concurrency" in heads else 1
    chunk = int("Chunk Size" in heads)
    if len(cells) != at + 1 + chunk + 12 + len(extra) + 12 or not cells[at][:1].isdecimal():
        return None
    first = at + 1 + chunk
    line = min((row.sourceline or 1), len(source.lines)) - 1
    under, latencies = -1, [""] * 12
    found = [cell for cell in _texts(below) if cell != "Latency"] if below is not None else []
    # A row that is cut off does not say which of its cells is which.
    if below is not None and len(found) in (12, 13) and "Latency" in _texts(below):
        latencies = [its if _LATENCY.fullmatch(its) else "" for its in (*found[:6], *found[-6:])]
        under = min((below.sourceline or 1), len(source.lines)) - 1
    counts = dict(zip(extra, cells[first + 12 :], strict=False))
    label = ":".join(counts[name] for name in _COUNTS[:3] if counts.get(name))
    if directories := counts.get("Num Dirs"):
        label += f"/{directories}"
    bulk = tuple(cells[first : first + 12])
    files = tuple(cells[-12:])
    if not are_cells(bulk + files):
        return None
    if word == "M/sec":
        bulk = tuple(
            cell + _LETTERS[number // 2] if number % 2 == 0 and cell[:1].isdecimal() else cell
            for number, cell in enumerate(bulk)
        )
    size = ":".join(part for part in cells[at : at + 1 + chunk] if part)
    return Print(
        "HTML",
        version,
        cells[0],
        line,
        Row(line, size, bulk, word, tuple(latencies[:6]), under) if bulk != BLANK else None,
        Row(line, label, files, word, tuple(latencies[6:]), under)
        if label and files != BLANK
        else None,
        cells[1] if at == 2 else "",
    )
