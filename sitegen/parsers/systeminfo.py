"""systeminfo of Windows, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import dump, labelled, scaled, stated, whole
from sitegen.record import Fact, Run, Source

TOOL = "systeminfo"
MARKS = ("OS Name:",)
VARIANTS = (
    "systeminfo in English: MB is 2^20 bytes, with the separators of the locale between thousands",
)

_TEXTS = {
    "OS Name": "os",
    "OS Version": "os.version",
    "System Manufacturer": "system.vendor",
    "System Model": "system.model",
    "BIOS Version": "bios.version",
}
_SIZES = {
    "Total Physical Memory": "memory.total",
    "Available Physical Memory": "memory.available",
}
_MEGABYTES = re.compile(r"(\d[\d.,' ]*) MB")
_PROCESSORS = re.compile(r"(\d+) Processor\(s\) Installed\.")
_PROCESSOR = re.compile(r"\s*\[\d+\]: (.*?) ~(\d+) Mhz\s*")
_ARCHITECTURES = {"x64": "x86_64", "x86": "i686", "ARM64": "aarch64"}


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    facts: list[Fact] = []
    first = last = -1
    for index, line in enumerate([*source.lines, ""]):
        match = labelled(line)
        if match and match[1] == "OS Name":
            facts, first = [], index
        its = list(_facts(match, line, index)) if first >= 0 and line.strip() else []
        if its:
            facts += its
            last = index
        elif first >= 0 and not (line[:1].isspace() and line.strip()) and not match:
            yield dump(TOOL, first, last, facts)
            first = -1


def _facts(match: tuple[str, str, str] | None, line: str, index: int) -> Iterator[Fact]:
    if processor := _PROCESSOR.fullmatch(line):
        yield Fact("cpu.model", processor[1], index, processor[1])
        hertz = scaled(processor[2], 10**6)
        if hertz:
            yield Fact("cpu.frequency", hertz, index, f"~{processor[2]} Mhz")
        return
    if not match:
        return
    label, value = match[1], match[2]
    if label in _TEXTS:
        yield from stated(_TEXTS[label], value, index)
    elif label in _SIZES and (size := _MEGABYTES.fullmatch(value)):
        yield Fact(_SIZES[label], whole(size[1]) * 2**20, index, value)
    elif label == "Processor(s)" and (count := _PROCESSORS.fullmatch(value)):
        yield Fact("cpu.sockets", int(count[1]), index, value)
    elif label == "System Type":
        machine = _ARCHITECTURES.get(value.partition("-")[0])
        if machine:
            yield Fact("arch", machine, index, value)
