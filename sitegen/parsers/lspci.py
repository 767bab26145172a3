"""lspci: the controllers of storage and networks, with -vv the speed and width of their links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, dump, scaled
from sitegen.record import Fact, Run, Source

TOOL = "lspci"
MARKS = ("Host bridge", " controller: ", " controller [", "Fibre Channel")
VARIANTS = (
    "a line for each device, also with -nn, -D and -k; of -v and -vv the driver, LnkCap and "
    "LnkSta: GT/s are 10^9 transfers a second for each lane, `(downgraded)` is less than the "
    "device can do (ls-caps.c of pciutils)",
)

_DEVICE = re.compile(
    r"\s*((?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]) \"?([A-Z][^:\"\[]*?)\"?"
    r"(?: \[[0-9a-f]{4}\])?: (.+?)\s*"
)
_IDS = re.compile(r" \[[0-9a-f]{4}:[0-9a-f]{4}\]| \((?:rev|prog-if) [^)]*\)")
_LINK = re.compile(
    r"\s+(LnkCap|LnkSta):\s+(?:.*?, )?Speed (\d+(?:\.\d+)?)GT/s[^,]*, Width x(\d+)(.*)"
)
_DRIVER = re.compile(r"\s+Kernel driver in use: (\S+)\s*")
_CLASSES = (
    "RAID bus controller",
    "SATA controller",
    "IDE interface",
    "SCSI storage controller",
    "Serial Attached SCSI controller",
    "Mass storage controller",
    "Non-Volatile memory controller",
    "Fibre Channel",
    "Ethernet controller",
    "Network controller",
    "Infiniband controller",
    "InfiniBand",
)
_ENOUGH = 2


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("pci")
    facts: list[Fact] = []
    first = last = -1
    slot = ""
    links: dict[str, tuple[str, str]] = {}
    for index, line in enumerate([*source.lines, ""]):
        match = _DEVICE.fullmatch(line)
        if match and (match[2].endswith(("bridge", "controller", "device", "interface")) or facts
                      or match[2].startswith(_CLASSES)):  # fmt: skip
            if first < 0:
                first = index
            last = index
            slot = match[1] if match[2].startswith(_CLASSES) else ""
            links = {}
            if slot:
                model = _IDS.sub("", match[3])
                its = [Fact("class", match[2], index, match[2])]
                facts += things.facts(slot, [*its, Fact("model", model, index, model)])
        elif first >= 0 and line[:1].isspace() and line.strip():
            if slot:
                facts += things.facts(slot, _more(line, index, links))
                yield from _downgraded(source, index, line, links)
            last = index
        elif (first >= 0 and line.strip()) or index == len(source.lines):
            if facts:
                yield dump(TOOL, first, last, facts)
            facts, first, slot = [], -1, ""


def _more(line: str, index: int, links: dict[str, tuple[str, str]]) -> Iterator[Fact]:
    """Yield what a line below a device says; `links` keeps what the link can do and does."""
    if link := _LINK.fullmatch(line):
        prefix = "max-" if link[1] == "LnkCap" else ""
        links[link[1]] = (link[2], link[3])
        speed = scaled(link[2], 10**9)
        if speed is not None and link[3] != "0":
            yield Fact(f"{prefix}link-speed", speed, index, f"{link[2]}GT/s")
            yield Fact(f"{prefix}link-width", int(link[3]), index, f"x{link[3]}")
    elif driver := _DRIVER.fullmatch(line):
        yield Fact("driver", driver[1], index, driver[1])


def _downgraded(
    source: Source, index: int, line: str, links: Mapping[str, tuple[str, str]]
) -> Iterator[Diagnostic]:
    """Yield the finding that a link is slower or narrower than its device can do."""
    if "LnkSta:" not in line or len(links) < _ENOUGH:
        return
    can, does = links["LnkCap"], links["LnkSta"]
    if float(does[0]) < float(can[0]) or int(does[1]) < int(can[1]):
        message = (
            f"a PCIe link runs at {does[0]} GT/s x{does[1]}, but its device can do"
            f" {can[0]} GT/s x{can[1]}"
        )
        hint = "a slot or a riser is too narrow, or the device rests and saves power"
        yield source.problem(index, "degraded", message, hint)
