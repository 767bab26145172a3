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


def parse(source: Source) -> Iterator[Run]:
    things = Things("drive")
    facts: list[Fact] = []
    first = last = -1
    for index, line in enumerate(source.lines):
        its = list(_facts(things, line, index))
        if not its:
            continue
        if facts and index - last > _NEAR:
            yield dump(TOOL, first, last, facts)
            things, facts = Things("drive"), []
            its = list(_facts(things, line, index))
        first = first if facts else index
        last = index
        facts += its
    if facts:
        yield dump(TOOL, first, last, facts)


def _facts(things: Things, line: str, index: int) -> Iterator[Fact]:
    """Yield what a line says of a disk."""
    if "-byte " in line and (match := _DISK.fullmatch(line)):
        name = match["old"] or match["new"]
        size = int(match["blocks"]) * int(match["bytes"])
        written = f"{match['blocks']} {match['bytes']}-byte"
        yield from things.facts(name, [Fact("size", size, index, written)])
    elif things.known and (match := _CACHE.fullmatch(line)):
        state = match["state"] or f"write cache {match['onoff']}"
        yield from things.facts(
            match["old"] or match["new"], [Fact("write-cache", state, index, state)]
        )
