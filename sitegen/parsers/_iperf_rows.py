"""The rows that iperf 2 and iperf3 print, and their units.

K, M and G are powers of 1024 with bytes and of 1000 with bits (src/units.c of iperf3,
compat/Locale.c and src/stdio.c of iperf 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from sitegen.record import Measurement, Value

SIZES = {
    "Bytes": "B",
    "Byte": "B",
    "KBytes": "KiB",
    "KByte": "KiB",
    "MBytes": "MiB",
    "MByte": "MiB",
    "GBytes": "GiB",
    "GByte": "GiB",
    "TBytes": "TiB",
    "TByte": "TiB",
}
RATES = {
    "bits/sec": "bit/s",
    "Kbits/sec": "kbit/s",
    "Mbits/sec": "Mbit/s",
    "Gbits/sec": "Gbit/s",
    "Tbits/sec": "Tbit/s",
}
BYTE_RATES = {
    "Bytes/sec": "bit/s",
    "KBytes/sec": "Kibit/s",
    "MBytes/sec": "Mibit/s",
    "GBytes/sec": "Gibit/s",
    "TBytes/sec": "Tibit/s",
}
"""Rates in bytes (-f M), given as eight times as many bits."""

ROW = re.compile(
    r"[^\[\]]{0,40}?\[ *(\*?\d+|SUM)(?:-\d+)?\](?:\[([TR]X-[CS])\])? +"
    r"(\d+\.\d+) ?- *(\d+\.\d+) +sec +"
    r"(\d+\.?\d*) ([KMGT]?Bytes?) +(\d+\.?\d*) ([KMGT]?(?:bits|Bytes)/sec)(.*)"
)
HEAD = re.compile(
    r"[^\[\]]{0,40}?\[ ID\](?:\[Role\])? +Interval +Transfer +(?:Bandwidth|Bitrate)\b(.*)"
)
WHOLE = re.compile(
    r"[^\[\]]{0,40}?\[ *(?:\*?\d+|SUM)\](?:\[[TR]X-[CS]\])? +\d+\.\d+ ?- *\d+\.\d+ +sec [^\[]*?/sec"
    r"[^\[]*?(?:sender|receiver|%\)|[KMG]?Bytes)\s*"
    r"|[^\[\]]{0,40}?\[ ID\](?:\[Role\])? +Interval .*(?:Datagrams|Cwnd|Retr)\s*"
)
NARROWEST = 50
"""Where a row may be wrapped: blanks stand before the words at its end."""
_UDP = re.compile(r" +(-?\d+(?:\.\d+)?) ms +(-?\d+)/ *(-?\d+) \(([\d.e+-]+|-?nan)(?:%|&#37;)\)(.*)")
_RETRANSMITS = re.compile(r" +(\d+)\b(?!/)(?! *ms)(?!\.)(.*)")


class Row(NamedTuple):
    """One row: whose, from when to when, how much, how fast, and what else it says."""

    line: int
    stream: str
    role: str
    start: str
    end: str
    size: str
    size_word: str
    rate: str
    rate_word: str
    jitter: str
    lost: str
    packets: str
    retransmits: str
    end_word: str

    @property
    def is_zero(self) -> bool:
        """Return whether nothing was transferred, which is never a result."""
        return not self.rate.strip("0.")


def row(line: str, index: int) -> Row | None:
    """Return the row that a line is."""
    match = ROW.fullmatch(line)
    if not match:
        return None
    stream, role, start, end, size, size_word, rate, rate_word, rest = match.groups()
    jitter = lost = packets = retransmits = ""
    if found := _UDP.fullmatch(rest):
        jitter, lost, packets, _, rest = found.groups()
    elif found := _RETRANSMITS.fullmatch(rest):
        retransmits, rest = found.groups()
    words = rest.split()
    end_word = words[-1] if words and words[-1] in ("sender", "receiver", "(omitted)") else ""
    return Row(
        index,
        stream.lstrip("*"),
        role or "",
        start,
        end,
        size,
        size_word,
        rate,
        rate_word,
        jitter,
        lost,
        packets,
        retransmits,
        end_word,
    )


def values(row: Row, operation: str, load: dict[str, Value]) -> Iterator[Measurement]:
    """Yield what a row says."""
    index = row.line
    if not row.is_zero:
        written = f"{row.rate} {row.rate_word}"
        digits: str | Decimal = row.rate
        note = ""
        unit = RATES.get(row.rate_word, "")
        if not unit:
            unit, digits = BYTE_RATES[row.rate_word], Decimal(row.rate) * 8
            note = f"8 bits to the byte: {row.rate} {row.rate_word}, K, M and G of which are 1024^n"
        yield Measurement(
            operation, "net-bandwidth", digits, unit, index, written, "", load, note=note
        )
        yield Measurement(
            operation,
            "size",
            row.size,
            SIZES[row.size_word],
            index,
            f"{row.size} {row.size_word}",
            "",
            load,
        )
    if row.retransmits and operation == "net-send":
        count = row.retransmits
        yield Measurement(operation, "retransmits", count, "1", index, count, "", load)
    if row.packets.isdecimal() and int(row.packets) and operation != "net-send":
        yield Measurement(
            operation, "jitter", row.jitter, "ms", index, f"{row.jitter} ms", "", load
        )
        if row.lost.isdecimal():
            yield loss(operation, int(row.lost), int(row.packets), index, load)


def loss(
    operation: str, lost: int, packets: int, index: int, load: dict[str, Value]
) -> Measurement:
    """Return the share of datagrams that were lost; the printed per cent have one or two digits."""
    return Measurement(
        operation,
        "loss",
        Decimal(lost) / Decimal(packets),
        "1",
        index,
        f"{lost}/{packets}",
        "",
        load,
        certainty="derived",
        note=f"{lost} lost of {packets} datagrams",
    )


def seconds(text: str) -> Value:
    """Return how long a test ran, to a tenth of a second: the ends differ in the last digits."""
    value = round(float(text), 1)
    return int(value) if value == int(value) else value
