"""fio's histograms of completion latency over time, added up to percentiles.

A line has msec, direction and block size, then the count of each bin (`flush_hist_samples` in
iolog.c). Bins are those of `plat_idx_to_val` in stat.c: 64 to each power of two, the first 128 one
unit wide. fio 3 has 1856 of ns, fio 2 had 1216 of usec; log_hist_coarseness halves their number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from sitegen.diagnostics import Diagnostic, Position
from sitegen.record import Measurement, Run

ROW = re.compile(r"\d+, [0-2], \d+(?:, \d+){16,}")

_BINS = {"ns": 1856, "us": 1216}
_RANKS = (50, 90, 95, 99, Decimal("99.9"), Decimal("99.99"))
_DIRECTIONS = ("read", "write", "trim")


def read(path: str, lines: Iterable[str], label: str) -> Iterator[Run | Diagnostic]:
    """Yield the percentiles of a histogram log, in the memory that one line takes."""
    counts: dict[str, list[int]] = {}
    width = count = 0
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        if not ROW.fullmatch(line.rstrip()):
            yield _damaged(path, index)
            return
        cells = [int(cell) for cell in line.split(",")]
        width = width or len(cells) - 3
        if len(cells) - 3 != width:
            yield _damaged(path, index)
            return
        name = _DIRECTIONS[cells[1]]
        counts[name] = [
            one + two for one, two in zip(counts.get(name, [0] * width), cells[3:], strict=True)
        ]
        count = index + 1
    unit, step = _scale(width)
    if not unit:
        return
    measurements = [
        made for name, its in counts.items() for made in _percentiles(name, its, step, unit, label)
    ]
    if measurements:
        yield Run("fio", "", 0, count - 1, measurements)
        message = "logs of fio have no end mark: it cannot be told whether this one is whole"
        yield Diagnostic(Position(path, count), "not-recorded", message)


def _damaged(path: str, index: int) -> Diagnostic:
    message = "this line of a histogram of fio has not all its fields"
    return Diagnostic(Position(path, index + 1), "incomplete-run", message)


def _scale(width: int) -> tuple[str, int]:
    """Return the unit of the bins, and how many of fio's bins one column holds."""
    for unit, bins in _BINS.items():
        for coarseness in range(7):
            if bins >> coarseness == width:
                return unit, 1 << coarseness
    return "", 0


def _percentiles(
    operation: str, counts: list[int], step: int, unit: str, label: str
) -> Iterator[Measurement]:
    total = sum(counts)
    for rank in _RANKS:
        wanted, seen = Decimal(total) * rank / 100, 0
        for column, count in enumerate(counts):
            seen += count
            if count and seen >= wanted:
                low, high = _edge(column * step), _edge((column + 1) * step)
                yield Measurement(
                    operation,
                    "completion-latency",
                    Decimal(low + high) / 2,
                    unit,
                    0,
                    f"{low} to {high} {unit}",
                    f"p{rank}",
                    {"job": label},
                    certainty="derived",
                    note=f"the middle of the bin of I/O {wanted:.0f} of {total} of one job",
                )
                break


def _edge(index: int) -> int:
    """Return where one of fio's bins begins."""
    if index < 128:
        return index
    bits = (index >> 6) - 1
    return (1 << (bits + 6)) + (index % 64) * (1 << bits)
