"""What MegaCli and storcli print alike: sizes with sectors, RAID levels, cache policies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import binary, decimal
from sitegen.record import Fact, Source

_SIZE = re.compile(r"(\d+(?:\.\d+)? ?[KMGTP]?B)(?:\s*\[(0x[0-9a-fA-F]+) Sectors\])?")
_QUALIFIER = re.compile(r"Primary-(\d+), Secondary-(\d+), RAID Level Qualifier-(\d+)")
# The legend of storcli: R=Read Ahead Always|NR=No Read Ahead|WB=WriteBack|AWB=Always WriteBack.
_LETTERS = re.compile(r"(NR|R)(AWB|FWB|WB|WT)(D|C)")
_WORDS = {
    "NR": "ReadAheadNone",
    "R": "ReadAhead",
    "WB": "WriteBack",
    "AWB": "AlwaysWriteBack",
    "FWB": "AlwaysWriteBack",
    "WT": "WriteThrough",
    "D": "Direct",
    "C": "Cached",
}
_DEGRADED = frozenset(("degraded", "partially degraded", "offline", "dgrd", "pdgd", "ofln"))
_CELSIUS = re.compile(r"(\d+) ?C\b.*")
_GIGABITS = re.compile(r"(\d+(?:\.\d+)?) ?Gb/s")


def size(column: str, written: str, line: int, sector: int = 512) -> Iterator[Fact]:
    """Yield a size: the sectors that are printed behind it where they agree, else powers of 1024.

    `279.396 GB [0x22ecb25c Sectors]` are 585,937,500 sectors of 512 bytes, 279.396 * 2^30 bytes.
    """
    match = _SIZE.fullmatch(written.strip())
    if not match:
        return
    rounded = binary(match[1])
    if rounded is None:
        return
    exact = int(match[2], 16) * sector if match[2] else 0
    value = exact if abs(exact - rounded) <= rounded / 1000 else rounded
    if value:
        yield Fact(column, value, line, written.strip())


def level(qualifier: str, drives: int, spans: int) -> str:
    """Return the RAID level for `Primary-1, Secondary-0, RAID Level Qualifier-0`, or ''.

    Several spans, and a mirror of more than two drives, are striped.
    """
    match = _QUALIFIER.fullmatch(qualifier)
    if not match:
        return ""
    primary, secondary = match[1], match[2]
    striped = secondary == "3" or spans > 1 or (primary == "1" and drives > 2)
    return f"raid{primary}{'0' if striped and primary != '0' else ''}"


def policies(letters: str, line: int) -> Iterator[Fact]:
    """Yield the cache policies that storcli writes as `NRWBD`, in the words of MegaCli."""
    match = _LETTERS.fullmatch(letters)
    if match:
        yield Fact("cache-policy", letters, line, letters)
        names = ("read-policy", "write-policy", "io-policy")
        for name, letter in zip(names, match.groups(), strict=True):
            yield Fact(name, _WORDS[letter], line, letters)


def celsius(written: str, line: int) -> Iterator[Fact]:
    """Yield the temperature in `28C (82.40 F)`."""
    if match := _CELSIUS.fullmatch(written.strip()):
        yield Fact("temperature", int(match[1]), line, written.strip())


def link_speed(column: str, written: str, line: int) -> Iterator[Fact]:
    """Yield the bits a second in `6.0Gb/s`."""
    if match := _GIGABITS.fullmatch(written.strip()):
        yield Fact(column, decimal(f"{match[1]}G") or 0, line, written.strip())


def degraded(source: Source, facts: Iterable[Fact]) -> Iterator[Diagnostic]:
    """Yield a finding for each array that is not whole."""
    for fact in facts:
        is_state = fact.column.startswith("raid.") and fact.column.endswith(".state")
        if is_state and str(fact.value).lower() in _DEGRADED:
            message = f"an array of the RAID controller is degraded: its state is '{fact.value}'"
            yield source.problem(fact.line, "degraded", message)
