"""What the words of a heading or a row label say of the values beside them.

The words for operations and statistics are those by which a sidecar is proposed; here they are also
read for the load (4k, QD=32, 3 clients), so that nothing of a heading is lost: what is left over
tells the case apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from sitegen import units
from sitegen.parsers._tables import guess
from sitegen.parsers._tables.cells import unit_in_heading

_NINES = re.compile(r"\bp(99)(9{1,3})\b", re.IGNORECASE)
_OPERATIONS = (
    (re.compile(r"transfer rate|\bseq\w*\b.*\bread|\bread\b.*\bseq", re.I), "seq-read"),
    (re.compile(r"access time", re.IGNORECASE), "rand-read"),
    (re.compile(r"\bburst rate", re.IGNORECASE), "burst-read"),
    (re.compile(r"\bseq\w*\b.*\bwrite|\bwrite\b.*\bseq", re.IGNORECASE), "seq-write"),
    (re.compile(r"\brand\w*\b.*\bread|\bread\w*\b.*\brand|\brandread", re.I), "rand-read"),
    (re.compile(r"\brand\w*\b.*\bwrite|\bwrit\w*\b.*\brand|\brandwrite", re.I), "rand-write"),
    (re.compile(r"\bwritting\b", re.IGNORECASE), "write"),
    (re.compile(r"\bremov(?:al|e|ing)\b|\bdeletion\b", re.IGNORECASE), "delete"),
    (re.compile(r"\bencrypt", re.IGNORECASE), "encrypt"),
    (re.compile(r"\bdecrypt", re.IGNORECASE), "decrypt"),
)
_PARTS = re.compile(
    r"[.;,:()\n]|\b(?:and|but|or|of|with|to|than|while|against|versus|vs|for|is|was|are|were)\b"
)
_MIXED = re.compile(r"\brand\w*\b.*(?:\bmix|\brw\b|read\W{0,3}(?:and )?write)", re.IGNORECASE)
_QUANTITIES = (
    (re.compile(r"\biops\b|\bi/os?\b.*/s", re.IGNORECASE), "iops"),
    (re.compile(r"\blat(?:ency)?\b|\bclat\b|access time|response time", re.I), "latency"),
    (re.compile(r"\bbw\b|bandwidth|throughput|transfer rate|\bspeed\b", re.I), "bandwidth"),
    (re.compile(r"\bcpu\b", re.IGNORECASE), "cpu"),
    (re.compile(r"\btps\b|transactions?/s", re.IGNORECASE), "rate"),
)

# Of requests: nobody asks for more than some MB at once, and '64GB' is a card.
_SIZE = re.compile(
    r"(?<![\w.])(?P<number>\d+(?:\.\d+)?) ?(?P<prefix>[kK]|(?<!\d\d\d )(?<!\d\d\d)M)(?:i?B|ib|b)?"
    r"(?![\w/])|(?<![\w.])(?P<bytes>\d+) ?(?:bytes?|B)(?![\w/])"
)
_FILE = re.compile(r"(?P<number>\d+(?:\.\d+)?) ?(?P<prefix>[kKMG])i?B?[ -]?files?\b", re.IGNORECASE)
_COUNTS = (
    (r"(?:qd|queue ?depth|io ?depth|iodepth|深度)", "queue_depth"),
    (r"(?:threads?|线程)", "threads"),
    (r"(?:num)?jobs?", "jobs"),
    (r"(?:clients?|客户端)", "clients"),
    (r"(?:process(?:es)?|procs?|ranks?|tasks)", "processes"),
    (r"(?:nodes?)", "nodes"),
    (r"(?:streams?)", "streams"),
)
_COUNTED = tuple(
    (re.compile(rf"\b{word}\W{{0,3}}(\d+)\b|(?<![\w.])(\d+)[ -]?{word}(?![^\W_])", re.I), name)
    for word, name in _COUNTS
)
_Q_T = re.compile(r"\bQ\W{0,2}(\d+)\W{0,2}T\W{0,2}(\d+)\b")  # CrystalDiskMark: Q32T1, Q= 32,T= 1
# 'number of clients and threads 3': the number of all that are named.
_NAMED = tuple((re.compile(rf"\b{word}\b", re.IGNORECASE), name) for word, name in _COUNTS)
_NUMBER_OF = re.compile(r"\b(?:number of|#|no\. of)\b.*?\b(\d+)$", re.IGNORECASE)
_EMPTY = re.compile(
    r"(?:the )?(?:results?|values?|rates?|numbers?|scores?|measured|average|outcome)\W*", re.I
)
_BINARY = {"k": "KiB", "K": "KiB", "M": "MiB", "G": "GiB"}


@dataclass(frozen=True, slots=True)
class Said:
    """What words say: of the metric, of the unit as it is printed, and of the load."""

    operation: str = ""
    quantity: str = ""
    statistic: str = ""
    unit: str = ""
    load: Mapping[str, str] = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """Return whether the words say what kind of number stands beside them."""
        return bool(self.operation or self.quantity or self.statistic or self.unit)

    def over(self, other: Said) -> Said:
        """Return what both say; where they differ, this one counts."""
        return Said(
            self.operation or other.operation,
            self.quantity or other.quantity,
            self.statistic or other.statistic,
            self.unit or other.unit,
            {**other.load, **self.load},
        )


def said(words: str) -> Said:
    """Return what the words of a heading or label say."""
    words = " ".join(words.split())
    bare = _NINES.sub(lambda match: f"p{match[1]}.{match[2]}", words)
    unit = unit_in_heading(words, {})
    operation = _operation(words)
    quantity = guess.quantity(words, unit) or _first(_QUANTITIES, words)
    its = Said(operation, quantity, guess.statistic(bare), unit, dict(_load(words)))
    if operation in ("encrypt", "decrypt") or _first(_QUANTITIES, words) == "cpu":
        return its
    return replace(its, operation=_random(its, words))


def operation(words: str) -> str:
    """Return the one operation that a text names, or '' if it names none or several.

    Of 'write' and 'sequential write' that is the second.
    """
    found = {name for part in _PARTS.split(words) if (name := _operation(part))}
    whole = {
        name
        for name in found
        if not any(other != name and other.endswith(f"-{name}") for other in found)
    }
    return whole.pop() if len(whole) == 1 else ""


def _operation(words: str) -> str:
    if _MIXED.search(words):
        return "rand-rw"
    return _first(_OPERATIONS, words) or guess.operation(words)


def _random(its: Said, words: str) -> str:
    """Return the operation; small requests alone do not make it a random one."""
    named = re.search(r"rand|\bR[RW]\b", words, re.IGNORECASE)
    if its.operation.startswith("rand-") and not named and "access" not in words.lower():
        return its.operation.removeprefix("rand-")
    return its.operation


def _first(table: tuple[tuple[re.Pattern[str], str], ...], words: str) -> str:
    return next((name for pattern, name in table if pattern.search(words)), "")


def _load(words: str) -> Iterator[tuple[str, str]]:
    """Yield the workload columns that words give, as they stand in a sidecar."""
    if match := _FILE.search(words):
        yield "file_size", f"{match['number']} {_BINARY[match['prefix']]}"
    elif match := _SIZE.search(words):
        if match["bytes"]:
            yield "block_size", f"{match['bytes']} B"
        else:
            yield "block_size", f"{match['number']} {_BINARY[match['prefix']]}"
    if whole := _NUMBER_OF.search(words):
        for pattern, name in _NAMED:
            if pattern.search(words):
                yield name, whole[1]
        return
    if match := _Q_T.search(words):
        yield "queue_depth", match[1]
        yield "threads", match[2]
        return
    for pattern, name in _COUNTED:
        if match := pattern.search(words):
            yield name, match[1] or match[2]


def rest(words: str) -> str:
    """Return the words of a heading without those that give the load or a unit."""
    for pattern in (_Q_T, _SIZE, *(pattern for pattern, _ in _COUNTED)):
        words = pattern.sub(" ", words)
    return " ".join(re.sub(r"\(\W*\)|\[\W*\]|[,;=:]\s*$", " ", words).split()).strip(" ,;:=-")


def tells(words: str) -> bool:
    """Return whether a heading tells its column from those of other tables: 'Result' does not."""
    return bool(rest(words)) and not _EMPTY.fullmatch(words)


def quantity_of(unit: str, words: str) -> str:
    """Return the quantity of a number that has a unit of its own, with the words around it."""
    symbol = meant(unit)
    return guess.quantity(f"{words} {unit}", symbol) if symbol else ""


_SCALED = re.compile(r"([kKMG]) ?(IOPS|iops|tps|ops/s|op/s)$")
_RATES = {"k": "kop/s", "K": "kop/s", "M": "Mop/s", "G": "Gop/s"}


def meant(unit: str) -> str:
    """Return the unit that a printed word means, as we spell it; '' for none that we know.

    Operations are counted by powers of 1000; 'K IOPS' cannot be anything else. KB/s may be both:
    its guess is 1024, as for a tool that nobody names.
    """
    if match := _SCALED.fullmatch(unit):
        return _RATES[match[1]]
    if unit in units.AMBIGUOUS:
        return units.AMBIGUOUS[unit][1]
    return unit if unit in units.UNITS else ""
