"""/proc/cpuinfo of Linux: a block for each processor."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import binary, dump, scaled, stated
from sitegen.record import Fact, Run, Source

TOOL = "cpuinfo"
MARKS = ("model name", "CPU implementer")
VARIANTS = (
    "x86: sockets are the distinct `physical id`s; `cache size` in KB is KiB of one cache, cpu MHz "
    "is momentary (arch/x86/kernel/cpu/proc.c)",
    "ARM: `CPU implementer` and no counts; the number of processors is only given where the blocks "
    "prove that none is missing",
)

_ROW = re.compile(r"\s*([A-Za-z][\w/ .]{0,40}?)\s*: ?(.*)")
_PROCESSOR = re.compile(r"\s*processor\s*: \d+\s*")
_TEXTS = {
    "vendor_id": "cpu.vendor",
    "cpu family": "cpu.family",
    "model name": "cpu.model",
    "stepping": "cpu.stepping",
    "microcode": "cpu.microcode",
}


class Row(NamedTuple):
    """A line of a block: what stands behind the colon, and where."""

    value: str
    line: int


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    blocks: list[dict[str, Row]] = []
    first = last = -1
    blanks = 0
    for index, line in enumerate(source.lines):
        match = _ROW.fullmatch(line)
        # Of a list of model names alone each line is a block.
        if match and (
            _PROCESSOR.fullmatch(line)
            or (match[1] == "model name" and (not blocks or match[1] in blocks[-1]))
        ):
            first = first if blocks else index
            blocks.append({})
        elif not line.strip() and blocks and not blanks:
            blanks += 1
            continue
        elif match is None or not blocks or blanks:
            if blocks:
                yield from _run(source, blocks, first, last)
            blocks = []
            continue
        blanks = 0
        blocks[-1].setdefault(match[1], Row(match[2].strip(), index))
        last = index
    if blocks:
        yield from _run(source, blocks, first, last)


def _run(
    source: Source, blocks: Sequence[Mapping[str, Row]], first: int, last: int
) -> Iterator[Run | Diagnostic]:
    head = blocks[0]
    if "model name" not in head and "CPU implementer" not in head:
        return
    facts: list[Fact] = []
    for name, column in _TEXTS.items():
        if name in head:
            facts += stated(column, *head[name])
    if "cpu MHz" in head:
        hertz = scaled(head["cpu MHz"].value, 1_000_000)
        if hertz:
            line = head["cpu MHz"].line
            facts.append(Fact("cpu.frequency", hertz, line, f"{head['cpu MHz'].value} MHz"))
    if "cache size" in head and (size := binary(head["cache size"].value)):
        facts.append(
            Fact("cpu.cache-each", size, head["cache size"].line, head["cache size"].value)
        )
    counts = list(_counts(blocks))
    yield dump(TOOL, first, last, [*facts, *counts])
    if "physical id" in head and not counts:
        message = f"{len(blocks)} processors are listed, which is not what their sockets have"
        hint = "the list may be cut off: no number of processors is taken from it"
        yield source.problem(last, "missing-field", message, hint)


def _counts(blocks: Sequence[Mapping[str, Row]]) -> Iterator[Fact]:
    """Yield the numbers of sockets, cores and threads, if the sockets are all there."""
    head = blocks[0]
    if not all("physical id" in block and "siblings" in block for block in blocks):
        return
    sockets = {block["physical id"].value: block for block in blocks}
    try:
        siblings = sum(int(block["siblings"].value) for block in sockets.values())
        cores = sum(int(block["cpu cores"].value) for block in sockets.values())
    except (KeyError, ValueError):
        return
    if siblings != len(blocks) or blocks[-1].keys() != head.keys():
        return
    yield Fact("cpu.threads", siblings, head["siblings"].line, f"{siblings} processors")
    yield Fact("cpu.sockets", len(sockets), head["physical id"].line, f"{len(sockets)} ids")
    yield Fact("cpu.cores", cores, head["cpu cores"].line, f"{cores} cores")
    if cores % len(sockets) == 0:
        each = cores // len(sockets)
        yield Fact("cpu.cores-per-socket", each, head["cpu cores"].line, head["cpu cores"].value)
