"""storcli and perccli: JSON (J) and the tables of their text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _megaraid
from sitegen.parsers._dumps import Things, dump
from sitegen.parsers._json import Broken, Document, documents
from sitegen.parsers._storcli_facts import ATTRIBUTES, Found, keep_attribute, keep_row, owner_of
from sitegen.record import Run, Source

TOOL = "storcli"
MARKS = ('"Controllers"', "EID:Slt", "DG/VD")
VARIANTS = (
    "J: VD LIST, PD LIST, `Drive /c0/e252/s0` with its attributes, the controller; TB is 2^40 "
    "bytes: 14.552 TB is 0x746c00000 sectors of 512 bytes",
    "text: the same tables; `NRWBD` is no read ahead, write back, direct",
)

_VD = re.compile(
    r"\s*(\d+/\d+|-/\d+|\d+)\s+(RAID\d+|Cac\d)\s+(\w+)\s+(R[WO]|B|HD\S*)\s+(Yes|No)\s+"
    r"(N?R(?:AWB|FWB|WB|WT)[DC])\s+\S+\s+(?:\S+\s+)?(\d+(?:\.\d+)? [KMGTP]?B)(?:\s+(\S.*?))?\s*"
)
_PD = re.compile(
    r"\s*(\d*:\d+)\s+\d+\s+(\w+)\s+(?:\d+|-|F)\s+(\d+(?:\.\d+)? [KMGTP]?B)\s+(\w+)"
    r"\s+(HDD|SSD)\s+\S+\s+\S+\s+(\d+ ?[KM]?i?B)\s+(\S.*?)\s+[UDT-](?:\s+\S+)?\s*"
)
_HEAD = re.compile(r"\s*(DG/VD|EID:Slt)\s+(?:TYPE|DID)\s.*")
_IS_ROW = re.compile(r"\s*(?:\d+|-)?[/:]\d+\s")
_PAIR = re.compile(r"\s*([A-Z][\w .()/-]*?)\s+= (.*?)\s*")
_OF_DRIVE = re.compile(r"(?:Drive|PD) /c\d+(?:/e\d+)?/s\d+(?: .*)?")

Path = tuple[str | int, ...]


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
    yield from _lacking(source, found)
    if found.facts:
        yield dump(TOOL, document.first, document.last, found.facts, version)
        yield from _megaraid.degraded(source, found.facts)


def _lacking(source: Source, found: Found) -> Iterator[Diagnostic]:
    for line, message in found.lacking:
        yield source.problem(line, "missing-field", f"{message}: it is not read")


def _object(
    document: Document, node: Mapping[str, Any], path: Path, owner: str, found: Found
) -> None:
    """Keep what an object says, and the objects in it; `owner` is whose they are: c0, c0/252:0."""
    for key, value in node.items():
        here = (*path, key)
        if isinstance(value, dict):
            name = owner_of(key, owner)
            _object(document, value, here, name, found)
        elif isinstance(value, list):
            for place, row in enumerate(value):
                if isinstance(row, dict):
                    keep_row(row, document.line(*here, place), owner, found, key)
        else:
            _pair(key, str(value).strip(), document, here, owner, found)


def _pair(key: str, value: str, document: Document, path: Path, owner: str, found: Found) -> None:
    if not value or value in ("N/A", "NA", "Unknown"):
        return
    if key in ATTRIBUTES:
        keep_attribute(key, value, document.line(*path), owner, found)


def _text(source: Source, things: Mapping[str, Things]) -> Iterator[Run | Diagnostic]:
    """Yield a run for the tables and lists of text."""
    found = Found(things)
    first = last = -1
    owner = "c0"
    version = table = ""
    for index, line in enumerate(source.lines):
        pair = _PAIR.fullmatch(line)
        if pair and pair[1] in ("CLI Version", "Controller"):
            version = pair[2].partition(" ")[0] if pair[1] == "CLI Version" else version
            owner = f"c{pair[2]}" if pair[1] == "Controller" else owner
        elif line.rstrip().endswith(":"):
            title = line.strip(" :")
            owner = owner_of(title, owner.partition("/")[0])
            if _OF_DRIVE.fullmatch(title) is None and "VD" not in title:
                owner = owner.partition("/")[0]
        before = len(found.facts)
        if pair:
            keep_attribute(pair[1], pair[2].strip(), index, owner, found)
        elif head := _HEAD.fullmatch(line):
            table = "an array" if head[1] == "DG/VD" else "a drive"
        elif not line.strip():
            table = ""
        elif array := _VD.fullmatch(line):
            names = ("DG/VD", "TYPE", "State", "", "", "Cache", "Size", "Name")
            cells = dict(zip(names, (cell or "" for cell in array.groups()), strict=True))
            keep_row(cells, index, owner, found, "")
        elif drive := _PD.fullmatch(line):
            heads = ("EID:Slt", "State", "Size", "Intf", "Med", "SeSz", "Model")
            keep_row(dict(zip(heads, drive.groups(), strict=True)), index, owner, found, "")
        elif table and _IS_ROW.match(line):
            found.lacking.append((index, f"a row for {table} has other columns than known"))
        if len(found.facts) > before:
            first = first if first >= 0 else index
            last = index
    yield from _lacking(source, found)
    if found.facts:
        yield dump(TOOL, first, last, found.facts, version)
        yield from _megaraid.degraded(source, found.facts)
