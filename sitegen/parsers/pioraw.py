"""PIORAW (NERSC): tables of throughput by I/O size, with the set-up of the test in front of them.

No source or manual of the tool is to be found. Sizes are powers of two from 1 KB to 16 MB, so there
KB is 1024 bytes; the base of MB/s is read as 10^6, which is said with every value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._text import binary_size, number, unreadable
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "PIORAW"
MARKS = ("I/O Size",)
VARIANTS = (
    "tables `I/O Size, Write, Read` with the unit in each cell: MB/s is read "
    "as 10^6 (assumed), sizes as powers of 1024; set-up lines `File Size: 128 MB`",
)

OPERATIONS = {"write": "seq-write", "read": "seq-read"}
UNITS = {"KB/s": "kB/s", "kB/s": "kB/s", "MB/s": "MB/s", "GB/s": "GB/s"}
NOTE = "the base of MB/s is not documented for PIORAW: read as 10^6"

_HEAD = re.compile(r"\s*I/O Size\s+((?:(?:Write|Read)\s*)+)")
_ROW = re.compile(r"\s*(\d+ ?[KMG]?B)\s+(\S.*)")
_CELL = re.compile(r"([\d.,]+) ?([kKMG]B/s)(?:ec)?")
_SET_UP = re.compile(r"[\s·•*-]*([#A-Z][\w/# ]*?)\s*:\s*(\S.*?)\s*")
_COUNTS = {
    "# of client": "clients",
    "# of clients": "clients",
    "# of i/o processes per client": "processes",
    "# of i/o processes per host": "processes",
}


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    heads = [index for index, line in enumerate(source.lines) if _HEAD.fullmatch(line)]
    shared: dict[str, Value] = {}
    after = 0
    for head in heads:
        setup = _set_up(source.lines, after, head)
        for name, column in _COUNTS.items():
            if name in setup and setup[name][1].isdecimal():
                shared[column] = int(setup[name][1])
        last, found = head, []
        for index in range(head + 1, len(source.lines)):
            match = _ROW.fullmatch(source.lines[index])
            if not match:
                break
            found += list(_row(source, index, match, source.lines[head]))
            last = index
        yield from (item for item in found if isinstance(item, Diagnostic))
        measurements = [item for item in found if isinstance(item, Measurement)]
        if measurements:
            yield _run(setup, shared, measurements, head, last, several=len(heads) > 1)
        elif last == head:
            yield source.problem(head, "incomplete-run", "a PIORAW table ends at its head")
        after = last + 1


def _set_up(lines: Sequence[str], first: int, last: int) -> dict[str, tuple[int, str]]:
    """Return what the lines in front of a table say: `file size` -> (line, `128 MB`)."""
    found = {}
    for index in range(first, last):
        if match := _SET_UP.fullmatch(lines[index]):
            found[match[1].lower()] = (index, match[2])
    return found


def _row(
    source: Source, index: int, match: re.Match[str], head: str
) -> Iterator[Measurement | Diagnostic]:
    names = head.split()[2:]
    cells = _CELL.findall(match[2])
    if len(cells) != len(names):
        message = f"{len(cells)} rates stand under {len(names)} heads"
        yield source.problem(index, "rows-left-over", message)
        return
    load: Mapping[str, Value] = {"block_size": binary_size(match[1]) or 0}
    for name, (digits, word) in zip(names, cells, strict=True):
        value = number(digits, source.lines[index])
        if value is None:
            yield unreadable(source, index, digits)
            continue
        operation = OPERATIONS[name.lower()]
        yield Measurement(
            operation,
            "bandwidth",
            value,
            UNITS[word],
            index,
            f"{digits} {word}",
            "",
            load,
            certainty="assumed",
            note=NOTE,
        )


def _run(
    setup: Mapping[str, tuple[int, str]],
    shared: Mapping[str, Value],
    measurements: Sequence[Measurement],
    head: int,
    last: int,
    *,
    several: bool,
) -> Run:
    load = dict(shared)
    facts = []
    first = head
    if "file size" in setup:
        line, text = setup["file size"]
        first = min(first, line)
        if size := binary_size(text):
            load["file_size"] = size
    if "lun configuration" in setup:
        line, text = setup["lun configuration"]
        first = min(first, line)
        facts = [Fact("lun", text, line)]
    if several and "detail results" in setup:
        load["series"] = setup["detail results"][1]
    furniture = frozenset((head, *(line for line, _ in setup.values())))
    return Run(TOOL, "", first, last, measurements, facts, load, furniture=furniture)
