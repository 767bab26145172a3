"""nvme list, id-ctrl and smart-log of nvme-cli: text and JSON of 1.x and 2.x."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _smart
from sitegen.parsers._dumps import Things, decimal, dump, labelled, scaled, stated, whole
from sitegen.parsers._json import Broken, Document, documents
from sitegen.record import Fact, Run, Source

TOOL = "nvme"
MARKS = ('"Devices"', '"percent_used"', '"ssvid"', "percentage_used", "ercentage Used", "tnvmcap",
         "FW Rev",
         "NVME Identify")  # fmt: skip
VARIANTS = (
    "list: the table (GB is 10^9), JSON as a flat list (to 2.3) and as HostNQN, Subsystems, "
    "Controllers, Namespaces (2.10)",
    "id-ctrl and smart-log: temperatures in JSON and thresholds are Kelvin, °C is 273.15 less; "
    "text has °C; a data unit is 512,000 bytes (NVMe 1.3, 5.14.1.2)",
)

_ROW = re.compile(
    r"\s*/dev/(nvme\d+n\d+)\s+(?:/dev/ng\S+\s+)?(\S+)\s+(\S.*?)\s+(?:0x[0-9a-f]+|\d+)\s+"
    r"(\d+(?:\.\d+)?)\s+([kMGTP]?B) /\s+(\d+(?:\.\d+)?)\s+([kMGTP]?B)"
    r"\s+(\d+)\s+(K?i?B) \+\s+(\d+)\s+B\s+(\S+)\s*"
)
_DEVICE = re.compile(r"\s*Smart Log for NVME device:\s*(\S+).*", re.IGNORECASE)
_CELSIUS = re.compile(r"(-?\d+)\s*(?:°\s*)?C\b.*")
_UNITS = {"data_units_read": "read", "data_units_written": "written"}
_COUNTS = {
    "power_cycles": "power-cycles",
    "unsafe_shutdowns": "unsafe-shutdowns",
    "media_errors": "media-errors",
    "num_err_log_entries": "logged-errors",
}
_SHARES = {
    "available_spare": "spare",
    "avail_spare": "spare",
    "percentage_used": "wear",
    "percent_used": "wear",
}
_TEXTS = {"mn": "model", "fr": "firmware"}
_THRESHOLDS = {"wctemp": "warning-temperature", "cctemp": "critical-temperature"}
_ZERO = Decimal("273.15")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("drive")
    serials: dict[str, str] = {}
    yield from _table(source, things, serials)
    yield from _logs(source, things, serials)
    for key, read in (('"Devices"', _list), ('"ssvid"', _flat), ('"percent_used"', _flat)):
        if key not in source.text:
            continue
        for document in documents(source, key):
            if isinstance(document, Broken):
                message = f"the JSON of nvme is cut off or damaged: {document.reason}"
                yield source.problem(document.end, "incomplete-run", message)
            elif facts := list(read(document, things)):
                yield dump(TOOL, document.first, document.last, facts)


def _list(document: Document, things: Things) -> Iterator[Fact]:
    """Yield what `nvme list -o json` says, in either layout."""
    rows = document.value.get("Devices")
    count = 0
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        if not isinstance(row, dict):
            continue
        here: tuple[str | int, ...] = ("Devices", place)
        if "DevicePath" in row:
            count += 1
            name = str(row["DevicePath"]).removeprefix("/dev/")
            yield from things.facts(name, _device(row, row, name, document.line(*here)))
        for one, subsystem in _each(row, "Subsystems"):
            for two, its in _each(subsystem, "Controllers"):
                at = (*here, "Subsystems", one, "Controllers", two)
                count += 1
                line = document.line(*at)
                spaces = [space for _, space in _each(its, "Namespaces")]
                spaces += [space for _, space in _each(subsystem, "Namespaces")]
                # With several paths those of the controller are empty: nvme0c0n1.
                full = (its for its in spaces if str(its.get("PhysicalSize") or "0") != "0")
                space = next(full, spaces[0] if spaces else {})
                name = str(space.get("NameSpace") or its.get("Controller"))
                yield from things.facts(name, _device(its, space, name, line))
    if count:
        yield Fact("drives", count, document.first, f"{count} devices")


def _each(node: Mapping[str, Any], key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    rows = node.get(key)
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict):
            yield place, row


def _device(
    its: Mapping[str, Any], space: Mapping[str, Any], name: str, line: int
) -> Iterator[Fact]:
    yield Fact("name", name, line, name)
    yield from stated("model", its.get("ModelNumber") or "", line)
    yield from stated("firmware", its.get("Firmware") or "", line)
    for key, column in (
        ("PhysicalSize", "capacity"), ("SectorSize", "sector-size"), ("UsedBytes", "used"),
    ):  # fmt: skip
        written = str(space.get(key) or "")
        if written.isdecimal() and written != "0":
            yield Fact(column, int(written), line, written)


def _flat(document: Document, things: Things) -> Iterator[Fact]:
    """Yield what `id-ctrl -o json` or `smart-log -o json` says."""
    value = document.value
    if not ("mn" in value or "avail_spare" in value):
        return
    facts: list[Fact] = []
    for key, its in value.items():
        if isinstance(its, str) and (_is_known(key) or key == "temperature"):
            facts += _field(key, its.strip(), document.line(key), kelvin=True)
    name = str(value.get("sn") or f"at {document.first}")
    yield from things.facts(name, _recorded(facts))


def _is_known(key: str) -> bool:
    tables = (_UNITS, _COUNTS, _SHARES, _TEXTS, _THRESHOLDS)
    return any(key in table for table in tables) or key in ("tnvmcap", "power_on_hours", "nn")


def _field(key: str, value: str, line: int, *, kelvin: bool) -> Iterator[Fact]:
    """Yield what a field says; numbers of 2.x can have a point: 12345.0."""
    digits = value.removesuffix(".0")
    if key in _TEXTS:
        yield from stated(_TEXTS[key], value, line)
    elif key in _SHARES:
        yield from _smart.share(_SHARES[key], digits, line)
    elif key in _THRESHOLDS or (key == "temperature" and kelvin):
        if digits.isdecimal() and digits != "0":
            celsius = float(Decimal(digits) - _ZERO)
            column = _THRESHOLDS.get(key, key)
            yield Fact(column, celsius, line, f"{digits} K")
    elif key == "temperature":
        if degrees := _CELSIUS.fullmatch(value):
            yield Fact(key, int(degrees[1]), line, value)
    elif digits[:1].isdecimal():
        number = whole(digits.split(" ")[0])
        if key in _UNITS:
            yield Fact(
                _UNITS[key], number * _smart.UNIT, line, f"{digits.partition(' ')[0]} data units"
            )
        elif key in _COUNTS:
            yield Fact(_COUNTS[key], number, line, value)
        elif key == "power_on_hours":
            yield Fact("power-on-time", number * 3600, line, f"{value} hours")
        elif key == "tnvmcap" and number:
            yield Fact("capacity", number, line, value)
        elif key == "nn":
            yield Fact("namespaces", number, line, value)


def _recorded(facts: list[Fact]) -> list[Fact]:
    """Return facts, or none of a log in which all numbers are zero: the drive keeps none."""
    numbers = [fact.value for fact in facts if not isinstance(fact.value, str)]
    return facts if any(numbers) else [fact for fact in facts if isinstance(fact.value, str)]


def _table(source: Source, things: Things, serials: dict[str, str]) -> Iterator[Run]:
    """Yield the table of `nvme list`; `serials` keeps which device has which serial number."""
    facts: list[Fact] = []
    first = last = -1
    for index, line in enumerate(source.lines):
        match = _ROW.fullmatch(line) if "/dev/nvme" in line else None
        if match:
            first = first if facts else index
            last = index
            device, serial = match.group(1, 2)
            serials[device] = serials[device.rpartition("n")[0]] = serial
            facts += things.facts(serial, _columns(match, index))
    if facts:
        yield dump(TOOL, first, last, facts)


def _columns(match: re.Match[str], line: int) -> Iterator[Fact]:
    yield Fact("name", match[1], line, match[1])
    yield Fact("model", match[3], line, match[3])
    yield Fact("firmware", match[11], line, match[11])
    for column, digits, unit in (("used", match[4], match[5]), ("capacity", match[6], match[7])):
        size = decimal(f"{digits} {unit}")
        if size:
            yield Fact(column, size, line, f"{digits} {unit}")
    sector = scaled(match[8], 1024 if match[9].startswith("K") else 1)
    if sector:
        yield Fact("sector-size", sector, line, f"{match[8]} {match[9]}")
    if match[10] != "0":
        yield Fact("metadata-size", int(match[10]), line, f"{match[10]} B")


def _logs(source: Source, things: Things, serials: dict[str, str]) -> Iterator[Run]:
    """Yield a run for each block of lines of smart-log or id-ctrl.

    Names of fields are in small letters, as smartctl never writes them.
    """
    block = Block("at 0")
    for index, line in enumerate([*source.lines, "$ "]):
        device = _DEVICE.fullmatch(line)
        match = None if device else labelled(line)
        key = re.sub(r"[ _]+", "_", match[1].lower()) if match else ""
        starts = device or line.startswith("NVME Identify") or key in block.seen
        if starts or not (match or line.lstrip().startswith("[") or not line.strip()):
            yield from block.run(things)
            name = device[1] if device else f"at {index}"
            block = Block(serials.get(name, name), index if starts else -1)
        if match and (_is_known(key) or key == "temperature"):
            block.add(key, match, index)
        elif match and key == "sn":
            block.name = match[2]


class Block:
    """The lines of one output of smart-log or id-ctrl."""

    def __init__(self, name: str, first: int = -1) -> None:
        self.name = name
        self.first = self.last = first
        self.facts: list[Fact] = []
        self.seen: set[str] = set()
        self.named = False

    def add(self, key: str, match: tuple[str, str, str], index: int) -> None:
        """Add a line with a known name of a field."""
        self.first = self.first if self.first >= 0 else index
        self.last = index
        self.seen.add(key)
        self.named |= match[1] == key and key != "temperature"
        self.facts += _field(key, match[2], index, kelvin=key in _THRESHOLDS)

    def run(self, things: Things) -> Iterator[Run]:
        """Yield the run of the block, if it is one."""
        if self.named and len(self.facts) > 1:
            yield dump(TOOL, self.first, self.last, things.facts(self.name, _recorded(self.facts)))
