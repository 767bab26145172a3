"""smartctl -i, -a and -x of ATA, SCSI and NVMe drives: text; JSON is read in _smart_json.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _smart
from sitegen.parsers._dumps import Things, counted, dump, labelled, scaled, stated, text, whole
from sitegen.parsers._smart_json import runs as json_runs
from sitegen.record import Fact, Run, Source

TOOL = "smartctl"
MARKS = ('"json_format_version"', "=== START OF ")
VARIANTS = (
    "ATA, SCSI and NVMe text of 5.x to 7.x: thousands are parted as the locale has it, TB is 10^12",
    "data units of NVMe are 512,000 bytes (nvmeprint.cpp: le128_to_str(..., 1000*512)); gigabytes "
    "processed of SCSI are 10^9 bytes (scsiprint.cpp)",
    "-j: the same; of the temperature `temperature.current` counts",
)

_TOOL = re.compile(r"\s*smartctl (?:version )?(\d+\.\d+)\b.*")
_OLD_SCSI = re.compile(r"\s*Device: (\S+)\s+(\S.*?)\s+Version: (\S+)\s*")
_ATTRIBUTE = re.compile(
    r"\s*(\d{1,3}) ([A-Za-z]\S*)\s+(?:0x[0-9a-f]{4}|[POSRCK-]{6})\s+"
    r"(?:(?:\d{3}|---)\s+){3}(?:(?:Pre-fail|Old_age)\s+(?:Always|Offline)\s+)?\S+\s+(\S.*?)\s*"
)
_COUNTER = re.compile(r"\s*(read|write):((?:\s+[\d.,]+){7})\s*")
_POWERED = re.compile(r"\s*number of hours powered up = (\d+)[.,]\d+\s*")
_ON_TIME = re.compile(r"\s*Accumulated power on time, hours:minutes ([\d.,' ]+):(\d+).*")
_SATA = re.compile(
    r"(SATA [\d.]+)(?:.*?, (\d+(?:\.\d+)?) Gb/s)?(?: \(current: (\d+(?:\.\d+)?) Gb/s\))?.*"
)
_SECTORS = re.compile(r"(\d+) bytes logical(?:, (\d+) bytes physical|(/physical))")
_CAPACITY = re.compile(r"([\d.,' \u2019]*\d) ?(?:bytes)?(?: \[.*)?")
_DEGREES = re.compile(r"(\d+) (?:C|Celsius)\b.*")

_TEXTS = {
    "Model Family": "family",
    "Device Model": "model",
    "Model Number": "model",
    "Product": "model",
    "Vendor": "vendor",
    "Firmware Version": "firmware",
    "Revision": "firmware",
    "Form Factor": "form-factor",
    "Transport protocol": "protocol",
    "TRIM Command": "trim",
    "Write cache is": "write-cache",
    "Writeback Cache is": "write-cache",
    "Rd look-ahead is": "read-ahead",
    "SMART overall-health self-assessment test result": "health",
    "SMART Health Status": "health",
}
_COUNTS = {
    "Number of Namespaces": "namespaces",
    "Power Cycles": "power-cycles",
    "Unsafe Shutdowns": "unsafe-shutdowns",
    "Media and Data Integrity Errors": "media-errors",
    "Error Information Log Entries": "logged-errors",
    "Elements in grown defect list": "grown-defects",
}
_SHARES = {
    "Available Spare": "spare",
    "Percentage Used": "wear",
    "Percentage used endurance indicator": "wear",
}
_DEGREE_LABELS = {
    "Temperature": "temperature",
    "Current Drive Temperature": "temperature",
    "Current Temperature": "temperature",
    "Warning Comp. Temp. Threshold": "warning-temperature",
    "Critical Comp. Temp. Threshold": "critical-temperature",
}
_UNITS = {"Data Units Read": "read", "Data Units Written": "written"}
_CAPACITIES = {
    "User Capacity": "capacity",
    "Total NVM Capacity": "capacity",
    "Namespace 1 Size/Capacity": "capacity",
    "Namespace 1 Formatted LBA Size": "sector-size",
    "Logical block size": "sector-size",
    "Physical block size": "physical-sector-size",
}

Field = Callable[[str, int], Iterator[Fact]]


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("drive")
    if '"json_format_version"' in source.text:
        yield from json_runs(source, TOOL, things)
    if "=== START OF " in source.text:
        yield from _texts(source, things)


def _texts(source: Source, things: Things) -> Iterator[Run | Diagnostic]:
    """Yield a run for each output: from the line of the version or of the first section on."""
    lines = source.lines
    starts: list[tuple[int, str]] = []
    version = ""
    for index, line in enumerate(lines):
        if match := _TOOL.fullmatch(line):
            version = match[1]
            starts.append((index, version))
        elif line.lstrip().startswith("=== START OF INFORMATION") and not (
            starts and _begins(lines, starts[-1][0], index)
        ):
            starts.append((index, version))
    for place, (first, its) in enumerate(starts, 1):
        end = starts[place][0] if place < len(starts) else len(lines)
        yield from _run(source, first, end, its, things)


def _begins(lines: Sequence[str], start: int, index: int) -> bool:
    """Return whether the output that begins at `start` has come to no section before `index`."""
    return not any("=== START OF" in line for line in lines[start:index])


def _run(
    source: Source, first: int, end: int, version: str, things: Things
) -> Iterator[Run | Diagnostic]:
    facts: dict[str, Fact] = {}
    serial = f"at {first}"
    last = first
    for index in range(first, end):
        line = source.lines[index]
        match = labelled(line)
        if match and match[1].lower() == "serial number":
            serial = match[2]
        for fact in _facts(line, match, index):
            # A value that is printed twice is the first: -x has the temperature in several tables.
            facts.setdefault(fact.column, fact)
            last = index
    if not facts:
        return
    its = things.facts(serial, facts.values())
    yield dump(TOOL, first, last, its, version)
    yield from _smart.unhealthy(source, its)


def _facts(line: str, match: tuple[str, str, str] | None, index: int) -> Iterator[Fact]:
    """Yield what a line says."""
    if row := _ATTRIBUTE.fullmatch(line):
        yield from _smart.attribute(int(row[1]), row[2], row[3], index)
    elif counter := _COUNTER.fullmatch(line):
        # Always with three decimals (scsiprint.cpp); some locales have a comma before them.
        gigabytes = scaled(counter[2].split()[5].replace(",", "."), 10**9)
        if gigabytes is not None:
            column = "read" if counter[1] == "read" else "written"
            yield Fact(column, gigabytes, index, f"{counter[2].split()[5]} GB")
    elif on := _ON_TIME.fullmatch(line):
        seconds = whole(on[1]) * 3600 + int(on[2]) * 60
        yield Fact("power-on-time", seconds, index, f"{on[1]}:{on[2]}")
    elif powered := _POWERED.fullmatch(line):
        yield from _hours(powered[1], index)
    elif old := _OLD_SCSI.fullmatch(line):
        yield from stated("vendor", old[1], index)
        yield from stated("model", old[2], index)
        yield from stated("firmware", old[3], index)
    elif match:
        yield from _field(" ".join(match[1].split()), match[2], index)


def _field(label: str, value: str, line: int) -> Iterator[Fact]:
    """Yield what a line `Label: value` says."""
    if label in _TEXTS:
        yield from stated(_TEXTS[label], value, line)
    elif label in _COUNTS:
        yield from counted(_COUNTS[label], value, line)
    elif label in _SHARES:
        yield from _smart.share(_SHARES[label], value, line)
    elif label in _DEGREE_LABELS:
        if degrees := _DEGREES.fullmatch(value):
            yield Fact(_DEGREE_LABELS[label], int(degrees[1]), line, value)
    elif label in _UNITS:
        units = value.partition("[")[0]
        if units.strip()[:1].isdecimal():
            yield Fact(_UNITS[label], whole(units) * _smart.UNIT, line, value)
    elif label in _CAPACITIES:
        if size := _CAPACITY.fullmatch(value):
            yield Fact(_CAPACITIES[label], whole(size[1]), line, value)
    elif label in _MORE:
        yield from _MORE[label](value, line)


def _sectors(value: str, line: int) -> Iterator[Fact]:
    if match := _SECTORS.fullmatch(value):
        yield Fact("sector-size", int(match[1]), line, value)
        yield Fact("physical-sector-size", int(match[2] or match[1]), line, value)


def _rotation(value: str, line: int) -> Iterator[Fact]:
    if value.endswith(" rpm") and value[:1].isdecimal():
        yield Fact("rotation", whole(value), line, value)
    else:
        yield from stated("medium", value, line)


def _sata(value: str, line: int) -> Iterator[Fact]:
    if match := _SATA.fullmatch(value):
        yield Fact("interface", match[1], line, value)
        for column, digits in (("max-link-speed", match[2]), ("link-speed", match[3])):
            speed = scaled(digits, 10**9)
            if speed is not None:
                yield Fact(column, speed, line, f"{digits} Gb/s")


def _hours(value: str, line: int) -> Iterator[Fact]:
    if value[:1].isdecimal():
        yield Fact("power-on-time", whole(value) * 3600, line, f"{value} hours")


def _nvme(value: str, line: int) -> Iterator[Fact]:
    if text(value):
        yield Fact("interface", f"NVMe {value}", line, value)


def _warning(value: str, line: int) -> Iterator[Fact]:
    if value.startswith("0x"):
        yield Fact("critical-warning", value, line, value)


_MORE: dict[str, Field] = {
    "Sector Size": _sectors,
    "Sector Sizes": _sectors,
    "Rotation Rate": _rotation,
    "SATA Version is": _sata,
    "Power On Hours": _hours,
    "NVMe Version": _nvme,
    "Critical Warning": _warning,
}
