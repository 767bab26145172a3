"""CrystalDiskMark and KDiskMark: one row of their text, and which bytes it means by MB."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from sitegen.parsers._text import binary_size, number
from sitegen.record import Value

_ROW = re.compile(
    r"\W*(?P<pattern>Sequential|Seq|SEQ|Random|RND)"
    r"(?:\s+(?P<what>Read|Write|Mix))?"
    r"(?:\s+(?P<size>\d+)\s*(?P<letter>[KM])i?B)?"
    r"(?:\s*\(\s*(?:QD?\s*=\s*(?P<queue>\d+)\s*,?\s*)?(?:T\s*=\s*(?P<threads>\d+)\s*)?\))?"
    r"\s*:\s*(?P<rate>\d[\d.,]*)\s*MB/s"
    r"(?:\s*\[\s*(?P<iops>\d[\d.,]*)\s*IOPS\s*\])?"
    r"(?:\s*<\s*(?P<latency>\d[\d.,]*)\s*us\s*>)?\W*"
)
_BASES = (
    (Decimal(1_000_000), "10^6 bytes"),
    (Decimal(1_024_000), "1000 * 1024 bytes"),
    (Decimal(1_048_576), "2^20 bytes"),
)
_SLACK = Decimal("0.002")
"""How far a mean of rates may lie beside the mean of IOPS over the same repetitions."""


class Line(NamedTuple):
    """A row: the test, the figures as plain numbers, and the index of its line."""

    line: int
    is_random: bool
    what: str
    size: int | None
    queue: str
    threads: str
    rate: str
    iops: str
    latency: str

    @property
    def test(self) -> tuple[object, ...]:
        """Return what no second row of the same run has."""
        return self[1:6]

    @property
    def is_telling(self) -> bool:
        """Return whether no other tool prints such a row."""
        return bool(self.iops or self.latency or self.queue or self.threads or self.size)

    @property
    def under_way(self) -> int:
        """Return how many requests are under way at a time, as far as the row says."""
        return int(self.queue or 1) * int(self.threads or 1)


def row(line: str, index: int) -> Line | None:
    """Return the row that a line is, or None."""
    match = _ROW.fullmatch(line)
    if not match:
        return None
    figures = [number(match[name] or "", line) or "" for name in ("rate", "iops", "latency")]
    if not figures[0]:
        return None
    size = binary_size(f"{match['size']}{match['letter']}") if match["size"] else None
    return Line(
        index,
        match["pattern"][0] == "R",
        (match["what"] or "").lower(),
        size,
        match["queue"] or "",
        match["threads"] or "",
        *figures,
    )


def base_of(line: Line) -> tuple[Decimal, str] | None:
    """Return the bytes of one MB that a row proves by its IOPS, with the proof; None if it cannot.

    Raises ValueError where no base fits.
    """
    rate, count = Decimal(line.rate), Decimal(line.iops or 0)
    if not line.size or not count or not rate:
        return None
    bytes_each = count * line.size
    doubt = _half(rate) / rate + _half(count) / count
    fitting = [
        (base, name) for base, name in _BASES if abs(bytes_each / rate / base - 1) <= doubt + _SLACK
    ]
    if not fitting:
        raise ValueError(f"{line.rate} MB/s and {line.iops} IOPS of {line.size} bytes")
    if len(fitting) > 1:
        return None
    base, name = fitting[0]
    proof = f"{line.iops} IOPS * {line.size} bytes / {line.rate} = {bytes_each / rate:.0f}"
    return base, f"MB is {name}: {proof}"


def _half(value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    return Decimal(5).scaleb((exponent if isinstance(exponent, int) else 0) - 1)


def load_of(line: Line) -> dict[str, Value]:
    """Return what a row says of its load.

    The rows of versions 4 to 6 that name threads alone have one request under way (-o1 in
    DiskBench.cpp).
    """
    load: dict[str, Value] = {}
    if line.size:
        load["block_size"] = line.size
    if line.queue or line.threads:
        load["queue_depth"] = int(line.queue or 1)
    if line.threads:
        load["threads"] = int(line.threads)
    return load
