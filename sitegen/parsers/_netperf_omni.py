"""The results of netperf's omni tests for programs: KEY=value lines of -k, CSV of -o."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

TOOL = "netperf"

_PAIR = re.compile(r"\s*([A-Z][A-Z0-9_]+)=(.*?)\s*")
_RATES = {
    "10^3bits/s": ("net-bandwidth", "kbit/s", 1),
    "10^6bits/s": ("net-bandwidth", "Mbit/s", 1),
    "10^9bits/s": ("net-bandwidth", "Gbit/s", 1),
    "KBytes/s": ("net-bandwidth", "Kibit/s", 8),
    "MBytes/s": ("net-bandwidth", "Mibit/s", 8),
    "GBytes/s": ("net-bandwidth", "Gibit/s", 8),
    "Trans/s": ("rate", "op/s", 1),
}
_NAMES = {
    "Throughput": "THROUGHPUT",
    "Throughput Units": "THROUGHPUT_UNITS",
    "Elapsed Time (sec)": "ELAPSED_TIME",
    "Elapsed Time (sec.)": "ELAPSED_TIME",
    "Protocol": "PROTOCOL",
    "Mean Latency Microseconds": "MEAN_LATENCY",
    "Minimum Latency Microseconds": "MIN_LATENCY",
    "Maximum Latency Microseconds": "MAX_LATENCY",
    "Stddev Latency Microseconds": "STDDEV_LATENCY",
    "50th Percentile Latency Microseconds": "P50_LATENCY",
    "90th Percentile Latency Microseconds": "P90_LATENCY",
    "99th Percentile Latency Microseconds": "P99_LATENCY",
    "Local Transport Retransmissions": "LOCAL_TRANSPORT_RETRANS",
}
"""What the heads of the CSV are called among the keys of -k (netperf's nettest_omni.c)."""
_LATENCIES = {
    "MEAN_LATENCY": "mean",
    "MIN_LATENCY": "min",
    "MAX_LATENCY": "max",
    "STDDEV_LATENCY": "stddev",
    "P50_LATENCY": "p50",
    "P90_LATENCY": "p90",
    "P99_LATENCY": "p99",
}
Cells = dict[str, tuple[int, str]]


def omni(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield the runs of KEY=value lines and of CSV tables."""
    cells: Cells = {}
    head: list[str] = []
    for index, line in enumerate(source.lines):
        if "," in line and "Throughput Units" in line:
            head = next(csv.reader([line.strip()]))
        elif head and line.count(",") >= len(head) - 1:
            row = next(csv.reader([line.strip()]))
            named = zip(head, row, strict=False)
            yield from _run(source, {_NAMES.get(name, name): (index, its) for name, its in named})
            head = []
        elif match := _PAIR.fullmatch(line):
            if match[1] in cells:
                yield from _run(source, cells)
                cells = {}
            cells[match[1]] = (index, match[2])
        elif cells and line.strip():
            yield from _run(source, cells)
            cells = {}
    yield from _run(source, cells)


def _run(source: Source, cells: Cells) -> Iterator[Run | Diagnostic]:
    if "THROUGHPUT" not in cells:
        return
    index, digits = cells["THROUGHPUT"]
    if "THROUGHPUT_UNITS" not in cells:
        message = "there is no THROUGHPUT_UNITS to say what THROUGHPUT is measured in"
        yield source.problem(index, "missing-field", message)
        return
    word = cells["THROUGHPUT_UNITS"][1]
    if word not in _RATES or not _is_number(digits):
        message = f"'{digits} {word}' is not a rate of netperf"
        yield source.problem(index, "bad-number", message)
        return
    quantity, unit, factor = _RATES[word]
    operation = "net-request" if quantity == "rate" else "net-transfer"
    value = Decimal(digits) * factor if factor != 1 else digits
    measured = [Measurement(operation, quantity, value, unit, index, f"{digits} {word}")]
    measured += _latencies(cells, operation)
    if "LOCAL_TRANSPORT_RETRANS" in cells and cells["LOCAL_TRANSPORT_RETRANS"][1].isdecimal():
        line, count = cells["LOCAL_TRANSPORT_RETRANS"]
        measured.append(Measurement("net-send", "retransmits", count, "1", line, count))
    load: dict[str, Value] = {}
    if "PROTOCOL" in cells and cells["PROTOCOL"][1]:
        load["protocol"] = cells["PROTOCOL"][1]
    if "ELAPSED_TIME" in cells and _is_number(cells["ELAPSED_TIME"][1]):
        seconds = round(float(cells["ELAPSED_TIME"][1]), 1)
        load["runtime"] = int(seconds) if seconds == int(seconds) else seconds
    lines = [line for line, _ in cells.values()]
    known = frozenset(lines)
    yield Run(TOOL, "", min(lines), max(lines), measured, (), load, furniture=known)


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"\d+(?:\.\d+)?", text))


def _latencies(cells: Mapping[str, tuple[int, str]], operation: str) -> Iterator[Measurement]:
    for name, statistic in _LATENCIES.items():
        if name in cells and _is_number(cells[name][1]) and cells[name][1].strip("0."):
            index, digits = cells[name]
            written = f"{digits} us"
            yield Measurement(operation, "latency", digits, "us", index, written, statistic)
