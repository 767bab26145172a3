"""/proc/mdstat: the arrays of Linux software RAID and how they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, dump, sized
from sitegen.record import Fact, Run, Source

TOOL = "mdstat"
MARKS = ("Personalities :", " blocks super ", "[UU")
VARIANTS = (
    "/proc/mdstat: blocks are 1 KiB, `64k chunk` is 2^16 bytes, [6/5] is members wanted and there "
    "(drivers/md/md.c: md_seq_show); an array that is rebuilt says how far it is",
)

_ARRAY = re.compile(
    r"\s*(md\w*) : (active|inactive)(?: \((?:auto-read-only|read-only)\))?"
    r"(?: (linear|raid\d+|multipath|faulty|container))?((?: \S+\[\d+\](?:\([A-Z]+\))*)*)\s*"
)
_BLOCKS = re.compile(r"\s*(\d+) blocks\b(.*)")
_MEMBERS = re.compile(r"\[(\d+)/(\d+)\](?: \[[U_]+\])?")
_SUPER = re.compile(r"\bsuper (\S+)")
_LAYOUT = re.compile(r"\balgorithm \d+|\d+ (?:near|far|offset)-copies")
_PROGRESS = re.compile(r"\s*(?:\[[=>.]+\]\s+)?((?:resync|recovery|reshape|check)\s*=\s*\S+%?).*")
_BITMAP = re.compile(r"\s*bitmap: .*?, (\d+[KM]B) chunk.*")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("raid")
    facts: list[Fact] = []
    problems: list[Diagnostic] = []
    first = last = -1
    name = ""
    for index, line in enumerate(source.lines):
        if match := _ARRAY.fullmatch(line):
            if not facts:
                first = index
            name = match[1]
            facts += things.facts(name, _array(match, index))
        elif line.lstrip().startswith("Personalities :"):
            yield from _run(facts, first, last)
            facts, first, name = [], index, ""
        elif facts and line.lstrip().startswith("unused devices:"):
            yield from _run(facts, first, index)
            facts, name = [], ""
        elif facts and name and (its := list(_more(line, index))):
            facts += things.facts(name, its)
            problems += _problem(source, name, its)
        elif line.strip():
            yield from _run(facts, first, last)
            facts, name = [], ""
        if line.strip():
            last = index
    if facts:
        yield from _run(facts, first, last)
        message = "the list of arrays may be cut off: there is no line 'unused devices:'"
        yield source.problem(last, "missing-field", message)
    yield from problems


def _run(facts: list[Fact], first: int, last: int) -> Iterator[Run]:
    if facts:
        yield dump(TOOL, first, last, facts)


def _array(match: re.Match[str], line: int) -> Iterator[Fact]:
    name, state, level, members = match.groups()
    yield Fact("name", name, line, name)
    yield Fact("state", state, line, state)
    if level:
        yield Fact("level", level, line, level)
    if spares := members.count("(S)"):
        yield Fact("spares", spares, line, members.strip())
    if failed := members.count("(F)"):
        yield Fact("failed", failed, line, members.strip())


def _more(line: str, index: int) -> Iterator[Fact]:
    """Yield what a line below the name of an array says."""
    if blocks := _BLOCKS.fullmatch(line):
        yield Fact("size", int(blocks[1]) * 1024, index, f"{blocks[1]} blocks")
        if chunk := re.search(r"\b(\d+[kKM]) (?:chunks?|rounding)\b", blocks[2]):
            yield from sized("chunk", chunk[1], index)
        if version := _SUPER.search(blocks[2]):
            yield Fact("metadata", version[1], index, version[0])
        if layout := _LAYOUT.search(blocks[2]):
            yield Fact("layout", layout[0], index, layout[0])
        if members := _MEMBERS.search(blocks[2]):
            yield Fact("devices", int(members[1]), index, members[0])
            yield Fact("working", int(members[2]), index, members[0])
    elif progress := _PROGRESS.fullmatch(line):
        yield Fact("progress", " ".join(progress[1].split()), index, progress[1])
    elif bitmap := _BITMAP.fullmatch(line):
        yield from sized("bitmap-chunk", bitmap[1], index)


def _problem(source: Source, name: str, facts: list[Fact]) -> Iterator[Diagnostic]:
    its = {fact.column: fact for fact in facts}
    if "devices" in its and its["working"].value != its["devices"].value:
        there, wanted = its["working"].value, its["devices"].value
        message = f"the array {name} is degraded: {there} of its {wanted} members are there"
        yield source.problem(its["working"].line, "degraded", message)
