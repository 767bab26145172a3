"""IOR: the run that a test is, whichever format it was read from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.display import show
from sitegen.parsers._ior_tests import Cell, Row, Test, is_number, workload
from sitegen.record import Measurement, Run, Source, Value

TOOL = "ior"
STATISTICS = ("max", "min", "mean", "stddev")

OVER_ALL = "bytes moved / transfer size / whole time, opening and closing included"
"""What IOR means by OPs in its summaries (ior-output.c, PrintLongSummaryOneOperation)."""


def run(source: Source, test: Test) -> Iterator[Run | Diagnostic]:
    """Yield the run that a test is, and what is wrong with it."""
    if test.faults:
        words, line = test.faults[0]
        yield source.problem(line, "failed-run", f"IOR failed: {words}")
        return
    accesses = [a for a in ("write", "read") if test.of(a) or a in test.means or a in test.maxima]
    if not accesses:
        if test.banner:
            message = "IOR began, but printed no result"
            yield source.problem(test.first, "incomplete-run", message)
        return
    load = workload(test)
    measurements: list[Measurement] = []
    for access in accesses:
        rows = test.of(access)
        if rows and len(rows) < test.repetitions:
            message = f"{access}: {len(rows)} of {test.repetitions} repetitions"
            last = rows[-1].cells["access"].line
            yield source.problem(last, "incomplete-run", message, "the output is cut off")
        measurements += _access(test, access, rows)
    measurements += _removals(test)
    yield from _sizes(source, test)
    if not test.whole:
        message = "the line 'Finished' is missing: the output may be cut off"
        hint = "the files that IO500 writes for each phase end so"
        yield source.problem(test.last, "missing-field", message, hint)
    yield Run(
        TOOL,
        test.version,
        test.first,
        test.last,
        measurements,
        workload=load,
        date=test.date,
        furniture=frozenset(test.furniture),
    )


def _operation(test: Test, access: str) -> str:
    order = test.options.get("ordering in a file")
    if order is None:
        return access
    return f"rand-{access}" if order.text.startswith("random") else f"seq-{access}"


def _access(test: Test, access: str, rows: Sequence[Row]) -> Iterator[Measurement]:
    """Yield the values of one access: each repetition, then what IOR says of all of them."""
    its = _operation(test, access)
    means = test.means.get(access, {})
    once = test.repetitions == 1
    for row in rows:
        own: dict[str, Value] = {}
        if row.moved:
            own["total_size"] = int(row.moved.moved.text)
            cell = row.moved.moved
            written = f"{cell.text} bytes moved"
            yield _made(its, "size", cell, "B", written, "", own)
        rate = row.cells.get("bw(MiB/s)")
        if rate and once:
            rate = _fuller(rate, test.maxima.get(access), means.get("Max(MiB)"))
        for quantity, found, unit, word in (
            ("bandwidth", rate, "MiB/s", "MiB/s"),
            ("iops", row.cells.get("IOPS"), "op/s", "IOPS"),
            ("time", row.cells.get("total(s)"), "s", "s"),
        ):
            if found and is_number(found.text) and Decimal(found.text):
                yield _made(its, quantity, found, unit, f"{found.text} {word}", "", own)
    moved = {int(row.moved.moved.text) if row.moved else 0 for row in rows}
    size_moved = moved.pop() if len(moved) == 1 else 0
    shared: dict[str, Value] = {"total_size": size_moved} if size_moved else {}
    yield from _means(its, means, rows, once, shared)
    if not means and access in test.maxima and not (rows and once):
        cell = test.maxima[access]
        statistic = "" if once else "max"
        yield _made(its, "bandwidth", cell, "MiB/s", f"{cell.text} MiB/sec", statistic, shared)


def _means(
    its: str, means: Mapping[str, Cell], rows: Sequence[Row], once: bool, own: Mapping[str, Value]
) -> Iterator[Measurement]:
    counted = any("IOPS" in row.cells for row in rows)
    for quantity, unit, word, note in (
        ("bandwidth", "MiB/s", "MiB", ""),
        ("iops", "op/s", "OPs", OVER_ALL),
    ):
        if once and rows and quantity == "bandwidth":
            continue
        for statistic in ("mean",) if once else STATISTICS:
            head = f"{statistic.capitalize()}({word})"
            cell = means.get(head if statistic != "stddev" else f"StdDev({word})")
            if cell and is_number(cell.text):
                name = "" if once and not (quantity == "iops" and counted) else statistic
                yield _made(its, quantity, cell, unit, f"{cell.text} {word}", name, own, note)
    cell = means.get("Mean(s)")
    if cell and is_number(cell.text) and not (once and rows):
        name = "" if once else "mean"
        yield _made(its, "time", cell, "s", f"{cell.text} s", name, own)


def _fuller(cell: Cell, *others: Cell | None) -> Cell:
    """Return the same number with more digits where a cell has none behind the point.

    Rows have decimals up to 3600 only (PPDouble in ior-output.c), the lines below them always.
    """
    if "." not in cell.text and is_number(cell.text):
        for other in others:
            if other and is_number(other.text) and round(Decimal(other.text)) == Decimal(cell.text):
                return other
    return cell


def _made(
    operation: str,
    quantity: str,
    cell: Cell,
    unit: str,
    written: str,
    statistic: str,
    own: Mapping[str, Value],
    note: str = "",
) -> Measurement:
    return Measurement(
        operation,
        quantity,
        cell.text,
        unit,
        cell.line,
        written,
        statistic,
        own,
        note=note,
        pointer=cell.pointer,
    )


def _removals(test: Test) -> Iterator[Measurement]:
    for row in test.of("remove"):
        cell = row.cells.get("total(s)")
        if cell and is_number(cell.text):
            yield _made("file-delete", "time", cell, "s", f"{cell.text} s", "", {})


def _sizes(source: Source, test: Test) -> Iterator[Diagnostic]:
    """Yield that less was moved than planned, once for a test."""
    for row in test.rows:
        if row.moved and int(row.moved.moved.text) != row.moved.planned:
            stated = test.options.get("aggregate filesize")
            planned = stated.text if stated else f"{row.moved.planned} bytes"
            moved = show(int(row.moved.moved.text), "B", binary=True)
            line = row.moved.moved.line
            message = f"total size: {planned} were planned, {row.moved.moved.text} bytes moved"
            hint = f"line {source.numbers[line]}: {moved}; the bytes moved are used"
            yield source.problem(stated.line if stated else line, "contradiction", message, hint)
            return
