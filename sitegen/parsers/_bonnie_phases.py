"""From two rows of bonnie++ for the same six phases to one set of values.

Where the text table and the CSV line agree digit for digit, a value is linked to the table; where
the CSV line has more digits, to that. Where they contradict each other both values are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._bonnie_print import Row
from sitegen.parsers._text import binary_size
from sitegen.record import NOTHING, Certainty, Measurement, Source, Value, maker

_measurement = maker(Measurement)

BULK = (
    ("char-write", "bandwidth"),
    ("seq-write", "bandwidth"),
    ("rewrite", "bandwidth"),
    ("char-read", "bandwidth"),
    ("seq-read", "bandwidth"),
    ("rand-seek", "iops"),
)
FILES = (
    ("seq-create", "iops"),
    ("seq-stat", "iops"),
    ("seq-delete", "iops"),
    ("rand-create", "iops"),
    ("rand-stat", "iops"),
    ("rand-delete", "iops"),
)
RATES = {"k": "KiB/s", "m": "MiB/s", "g": "GiB/s"}
MEBIBYTE = 1024**2
_KIB_BELOW_MIB = "bon_csv2html 2.00 prints KiB/s in the per-character columns, under the head M/sec"
_PHASES = 6
FILE_UNIT = 1024
"""What one unit of -n stands for (DirectoryUnit in bonnie.h)."""


def bulk_load(*rows: Row | None) -> dict[str, Value]:
    """Return the sizes of the file and of its blocks; the CSV of 2.00 leaves the latter out."""
    load: dict[str, Value] = {}
    for row in rows:
        if row:
            size, _, rest = row.label.partition(":")
            if "file_size" not in load and (value := binary_size(size, MEBIBYTE)):
                load["file_size"] = value
            if rest and "block_size" not in load and (value := binary_size(rest.partition(":")[0])):
                load["block_size"] = value
    return load


def files_load(row: Row) -> dict[str, Value]:
    """Return what `16:1000:500/4` says: files in units of 1024, sizes, directories."""
    sizes, _, directories = row.label.partition("/")
    count, *limits = sizes.split(":")
    load: dict[str, Value] = {"files": int(count) * FILE_UNIT} if count.isdecimal() else {}
    for name, size in zip(("max_size", "min_size"), limits, strict=False):
        if size.isdecimal():
            load[name] = int(size)
        elif size:
            # bonnie++ links instead of creating: `link` or `symlink`.
            load["mode"] = size
    if directories.isdecimal():
        load["directories"] = int(directories)
    return load


def phases_of(
    source: Source,
    text: Row | None,
    record: Row | None,
    phases: Sequence[tuple[str, str]],
    version: str,
    load: Mapping[str, Value],
    seeks: Mapping[str, Value],
    findings: list[Diagnostic],
) -> list[Measurement]:
    """Return the values of six phases from the row of a table, of a CSV line, or of both."""
    found: list[Measurement] = []
    if text and not text.cells:
        if not record:
            message = "cells are missing, and the others do not stand under their columns"
            hint = "the CSV line has all cells"
            findings.append(source.problem(text.line, "rows-left-over", message, hint))
        text = None
    row = text or record
    if row is None:
        return found
    other = record if text else None
    if other and other.cells == row.cells and other.latencies == row.latencies:
        other = None
    fast, refused = [], []
    count = _count(row, version, load)
    for (operation, quantity), printed, told in zip(
        phases, _cells(row), _cells(other), strict=True
    ):
        its = {**load, **seeks} if seeks and operation == "rand-seek" else load
        rate, share, latency = printed
        exact, exact_share, exact_latency = told
        if count and rate == count:
            if not exact:
                refused.append(operation)
            rate = ""
        if (exact or rate)[:1] == "+" or (share == "+++" and rate[:1] == "0"):
            fast.append(operation)
            rate = exact = ""
        elif rate[:1] == "+":
            rate = ""
        for make, mine, its_exact in (
            (_rate, rate, exact),
            (_share, share.rstrip("+"), exact_share.rstrip("+")),
            (_latency, latency, exact_latency),
        ):
            if not mine and not its_exact:
                continue
            if not other or not its_exact or mine == its_exact or mine == f"{its_exact}k":
                found.append(make(operation, quantity, mine, row, its))
                continue
            if mine and not agree(mine, its_exact):
                found.append(make(operation, quantity, mine, row, its))
                findings.append(_contradiction(source, row, other, operation, mine, its_exact))
            found.append(make(operation, quantity, its_exact, other, its))
    if fast:
        message = f"under half a second, too fast to be measured: {', '.join(fast)}"
        hint = "use a larger file, or more files"
        findings.append(source.problem(row.line, "too-fast", message, hint))
    if refused:
        message = (
            f"bonnie++ {version} prints the number of files as the rate of {', '.join(refused)}"
        )
        hint = "the CSV line of the same run has the rates; keep it in the file"
        findings.append(source.problem(row.line, "impossible-value", message, hint))
    if not record and _is_rounded(row, version):
        message = "the table is rounded, and there is no CSV line with all digits"
        findings.append(source.problem(row.line, "rounded-value", message, "keep the CSV line"))
    return found


def _cells(row: Row | None) -> Iterable[tuple[str, str, str]]:
    """Return what a row has for each phase: value, CPU share, latency."""
    if row is None:
        return repeat(("", "", ""), _PHASES)
    return zip(row.cells[::2], row.cells[1::2], row.latencies or repeat("", _PHASES), strict=True)


def agree(cell: str, exact: str) -> bool:
    """Return whether a cell of the table is what the CSV line has, rounded or cut."""
    if cell == exact:
        return True
    if exact[:1] == "+":
        return cell[:1] in ("+", "0")
    if not (cell[:1].isdecimal() and exact[-1:].isdecimal()):
        return False  # plus signs, or times, which are never rounded
    if cell.isdecimal() and exact.isdecimal():
        return int(cell) == int(exact)
    # Whole numbers, so that both sides are exact: each times ten for each decimal of the cell.
    printed, _, decimals = cell.rstrip("kmg").partition(".")
    above, _, below = exact.partition(".")
    if not ((printed + decimals).isdecimal() and (above + below).isdecimal()):
        return False
    number, value = int(printed + decimals), int(above + below) * 10 ** len(decimals)
    divisor: int = 10 ** len(below)
    if cell[-1] in RATES:
        divisor *= 1024 ** "kmg".index(cell[-1])
    return number in (value // divisor, (2 * value + divisor) // (2 * divisor))


def _count(row: Row, version: str, load: Mapping[str, Value]) -> str:
    """Return the number of files that a table of 1.98 or 2.00 prints where a rate should be."""
    return str(load.get("files", "")) if version >= "1.98" and row.word == "/sec" else ""


def _rate(
    operation: str, quantity: str, cell: str, row: Row, load: Mapping[str, Value]
) -> Measurement:
    digits, note = cell, ""
    certainty: Certainty = "exact"
    if quantity == "iops":
        unit, written = "op/s", f"{cell} /sec" if row.word else cell
    elif cell[-1] not in RATES:
        unit, written = "KiB/s", f"{cell} {row.word}".rstrip()
    else:
        digits, unit = cell[:-1], RATES[cell[-1]]
        written = f"{digits} M/sec" if row.word == "M/sec" else f"{cell}/sec"
        if row.word == "M/sec" and digits == "0":
            certainty = "below-resolution"
        if row.word == "M/sec" and unit == "KiB/s":
            note = _KIB_BELOW_MIB
    return _measurement((
        operation, quantity, digits, unit, row.line, written, "", load, NOTHING, certainty, note, ""
    ))  # fmt: skip


def _share(operation: str, _: str, cell: str, row: Row, load: Mapping[str, Value]) -> Measurement:
    written = f"{cell} %CP" if row.word else cell
    return _measurement((
        operation, "cpu", cell, "%", row.line, written, "", load, NOTHING, "exact", "", "",
    ))  # fmt: skip


def _latency(operation: str, _: str, cell: str, row: Row, load: Mapping[str, Value]) -> Measurement:
    digits = cell.rstrip("ums")
    unit = cell[len(digits) :]
    return _measurement((
        operation, "latency", digits, unit, row.latency_line, cell, "max", load, NOTHING, "exact",
        "", "",
    ))  # fmt: skip


def _contradiction(
    source: Source, row: Row, other: Row, what: str, cell: str, exact: str
) -> Diagnostic:
    return source.problem(
        row.line,
        "does-not-add-up",
        f"{what}: the table says {cell}, the CSV line says {exact}",
        f"line {source.numbers[other.line]} is the CSV line of the same run; see which was changed",
    )


def _is_rounded(row: Row, version: str) -> bool:
    """Return whether a table has fewer digits than the CSV line that bonnie++ prints with it.

    Since 1.98 rates are cut to three digits; 1.03 prints seeks from 1000 on without decimals.
    """
    if any(cell[-1:] in ("m", "g") for cell in row.cells[::2]):
        return True
    seeks = row.cells[10]
    return row.word == "K/sec" and version < "1.9" and len(seeks) > 3 and seeks.isdecimal()
