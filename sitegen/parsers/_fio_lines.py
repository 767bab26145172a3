"""The lines of fio's text, of versions 1, 2 and 3: what each says, with the unit that it means.

By stat.c and lib/num2str.c of fio 1.2, 1.5x, 2.1 and 3.40:

- fio 3 prints powers of 1024 with an i and powers of 1000 without, side by side.
- fio 1.5x and 2 print `KB`, `MB` for powers of 1024, `kB` for 1000, and no prefix for a number of
  up to six digits: a slow disk has `bw=712421B/s`.
- Before that, `KiB/s` was bytes per millisecond, which is 1000 B/s; M and G go up from there by
  1024.
- `k` and `M` behind counts and latencies are powers of 1000; the unit of latencies stands in
  brackets, and percentiles have brackets of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen.parsers._fio_jobs import percentile
from sitegen.record import Certainty, Measurement, Value

SERVER = re.compile(r"<[^<>]*> ?")
CLIENT = re.compile(r", fio=(?:fio-)?(\S+?),")
VERSION = re.compile(r"\s*fio[- ](\d+\.\d[\w.\-]*)\s*")
HEAD = re.compile(r"\s*(\S.*?): \(g=(\d+)\): (rw=\w.*)")
BLOCK = re.compile(
    r"\s*(\S.*?):? \(groupid=(\d+)(?:, jobs=(\d+))?\): err=\s*(-?\d+)(?: \((.*)\))?:"
    r"(?: pid=<?(-?\d+)>?)?(?:: (.*?))?\s*"
)
GROUP = re.compile(r".*?Run status group (\d+) \(all jobs\):\s*")

_DIRECTION = r"\s*(read|write|trim|mixed)\s*: "
RATE_3 = re.compile(
    _DIRECTION + r"IOPS=([\d.]+)([kMG]?), BW=([\d.]+)(\S*) \(([\d.]+)([^)\s]*)\)"
    r"\(([\d.]+)(\w+)/(\d+)msec\)"
)
RATE_2 = re.compile(
    _DIRECTION
    + r"io=\s*([\d.]+)\s*(\w+), bw=\s*([\d.]+)\s*(\w+)/s(?:, iops=\s*([\d.]+)\s*([kKMG]?))?"
    r"\s*, runt=\s*(\d+)msec"
)
SUM_3 = re.compile(
    r"\s*(READ|WRITE|TRIM|MIXED): bw=([\d.]+)(\S*) \(([\d.]+)([^)\s]*)\).*?"
    r" io=([\d.]+)(\w+) \([^)]*\), run=\d+-(\d+)msec"
)
SUM_2 = re.compile(
    r"\s*(READ|WRITE|TRIM|MIXED): io=\s*([\d.]+)\s*(\w+), aggrb=\s*([\d.]+)\s*(\w+)/s,.*"
    r" maxt=\s*(\d+)msec"
)
LATENCY = re.compile(
    r"\s*(slat|clat|lat|sync) \((nsec|usec|msec|sec)\): min=\s*([\d.]+)([kKMG]?) ?, "
    r"max=\s*([\d.]+)([kKMG]?) ?, avg=\s*([\d.]+)([kKMG]?), (?:st)?dev=\s*(-?[\d.]+|-?nan)"
)
PERCENTILES = re.compile(r"\s*(slat|clat|lat|sync) percentiles \((nsec|usec|msec|sec)\)\s*:")
_RANK = re.compile(r"(\d+\.\d+)th=\[\s*(>?)\s*(\d+)(k?)\]")
CPU = re.compile(r"\s*cpu\s*: usr=([\d.]+)%, sys=([\d.]+)%")
DISK = re.compile(r"\s*(\S+): ios=\d+/\d+, .*?\butil=([\d.]+)%")
ISSUED = re.compile(r"\s*issued[\w/ ]*: total=(?:r=)?(\d+)[,/](?:w=)?(\d+)(?:[,/](?:d=)?(\d+))?")
FURNITURE = re.compile(
    r"\s*(?:"
    r"\.\.\.|Starting \d+ (?:process|thread)|Jobs: \d+ |Description\s*:|Disk stats "
    r"|\S+: Laying out IO "
    r"|bw \(|iops\s*: min=|lat \([num]sec\)\s*: |IO depths\s*: |submit\s*: |complete\s*: |issued|"
    r"latency\s*: target|errors\s*: total|block lifetime|states\s*: |steadystate\s*: |\|"
    r"|fsync/fdatasync|clat prio |lat prio |(?:high|low) prio|hostname=|fio: |note: |\d+%? of )"
)
FAULT = re.compile(r"fio: (?:pid=\d+, )?(?:err=\d+/)?file:\S+, func=.*, error=.*")
ENDED = re.compile(r"fio: terminating on signal (\d+)")

_QUANTITIES = {
    "slat": "submission-latency",
    "clat": "completion-latency",
    "lat": "latency",
    "sync": "latency",
}
_LATENCY_UNITS = ("ns", "us", "ms", "s")
_WORDS = {"nsec": 0, "usec": 1, "msec": 2, "sec": 3}


class Row(NamedTuple):
    """One value as a line of fio's text says it."""

    quantity: str
    statistic: str
    value: str | Decimal
    unit: str
    written: str
    line: int
    certainty: Certainty = "exact"
    note: str = ""


