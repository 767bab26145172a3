"""What the fileio test of sysbench measured: reads, writes and fsyncs."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from sitegen.parsers._sysbench_block import Block
from sitegen.record import Measurement

# get_test_mode_str in sb_fileio.c.
_MODES = {
    "sequential write (creation)": "seq-write",
    "sequential rewrite": "rewrite",
    "sequential read": "seq-read",
    "random read": "rand-read",
    "random write": "rand-write",
    "random r/w": "rand-rw",
}
# --file-test-mode in sb_fileio.c.
_OPTIONS = {
    "seqwr": "seq-write",
    "seqrewr": "rewrite",
    "seqrd": "seq-read",
    "rndrd": "rand-read",
    "rndwr": "rand-write",
    "rndrw": "rand-rw",
}
_UNITS = {"b": "B", "Kb": "KiB", "Mb": "MiB", "Gb": "GiB", "Tb": "TiB"}
FILEIO = frozenset(
    {"requests", "moved", "requests_rate", "reads", "writes", "fsyncs", "read_rate", "write_rate",
     "read_both", "write_both", "fsync_iops"}
)  # fmt: skip


def file_operation(block: Block) -> str:
    if mode := _MODES.get(block.number("doing")) or _OPTIONS.get(block.file_mode):
        return mode
    used = {
        way
        for way, names in (
            ("read", (("reads", 1), ("read_both", 1), ("requests", 1), ("read_rate", 1))),
            ("write", (("writes", 1), ("write_both", 1), ("requests", 2), ("write_rate", 1))),
        )
        for name, group in names
        if float(block.number(name, group) or 0)
    }
    return used.pop() if len(used) == 1 else "rw"


def file_rates(block: Block, operation: str) -> Iterator[Measurement]:
    read, write = _ways(operation)
    for name, of, quantity, unit, word in (
        ("reads", read, "iops", "op/s", "reads/s"),
        ("writes", write, "iops", "op/s", "writes/s"),
        ("fsyncs", "fsync", "iops", "op/s", "fsyncs/s"),
        ("fsync_iops", "fsync", "iops", "op/s", "IOPS"),
        ("read_rate", read, "bandwidth", "MiB/s", "MiB/s"),
        ("write_rate", write, "bandwidth", "MiB/s", "MiB/s"),
        ("requests_rate", operation, "iops", "op/s", "Requests/sec"),
    ):
        # The direction that was not used, and fsync where it is off, are printed as 0.
        if float(block.number(name) or 0):
            index, match = block.values[name]
            yield Measurement(of, quantity, match[1], unit, index, f"{match[1]} {word}")
    for name, of in (("read_both", read), ("write_both", write)):
        if float(block.number(name) or 0):
            index, match = block.values[name]
            yield Measurement(of, "iops", match[1], "op/s", index, f"IOPS={match[1]}")
            yield Measurement(of, "bandwidth", match[2], "MiB/s", index, f"{match[2]} MiB/s")
    if "moved" in block.values:
        yield from _moved(block, operation)


def _moved(block: Block, operation: str) -> Iterator[Measurement]:
    """Yield what 0.4 and 0.5 say of bytes: the rate of both ways together, and the amounts."""
    index, match = block.values["moved"]
    digits, unit = match[7], match[8]
    if unit in _UNITS and float(digits):
        yield Measurement(
            operation, "bandwidth", digits, f"{_UNITS[unit]}/s", index, f"{digits}{unit}/sec"
        )
    if match[6] in _UNITS:
        written = f"{match[5]}{match[6]}"
        yield Measurement(operation, "size", match[5], _UNITS[match[6]], index, written)
    time = block.number("time")
    if operation not in ("rand-rw", "rw") or not float(time or 0):
        return
    for way, group in zip(_ways(operation), (1, 3), strict=True):
        amount, unit = match[group], match[group + 1]
        if unit in _UNITS:
            formula = f"{amount}{unit} / {time}s"
            rate = Decimal(amount) / Decimal(time)
            yield Measurement(
                way,
                "bandwidth",
                rate,
                f"{_UNITS[unit]}/s",
                index,
                f"{amount}{unit}",
                certainty="derived",
                note=formula,
            )


def _ways(operation: str) -> tuple[str, str]:
    """Return what reads and writes are called in a run."""
    if operation == "rand-rw":
        return "rand-read", "rand-write"
    return {
        "seq-write": ("seq-read", "seq-write"),
        "rewrite": ("seq-read", "rewrite"),
        "seq-read": ("seq-read", "seq-write"),
        "rand-read": ("rand-read", "rand-write"),
        "rand-write": ("rand-read", "rand-write"),
    }.get(operation, ("read", "write"))
