"""The numbers in the text of a link: where they stand, how they are written, and in which unit.

Only the form is read here; whether a number is a claim, and of what, is for `claims` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from sitegen.units import AMBIGUOUS, UNITS, Unit

Form = Literal[
    "quantity",  # 240.7 MB/s
    "percent",  # 20 %
    "points",  # 3 percentage points
    "ratio",  # 2.5x, 2 to 1, twice
    "fraction",  # half, a fifth
    "count",  # 16 drives
    "ambiguous",  # 64 KB/s: the unit can be read in two ways
    "unclear",  # 12,3 or 1.2.3: not a number as we write them
]


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number in a text: `text[start:end]` with sign and unit, `text[digits]` the digits alone.

    `number` has the sign that was written, and as many digits. `inverse` says that '1 to 2' was
    written for a ratio; `readings` are the two units that an ambiguous one may stand for.
    """

    form: Form
    number: Decimal
    start: int
    end: int
    digits: slice
    unit: Unit | None = None
    signed: bool = False
    by_word: bool = False
    inverse: bool = False
    readings: tuple[str, ...] = ()

    @property
    def half(self) -> Decimal:
        """Return half of the last digit that was written."""
        exponent = self.number.as_tuple().exponent
        return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2

    @property
    def decimals(self) -> int:
        """Return how many digits were written after the point."""
        exponent = self.number.as_tuple().exponent
        return max(0, -exponent if isinstance(exponent, int) else 0)


BLANKS = " \t\n\u00a0\u202f\u2009"
MINUS = "-−–"
_B = f"[{BLANKS}]"
_RUN = re.compile(r"(?<![\w.,])\.?\d(?:[\d.,\u00a0\u202f\u2009]*\d)?")
_PROPER = re.compile(
    r"\d{1,3}([,\u00a0\u202f\u2009])\d{3}(?:\1\d{3})*(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
)
_POINTS = re.compile(rf"{_B}*-?(?:(?:%|percentage|per{_B}?cent)?[ -]?points?\b|pp\b)")
_PERCENT = re.compile(rf"{_B}*-?(?:%|per{_B}?cent\b|pct\b)")
_RATIO = re.compile(rf"{_B}*-?(?:[xX×](?!\w)|times\b|fold\b)(?!{_B}*\d)")
_CHUNK = re.compile(rf"({_B}*-?)((?:[A-Za-zµμ°]+|1(?=/))?(?:/[A-Za-z]+)?)(?![\w/])")
_PER = re.compile(rf"{_B}+(?:per|a){_B}+(second|sec|s|minute|min|hour|h)\b")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_HYPHEN = re.compile(rf"[^\W\d][{MINUS}]$")  # RAID-5: a name
_DASH = re.compile(rf"\d{_B}*[{MINUS}]$")  # 10-20 %: from, to
_SIGN = re.compile(rf"(?:^|[{BLANKS}(~≈<>])[{MINUS}+]$")
_FACTOR = re.compile(rf"\bfactor{_B}+(?:of{_B}+)?(?P<more>(?:\w+{_B}+){{0,2}})$")
# Between the numbers of a ratio, and between numbers that share the unit of the last one.
_AGAINST = re.compile(rf"{_B}*(?:to|:|-to-){_B}*")
_AND = re.compile(
    rf"{_B}*(?:to|and|or|through|of|out of|against|vs\.?|versus|not|[/,(±–−…-]|\.\.+)?{_B}*"
)