def measured(
    rows: Sequence[Row], operation: str, workload: Mapping[str, Value], note: str
) -> list[Measurement]:
    """Return rows as measurements."""
    return [
        Measurement(
            operation,
            row.quantity,
            row.value,
            row.unit,
            row.line,
            row.written,
            row.statistic,
            workload,
            certainty=row.certainty,
            note="; ".join(filter(None, (row.note, note))),
        )
        for row in rows
    ]


def rate_3(line: int, digits: str, word: str, other: str, other_word: str) -> Iterator[Row]:
    """Yield a rate that is printed in both bases: `17.5MiB/s (18.4MB/s)`.

    Both are rounded. Where the first does not come to the second, the value is the middle of what
    both allow.
    """
    if not digits.strip("0."):
        return
    unit, bits = _rate_unit(word)
    second, _ = _rate_unit(other_word)
    written = f"{digits}{word} ({other}{other_word})"
    low, high = _allowed(digits, unit, bits)
    least, most = _allowed(other, second, bits)
    value = _middle(digits, unit, bits)
    if bits == 1 and least <= value <= most:
        yield Row("bandwidth", "", digits, unit, written, line)
        return
    note = f"{digits} {word} / 8" if bits > 1 else ""
    if not least <= value <= most and max(low, least) <= min(high, most):
        value = (max(low, least) + min(high, most)) / 2
        note = f"the middle of what rounds to {digits}{word} and to {other}{other_word}"
    yield Row("bandwidth", "", value, "B/s", written, line, "derived", note)


def _rate_unit(word: str) -> tuple[str, int]:
    """Return the unit of a rate, and how many of it make a byte.

    What all clients did together has no `B/s` behind the prefix (fio 3.33: `BW=157Mi (164M)`).
    """
    prefix = word.removesuffix("/s").removesuffix("bit").removesuffix("B")
    return f"{prefix}B/s", 8 if word.endswith("bit/s") else 1


_FACTORS = {"": 1, "k": 1000, "Ki": 1024, "M": 10**6, "Mi": 2**20, "G": 10**9, "Gi": 2**30,
            "T": 10**12, "Ti": 2**40, "P": 10**15, "Pi": 2**50}  # fmt: skip


def _middle(digits: str, unit: str, bits: int) -> Decimal:
    return Decimal(digits) * _FACTORS.get(unit.removesuffix("B/s"), 1) / bits


def _allowed(digits: str, unit: str, bits: int) -> tuple[Decimal, Decimal]:
    """Return the least and the most that rounds to a printed number, in B/s."""
    half = Decimal(1).scaleb(-len(digits.partition(".")[2])) / 2
    exact, size = Decimal(digits), _FACTORS.get(unit.removesuffix("B/s"), 1)
    return (exact - half) * size / bits, (exact + half) * size / bits


