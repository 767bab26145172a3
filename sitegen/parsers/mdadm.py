"""mdadm --detail and --examine: arrays of Linux software RAID."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, dump, sized, stated
from sitegen.record import Fact, Run, Source

TOOL = "mdadm"
MARKS = ("Raid Level :",)
VARIANTS = (
    "--detail: the first number of `Array Size` is KiB (Detail.c of mdadm), `Chunk Size : 64K` a "
    "power of 1024",
    "--examine: the same of one member; sizes that it prints in sectors are left out",
)

_ROW = re.compile(r"\s*([A-Z][\w ]*?) : (.*?)\s*")
_DEVICE = re.compile(r"\s*(/dev/\S+):\s*")
_SIZE = re.compile(r"(\d+)(?: KiB)?(?: \(.*\))?")
_MEMBER = re.compile(r"\s*(?:\d+|-)\s+\d+\s+\d+\s+(?:\d+|-)\s+\S.*")
_COUNTS = {
    "Raid Devices": "devices",
    "Active Devices": "active",
    "Working Devices": "working",
    "Failed Devices": "failed",
    "Spare Devices": "spares",
}
_TEXTS = {
    "Version": "metadata",
    "Raid Level": "level",
    "State": "state",
    "Layout": "layout",
    "Intent Bitmap": "bitmap",
    "Consistency Policy": "consistency",
    "Resync Status": "progress",
    "Rebuild Status": "progress",
    "Reshape Status": "progress",
    "Check Status": "progress",
}

Rows = Mapping[str, tuple[str, int]]


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("raid")
    lines = source.lines
    index = 0
    while index < len(lines):
        if not (match := _DEVICE.fullmatch(lines[index])):
            index += 1
            continue
        first = last = index
        rows: dict[str, tuple[str, int]] = {}
        index += 1
        while index < len(lines) and (
            not lines[index].strip()
            or _ROW.fullmatch(lines[index])
            or _MEMBER.fullmatch(lines[index])
            or lines[index].split()[:2] == ["Number", "Major"]
        ):
            if row := _ROW.fullmatch(lines[index]):
                rows.setdefault(row[1], (row[2], index))
            if lines[index].strip():
                last = index
            index += 1
        if "Raid Level" in rows:
            yield from _run(source, match[1], rows, range(first, last + 1), things)


def _run(
    source: Source, device: str, rows: Rows, lines: range, things: Things
) -> Iterator[Run | Diagnostic]:
    # Each member that --examine looks at tells of the same array.
    array = rows["Array UUID"][0] if "Array UUID" in rows else device
    known = array in things.known
    facts = things.facts(array, _facts(device, rows, lines.start))
    if not known:
        yield dump(TOOL, lines.start, lines[-1], facts)
    state, line = rows.get("State", ("", 0))
    if "degraded" in state or rows.get("Failed Devices", ("0", 0))[0] != "0":
        message = f"the array {device} is degraded: its state is '{state}'"
        yield source.problem(line or lines.start, "degraded", message)
    missing: Sequence[str] = [name for name in ("Array Size", "Raid Devices") if name not in rows]
    if missing and "inactive" not in state:
        message = f"{' and '.join(missing)} of {device} cannot be found: the output is cut off"
        yield source.problem(lines[-1], "missing-field", message)


def _facts(device: str, rows: Rows, first: int) -> Iterator[Fact]:
    if "Array UUID" not in rows:
        name = device.removeprefix("/dev/")
        yield Fact("name", name, first, device)
    for label, (value, line) in rows.items():
        if label in _COUNTS and value.isdecimal():
            yield Fact(_COUNTS[label], int(value), line, value)
        elif label in _TEXTS:
            yield from stated(_TEXTS[label], value, line)
        elif label == "Array Size" and (size := _SIZE.fullmatch(value)):
            yield Fact("size", int(size[1]) * 1024, line, value)
        elif label == "Chunk Size":
            yield from sized("chunk", value, line)
