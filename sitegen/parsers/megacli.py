"""MegaCli -LDInfo, -PDList, -LDPDInfo, -AdpAllInfo and the state of its battery."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sitegen import inquiry
from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _megaraid
from sitegen.parsers._dumps import Things, counted, dump, labelled, sized, stated
from sitegen.record import Fact, Run, Source

TOOL = "megacli"
MARKS = (
    "Enclosure Device ID",
    "Coerced Size: ",
    "Inquiry Data: ",
    "RAID Level Qualifier",
    "FW Package Build",
    "BatteryType",
)
VARIANTS = (
    "sizes are powers of 1024, though GB is printed: 279.396 GB is 0x22ecb25c sectors of 512 bytes",
    "virtual drives, drives, controllers; the level of `Primary-1, Secondary-0` is 10 with several "
    "spans or more than two drives",
)

_FAR = 36
_STARTS = {"Virtual Drive": "raid", "CacheCade Virtual Drive": "raid", "Virtual Disk": "raid"}
_TEXTS = {
    "raid": {
        "Name": "name",
        "State": "state",
        "Disk Cache Policy": "drive-cache",
        "Current Cache Policy": "cache-policy",
    },
    "drive": {
        "Device Firmware Level": "firmware",
        "PD Type": "protocol",
        "Media Type": "medium",
        "Firmware state": "state",
    },
    "controller": {
        "Product Name": "model",
        "FW Package Build": "firmware",
        "BIOS Version": "bios",
        "BBU": "battery",
        "BatteryType": "battery",
        "Battery State": "battery-state",
    },
}
_COUNTS = {
    "raid": {"Number Of Drives": "devices", "Span Depth": "spans"},
    "drive": {
        "Media Error Count": "media-errors",
        "Other Error Count": "other-errors",
        "Predictive Failure Count": "predicted-failures",
    },
    "controller": {},
}
_SIZES = {
    ("raid", "Strip Size"): "chunk",
    ("raid", "Stripe Size"): "chunk",
    ("controller", "Memory Size"): "cache",
    ("drive", "Logical Sector Size"): "sector-size",
    ("drive", "Physical Sector Size"): "physical-sector-size",
}
_RAW: dict[tuple[str, str], Callable[[str, int], Iterator[Fact]]] = {
    ("raid", "Size"): lambda value, line: _megaraid.size("size", value, line),
    ("drive", "Raw Size"): lambda value, line: _megaraid.size("capacity", value, line),
    ("drive", "Coerced Size"): lambda value, line: _megaraid.size("usable-capacity", value, line),
    ("drive", "Drive Temperature"): _megaraid.celsius,
    ("drive", "Link Speed"): lambda value, line: _megaraid.link_speed("link-speed", value, line),
    ("drive", "Device Speed"): lambda value, line: _megaraid.link_speed(
        "max-link-speed", value, line
    ),
}
_ADAPTER = re.compile(r"\s*Adapter #?(\d+)\b.*")


class Reader:
    """Goes through the lines of one output and gathers the facts of what each stands under."""

    def __init__(self, things: dict[str, Things]) -> None:
        self.things = things
        self.facts: list[Fact] = []
        self.kind = self.name = self.adapter = self.enclosure = ""
        self.its: dict[str, str] = {}

    def add(self, label: str, value: str, line: int, raw: str) -> bool:
        """Add what a labelled line says, and return whether its label is known here."""
        if label in _STARTS:
            self._begin("raid", f"{self.adapter}/{value.split(' ')[0]}")
            return True
        if label == "Enclosure Device ID":
            self.enclosure = value
            return True
        if label == "Slot Number":
            slot = f"{self.enclosure}:{value}" if self.enclosure else value
            self._begin("drive", f"{self.adapter}/{slot}")
            self._keep([Fact("slot", slot, line, slot)])
            return True
        if label in ("Product Name", "BatteryType", "FW Package Build") and self.kind != "drive":
            self._begin("controller", self.adapter)
        found = list(self._facts(label, value, line, raw)) if self.kind else []
        self.its[label] = value
        self._keep(found)
        return bool(found)

    def _begin(self, kind: str, name: str) -> None:
        if (kind, name) != (self.kind, self.name):
            self.kind, self.name, self.its = kind, name, {}

    def _keep(self, facts: list[Fact]) -> None:
        if facts:
            self.facts += self.things[self.kind].facts(self.name, facts)

    def _facts(self, label: str, value: str, line: int, raw: str) -> Iterator[Fact]:
        if column := _TEXTS[self.kind].get(label):
            yield from stated(column, value, line)
        if column := _COUNTS[self.kind].get(label):
            yield from counted(column, value, line)
        if column := _SIZES.get((self.kind, label)):
            yield from (fact for fact in sized(column, value, line) if fact.value)
        if read := _RAW.get((self.kind, label)):
            yield from read(value, line)
        if self.kind == "raid":
            yield from self._array(label, value, line)
        elif label == "Inquiry Data":
            yield from self._inquiry(raw, line)

    def _array(self, label: str, value: str, line: int) -> Iterator[Fact]:
        if label == "RAID Level":
            yield Fact("qualifier", value, line, value)
        elif label == "Span Depth" and value.isdecimal():
            drives, spans = self.its.get("Number Of Drives", "0"), int(value)
            each = self.its.get("Number Of Drives per span", "")
            if each.isdecimal():
                drives = str(int(each) * spans)
                yield Fact("devices", int(drives), line, f"{each} x {spans}")
            level = _megaraid.level(self.its.get("RAID Level", ""), int(drives or 0), spans)
            if level and drives.isdecimal():
                yield Fact("level", level, line, self.its["RAID Level"])
        elif label == "Current Cache Policy":
            names = ("write-policy", "read-policy", "io-policy")
            # Before 5.0 there are blanks between the words, as in `WriteBack ReadAdaptive Direct`.
            words = value.split(", ") if ", " in value else value.split()
            for name, word in zip(names, words, strict=False):
                yield Fact(name, word, line, value)

    def _inquiry(self, raw: str, line: int) -> Iterator[Fact]:
        """Yield vendor, model and firmware, of which a level above can be the last letters."""
        its = inquiry.read(raw)
        level = self.its.get("Device Firmware Level", "")
        if its and its.firmware.endswith(level):
            yield from stated("vendor", its.vendor, line)
            yield from stated("model", its.model, line)
            if not level:
                yield from stated("firmware", its.firmware, line)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = {root: Things(root) for root in ("raid", "drive", "controller")}
    reader = Reader(things)
    first = last = -1
    for index, line in enumerate(source.lines):
        if match := _ADAPTER.fullmatch(line):
            reader.adapter = match[1]
            reader.kind = ""
        elif (its := labelled(line)) and reader.add(its[1], its[2], index, line):
            first = first if first >= 0 else index
            last = index
        if first >= 0 and index - last > _FAR:
            yield from _run(source, reader, first, last)
            reader, first = Reader(things), -1
    if first >= 0:
        yield from _run(source, reader, first, last)


def _run(source: Source, reader: Reader, first: int, last: int) -> Iterator[Run | Diagnostic]:
    if reader.facts:
        yield dump(TOOL, first, last, reader.facts)
        yield from _megaraid.degraded(source, reader.facts)
