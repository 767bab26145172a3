"""Inquiry data as MegaCli prints them: fields of fixed widths with no blank between them."""

from __future__ import annotations

import re
from typing import NamedTuple

LABEL = "Inquiry Data: "

_VENDOR = "|".join(rf"[A-Z][A-Z-]{{{size - 1}}} {{{8 - size}}}" for size in range(2, 9))
_SAS = re.compile(
    rf"(?P<vendor>{_VENDOR})(?P<model>.{{16}})(?P<firmware>.{{4}})(?P<serial>.*?\S)\s*"
)
_SATA = re.compile(
    r"(?= *\S+ *[A-Z])(?P<serial>.{20})(?P<model>[A-Z].{39})(?P<firmware>\S.{,7}?)\s*"
)


class Inquiry(NamedTuple):
    """What inquiry data say, and where in their line the serial number stands."""

    vendor: str
    model: str
    firmware: str
    serial: tuple[int, int]


def read(line: str) -> Inquiry | None:
    """Return what stands behind `Inquiry Data: `, or None where blanks were lost.

    SAS: vendor 8, product 16, firmware 4, serial number. SATA: serial number 20, model 40,
    firmware 8.
    """
    start = line.find(LABEL)
    if start < 0:
        return None
    its = line[start + len(LABEL) :]
    match = _SAS.fullmatch(its) or _SATA.fullmatch(its)
    if not match:
        return None
    parts = match.groupdict(default="")
    serial = tuple(start + len(LABEL) + place for place in match.span("serial"))
    return Inquiry(
        parts.get("vendor", "").strip(),
        parts["model"].strip(),
        parts["firmware"].strip(),
        (serial[0], serial[1]),
    )
