"""What parsers of system dumps share: facts under numbered names, labels with values, sizes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from sitegen.parsers._text import binary_size, number
from sitegen.record import Fact, Run, Value
from sitegen.table_columns import is_prompt

_COLON = re.compile(r"[:\uff1a]")

_COMMA = re.compile(r"^(\d+),(\d+)(?=\s?[KMGTPE])", re.IGNORECASE)
_DECIMAL = re.compile(r"([\d.,]+)\s*([kKMGTPE])?B?")
_WIDEST = 40
"""How many digits the value of a fact can have."""
_DIGITS = re.compile(r"\D+")

ABSENT = frozenset(
    (
        "",
        "-",
        "--",
        "n/a",
        "none",
        "null",
        "unknown",
        "not specified",
        "not provided",
        "not available",
        "unspecified",
        "to be filled by o.e.m.",
        "default string",
        "system product name",
        "system manufacturer",
        "o.e.m.",
        "<out of spec>",
        "not present",
        "no module installed",
        "not installed",
    )
)
"""Texts that stand for no value, in lower case: the second half is what boards are shipped with."""


def labelled(line: str) -> tuple[str, str, str] | None:
    """Return a line `Label: value` with its label and value, or None for another or a prompt.

    The colon of Chinese output is a wide one.
    """
    match = _COLON.search(line)
    if match is None or is_prompt(line):
        return None
    label = line[: match.start()].strip()
    if not label or "=" in label or "\t" in label:
        return None
    return line, label, line[match.end() :].strip()


class Things:
    """The things of one kind in a file, each under the number that it was first met with."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.known: list[str] = []

    def prefix(self, name: str) -> str:
        """Return the first words of the facts about a thing: `drive`, `drive.2`, `drive.3`."""
        if name not in self.known:
            self.known.append(name)
        place = self.known.index(name) + 1
        return self.root if place == 1 else f"{self.root}.{place}"

    def facts(self, name: str, its: Iterable[Fact]) -> list[Fact]:
        """Return facts about one thing under their full names."""
        prefix = self.prefix(name)
        return [
            fact._replace(column=f"{prefix}.{fact.column}" if fact.column else prefix)
            for fact in its
        ]


def dump(
    tool: str, first: int, last: int, facts: Sequence[Fact], version: str = "", date: str = ""
) -> Run:
    """Return a run of facts, each once; all its lines count as understood."""
    once = tuple({(fact.column, fact.value): fact for fact in reversed(facts)}.values())[::-1]
    lines = frozenset(range(first, last + 1))
    return Run(tool, version, first, last, (), once, date=date, furniture=lines)


def text(value: object) -> str:
    """Return a value without blanks around it and doubled inside it; '' where it says nothing."""
    words = " ".join(str(value).split())
    return "" if words.lower().strip("() ") in ABSENT else words


def stated(column: str, value: object, line: int) -> list[Fact]:
    """Return the fact that a text states, or none where it says nothing."""
    words = text(value)
    return [Fact(column, words, line, words)] if words else []


def counted(column: str, written: object, line: int) -> list[Fact]:
    """Return the fact of a whole number: digits, whatever stands between its thousands."""
    words = str(written).strip()
    if not words[:1].isdecimal():
        return []
    return [Fact(column, whole(words), line, words)]


def whole(written: str) -> int:
    """Return a whole number that is printed with marks between its thousands, as its locale has."""
    return int(_DIGITS.sub("", written))


def sized(column: str, written: str, line: int) -> list[Fact]:
    """Return the fact of a size in powers of 1024: `64K`, `16 GB`."""
    value = binary(written)
    return [] if value is None else [Fact(column, value, line, written.strip())]


def binary(written: str, bare: int = 1) -> int | None:
    """Return the bytes of `16 GB`, `931,5G` or `23Gi`, in powers of 1024; see `binary_size`.

    A size with a letter has no thousands: its comma is a decimal mark.
    """
    return binary_size(_COMMA.sub(r"\1.\2", written.strip().removesuffix("i")), bare)


def decimal(written: str) -> int | None:
    """Return the bytes of `4.00 TB` or `500.11 GB`, in powers of 1000."""
    match = _DECIMAL.fullmatch(written.strip())
    if not match or number(match[1]) is None:
        return None
    return int(Decimal(number(match[1]) or 0) * 1000 ** " KMGTPE".index((match[2] or " ").upper()))


def scaled(written: str | None, factor: int | Decimal) -> Value | None:
    """Return a number times the base unit of its unit: an int where it is whole."""
    plain = number(written) if written else None
    if plain is None:
        return None
    value = Decimal(plain) * factor
    if value.adjusted() > _WIDEST:
        return None
    return int(value) if value == value.to_integral_value() else float(value)
