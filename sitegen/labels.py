"""What columns of records, their values and metrics are called for people."""

from __future__ import annotations

from functools import lru_cache

from sitegen import display, machine
from sitegen.record import Value
from sitegen.units import Number
from sitegen.vocabulary import OPERATIONS, QUANTITIES, STATISTICS, WORKLOAD

_LABELS = {
    "run": "run",
    "tool": "tool",
    "tool_version": "tool version",
    "date": "date",
    "testbed": "testbed",
    "operation": "operation",
    "quantity": "quantity",
    "statistic": "statistic",
}

_BASE_OF = {"size": "B", "duration": "s", "fraction": "1", "rate": "B/s"}


@lru_cache(10_000)
def column(column: str) -> str:
    """Return the words for a column: `workload.file_size` is 'file size'."""
    if column in _LABELS:
        return _LABELS[column]
    section, _, rest = column.partition(".")
    if section == "workload" and rest in WORKLOAD:
        return WORKLOAD[rest].label
    return rest.replace(".", " ").replace("-", " ").replace("_", " ") if rest else column


@lru_cache(10_000)
def metric(operation: str, quantity: str, statistic: str = "") -> str:
    """Return the words for a metric: 'Sequential write throughput', 'Random read latency, p99'."""
    words = f"{OPERATIONS[operation]} {QUANTITIES[quantity].label}"
    return f"{words}, {STATISTICS.get(statistic, statistic)}" if statistic else words


def value(column: str, value: Value, *, binary: bool = True) -> str:
    """Return a value for people: sizes as 16 GiB, durations as 60 s, operations by their label."""
    section, _, rest = column.partition(".")
    if column == "operation":
        return OPERATIONS.get(str(value), str(value))
    if isinstance(value, str):
        return value
    if section == "testbed" and (its := machine.named(rest)):
        return _of_machine(rest, value, its.kind)
    kind = WORKLOAD[rest].type if section == "workload" and rest in WORKLOAD else "text"
    if kind == "fraction":
        return display.FRACTION.quantity(value)
    if kind in _BASE_OF:
        return _short(value, _BASE_OF[kind], binary=binary)
    return f"{value:,}" if kind == "count" else str(value)


def _of_machine(name: str, value: Number, kind: machine.Kind) -> str:
    """Return what a system dump says: 16 GiB of memory, 4 TB of a drive, 2.6 GHz, 8 GT/s."""
    if kind == "share":
        return display.FRACTION.quantity(value)
    if kind == "transfers":
        return f"{value / 1e6:g} MT/s" if name.startswith("dimm") else f"{value / 1e9:g} GT/s"
    if kind in machine.UNITS:
        return _short(value, machine.UNITS[kind], binary=kind == "size")
    return f"{value:,}"


def _short(value: Number, base: str, *, binary: bool) -> str:
    """Return a size or duration without the decimals that say nothing: 4 KiB, not 4.00 KiB."""
    text, _, symbol = display.show(value, base, binary=binary).partition(" ")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return f"{text} {symbol}"
