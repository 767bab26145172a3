"""The log of a Linux kernel (dmesg): the disks that it found."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.parsers._dumps import Things, dump
from sitegen.record import Fact, Run, Source

TOOL = "kernel log"
MARKS = ("-byte hdwr sectors", "-byte hardware sectors", "-byte logical blocks:")
VARIANTS = (
    "the size of SCSI and ATA disks, as blocks times their bytes (drivers/scsi/sd.c:"
    " sd_print_capacity); the MB and GB behind it are rounded",
)

_DISK = re.compile(
    r".*?(?:SCSI device (?P<old>\w+):|\[(?P<new>\w+)\]) (?P<blocks>\d+) (?P<bytes>\d+)-byte "
    r"(?:hdwr sectors|hardware sectors|logical blocks)\b.*"
)
_CACHE = re.compile(
    r".*?(?:SCSI device (?P<old>\w+): drive cache: (?P<state>write \w+)"
    r"|\[(?P<new>\w+)\] Write cache: (?P<onoff>enabled|disabled)).*"
)
_NEAR = 40
"""How many lines may stand between two disks of one log."""

_AGAIN = 4
"""A kernel tells of a disk twice at once; further below it is the disk of another log."""


def parse(source: Source) -> Iterator[Run]:
    things = Things("drive")
    facts: list[Fact] = []
    seen: dict[str, int] = {}
    last = -1
    for index, line in enumerate(source.lines):
        match = _DISK.fullmatch(line) if "-byte " in line else None
        disk = (match["old"] or match["new"]) if match else ""
        again = disk in seen and index - seen[disk] > _AGAIN
        if facts and (again or (match and index - last > _NEAR)):
            yield dump(TOOL, facts[0].line, last, facts)
            things, facts, seen = Things("drive"), [], {}
        if match:
            seen[disk] = index
        if its := list(_facts(things, match, line, index)):
            last = index
            facts += its
    if facts:
        yield dump(TOOL, facts[0].line, last, facts)


def _facts(things: Things, disk: re.Match[str] | None, line: str, index: int) -> Iterator[Fact]:
    """Yield what a line says of a disk."""
    if disk:
        size = int(disk["blocks"]) * int(disk["bytes"])
        written = f"{disk['blocks']} {disk['bytes']}-byte"
        yield from things.facts(disk["old"] or disk["new"], [Fact("size", size, index, written)])
    elif things.known and (match := _CACHE.fullmatch(line)):
        state = match["state"] or f"write cache {match['onoff']}"
        yield from things.facts(
            match["old"] or match["new"], [Fact("write-cache", state, index, state)]
        )
