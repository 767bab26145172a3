"""tune2fs -l and dumpe2fs -h: the superblock of ext2, ext3 and ext4."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, dump, labelled, sized, stated
from sitegen.record import Fact, Run, Source

TOOL = "tune2fs"
MARKS = ("0xEF53",)
VARIANTS = (
    "counts of blocks times `Block size`; RAID stride and stripe width are blocks "
    "(lib/e2p/ls.c of e2fsprogs)",
)

_TOOL = re.compile(r"\s*(?:tune2fs|dumpe2fs) (\d\S*) \(.*\)\s*")
_START = "Filesystem volume name"
_BLOCKS = {
    "Block count": "size",
    "Reserved block count": "reserved",
    "Free blocks": "free",
    "RAID stride": "stripe-unit",
    "RAID stripe width": "stripe-width",
}
_COUNTS = {"Inode count": "inodes", "Free inodes": "free-inodes"}
_SIZES = {
    "Block size": "block-size",
    "Inode size": "inode-size",
    "Journal size": "log-size",
    "Total journal size": "log-size",
}
_TEXTS = {
    "Filesystem features": "features",
    "Default mount options": "options",
    "Filesystem state": "state",
    "Last mounted on": "mount-point",
}

Rows = Mapping[str, tuple[str, int]]


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("filesystem")
    lines = source.lines
    version, index = "", 0
    while index < len(lines):
        if match := _TOOL.fullmatch(lines[index]):
            version = match[1]
        if not lines[index].lstrip().startswith(_START):
            index += 1
            continue
        first = index
        rows: dict[str, tuple[str, int]] = {}
        while index < len(lines) and (its := labelled(lines[index])) and its[1] not in rows:
            rows[its[1]] = (its[2], index)
            index += 1
        if rows.get("Filesystem magic number", ("", 0))[0] == "0xEF53":
            yield from _run(source, rows, first, index - 1, version, things)


def _run(
    source: Source, rows: Rows, first: int, last: int, version: str, things: Things
) -> Iterator[Run | Diagnostic]:
    block = rows["Block size"][0] if "Block size" in rows else ""
    facts: list[Fact] = []
    if "Filesystem features" in rows and not things.known:
        features, its = rows["Filesystem features"]
        words = features.split()
        kind = "ext4" if {"extent", "extents"} & {*words} else "ext3"
        kind = kind if kind == "ext4" or "has_journal" in words else "ext2"
        facts.append(Fact("filesystem", kind, its, features))
    number = str(len(things.known) + 1)
    yield dump(TOOL, first, last, [*facts, *things.facts(number, _facts(rows, block))], version)
    if not block:
        message = "the superblock is cut off: there is no 'Block size', so its counts have no unit"
        yield source.problem(last, "missing-field", message)


def _facts(rows: Rows, block: str) -> Iterator[Fact]:
    for label, (value, line) in rows.items():
        if label in _BLOCKS and block.isdecimal() and value.isdecimal():
            written = f"{value} blocks of {block}"
            yield Fact(_BLOCKS[label], int(value) * int(block), line, written)
        elif label in _COUNTS and value.isdecimal():
            yield Fact(_COUNTS[label], int(value), line, value)
        elif label in _SIZES:
            yield from sized(_SIZES[label], value, line)
        elif label in _TEXTS:
            yield from stated(_TEXTS[label], value.strip("<>"), line)