# Units by their letters alone: MIB/S can only be MiB/s, but mb/s can be MB/s or Mbit/s.
_BY_FOLD = {
    fold: sorted({UNITS[name].symbol for name in UNITS if name.casefold() == fold})
    for fold in {name.casefold() for name in UNITS if len(name) > 1}
}
_PER_WORD = {"second": "/s", "sec": "/s", "s": "/s", "minute": "/min", "min": "/min"}
_SMALL = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_SMALL |= {"nine": 9, "ten": 10}
_COUNTS = {**_SMALL, "eleven": 11, "twelve": 12, "sixteen": 16, "twenty-four": 24}
_PARTS = {"hal": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_TIMES = {"twice": "2", "doubl": "2", "tripl": "3", "quadrupl": "4", "halv": "0.5"}
_WORD = re.compile(
    rf"\b(?:(?P<times>twice|double[sd]|double(?={_B}+(?:the|that|what|as|its|of)\b|{_B}*$)"
    rf"|tripl(?:es|ed)|quadrupl(?:es|ed)|halv(?:es|ed|ing))"
    rf"|(?P<of>{'|'.join(_SMALL)})(?:(?P<half>{_B}and{_B}a{_B}half)?{_B}times|-?fold|-times)"
    rf"|(?:(?P<count>a|{'|'.join(_SMALL)})[ -])?(?P<part>half|halves)(?!-)"
    rf"|(?P<many>a|{'|'.join(_SMALL)})[ -](?P<piece>third|quarter|fifth|tenth)s?"
    rf"|(?P<number>{'|'.join(sorted(set(_COUNTS) - {'one'}, key=len, reverse=True))}))\b",
    re.IGNORECASE,
)


def find(text: str) -> list[Numeral]:
    """Return the numbers in a text, in their order; those in digits first where both are there."""
    digits = _joined(text, list(_in_digits(text)))
    taken = [range(numeral.start, numeral.end) for numeral in digits]
    words = [
        numeral
        for numeral in _in_words(text)
        if not any(numeral.start in its or numeral.end - 1 in its for its in taken)
    ]
    return sorted([*digits, *words], key=lambda numeral: numeral.start)


def _in_digits(text: str) -> Iterator[Numeral]:
    for run in _RUN.finditer(text):
        start, end = run.span()
        before = text[:start]
        if _ORDINAL.match(text, end) or _HYPHEN.search(before):
            continue
        signed = bool(_SIGN.search(before)) and not _DASH.search(before)
        whole = slice(start, end)
        if not _PROPER.fullmatch(run[0]):
            odd = _with_unit(text, Numeral("count", Decimal(0), start, end, whole))
            if odd.form != "count" or run[0].count(".") < 2:
                yield replace(odd, form="unclear")
            continue
        number = Decimal(re.sub(r"[^\d.]", "", run[0]))
        if signed:
            start -= 1
            number = -number if text[start] in MINUS else number
        numeral = _with_unit(text, Numeral("count", number, start, end, whole, signed=signed))
        factor = _FACTOR.search(text[: numeral.start])
        if factor and numeral.form == "count":
            start = numeral.start if factor["more"] else factor.start()
            numeral = replace(numeral, form="ratio", start=start)
        yield numeral


def _with_unit(text: str, bare: Numeral) -> Numeral:
    """Return a number with what is written behind it: per cent, times, or the longest unit."""
    forms: Sequence[tuple[Form, re.Pattern[str]]] = (
        ("points", _POINTS),
        ("percent", _PERCENT),
        ("ratio", _RATIO),
    )
    for form, pattern in forms:
        if match := pattern.match(text, bare.end):
            return replace(bare, form=form, end=match.end())
    for spelling, end in _spellings(text, bare.end):
        readings = [spelling] if spelling in UNITS else AMBIGUOUS.get(spelling, ())
        readings = readings or _BY_FOLD.get(spelling.casefold(), ())
        if len(readings) > 1:
            return replace(bare, form="ambiguous", readings=tuple(readings), end=end)
        if readings and spelling != "1":
            return replace(bare, form="quantity", unit=UNITS[readings[0]], end=end)
    return bare


def _spellings(text: str, at: int) -> Iterator[tuple[str, int]]:
    """Yield what may be the unit at a place: 'MB/s' of 'MB per second', 'kIOPS' of 'k IOPS'."""
    first = _CHUNK.match(text, at)
    if not first:
        return
    word = first[2]
    if per := _PER.match(text, first.end()):
        yield word + _PER_WORD.get(per[1], "/h"), per.end()
    if second := _CHUNK.match(text, first.end()):
        yield word + second[2], second.end()
    yield word, first.end()


def _joined(text: str, numerals: list[Numeral]) -> list[Numeral]:
    """Return numbers with '2 to 1' made one, and with the unit that '8 to 16 MB/s' share."""
    found: list[Numeral] = []
    for numeral in reversed(numerals):
        gap = text[numeral.end : found[-1].digits.start] if found else ""
        after = found[-1] if found else None
        if after and numeral.form == "count" and _AGAINST.fullmatch(gap) and not after.signed:
            ones = [one.form == "count" and one.number == 1 for one in (numeral, after)]
            if after.form == "count" and any(ones):
                major = numeral if ones[1] else after
                found[-1] = replace(
                    major, form="ratio", start=numeral.start, end=after.end, inverse=not ones[1]
                )
                continue
        if after and numeral.form == "count" and _AND.fullmatch(gap):
            numeral = replace(numeral, form=after.form, unit=after.unit, readings=after.readings)
        found.append(numeral)
    return found[::-1]


def _in_words(text: str) -> Iterator[Numeral]:
    for match in _WORD.finditer(text):
        form: Form = "ratio"
        if word := match["times"]:
            number = Decimal(next(_TIMES[stem] for stem in _TIMES if word.lower().startswith(stem)))
        elif word := match["of"]:
            number = _SMALL[word.lower()] + Decimal("0.5" if match["half"] else 0)
        elif word := match["part"] or match["piece"]:
            form = "fraction"
            count = (match["count"] or match["many"] or "a").lower()
            parts = next(_PARTS[stem] for stem in _PARTS if word.lower().startswith(stem))
            number = Decimal(_SMALL.get(count, 1)) / parts
        else:
            form = "count"
            number = Decimal(_COUNTS[match["number"].lower()])
        yield Numeral(form, number, *match.span(), slice(*match.span()), by_word=True)


def quoted(text: str, numeral: Numeral) -> str:
    """Return a number as it stands in a text, with its sign and unit."""
    return " ".join(text[numeral.start : numeral.end].split())