def rate_2(
    line: int, digits: str, word: str, size: str, size_word: str, runtime: str
) -> Iterator[Row]:
    """Yield a rate of fio 1 or 2: `266966KB/s`."""
    if not digits.strip("0."):
        return
    written = f"{digits}{word}/s"
    if word.endswith(("b", "bit")):
        unit, _ = unit_2(word.removesuffix("it").removesuffix("b") + "B")
        yield Row("bandwidth", "", Decimal(digits) / 8, f"{unit}/s", written, line, "derived",
                  f"{written} / 8, with powers of 1024")  # fmt: skip
    elif "i" in word:
        yield _oldest(line, digits, word, _bytes(size, size_word) * 1000 / max(int(runtime), 1))
    else:
        unit, _ = unit_2(word)
        yield Row("bandwidth", "", digits, f"{unit}/s", written, line)


def _bytes(digits: str, word: str) -> Decimal:
    unit, _ = unit_2(word)
    return Decimal(digits) * _FACTORS.get(unit.removesuffix("B"), 1)


def _oldest(line: int, digits: str, word: str, true: Decimal) -> Row:
    """Return a rate of the first versions; bytes over milliseconds prove what its K is."""
    printed = Decimal(digits) * 1024 ** max(0, " KMGT".index(word[0]) - 1)
    written = f"{digits}{word}/s"
    for unit, certainty in (("kB/s", "proved"), ("KiB/s", "proved"), ("kB/s", "assumed")):
        value = printed * (1000 if unit == "kB/s" else 1024)
        if certainty == "assumed" or abs(value - true) * 100 < value:
            break
    factor = value / printed
    note = f"K is {factor} here: the bytes over the run time are {true:.0f} B/s"
    if certainty == "assumed":
        return Row("bandwidth", "", printed, unit, written, line, "assumed", "K is 1000 in fio 1.2")
    return Row("bandwidth", "", printed, unit, written, line, "proved", note)


def unit_2(word: str) -> tuple[str, bool]:
    """Return the unit that fio 1 and 2 mean by `KB`, and whether it is a power of 1000: `kB`."""
    prefix = word.removesuffix("B").removesuffix("i")
    if prefix == "k":
        return "kB", True
    return (f"{prefix}iB" if prefix else "B"), False


def latency(line: int, match: re.Match[str]) -> Iterator[Row]:
    """Yield the four statistics of a latency line."""
    kind, word, *cells = match.groups()
    least, least_k, most, most_k, mean, mean_k, deviation = cells
    quantity, step = _QUANTITIES[kind], _WORDS[word]
    if not most.strip("0.") and not mean.strip("0."):
        return
    for name, digits, letter in (
        ("min", least, least_k),
        ("max", most, most_k),
        ("mean", mean, mean_k),
        ("stddev", deviation, ""),
    ):
        if digits.strip("-").startswith("nan") or digits.startswith("-"):
            continue
        unit = _LATENCY_UNITS[min(step + " kMG".index(letter.replace("K", "k") or " "), 3)]
        written = f"{digits}{letter} {word}"
        if name == "min" and not digits.strip("0."):
            yield Row(quantity, name, "1", unit, written, line, "below-resolution")
        else:
            yield Row(quantity, name, digits, unit, written, line)


def ranks(line: int, text: str, kind: str, word: str) -> Iterator[Row]:
    """Yield the percentiles in a row of them."""
    for rank, beyond, digits, letter in _RANK.findall(text):
        statistic = percentile(rank)
        if not statistic:
            continue
        unit = _LATENCY_UNITS[min(_WORDS[word] + bool(letter), 3)]
        certainty: Certainty = "at-least" if beyond else "exact"
        value = digits
        if digits == "0":
            value, certainty = "1", "below-resolution"
        written = f"{beyond}{digits}{letter} {word}"
        yield Row(_QUANTITIES[kind], statistic, value, unit, written, line, certainty)


def count(line: int, digits: str, letter: str) -> Iterator[Row]:
    """Yield a number of operations per second: `IOPS=10.1k` is 10,100."""
    if digits.strip("0."):
        unit = f"{letter.replace('K', 'k')}op/s"
        yield Row("iops", "", digits, unit, f"{digits}{letter}", line)
