"""free of procps, of any age and language; read by its shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import binary, decimal, dump
from sitegen.record import Fact, Run, Source

TOOL = "free"
MARKS = ("Mem:", "/cache", "/Cache", "/кеш", "/캐시")
VARIANTS = (
    "KiB, -b, -m and -h, with or without the columns `available` and `buffers`; numbers have no "
    "unit: those in KiB are multiples of a page of 4 KiB, those of -b of 4096 bytes, and those of "
    "-m and -g of neither (proc/sysinfo.c reads pages)",
    "-h: Gi, or G before 3.3.15, are 2^30 bytes; since 3.3.17, whose head begins a column further "
    "to the right, G is 10^9, printed with --si",
)

_ROW = re.compile(r"\s*([^\W\d][^\d:\uff1a]*)[:\uff1a]\s*(\d\S*(?:\s+\d\S*)*)\s*")
_CELL = re.compile(r"[\d.,]+(?:[BKMGTPE]i?)?")
_HEAD = re.compile(r"\s*[^\d:\uff1a]+")
_COMMAND = re.compile(r"(?:^|[\s`])free((?: +-[-\w]+)+)")
_UNITS = {"b": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}
_LONG = {
    "--bytes": 1, "--kibi": 1024, "--mebi": 1024**2, "--gibi": 1024**3, "--tebi": 1024**4,
    "--kilo": 1000, "--mega": 1000**2, "--giga": 1000**3, "--tera": 1000**4,
}  # fmt: skip
_SWAP_AFTER = 5
_HEAD_INDENT = 15
_LEAST_MIB = 2048
_MOST_MIB = 4 * 1024**2


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    lines = source.lines
    for index in range(1, len(lines)):
        row = _ROW.fullmatch(lines[index])
        if not row or not _HEAD.fullmatch(lines[index - 1]):
            continue
        cells, heads = row[2].split(), lines[index - 1].split()
        if len(cells) == len(heads) and len(cells) in (6, 7) and all(map(_CELL.fullmatch, cells)):
            yield from _table(source, index, cells, len(heads) == 7 or "/" in lines[index - 1])


def _table(
    source: Source, index: int, cells: Sequence[str], available: bool
) -> Iterator[Run | Diagnostic]:
    """Yield what the table says whose row of the memory stands on a line."""
    rows = [cells]
    last, swap = index, -1
    for number in range(index + 1, min(index + _SWAP_AFTER, len(source.lines))):
        row = _ROW.fullmatch(source.lines[number])
        if not row:
            if not source.lines[number].lstrip().startswith("-/+"):
                break
        else:
            rows.append(row[2].split())
            if len(rows[-1]) == 3 and row[1] not in ("Low", "High") and swap < 0:
                swap = number
        last = number
    unit = _unit(source.lines, index, [cell for row in rows for cell in row])
    if unit == 0:
        message = f"free prints no unit, and {cells[0]} can be MiB or GiB"
        hint = "keep the command with its option beside the output: $ free -g"
        yield source.problem(index, "ambiguous-number", message, hint)
        return
    names = ["memory.total", "memory.used", "memory.free"]
    facts = list(_facts(names, cells[:3], index, unit))
    if available:
        facts += _facts(["memory.available"], cells[-1:], index, unit)
    if swap >= 0:
        its = _ROW.fullmatch(source.lines[swap])
        assert its
        names = ["swap.total", "swap.used", "swap.free"]
        facts += _facts(names, its[2].split(), swap, unit)
    if facts and all(int(fact.value) <= int(facts[0].value) for fact in facts[:3]):
        yield dump(TOOL, index - 1, last, facts)


def _facts(names: Sequence[str], cells: Sequence[str], line: int, unit: int) -> Iterator[Fact]:
    """Yield facts of cells, in bytes; a unit of 1000 is that of --si."""
    for name, cell in zip(names, cells, strict=True):
        if cell.isdecimal():
            yield Fact(name, int(cell) * unit, line, cell)
        else:
            value = decimal(cell) if unit == 1000 else binary(cell)
            if value is not None:
                yield Fact(name, value, line, cell)


def _unit(lines: Sequence[str], index: int, cells: Sequence[str]) -> int:
    """Return the bytes of one unit of a table, or 0 where it can be more than one."""
    command = next(
        (found for line in lines[max(0, index - 3) : index] if (found := _COMMAND.search(line))),
        None,
    )
    options = command[1].split() if command else []
    letters = "".join(option[1:] for option in options if not option.startswith("--"))
    if not all(cell.isdecimal() for cell in cells):
        old = _indent(lines[index - 1]) - _indent(lines[index]) < _HEAD_INDENT
        powers = old or any(cell.endswith("i") for cell in cells)
        return 1024 if powers and "--si" not in options else 1000
    for option in options:
        if option in _LONG:
            return _LONG[option]
    for letter in letters:
        if letter in _UNITS and "--si" not in options:
            return _UNITS[letter]
    numbers = [int(cell) for cell in cells]
    if sum(number > 0 for number in numbers) >= 3:
        if all(number % 4096 == 0 for number in numbers):
            return 1
        if all(number % 4 == 0 for number in numbers):
            return 1024
    return 1024**2 if _LEAST_MIB <= numbers[0] < _MOST_MIB else 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
