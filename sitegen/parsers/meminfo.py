"""/proc/meminfo of Linux."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import dump
from sitegen.record import Fact, Run, Source

TOOL = "meminfo"
MARKS = ("MemTotal:",)
VARIANTS = ("/proc/meminfo: kB is 1024 bytes (fs/proc/meminfo.c shifts pages by PAGE_SHIFT - 10)",)

_ROW = re.compile(r"\s*([A-Z]\w*(?:\(\w+\))?):\s+(\d+)( kB)?\s*")
_COLUMNS = {
    "MemTotal": "memory.total",
    "MemFree": "memory.free",
    "MemAvailable": "memory.available",
    "Buffers": "memory.buffers",
    "Cached": "memory.cached",
    "Dirty": "memory.dirty",
    "SwapTotal": "swap.total",
    "SwapFree": "swap.free",
    "HugePages_Total": "memory.hugepages",
    "Hugepagesize": "memory.hugepage-size",
}


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    facts: list[Fact] = []
    first = last = -1
    for index, line in enumerate(source.lines):
        match = _ROW.fullmatch(line)
        if match and match[1] == "MemTotal":
            if facts:
                yield dump(TOOL, first, last, facts)
            facts, first = [], index
        elif not match:
            if facts:
                yield dump(TOOL, first, last, facts)
            facts = []
            continue
        elif not facts:
            continue
        last = index
        name, digits, unit = match.groups()
        if name in _COLUMNS:
            value = int(digits) * (1024 if unit else 1)
            facts.append(Fact(_COLUMNS[name], value, index, f"{digits}{unit or ''}"))
    if facts:
        yield dump(TOOL, first, last, facts)
