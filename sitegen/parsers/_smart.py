"""What smartctl says in text and in JSON alike: attributes of ATA drives, what finishes a drive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import scaled
from sitegen.record import Fact, Source

UNIT = 512_000
"""Bytes of a data unit of an NVMe drive: 1000 blocks of 512 (nvmeprint.cpp, NVMe 1.3, 5.14.1.2)."""

_COUNTS = {
    5: "reallocated-sectors",
    12: "power-cycles",
    197: "pending-sectors",
    198: "uncorrectable-sectors",
    199: "crc-errors",
}
_LEADING = re.compile(r"(\d+)\b")
_HOURS = re.compile(r"(\d+)(?:h(?:\+(\d+)m.*)?)?(?: .*)?")
_WRITTEN = re.compile(r"(?:Host|Lifetime|Total|User)_Writes_(\d*)([MG]iB)")


def attribute(number: int, name: str, raw: str, line: int) -> Iterator[Fact]:
    """Yield what an attribute of an ATA drive says whose raw value has one meaning for all drives.

    Of attribute 194 only the text counts: its raw number packs least and most into the same value.
    """
    leading = _LEADING.match(raw)
    if number in _COUNTS and leading:
        yield Fact(_COUNTS[number], int(leading[1]), line, raw)
    elif number == 194 and leading and int(leading[1]) < 200:
        yield Fact("temperature", int(leading[1]), line, raw)
    elif number == 9 and name.startswith("Power_On_Hours") and (hours := _HOURS.fullmatch(raw)):
        minutes = int(hours[2] or 0)
        yield Fact("power-on-time", int(hours[1]) * 3600 + minutes * 60, line, raw)
    elif leading and (unit := _WRITTEN.fullmatch(name)):
        each = int(unit[1] or 1) * (2**20 if unit[2] == "MiB" else 2**30)
        yield Fact("written", int(leading[1]) * each, line, raw)


def share(column: str, percent: str, line: int) -> Iterator[Fact]:
    """Yield a share that is printed as a whole number of per cent."""
    digits = percent.strip().rstrip("%")
    value = scaled(digits, 1)
    if value is not None and float(value) >= 0:
        yield Fact(column, float(value) / 100, line, f"{digits} %")


def unhealthy(source: Source, facts: Iterable[Fact]) -> Iterator[Diagnostic]:
    """Yield a finding for each drive that says that it fails."""
    for fact in facts:
        if fact.column.endswith(".health") and str(fact.value).lower() not in ("passed", "ok"):
            message = f"a drive says of its health: '{fact.value}'"
            yield source.problem(fact.line, "degraded", message)
