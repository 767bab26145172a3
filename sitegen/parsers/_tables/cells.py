"""What stands in one cell of a table: a number in any of the ways people write it, and its unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from sitegen import units
from sitegen.parsers._text import readings
from sitegen.record import Certainty

_MISSING = frozenset(
    ("", "-", "--", "---", "–", "—", "n/a", "na", "n.a.", "nan", "-nan", "none", "null", "nil", "?")
)

_BOUNDS: dict[str, Certainty] = {
    "<": "at-most",
    "<=": "at-most",
    "≤": "at-most",
    ">": "at-least",
    ">=": "at-least",
    "≥": "at-least",
    "~": "stated",
    "≈": "stated",
}

# Digits in groups of three with blanks or apostrophes between, or with points and commas anywhere;
# then the unit, and footnote marks.
_CELL = re.compile(
    r"(?P<bound>[<>]=?|[≤≥~≈])?\s*(?P<sign>[-+−–]?)"
    r"(?P<digits>[0-9]{1,3}(?P<gap>[ '\u2009])[0-9]{3}(?:(?P=gap)[0-9]{3})*(?:[.,][0-9]+)?(?![0-9])"
    r"|[0-9.,]*[0-9])"
    r"(?P<exponent>[eE][-+]?[0-9]{1,2}(?![0-9]))?\s*(?P<unit>[^*†‡]*?)\s*[*†‡]*",
    re.DOTALL,
)

# Most cells: digits that can be read in one way.
_SIMPLE = re.compile(r"[0-9]+(?:\.(?:[0-9]{1,2}|[0-9]{4,}))?")

# How far a value varies, as hyperfine prints it: 16.5 ± 0.4.
_SPREAD = re.compile(r"\s*\(?(?:±|\+/-)\s*(?P<spread>[0-9.,]*[0-9]\s*%?)\)?")

_BRACKETS = re.compile(r"\(([^()]+)\)|\[([^][]+)\]|,([^,]+)$")
_UNITS_ALONE = {
    "IOPS",
    "iops",
    "tps",
    "ns",
    "us",
    "µs",
    "ms",
    "msec",
    "sec",
    "secs",
    "seconds",
    "%",
}
"""Unit words that mean nothing else in a heading; so do all with a slash: MB/s."""


class Number(NamedTuple):
    """A number as it stands in a cell: every way to read it, by the decimal mark ('.', ',' or '').

    `sure` is False where blanks between the digits could be the ends of cells.
    """

    readings: Mapping[str, Decimal]
    unit: str
    certainty: Certainty | None
    sure: bool
    spread: str

    def read(self, mark: str, *, stated: bool) -> Decimal | None:
        """Return the number where the table's decimal mark is `mark`, or None if nothing decides.

        `stated` is whether somebody says that it is the mark; else other cells prove it. A lone
        point is a decimal mark unless the table proves that it is not.
        """
        if stated:
            return self.readings.get(mark, self.readings.get(""))
        if not self.sure:
            return None
        if len(self.readings) == 1:
            return next(iter(self.readings.values()))
        if not mark and abs(self.readings["."]) < abs(self.readings[","]):
            mark = "."
        return self.readings.get(mark)


class Meant(NamedTuple):
    """What a unit word means here, and how sure that is; `unit` is '' if it cannot be known."""

    unit: str
    certainty: Certainty | None = None
    note: str = ""
    choices: tuple[str, ...] = ()


def is_missing(folded: str, words: frozenset[str] = frozenset()) -> bool:
    """Return whether a cell says that there is no value; plus signs do, as bonnie++ prints them."""
    return folded in _MISSING or folded in words or not folded.strip("+")


@lru_cache(1 << 14)
def number(text: str) -> Number | None:
    """Return the number with which a cell begins, and what follows as its unit."""
    if _SIMPLE.fullmatch(text):
        return Number({"." if "." in text else "": Decimal(text)}, "", None, True, "")
    spread = _SPREAD.search(text)
    match = _CELL.fullmatch((_SPREAD.sub("", text, 1) if spread else text).strip())
    if match is None:
        return None
    digits = match["digits"]
    sign = match["sign"].replace("–", "-")
    ways = readings(f"{sign}{'0' if digits[0] == '.' else ''}{digits}{match['exponent'] or ''}")
    if not ways:
        return None
    return Number(
        {mark: Decimal(plain) for mark, plain in ways},
        match["unit"],
        _BOUNDS.get(match["bound"] or ""),
        match["gap"] in (None, "'"),
        spread["spread"] if spread else "",
    )


def decimal_mark(texts: Iterable[str]) -> str:
    """Return the decimal mark that cells of one table prove: '' if none does, '?' if they disagree.

    `801.345` does not prove a point, nor `12,345` a comma: both can be groups of thousands.
    """
    proved: set[str] = set()
    for text in texts:
        its = number(text)
        if its is not None and its.sure and len(its.readings) == 1:
            proved |= its.readings.keys() - {""}
    return "?" if len(proved) > 1 else "".join(proved)


def meant(word: str, means: Mapping[str, str], stated: str = "") -> Meant:
    """Return what a printed unit word means; `means` and `stated` are what the sidecar says.

    kB, MB, GB and TB of a tool that we do not know are taken as powers of 1000, and said to be
    assumed; KB and K could be either and are not taken at all.
    """
    if word in means:
        meaning = means[word]
        return Meant(meaning, None, f"{word} means {meaning} here" if meaning != word else "")
    if word == stated:
        return Meant(word)
    if word in units.AMBIGUOUS:
        return Meant("", choices=units.AMBIGUOUS[word])
    if word not in units.UNITS:
        return Meant("")
    unit = units.UNITS[word]
    if unit.base in ("B", "B/s") and unit.factor > 1 and unit.factor % 1000 == 0:
        note = f"{word} is read as 10^{unit.factor.adjusted()} bytes; nothing says what is meant"
        binary = f"{unit.symbol[0].upper()}i{unit.symbol[1:]}"
        return Meant(word, "assumed", note, (unit.symbol, binary))
    return Meant(word)


def is_unit(word: str, means: Mapping[str, str]) -> bool:
    """Return whether a word is a unit, were it one that can be read in two ways."""
    return word in units.UNITS or word in units.AMBIGUOUS or word in means


def unit_in_heading(heading: str, means: Mapping[str, str]) -> str:
    """Return the unit word in a heading such as 'Read (MB/s)', 'Latency, ms' or '4k read IOPS'."""
    marked = [
        "".join(match.groups("")).strip().removeprefix("in ")
        for match in _BRACKETS.finditer(heading)
    ]
    words = [word for word in heading.split() if "/" in word or word in _UNITS_ALONE]
    for choices in (marked, words):
        found = {word for word in choices if is_unit(word, means)}
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""
