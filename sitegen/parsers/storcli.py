"""storcli and perccli: JSON (J) and the tables of their text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _megaraid
from sitegen.parsers._dumps import Things, counted, dump, sized, stated
from sitegen.parsers._json import Broken, Document, documents
from sitegen.record import Fact, Run, Source

TOOL = "storcli"
MARKS = ('"Controllers"', "EID:Slt", "DG/VD")
VARIANTS = (
    "J: VD LIST, PD LIST, `Drive /c0/e252/s0` with its attributes, the controller; TB is 2^40 "
    "bytes: 14.552 TB is 0x746c00000 sectors of 512 bytes",
    "text: the same tables; `NRWBD` is no read ahead, write back, direct",
)

_VD = re.compile(
    r"\s*(\d+/\d+|-/\d+|\d+)\s+(RAID\d+|Cac\d)\s+(\w+)\s+(R[WO]|B|HD\S*)\s+(Yes|No)\s+"
    r"(N?R(?:AWB|FWB|WB|WT)[DC])\s+\S+\s+(?:\S+\s+)?([\d.]+ [KMGTP]?B)(?:\s+(\S.*?))?\s*"
)
_PD = re.compile(
    r"\s*(\d*:\d+)\s+\d+\s+(\w+)\s+(?:\d+|-|F)\s+([\d.]+ [KMGTP]?B)\s+(\w+)\s+(HDD|SSD)\s+\S+\s+"
    r"\S+\s+(\d+ ?[KM]?i?B)\s+(\S.*?)\s+[UDT-](?:\s+\S+)?\s*"
)
_PAIR = re.compile(r"\s*([A-Z][\w .()/-]*?)\s+= (.*?)\s*")
_OF_DRIVE = re.compile(r"(?:Drive|PD) /c\d+(?:/e\d+)?/s\d+(?: .*)?")
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
_ARRAY_COUNTS = {"Number of Drives Per Span": "", "Span Depth": "spans"}

Path = tuple[str | int, ...]


class Found:
    """The things of a file, and the facts of one of its outputs."""

    def __init__(self, things: Mapping[str, Things]) -> None:
        self.things = things
        self.facts: list[Fact] = []

    def keep(self, root: str, name: str, facts: Iterator[Fact]) -> None:
        """Keep facts about a thing of a kind."""
        its = list(facts)
        if its:
            self.facts += self.things[root].facts(name, its)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = {root: Things(root) for root in ("raid", "drive", "controller")}
    for document in documents(source, '"Controllers"'):
        if isinstance(document, Broken):
            if "Command Status" in source.text:
                message = f"the JSON of storcli is cut off or damaged: {document.reason}"
                yield source.problem(document.end, "incomplete-run", message)
        else:
            yield from _document(source, document, things)
    if "EID:Slt" in source.text or "DG/VD" in source.text:
        yield from _text(source, things)


def _document(
    source: Source, document: Document, things: Mapping[str, Things]
) -> Iterator[Run | Diagnostic]:
    found = Found(things)
    controllers = document.value.get("Controllers")
    version = ""
    for place, controller in enumerate(controllers if isinstance(controllers, list) else ()):
        status = controller.get("Command Status") if isinstance(controller, dict) else None
        if not isinstance(status, dict):
            continue
        version = version or str(status.get("CLI Version", "")).partition(" ")[0]
        data = controller.get("Response Data")
        if status.get("Status") != "Success":
            line = document.line("Controllers", place)
            message = f"storcli failed: {status.get('Description', '')}"
            yield source.problem(line, "failed-run", message)
        if isinstance(data, dict):
            number = str(status.get("Controller", place))
            _object(document, data, ("Controllers", place, "Response Data"), f"c{number}", found)
    if found.facts:
        yield dump(TOOL, document.first, document.last, found.facts, version)
        yield from _megaraid.degraded(source, found.facts)


def _object(
    document: Document, node: Mapping[str, Any], path: Path, owner: str, found: Found
) -> None:
    """Keep what an object says, and the objects in it; `owner` is whose they are: c0, c0/252:0."""
    for key, value in node.items():
        here = (*path, key)
        if isinstance(value, dict):
            name = _owner(key, owner)
            _object(document, value, here, name, found)
        elif isinstance(value, list):
            for place, row in enumerate(value):
                if isinstance(row, dict):
                    _row(row, document.line(*here, place), owner, found, key)
        else:
            _pair(key, str(value).strip(), document, here, owner, found)


def _owner(key: str, owner: str) -> str:
    """Return whose the object under a key is."""
    drive = re.match(r"(?:Drive|PD) /(c\d+)(?:/e(\d+))?/s(\d+)", key)
    if drive:
        return f"{drive[1]}/{drive[2] or ''}:{drive[3]}"
    array = re.match(r"VD(\d+) Properties", key)
    return f"{owner.partition('/')[0]}/v{array[1]}" if array else owner


def _pair(key: str, value: str, document: Document, path: Path, owner: str, found: Found) -> None:
    if not value or value in ("N/A", "NA", "Unknown"):
        return
    known = key in _CONTROLLER or key in _DRIVE_TEXTS or key in _DRIVE_COUNTS or key in _DRIVE_SIZES
    if known or key in _MORE or key in _ARRAY_COUNTS or key in ("Strip Size", "Disk Cache Policy"):
        _attribute(key, value, document.line(*path), owner, found)


def _attribute(key: str, value: str, line: int, owner: str, found: Found) -> None:
    """Keep what a name says of the controller, drive or array it stands under."""
    if ":" in owner:
        found.keep("drive", owner, _of_drive(key, value, line))
    elif "/v" in owner:
        found.keep("raid", owner, _of_array(key, value, line))
    elif key in _CONTROLLER:
        found.keep("controller", owner, iter(stated(_CONTROLLER[key], value, line)))
    elif key == "On Board Memory Size":
        found.keep("controller", owner, iter(sized("cache", value, line)))


_MORE = frozenset(
    ("Raw size", "Drive Temperature", "Device Speed", "Link Speed", "On Board Memory Size")
)


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


def _row(row: Mapping[str, Any], line: int, owner: str, found: Found, key: str) -> None:
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


def _text(source: Source, things: Mapping[str, Things]) -> Iterator[Run | Diagnostic]:
    """Yield a run for the tables and lists of text."""
    found = Found(things)
    first = last = -1
    owner = "c0"
    version = ""
    for index, line in enumerate(source.lines):
        pair = _PAIR.fullmatch(line)
        if pair and pair[1] in ("CLI Version", "Controller"):
            version = pair[2].partition(" ")[0] if pair[1] == "CLI Version" else version
            owner = f"c{pair[2]}" if pair[1] == "Controller" else owner
        elif line.rstrip().endswith(":"):
            title = line.strip(" :")
            owner = _owner(title, owner.partition("/")[0])
            if _OF_DRIVE.fullmatch(title) is None and "VD" not in title:
                owner = owner.partition("/")[0]
        before = len(found.facts)
        if pair:
            _attribute(pair[1], pair[2].strip(), index, owner, found)
        elif array := _VD.fullmatch(line):
            names = ("DG/VD", "TYPE", "State", "", "", "Cache", "Size", "Name")
            cells = dict(zip(names, (cell or "" for cell in array.groups()), strict=True))
            _row(cells, index, owner, found, "")
        elif drive := _PD.fullmatch(line):
            heads = ("EID:Slt", "State", "Size", "Intf", "Med", "SeSz", "Model")
            _row(dict(zip(heads, drive.groups(), strict=True)), index, owner, found, "")
        if len(found.facts) > before:
            first = first if first >= 0 else index
            last = index
    if found.facts:
        yield dump(TOOL, first, last, found.facts, version)
        yield from _megaraid.degraded(source, found.facts)
