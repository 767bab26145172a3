"""The lines of fio's text, of versions 1, 2 and 3: what each says, with the unit that it means.

By stat.c of fio 2.1 and 3.40: `k` and `M` behind latencies are powers of 1000; their unit stands in
brackets, and percentiles have brackets of their own. Rates are in `_fio_rates`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen.parsers._fio_statistics import is_left_out, percentile
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

_NUMBER = r"(\d+(?:\.\d+)?)"
LATENCY = re.compile(
    rf"\s*(slat|clat|lat|sync) \((nsec|usec|msec|sec)\): min=\s*{_NUMBER}([kKMG]?) ?, "
    rf"max=\s*{_NUMBER}([kKMG]?) ?, avg=\s*{_NUMBER}([kKMG]?), "
    r"(?:st)?dev=\s*(-?\d+(?:\.\d+)?|-?nan)"
)
_OPEN = re.compile(
    r"(?:READ|WRITE|TRIM|MIXED): (?:bw|io)=|\([num]?sec\): min=|IOPS=|: io=.*, bw=\d"
)
_CLOSED = re.compile(r"msec\)?(?:;.*)?\s*$|dev=\s*-?[\dn]")
PERCENTILES = re.compile(r"\s*(slat|clat|lat|sync) percentiles \((nsec|usec|msec|sec)\)\s*:")
_RANK = re.compile(r"(\d+\.\d+)th=\[\s*(>?)\s*(\d+)(k?)\]")
CPU = re.compile(r"\s*cpu\s*: usr=(\d+(?:\.\d+)?)%, sys=(\d+(?:\.\d+)?)%")
DISK = re.compile(r"\s*(\S+): ios=\d+/\d+, .*?\butil=(\d+(?:\.\d+)?)%")
ISSUED = re.compile(r"\s*issued[\w/ ]*: total=(?:r=)?(\d+)[,/](?:w=)?(\d+)(?:[,/](?:d=)?(\d+))?")
FURNITURE = re.compile(
    r"\s*(?:"
    r"\.\.\.|Starting \d+ (?:process|thread)|Jobs: \d+ |Description\s*:|Disk stats "
    r"|\S+: Laying out IO "
    r"|bw \(|iops\s*: min=|lat \([num]sec\)\s*: |IO depths\s*: |submit\s*: |complete\s*: |issued|"
    r"latency\s*: target|errors\s*: total|block lifetime|states\s*: |steadystate\s*: "
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


def joined(text: Sequence[str], index: int) -> tuple[str, int]:
    """Return a line with what a mail program has broken off it, and how many lines that is."""
    line = text[index]
    opened = _OPEN.search(line)
    if not opened or _CLOSED.search(line):
        return line, 0
    for count in (1, 2):
        line += " " + "".join(text[index + count : index + count + 1]).strip()
        if _CLOSED.search(line):
            return line, count
    return text[index], 0


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
        if digits.startswith(("-", "nan")) or is_left_out(quantity, name):
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
