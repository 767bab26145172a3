"""zfs get and zfs list: the properties of datasets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, binary, dump
from sitegen.record import Fact, Run, Source
from sitegen.table_columns import rows_below

TOOL = "zfs"
MARKS = ("PROPERTY", "recordsize", "REFER")
VARIANTS = (
    "zfs get, with its head or without (-H): `8K` is 2^13 bytes, rounded to three digits, exact "
    "with -p (zfs_nicenum)",
    "zfs list: USED, AVAIL and REFER",
)

_ROW = re.compile(
    r"\s*(\S+)\s+([a-z][\w:.-]*)\s+(\S.*?)\s+"
    r"(-|default|local|received|temporary|inherited from \S+)\s*"
)
_SIZES = {
    "recordsize": "recordsize",
    "volblocksize": "volblocksize",
    "volsize": "volsize",
    "special_small_blocks": "special-small-blocks",
    "quota": "quota",
    "refquota": "refquota",
    "reservation": "reservation",
    "refreservation": "refreservation",
    "available": "available",
    "used": "used",
    "referenced": "referenced",
    "logicalused": "logicalused",
}
_TEXTS = {
    "type": "type",
    "compression": "compression",
    "checksum": "checksum",
    "dedup": "dedup",
    "encryption": "encryption",
    "sync": "sync",
    "logbias": "logbias",
    "atime": "atime",
    "relatime": "relatime",
    "xattr": "xattr",
    "dnodesize": "dnodesize",
    "acltype": "acltype",
    "primarycache": "primarycache",
    "secondarycache": "secondarycache",
    "prefetch": "prefetch",
    "direct": "direct",
    "redundant_metadata": "redundant-metadata",
    "mountpoint": "mount-point",
}
_LISTED = {"USED": "used", "AVAIL": "available", "REFER": "referenced", "MOUNTPOINT": "mount-point"}


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("dataset")
    yield from _get(source.lines, things)
    for index, line in enumerate(source.lines):
        if line.split()[:4] == ["NAME", "USED", "AVAIL", "REFER"]:
            facts: list[Fact] = []
            last = index
            for number, row in rows_below(source.lines, index):
                its = list(_listed(row, number))
                if len(its) < 2 or "NAME" not in row:
                    break
                facts += things.facts(row["NAME"], its)
                last = number
            if facts:
                yield dump(TOOL, index, last, facts)


def _get(lines: Sequence[str], things: Things) -> Iterator[Run]:
    facts: list[Fact] = []
    first = last = -1
    for index, line in enumerate(lines):
        match = _ROW.fullmatch(line)
        its = list(_property(match[2], match[3], index)) if match else []
        if not match or not (its or facts):
            if facts:
                yield dump(TOOL, first, last, facts)
            facts = []
            continue
        first = first if facts else index
        last = index
        if its and match[1] not in things.known:
            its = [Fact("name", match[1], index, match[1]), *its]
        facts += things.facts(match[1], its) if its else []
    if facts:
        yield dump(TOOL, first, last, facts)


def _property(name: str, value: str, line: int) -> Iterator[Fact]:
    """Yield what a property says; `none` and `-` are no sizes."""
    if name in _SIZES:
        size = binary(value)
        if size is not None:
            yield Fact(_SIZES[name], size, line, value)
    elif name in _TEXTS and value != "-":
        yield Fact(_TEXTS[name], value, line, value)
    elif name == "copies" and value.isdecimal():
        yield Fact("copies", int(value), line, value)
    elif name == "compressratio" and re.fullmatch(r"\d+(?:\.\d+)?x?", value):
        yield Fact("compressratio", float(value.rstrip("x")), line, value)


def _listed(row: Mapping[str, str], line: int) -> Iterator[Fact]:
    yield Fact("name", row.get("NAME", ""), line, row.get("NAME", ""))
    for head, column in _LISTED.items():
        cell = row.get(head, "")
        size = binary(cell)
        if size is not None:
            yield Fact(column, size, line, cell)
        elif column == "mount-point" and cell.startswith("/"):
            yield Fact(column, cell, line, cell)
