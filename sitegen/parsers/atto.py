"""ATTO Disk Benchmark of Windows: tables of transfer sizes that people copy out of its window.

No specimen of its .bmk files is public; what is read here is text that names the tool and has a
head with 'Write' and 'Read' above rows of a transfer size and two figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._text import binary_size, number, unreadable
from sitegen.record import Measurement, Run, Source, Value

TOOL = "ATTO"
MARKS = ("ATTO ",)
VARIANTS = (
    "rows `0.5 KB  write  read`, plain or as Markdown, below a line that names ATTO Disk Benchmark "
    "and a head that says which column is which; the unit stands in the head or in the cells",
    "transfer sizes are powers of two (0.5 KB is 512 bytes); what KB/s and MB/s are is not "
    "documented: taken as 10^3 and 10^6",
)

UNKNOWN = "ATTO does not say what {0} is; taken as a power of 1000, with 1024 it would be {1} more"
_MORE = {"KB/s": "2.4 %", "MB/s": "4.9 %", "GB/s": "7.4 %"}

_NAME = re.compile(r"\bATTO (?:Disk )?Benchmark\b(?:\W*(?:v|ver\.?|version)?\s*(\d+\.\d+))?", re.I)
_WORD = re.compile(r"\b(write|read)\b", re.IGNORECASE)
_UNIT = re.compile(r"\b([KMG]B)(?:/s(?:ec)?|ps)\b|\b(IO)/?s\b", re.IGNORECASE)
_ROW = re.compile(
    r"\s*(\d+(?:\.\d+)?)\s*([KM]?)B?\s+(\d[\d.,]*)\s*([KMG]B/s(?:ec)?|IO/s)?\s+"
    r"(\d[\d.,]*)\s*([KMG]B/s(?:ec)?|IO/s)?\s*",
    re.IGNORECASE,
)
_DEPTH = re.compile(r"\bqueue depth\W{1,4}(\d+)", re.IGNORECASE)
_LENGTH = re.compile(r"\b(?:total length|file size)\W{1,4}(\d+ ?[KMG]B)", re.IGNORECASE)


@dataclass(slots=True)
class Table:
    """A table while its rows are read: which column is what, and the unit of its head."""

    first: int
    order: tuple[str, str]
    unit: str
    rows: list[tuple[int, re.Match[str]]] = field(default_factory=list)
    known: set[int] = field(default_factory=set)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    version, named = "", -1
    load: dict[str, Value] = {}
    table: Table | None = None
    for index, line in enumerate(source.lines):
        cells = line.replace("|", " ") if "|" in line else line
        if "ATTO " in line and (match := _NAME.search(line)):
            version, named, load = match[1] or "", index, {}
        if named < 0:
            continue
        if match := _DEPTH.search(line):
            load["queue_depth"] = int(match[1])
        if (match := _LENGTH.search(line)) and (size := binary_size(match[1])):
            load["file_size"] = size
        if table and (match := _ROW.fullmatch(cells)):
            table.rows.append((index, match))
            table.known.add(index)
        elif table and not table.rows and not cells.strip(" :-=+_\t"):
            table.known.add(index)
        else:
            if table and _is_whole(table):
                yield from _run(source, table, version, load)
                named = index
            table = _head(cells, index) if index - named < 15 else None
    if table and _is_whole(table):
        yield from _run(source, table, version, load)


def _is_whole(table: Table) -> bool:
    """Return whether the first cells are transfer sizes: each is larger than the one before."""
    sizes = [binary_size(f"{match[1]}{match[2]}") or 0 for _, match in table.rows]
    return len(sizes) > 2 and all(a < b for a, b in pairwise(sizes))


def _head(line: str, index: int) -> Table | None:
    """Return the table that begins with a head, or None where a line is none."""
    words = [word.lower() for word in _WORD.findall(line)]
    if sorted(words) != ["read", "write"] or len(line) > 100 or line.rstrip().endswith("."):
        return None
    match = _UNIT.search(line)
    unit = f"{match[1].upper()}/s" if match and match[1] else "IO/s" if match else ""
    return Table(index, (words[0], words[1]), unit, known={index})


def _run(
    source: Source, table: Table, version: str, load: dict[str, Value]
) -> Iterator[Run | Diagnostic]:
    measurements: list[Measurement] = []
    # 0.5 KB in the first row proves what the commas of all rows are.
    together = " ".join(source.lines[index] for index, _ in table.rows)
    for index, match in table.rows:
        size = binary_size(f"{match[1]}{match[2]}")
        its: dict[str, Value] = {"block_size": size} if size else {}
        for what, written, word in zip(
            table.order, (match[3], match[5]), (match[4], match[6]), strict=True
        ):
            digits = number(written, together)
            unit = _unit(word) or table.unit
            if digits is None:
                yield unreadable(source, index, written)
            elif not unit:
                message = "neither the head nor the cell says in which unit ATTO's figures are"
                yield source.problem(index, "missing-field", message)
            elif Decimal(digits):
                measurements.append(_value(what, digits, written, unit, index, its))
    last = table.rows[-1][0]
    if measurements:
        yield Run(
            TOOL,
            version,
            table.first,
            last,
            measurements,
            (),
            dict(load),
            furniture=frozenset(table.known),
        )


def _unit(word: str | None) -> str:
    if not word:
        return ""
    return "IO/s" if word.upper().startswith("IO") else f"{word[:2].upper()}/s"


def _value(
    what: str, digits: str, written: str, unit: str, index: int, load: dict[str, Value]
) -> Measurement:
    operation = f"seq-{what}"
    if unit == "IO/s":
        return Measurement(operation, "iops", digits, "op/s", index, f"{written} IO/s", "", load)
    meant = unit.replace("K", "k")
    note = UNKNOWN.format(unit, _MORE[unit])
    return Measurement(
        operation, "bandwidth", digits, meant, index, f"{written} {unit}", "", load,
        certainty="assumed", note=note,
    )  # fmt: skip
