"""The YAML that stress-ng writes with --yaml: system-info, metrics, times."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.record import Fact, Measurement, Run, Source, Value

KEYS = ("bogo-ops-per-second-real-time:",)

TOOL = "stress-ng"
_ENTRY = re.compile(r"\s*(-\s+)?([\w-]+):\s+(\S.*?)\s*")
_PLACES = {
    "bogo-ops": ("stress", "count", "", "1"),
    "bogo-ops-per-second-real-time": ("stress", "rate", "", "op/s"),
    "bogo-ops-per-second-usr-sys-time": ("stress", "rate", "cpu-time", "op/s"),
    "wall-clock-time": ("stress", "time", "", "s"),
    "user-time": ("stress", "user-time", "", "s"),
    "system-time": ("stress", "system-time", "", "s"),
    "cpu-usage-per-instance": ("stress", "cpu", "", "%"),
    # MB is 2^20 bytes (stress-hdd.c).
    "mbsec-read-rate": ("read", "bandwidth", "", "MiB/s"),
    "mbsec-write-rate": ("write", "bandwidth", "", "MiB/s"),
    "mb-per-sec-read-rate": ("read", "bandwidth", "", "MiB/s"),
    "mb-per-sec-write-rate": ("write", "bandwidth", "", "MiB/s"),
}
_FACTS = {"release": "kernel", "machine": "arch", "cpus": "cpu.count", "totalram": "memory"}
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def documents(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield a run for each document that has a list of metrics."""
    lines = source.lines
    first, version, date, clock = -1, "", "", ""
    facts: list[Fact] = []
    measured: list[Measurement] = []
    stressor = ""
    section = ""
    for index, line in enumerate(lines):
        text = line.strip()
        if text in ("system-info:", "metrics:", "times:"):
            if text == "system-info:" or (text == "metrics:" and measured):
                yield from _run(source, first, index, version, date, facts, measured, section)
                first, version, date, facts, measured = index, "", "", [], []
            section = text[:-1]
            first = first if first >= 0 else index
        elif text in ("...", "---") and section:
            ended = "times" if text == "..." else section
            yield from _run(source, first, index, version, date, facts, measured, ended)
            first, version, date, facts, measured, section = -1, "", "", [], [], ""
        elif section and (match := _ENTRY.fullmatch(line)):
            _, key, value = match.groups()
            if section == "system-info":
                if key == "stress-ng-version":
                    version = value.strip("'\"")
                elif key == "date-yyyy-mm-dd":
                    date = value.replace(":", "-")
                elif key == "time-hh-mm-ss":
                    clock = value
                    date = f"{date}T{clock}" if date else ""
                elif key in _FACTS:
                    found: Value = int(value) if value.isdecimal() else value.strip("'\"")
                    facts.append(Fact(_FACTS[key], found, index, value))
            elif key == "stressor":
                stressor = value
            elif section == "metrics" and key in _PLACES and _NUMBER.fullmatch(value):
                operation, quantity, statistic, unit = _PLACES[key]
                # A rate of nothing means that nothing was counted.
                if value.strip("0.") or quantity not in ("rate", "bandwidth"):
                    load: dict[str, Value] = {"stressor": stressor}
                    measured.append(
                        Measurement(operation, quantity, value, unit, index, value, statistic, load)
                    )
    yield from _run(source, first, len(lines), version, date, facts, measured, section)


def _run(
    source: Source,
    first: int,
    end: int,
    version: str,
    date: str,
    facts: list[Fact],
    measured: list[Measurement],
    section: str,
) -> Iterator[Run | Diagnostic]:
    if not measured:
        return
    last = measured[-1].line
    if section != "times":
        message = "the YAML of stress-ng ends within its metrics"
        yield source.problem(last, "missing-field", message)
    last = end - 1 if section == "times" else last
    known = frozenset(range(first, last + 1))
    yield Run(TOOL, version, first, last, measured, facts, {}, date, known)
