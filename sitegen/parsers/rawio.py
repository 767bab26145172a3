"""rawio (FreeBSD, Greg Lehey): rates of raw devices by kind of test.

The last release is of 1999, and its manual does not say what K is; it is read as 1024 bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

TOOL = "rawio"
MARKS = ("K/sec",)
VARIANTS = (
    "a row for each ID: random read, sequential read, random write, sequential write, each with "
    "K/sec and /sec; K is read as 1024 (assumed)",
    "a row for each test, RR, SR, RW or SW, with columns named by a head: ID, K/sec, /sec",
)

TESTS = {"RR": "rand-read", "SR": "seq-read", "RW": "rand-write", "SW": "seq-write"}
NAMES = {
    "Random read": "rand-read",
    "Sequential read": "seq-read",
    "Random write": "rand-write",
    "Sequential write": "seq-write",
}
SHARES = {"%User": "user-cpu", "%Sys": "system-cpu", "%Total": "cpu"}
NOTE = "K of rawio is not documented: read as 1024 bytes"

_NAME = re.compile("|".join(NAMES))
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    for index, line in enumerate(source.lines):
        if "K/sec" not in line or "ID" not in line:
            continue
        heads = line.split()
        if "ID" not in heads or "/sec" not in heads:
            continue
        above = _NAME.findall(source.lines[index - 1]) if index else []
        first = index - 1 if above else index
        measurements, known = _rows(source.lines, index, heads, [NAMES[name] for name in above])
        if measurements:
            last = max(known)
            furniture = frozenset((first, index, *known))
            yield Run(TOOL, "", first, last, measurements, furniture=furniture)
        else:
            yield source.problem(index, "incomplete-run", "a table of rawio ends at its head")


def _rows(
    lines: Sequence[str], head: int, heads: Sequence[str], operations: Sequence[str]
) -> tuple[list[Measurement], set[int]]:
    """Return the values below a head, and the lines they stand on."""
    measurements: list[Measurement] = []
    known: set[int] = set()
    label = ""
    for index in range(head + 1, len(lines)):
        words = lines[index].split()
        if not words:
            if measurements:
                break
            continue
        if words[0] in TESTS and len(words) == len(heads) + ("Test" not in heads):
            names = list(heads) if "Test" in heads else ["Test", *heads]
            measurements += _test(index, dict(zip(names, words, strict=True)))
        elif operations and len(words) == 1 and not _NUMBER.fullmatch(words[0]):
            # A long ID stands on a line of its own.
            label = words[0]
        elif operations and (found := _across(index, words, operations, label)):
            measurements += found
            label = ""
        else:
            break
        known.add(index)
    return measurements, known


def _across(
    index: int, words: Sequence[str], operations: Sequence[str], label: str
) -> list[Measurement]:
    """Return the values of a row with two columns for each test."""
    cells = list(words)
    if not _NUMBER.fullmatch(cells[0]) or len(cells) == 2 * len(operations) + 1:
        label = cells.pop(0)
    if len(cells) != 2 * len(operations) or not all(map(_NUMBER.fullmatch, cells)):
        return []
    found = []
    for operation, rate, count in zip(operations, cells[::2], cells[1::2], strict=True):
        found += _pair(index, operation, rate, count, label)
    return found


def _test(index: int, cells: dict[str, str]) -> list[Measurement]:
    """Return the values of a row for one test, its cells by the names of the head."""
    operation = TESTS[cells["Test"]]
    found = _pair(index, operation, cells["K/sec"], cells["/sec"], cells["ID"])
    for name, quantity in SHARES.items():
        if name in cells and _NUMBER.fullmatch(cells[name]):
            load = found[0].workload if found else {}
            written = f"{cells[name]} {name}"
            found.append(
                Measurement(operation, quantity, cells[name], "%", index, written, "", load)
            )
    return found


def _pair(index: int, operation: str, rate: str, count: str, label: str) -> list[Measurement]:
    if not _NUMBER.fullmatch(rate) or not _NUMBER.fullmatch(count):
        return []
    load: dict[str, Value] = {"series": label} if label and label != "anon" else {}
    return [
        Measurement(
            operation,
            "bandwidth",
            rate,
            "KiB/s",
            index,
            f"{rate} K/sec",
            "",
            load,
            certainty="assumed",
            note=NOTE,
        ),
        Measurement(operation, "iops", count, "op/s", index, f"{count} /sec", "", load),
    ]
