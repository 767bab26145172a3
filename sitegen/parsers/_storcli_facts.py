"""What storcli says of controllers, arrays and drives: the names that its JSON and text share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sitegen.parsers import _megaraid
from sitegen.parsers._dumps import Things, counted, sized, stated
from sitegen.record import Fact

_CONTROLLER = {
    "Product Name": "model",
    "Model": "model",
    "FW Package Build": "firmware",
    "Firmware Package Build": "firmware",
    "BIOS Version": "bios",
    "Bios Version": "bios",
    "Driver Name": "driver",
}
_DRIVE_TEXTS = {
    "Manufacturer Id": "vendor",
    "Model Number": "model",
    "Firmware Revision": "firmware",
    "Write Cache": "write-cache",
}
_DRIVE_COUNTS = {
    "Media Error Count": "media-errors",
    "Other Error Count": "other-errors",
    "Predictive Failure Count": "predicted-failures",
}
_DRIVE_SIZES = {
    "Logical Sector Size": "sector-size",
    "Physical Sector Size": "physical-sector-size",
}

ATTRIBUTES = frozenset(
    {
        *_CONTROLLER,
        *_DRIVE_TEXTS,
        *_DRIVE_COUNTS,
        *_DRIVE_SIZES,
        "Raw size",
        "Drive Temperature",
        "Device Speed",
        "Link Speed",
        "On Board Memory Size",
        "Span Depth",
        "Strip Size",
        "Disk Cache Policy",
    }
)
"""The names that `keep_attribute` knows."""


class Found:
    """The things of a file, and the facts of one of its outputs."""

    def __init__(self, things: Mapping[str, Things]) -> None:
        self.things = things
        self.facts: list[Fact] = []
        self.lacking: list[tuple[int, str]] = []
        """Lines with rows that lack the columns of their kind, and what is said of each."""

    def keep(self, root: str, name: str, facts: Iterator[Fact]) -> None:
        """Keep facts about a thing of a kind."""
        its = list(facts)
        if its:
            self.facts += self.things[root].facts(name, its)


# What the lists of arrays and of drives are called, and which columns tell what a row is.
_LISTS = (
    (re.compile(r"VD LIST|Virtual Drives|/c\d+/v\d+"), ("TYPE", "Cache"), "an array"),
    (
        re.compile(r"PD LIST|JBOD LIST|Drive Information|PDs for VD \d+|Drive /c[\d/es]+"),
        ("EID:Slt", "Intf"),
        "a drive",
    ),
)


def owner_of(key: str, owner: str) -> str:
    """Return whose the object under a key is."""
    drive = re.match(r"(?:Drive|PD) /(c\d+)(?:/e(\d+))?/s(\d+)", key)
    if drive:
        return f"{drive[1]}/{drive[2] or ''}:{drive[3]}"
    array = re.match(r"VD(\d+) Properties", key)
    return f"{owner.partition('/')[0]}/v{array[1]}" if array else owner


def keep_attribute(key: str, value: str, line: int, owner: str, found: Found) -> None:
    """Keep what a name says of the controller, drive or array it stands under."""
    if ":" in owner:
        found.keep("drive", owner, _of_drive(key, value, line))
    elif "/v" in owner:
        found.keep("raid", owner, _of_array(key, value, line))
    elif key in _CONTROLLER:
        found.keep("controller", owner, iter(stated(_CONTROLLER[key], value, line)))
    elif key == "On Board Memory Size":
        found.keep("controller", owner, iter(sized("cache", value, line)))


def _of_drive(key: str, value: str, line: int) -> Iterator[Fact]:
    if key in _DRIVE_TEXTS:
        yield from stated(_DRIVE_TEXTS[key], value, line)
    elif key in _DRIVE_COUNTS:
        yield from counted(_DRIVE_COUNTS[key], value, line)
    elif key in _DRIVE_SIZES:
        yield from sized(_DRIVE_SIZES[key], value, line)
    elif key == "Raw size":
        yield from _megaraid.size("capacity", value, line)
    elif key == "Drive Temperature":
        yield from _megaraid.celsius(value, line)
    elif key == "Device Speed":
        yield from _megaraid.link_speed("max-link-speed", value, line)
    elif key == "Link Speed":
        yield from _megaraid.link_speed("link-speed", value, line)


def _of_array(key: str, value: str, line: int) -> Iterator[Fact]:
    if key == "Strip Size":
        yield from sized("chunk", value, line)
    elif key == "Span Depth":
        yield from counted("spans", value, line)
    elif key == "Disk Cache Policy":
        yield from stated("drive-cache", value, line)


def keep_row(row: Mapping[str, Any], line: int, owner: str, found: Found, key: str) -> None:
    """Keep what a row of a table of arrays, drives, controllers or batteries says."""
    cells = {name: str(value).strip() for name, value in row.items()}
    controller = owner.partition("/")[0]
    if "TYPE" in cells and "Cache" in cells:
        name = cells.get("DG/VD", "").rpartition("/")[2]
        found.keep("raid", f"{controller}/v{name}", _array(cells, line))
    elif "EID:Slt" in cells and "Intf" in cells:
        found.keep("drive", f"{controller}/{cells['EID:Slt']}", _drive(cells, line))
    elif key in ("BBU_Info", "Cachevault_Info"):
        found.keep("controller", controller, _battery(cells, line))
    else:
        for lists, needed, what in _LISTS:
            if lists.fullmatch(key):
                names = ", ".join(name for name in needed if name not in cells)
                found.lacking.append((line, f"a row for {what} has no {names}"))


def _array(cells: Mapping[str, str], line: int) -> Iterator[Fact]:
    yield Fact("level", cells["TYPE"].lower(), line, cells["TYPE"])
    yield from stated("name", cells.get("Name", ""), line)
    yield from stated("state", cells.get("State", ""), line)
    yield from _megaraid.size("size", cells.get("Size", ""), line)
    yield from _megaraid.policies(cells["Cache"], line)


def _drive(cells: Mapping[str, str], line: int) -> Iterator[Fact]:
    yield Fact("slot", cells["EID:Slt"], line, cells["EID:Slt"])
    yield from stated("state", cells.get("State", ""), line)
    yield from stated("model", cells.get("Model", ""), line)
    yield from stated("protocol", cells["Intf"], line)
    yield from stated("medium", cells.get("Med", ""), line)
    yield from _megaraid.size("usable-capacity", cells.get("Size", ""), line)
    yield from sized("sector-size", cells.get("SeSz", ""), line)


def _battery(cells: Mapping[str, str], line: int) -> Iterator[Fact]:
    yield from stated("battery", cells.get("Model", ""), line)
    yield from stated("battery-state", cells.get("State", ""), line)
