"""lsscsi: SCSI, SATA and NVMe drives, with -s their sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, decimal, dump, stated
from sitegen.record import Fact, Run, Source

TOOL = "lsscsi"
MARKS = (" disk    ", " zbc     ")
VARIANTS = (
    "columns of fixed width: vendor 8, model 16, revision 4 (lsscsi.c: one_sdev_entry); the sizes "
    "of -s are powers of 1000",
)

_ROW = re.compile(
    r"\s*\[\d+:\d+:\d+:\d+\]\s+(?:disk|zbc) {4,5}(.{8}) (.{16}) (.{4})\s+(/dev/\S+|-)"
    r"(?:\s+/dev/sg\d+)?(?:\s+(\d+(?:\.\d+)?[kMGTP]B))?.*"
)
_NVME = re.compile(
    r"\s*\[N:\d+:\d+:\d+\]\s+disk {4}(\S.*?)\s+(/dev/nvme\S+|-)(?:\s+/dev/ng\S+)?"
    r"(?:\s+(\d+(?:\.\d+)?[kMGTP]B))?\s*"
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("drive")
    facts: list[Fact] = []
    first = last = -1
    for index, line in enumerate([*source.lines, ""]):
        its = list(_facts(line, index)) if "disk" in line or "zbc" in line else []
        if its:
            first = first if facts else index
            last = index
            name = line.split("]")[0]
            facts += things.facts(name, its)
        elif facts and not line.lstrip().startswith("["):
            yield dump(TOOL, first, last, facts)
            facts = []


def _facts(line: str, index: int) -> Iterator[Fact]:
    size: str | None
    if match := _ROW.fullmatch(line):
        vendor, model, revision, device, size = match.groups()
        yield from stated("name", device.removeprefix("/dev/"), index)
        yield from stated("vendor", vendor, index)
        yield from stated("model", model, index)
        yield from stated("firmware", revision, index)
    elif nvme := _NVME.fullmatch(line):
        model, device, size = nvme.groups()
        # The number behind two underlines is that of the controller.
        words = model.partition("__")[0].replace("_", " ")
        yield from stated("name", device.removeprefix("/dev/"), index)
        yield from stated("model", words, index)
    else:
        return
    if size and (capacity := decimal(size)):
        yield Fact("capacity", capacity, index, size)
