"""What the Phoronix Test Suite means by the scale of a result: quantity, unit and operation.

A test profile copies a number out of the tool that it wraps, and the scale is a label that its
author typed: `MB/s` is 10^6 bytes in one test and 2^20 in the next. What is known here is from the
results-definition.xml of the profiles (phoronix-test-suite/test-profiles) and from the tools.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from sitegen.record import Certainty
from sitegen.vocabulary import QUANTITIES


class Meaning(NamedTuple):
    """A result as its tool means it: what was measured, and the value in a unit."""

    operation: str
    quantity: str
    value: str | Decimal
    unit: str
    certainty: Certainty = "exact"
    note: str = ""


DECIMAL = frozenset(
    (
        "compress-zstd",  # zstd programs/benchzstd.c: MB_UNIT 1000000
        "compress-lz4",  # lz4 programs/bench.c: bytes in a nanosecond * 1000
        "dbench",  # dbench.c: 1.0e-6 * total_bytes / t
        "lzbench",  # lzbench: bytes in a microsecond
        "simdjson",  # bytes in a nanosecond
        "stream",  # stream.c: 1.0E-06 * bytes / time
        "tinymembench",  # main.c: bytes / time / 1000000
    )
)
"""Profiles in which MB is 10^6 bytes."""

BINARY = frozenset(
    (
        "aio-stress",  # aio-stress.c divides by 1024 * 1024
        "hdparm-read",  # hdparm.c: TIMING_BUF_MB in 2^20
        "ior",  # the column bw(MiB/s)
        "iozone",  # results-definition.xml divides KiB/s by 1024
        "mbw",  # mbw.c: MiB/s
        "sysbench",  # MiB/sec
        "tiobench",  # constants.h: MBYTE (1024*KBYTE)
    )
)
"""Profiles in which MB is 2^20 bytes."""

UNKNOWN = "MB/s is what the wrapped tool calls it; its base is not known here and taken as 10^6"
FIO_SLOW = "pts/fio divides the KiB/s of fio by 1000 and calls them MB/s (results-definition.xml)"
FIO_EITHER = "pts/fio takes MiB/s as MB/s, or KiB/s / 1000 where fio printed them: up to 2.4 % less"

_TIMES = {
    "s": "s",
    "sec": "s",
    "second": "s",
    "seconds": "s",
    "ms": "ms",
    "millisecond": "ms",
    "milliseconds": "ms",
    "us": "us",
    "µs": "us",
    "microsecond": "us",
    "microseconds": "us",
    "ns": "ns",
    "nanosecond": "ns",
    "nanoseconds": "ns",
    "minutes": "min",
    "hours": "h",
}
_PER = {"s": "", "sec": "", "second": "", "minute": "min", "min": "min", "hour": "h", "h": "h"}
_BYTES = re.compile(r"([kmgt]?)(i?)(?:b|bytes?)(?:/| per )s(?:ec(?:ond)?)?", re.IGNORECASE)
_BITS = re.compile(r"([kmgt]?)(?:bits?|bps)(?:(?:/| per )s(?:ec(?:ond)?)?)?", re.IGNORECASE)
_FLOPS = re.compile(r"([mgt]?)flops?(?:/s)?", re.IGNORECASE)
_RATE = re.compile(r"(.*?)\s*(?:/| per )\s*(s|sec|second|min|minute|h|hour)", re.IGNORECASE)
_LARGE = re.compile(
    r"((?i:kilo|mega|giga))|((?i:thousand|million|billion))s?\b|"
    r"([kMG])(?=(?:op|ops|req|nodes|H|hash|pixels?|events|samples)s?$)"
)
_PREFIX = {"kilo": "k", "thousand": "k", "mega": "M", "million": "M", "giga": "G", "billion": "G"}
_WORDS = {
    "iops": ("iops", "op/s"),
    "tps": ("rate", "op/s"),
    "fps": ("rate", "op/s"),
    "mips": ("rating", "MIPS"),
    "watts": ("power", "W"),
    "joules": ("energy", "J"),
    "celsius": ("temperature", "°C"),
    "mhz": ("frequency", "MHz"),
    "megahertz": ("frequency", "MHz"),
    "bytes": ("size", "B"),
    "percent": ("ratio", "%"),
    "%": ("ratio", "%"),
}

_ANY = ""
_OPERATIONS = (
    # Profile, words of the description or the scale, operation.
    ("fio", r"random read", "rand-read"),
    ("fio", r"random write", "rand-write"),
    ("fio", r"sequential read", "seq-read"),
    ("fio", r"sequential write", "seq-write"),
    ("aio-stress", r"random write|^$", "rand-write"),
    ("iozone", r"read performance", "seq-read"),
    ("iozone", r"write performance", "seq-write"),
    ("hdparm-read", _ANY, "seq-read"),
    ("ior", _ANY, "write"),
    ("tiobench", r"random read", "rand-read"),
    ("tiobench", r"random write", "rand-write"),
    ("tiobench", r"read", "seq-read"),
    ("tiobench", r"write", "seq-write"),
    ("dbench", _ANY, "mix"),
    ("fs-mark", _ANY, "file-create"),
    ("postmark", _ANY, "transaction"),
    ("pgbench", _ANY, "transaction"),
    ("compilebench", r"initial create", "tree-create"),
    ("compilebench", r"read compiled tree", "read"),
    ("compilebench", r"compile", "compile"),
    ("stream", r"copy", "copy"),
    ("stream", r"scale", "scale"),
    ("stream", r"add", "add"),
    ("stream", r"triad", "triad"),
    ("iperf", _ANY, "net-transfer"),
    ("openssl", r"sign/s", "sign"),
    ("openssl", r"verify/s", "verify"),
    ("openssl", r"algorithm: sha", "hash"),
    ("openssl", r"algorithm", "encrypt"),
    ("botan", r"decrypt", "decrypt"),
    ("botan", _ANY, "encrypt"),
    ("compress-", r"decompress", "decompress"),
    ("compress-", _ANY, "compress"),
    ("lzbench", r"decompress", "decompress"),
    ("lzbench", _ANY, "compress"),
)


def meaning(profile: str, description: str, scale: str, proportion: str, value: str) -> Meaning:
    """Return what a value means; `profile` is a name without version, such as `fio`."""
    operation = _operation(profile, f"{description} {scale}".lower())
    made = _quantity(profile, " ".join(scale.split()), value)
    wanted = {"HIB": "higher", "LIB": "lower"}.get(proportion, "neither")
    if made and QUANTITIES[made.quantity].better in (wanted, "neither"):
        return made._replace(operation=operation)
    return Meaning(operation, "score" if wanted == "higher" else "count", value, "1")


def _operation(profile: str, words: str) -> str:
    for name, pattern, operation in _OPERATIONS:
        its = profile.startswith(name) if name.endswith("-") else profile == name
        if its and (not pattern or re.search(pattern, words)):
            return operation
    return "total"


def _quantity(profile: str, scale: str, value: str) -> Meaning | None:
    low = scale.lower()
    if low in _TIMES:
        return Meaning("", "time", value, _TIMES[low])
    if low in _WORDS:
        quantity, unit = _WORDS[low]
        return Meaning("", quantity, value, unit)
    if match := _BYTES.fullmatch(scale):
        return _bytes(profile, match[1].upper(), match[2], value)
    if (match := _BITS.fullmatch(scale)) and low not in ("bit", "bits"):
        return Meaning("", "net-bandwidth", value, f"{_si(match[1])}bit/s")
    if match := _FLOPS.fullmatch(scale):
        return Meaning("", "compute", value, f"{match[1].upper()}flop/s")
    match = _RATE.fullmatch(scale)
    if match and match[2].lower() in _PER:
        return _rate(match[1], _PER[match[2].lower()], value)
    if low.endswith("/op") and low[:-3] in _TIMES:
        return Meaning("", "latency", value, _TIMES[low[:-3]])
    return None


def _si(letter: str) -> str:
    return letter.lower() if letter in "kK" else letter.upper()


def _rate(noun: str, per: str, value: str) -> Meaning:
    large = _LARGE.match(noun)
    if not large or per:
        return Meaning("", "rate", value, f"op/{per or 's'}")
    prefix = large[3] or _PREFIX[(large[1] or large[2]).lower()]
    return Meaning("", "rate", value, f"{prefix}op/s")


def _bytes(profile: str, letter: str, binary: str, value: str) -> Meaning:
    if not letter:
        return Meaning("", "bandwidth", value, "B/s")
    if binary or profile in BINARY:
        return Meaning("", "bandwidth", value, f"{letter}iB/s")
    if profile in DECIMAL:
        return Meaning("", "bandwidth", value, f"{_si(letter)}B/s")
    if profile == "fio" and letter == "M":
        return _fio(value)
    return Meaning("", "bandwidth", value, f"{_si(letter)}B/s", "assumed", UNKNOWN)


def _fio(value: str) -> Meaning:
    """Return the bandwidth of pts/fio, which parses either of two units that fio prints.

    fio has at most four digits before the unit: it turns to MiB/s at 10000 KiB/s (num2str.c).
    """
    size = Decimal(value)
    if size < Decimal("9.76"):
        return Meaning("", "bandwidth", size.scaleb(3), "KiB/s", "derived", FIO_SLOW)
    if size < 10:
        return Meaning("", "bandwidth", value, "MiB/s", "assumed", FIO_EITHER)
    return Meaning("", "bandwidth", value, "MiB/s")
