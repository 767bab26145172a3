"""lshw -short: one line for each device, with its class and what it is called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sitegen.parsers._dumps import Things, binary, decimal, dump, stated
from sitegen.record import Fact, Run, Source
from sitegen.table_columns import rows_below

MARK = "H/W path"

_HEAD = re.compile(r"\s*H/W path +Device +Class +Description\s*")
_CLASS = re.compile(
    r"\s*(?:(/\S*) +)?(?:(\S+) +)?(system|bus|processor|memory|storage|disk|network) +(\S.*?)\s*"
)
_MEMORY = re.compile(r"(\d\S*) System [Mm]emory")
_DISK = re.compile(r"([\d.]+[KMGTP]?B) (\S.*)")
_KINDS = frozenset(
    (
        "Computer",
        "Desktop Computer",
        "Notebook",
        "Laptop",
        "Server",
        "Motherboard",
        "CPU",
        "Logical CPU",
        "Ethernet interface",
        "Ethernet controller",
        "Wireless interface",
    )
)
_TEXTS = {"system": "system.model", "processor": "cpu.model"}
_THINGS = {"storage": "controller", "network": "nic"}


def runs(source: Source, tool: str, things: Mapping[str, Things]) -> Iterator[Run]:
    """Yield a run for each output; sizes of disks are powers of 1000, that of memory of 1024."""
    lines = source.lines
    for head, line in enumerate(lines):
        if not _HEAD.fullmatch(line):
            continue
        facts: dict[str, Fact] = {}
        last = head
        for index, _ in rows_below(lines, head):
            if match := _CLASS.fullmatch(lines[index]):
                path, device, kind, words = match.groups(default="")
                for fact in _facts(path, device, kind, words, index, things):
                    facts.setdefault(fact.column, fact)
                last = index
        if facts:
            yield dump(tool, head, last, list(facts.values()))


def _facts(
    path: str, device: str, kind: str, words: str, line: int, things: Mapping[str, Things]
) -> Iterator[Fact]:
    """Yield what one line says; where a product is not known, the kind of device stands there."""
    if words in _KINDS:
        return
    if kind in _TEXTS:
        yield from stated(_TEXTS[kind], words, line)
    elif kind == "bus" and path == "/0":
        yield from stated("board.model", words, line)
    elif kind == "memory" and (memory := _MEMORY.fullmatch(words)):
        size = binary(memory[1])
        if size:
            yield Fact("memory.installed", size, line, memory[1])
    elif kind in _THINGS:
        yield from things[_THINGS[kind]].facts(path or device, stated("model", words, line))
    elif kind == "disk" and (disk := _DISK.fullmatch(words)):
        name = device.removeprefix("/dev/")
        its = [*stated("name", name, line), *stated("model", disk[2], line)]
        size = decimal(disk[1])
        its += [Fact("capacity", size, line, disk[1])] if size else []
        yield from things["drive"].facts(name or path, its)
