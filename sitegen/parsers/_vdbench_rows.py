"""Vdbench: the heads of its tables, and what a row of averages comes to.

Averages leave out the first interval (or the warmup), which the label says: avg_2-60.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._text import number, unreadable
from sitegen.record import Fact, Measurement, Source, Value

# The two lines of the head of raw I/O (Report.java, createHeaders), and our names.
_RAW = {
    ("i/o", "rate"): "rate",
    ("MB/sec", "1024**2"): "mb",
    ("MB/sec", "1000**2"): "mb",
    ("bytes", "i/o"): "bytes",
    ("read", "pct"): "read_pct",
    ("resp", "time"): "resp",
    ("read", "resp"): "read_resp",
    ("write", "resp"): "write_resp",
    ("resp", "max"): "max",
    ("read", "max"): "read_max",
    ("write", "max"): "write_max",
    ("resp", "stddev"): "stddev",
    ("queue", "depth"): "queue",
    ("cpu%", "sys+u"): "cpu",
    ("cpu%", "sys+usr"): "cpu",
    ("cpu%", "sys"): "cpu_sys",
}
# Groups of the head of file systems (FwdStats.java) whose columns are not simply rate and resp.
_FILES = {
    ("ReqstdOps", "rate"): "rate",
    ("ReqstdOps", "resp"): "resp",
    ("cpu%", "total"): "cpu",
    ("cpu%", "sys"): "cpu_sys",
    ("read", "pct"): "read_pct",
    ("mb/sec", "read"): "mb_read",
    ("mb/sec", "write"): "mb_write",
    ("mb/sec", "total"): "mb",
    ("xfer", "size"): "bytes",
}
# The columns of flatfile.html (Flat.java) that have other names there.
_FLAT = {
    "mb/sec": "mb",
    "bytes/io": "bytes",
    "read%": "read_pct",
    "resp_max": "max",
    "resp_std": "stddev",
    "cpu_used": "cpu",
    "cpu_kernel": "cpu_sys",
}
FILE_OPERATIONS = {
    "mkdir": "mkdir",
    "rmdir": "rmdir",
    "create": "create",
    "open": "open",
    "close": "close",
    "delete": "delete",
    "getattr": "stat",
    "setattr": "setattr",
    "access": "access",
    "copy": "file-copy",
    "move": "rename",
}
_WORDS = {"rate": "i/o rate", "mb": "MB/sec", "resp": "resp ms"}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of averages: its cells by name, the unit of MB, and the load it was measured under.

    `files` is whether this is the layout of file systems; `random` is empty where nobody says.
    """

    cells: Mapping[str, str]
    line: int
    files: bool
    megabyte: str
    workload: Mapping[str, Value]
    random: str = ""


def raw_heads(first: str, second: str) -> list[str]:
    """Return the names of the columns of raw I/O; a column that is not known gets no name."""
    upper = first[first.index("interval") :].split()[1:]
    return [_RAW.get(pair, "") for pair in zip(upper, second.split(), strict=False)]


def file_heads(first: str, second: str) -> list[str]:
    """Return the names of the columns of file systems: one or two below each group of the head."""
    lower = second.split()
    names: list[str] = []
    for word in first[first.index("Interval") :].split()[1:]:
        group = word.strip(".")
        below = lower[len(names) : len(names) + 1]
        single = below in (["pct"], ["size"], ["mb"]) or (group == "mb/sec" and below == ["total"])
        for one in lower[len(names) : len(names) + (1 if single else 2)]:
            names.append(_FILES.get((group, one), f"{group}_{one}"))
    return names


def flat_name(head: str) -> str:
    """Return our name for a column of flatfile.html."""
    return _FLAT.get(head.lower(), head.lower())


def values(source: Source, row: Row) -> Iterator[Measurement | Fact | Diagnostic]:
    """Yield the values of a row. One in which nothing was done has none."""
    digits: dict[str, str] = {}
    for name, text in row.cells.items():
        if not name or text.lower() in ("nan", "n/a"):
            continue
        found = number(text, source.lines[row.line])
        if found is not None:
            digits[name] = found
        elif name in ("rate", "mb", "resp"):
            yield unreadable(source, row.line, text)
            return
    if not Decimal(digits.get("rate", "0")):
        return
    if "read_pct" in digits:
        share = Decimal(digits["read_pct"]) / 100
        if 0 <= share <= 1:
            yield Fact("read-share", float(share), row.line, f"{row.cells['read_pct']} read pct")
    if "bytes" in digits:
        size = int(Decimal(digits["bytes"]))
        yield Fact("transfer-size", size, row.line, f"{row.cells['bytes']} bytes")
    made = _files(row, digits) if row.files else _raw(row, digits)
    seen: set[tuple[str, str, str]] = set()
    for operation, quantity, statistic, name, unit in made:
        key = (operation, quantity, statistic)
        if name not in digits or key in seen or not Decimal(digits[name]):
            continue
        seen.add(key)
        written = f"{row.cells[name]} {_WORDS.get(name, name)}"
        yield Measurement(
            operation, quantity, digits[name], unit, row.line, written, statistic, row.workload
        )


Wanted = Iterator[tuple[str, str, str, str, str]]


def _raw(row: Row, digits: Mapping[str, str]) -> Wanted:
    """Yield operation, quantity, statistic, column and unit of the values of raw I/O."""
    reads = Decimal(digits.get("read_pct", "-1"))
    mixed = "read" if reads == 100 else "write" if reads == 0 else "rw"
    whole, read, write = (row.random + name for name in (mixed, "read", "write"))
    # With the debug flag 'microseconds' times have no decimals (Report.java, reportDetail).
    time = "ms" if "." in digits.get("resp", ".") else "us"
    yield whole, "iops", "", "rate", "op/s"
    yield whole, "bandwidth", "", "mb", row.megabyte
    yield whole, "latency", "mean", "resp", time
    yield whole, "latency", "max", "max", time
    yield whole, "latency", "stddev", "stddev", "ms"
    yield whole, "cpu", "", "cpu", "%"
    yield whole, "system-cpu", "", "cpu_sys", "%"
    yield read, "latency", "mean", "read_resp", time
    yield read, "latency", "max", "read_max", time
    yield write, "latency", "mean", "write_resp", time
    yield write, "latency", "max", "write_max", time


def _files(row: Row, digits: Mapping[str, str]) -> Wanted:
    """Yield the same for file systems: the operations asked for, then each kind of them."""
    reads, writes = (Decimal(digits.get(f"{name}_rate", "0")) for name in ("read", "write"))
    if reads and writes:
        whole = "rw"
    elif Decimal(digits["rate"]) in (reads, writes):
        whole = "read" if reads else "write"
    else:
        whole = "mix"
    yield whole, "iops", "", "rate", "op/s"
    yield whole, "latency", "mean", "resp", "ms"
    if whole != "mix" or not (reads or writes):
        yield whole, "bandwidth", "", "mb", row.megabyte
    yield whole, "cpu", "", "cpu", "%"
    yield whole, "system-cpu", "", "cpu_sys", "%"
    for name in ("read", "write"):
        yield name, "bandwidth", "", f"mb_{name}", row.megabyte
    for name, operation in {"read": "read", "write": "write", **FILE_OPERATIONS}.items():
        yield operation, "iops", "", f"{name}_rate", "op/s"
        yield operation, "latency", "mean", f"{name}_resp", "ms"


def lacking(row: Sequence[str], heads: Sequence[str]) -> str:
    """Return that the cells of a row are not those of its head, or nothing."""
    if len(row) == len(heads):
        return ""
    return f"{len(row)} cells under {len(heads)} heads"
