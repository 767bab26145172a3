"""A load point of SPEC SFS: what its metrics mean, in XML and in text alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sitegen.record import Certainty, Fact, Measurement, Run, Value
from sitegen.units import tidy

TOOL = "SPEC SFS"

KB = "KB is not defined in the file; taken as 1024 bytes, with 1000 it would be 2.3 % less"

_RESULTS = {
    "achieved rate": ("mix", "iops", "op/s", "ops/s", ""),
    "average latency": ("mix", "latency", "ms", "ms", "mean"),
    "overall throughput": ("mix", "bandwidth", "KiB/s", "KB/s", ""),
    "read throughput": ("read", "bandwidth", "KiB/s", "KB/s", ""),
    "write throughput": ("write", "bandwidth", "KiB/s", "KB/s", ""),
}
_LOAD = {
    "business metric": ("scale", "1"),
    "clients": ("clients", "1"),
    "processes per client": ("tasks_per_node", "1"),
    "run time": ("runtime", "s"),
    "file size": ("file_size", "KiB"),
    "starting data set size": ("total_size", "MiB"),
}
_FACTS = {
    "op rate": ("requested-rate", "op/s"),
    "client data set size": ("dataset.client-size", "MiB"),
    "initial file space": ("dataset.initial-size", "MiB"),
    "maximum file space": ("dataset.maximum-size", "MiB"),
}


class Cell(NamedTuple):
    """A metric of a load point: its digits, and the index of its line."""

    digits: str
    line: int


def run(
    cells: Mapping[str, Cell],
    name: str,
    first: int,
    last: int,
    version: str = "",
    date: str = "",
) -> Run:
    measurements = []
    for metric, (operation, quantity, unit, word, statistic) in _RESULTS.items():
        if metric in cells:
            digits, line = cells[metric]
            written = f"{digits} {word}"
            certainty: Certainty = "assumed" if quantity == "bandwidth" else "exact"
            note = KB if quantity == "bandwidth" else ""
            measurements.append(
                Measurement(
                    operation,
                    quantity,
                    digits,
                    unit,
                    line,
                    written,
                    statistic,
                    certainty=certainty,
                    note=note,
                )
            )
    load: dict[str, Value] = {"test": name} if name else {}
    for metric, (column, unit) in _LOAD.items():
        if metric in cells:
            load[column] = tidy(cells[metric].digits, unit)
    facts = [
        Fact(column, tidy(cells[metric].digits, unit), cells[metric].line, cells[metric].digits)
        for metric, (column, unit) in _FACTS.items()
        if metric in cells
    ]
    return Run(
        TOOL,
        version,
        first,
        last,
        measurements,
        facts,
        load,
        date,
        frozenset(range(first, last + 1)),
    )
