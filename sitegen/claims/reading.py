"""What the text of a link says of its evidence.

| text | with | what it is compared with |
| --- | --- | --- |
| 240.7 MB/s | anything | the value, in this unit |
| 47.8 MB/s less, a gap of 47.8 MB/s | vs | a - b |
| 20 %, +20 %, 20 % slower | vs | (a - b) / b |
| 80 % of the, 80 % as fast, drops to 80 % | vs | a / b |
| 2.5x, 2.5 times, 2 to 1, twice, half the | vs, of | a / b |
| 98.8 % | of | a / b |
| 3 percentage points | vs, of | a - b |

A percentage without a sign or a direction is compared by its size: the sentence around the link,
which is not read, says which way. 'Slower' on a time is more of it; 'less' is less of anything.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from sitegen import units
from sitegen.claims import agreement, numerals
from sitegen.claims.agreement import Span
from sitegen.claims.numerals import Numeral
from sitegen.claims.terms import ONE, Kind, Known, in_terms
from sitegen.claims.wording import Phrase, Sense, phrase
from sitegen.record import Value
from sitegen.references.places import exchange


@dataclass(frozen=True, slots=True)
class Reading:
    """A number in a text, what it is of, and what was measured in these terms.

    `sign` is which way the words say that the number goes, 0 if they do not. `signed` is what was
    measured with its own sign, `measured` as it is to be compared: the size of a change, or how
    many times slower.
    """

    text: str
    numeral: Numeral
    phrase: Phrase
    kind: Kind
    sign: int
    signed: Span
    measured: Span
    known: Known

    @property
    def agrees(self) -> bool:
        """Return whether the text is right."""
        return agreement.agrees(self.numeral, self.phrase.margin, self.measured)


class Direction(NamedTuple):
    """Words without a number that say which way; `sign` is 0 if there is no difference."""

    word: str
    sign: int
    known: Known


class Unreadable(NamedTuple):
    """Why a text cannot be checked, and what to do; `numeral` is the number that it is about."""

    code: str
    message: str
    hint: str
    numeral: Numeral | None = None


def read(text: str, its: Known) -> Reading | Direction | Unreadable | None:
    """Return what a text says of its evidence; None if neither a number nor a direction."""
    found = numerals.find(text)
    fitting = [numeral for numeral in found if _fits(numeral, its)]
    if any(not numeral.by_word for numeral in fitting):
        fitting = [numeral for numeral in fitting if not numeral.by_word]
    if len(fitting) > 1:
        these = " and ".join(f"'{quoted(text, numeral)}'" for numeral in fitting)
        message = f"the text holds {len(fitting)} numbers: {these}"
        return Unreadable("claim-unreadable", message, "make one link of each")
    if fitting:
        return _reading(text, fitting[0], its)
    for numeral in found:
        if problem := _problem(text, numeral, its):
            return problem
    if not any(numeral.form == "percent" for numeral in found) and _per_cent(text):
        message = f"'{text}' has no number in digits"
        return Unreadable("claim-unreadable", message, "write the number in digits: 20 %")
    return _direction(text, its) if its.relation else None


def _per_cent(text: str) -> bool:
    words = text.casefold().split()
    return "%" in text or "percent" in words or ("per" in words and "cent" in words)


def _fits(numeral: Numeral, its: Known) -> bool:
    """Return whether a number can be one that the evidence is to be compared with."""
    match numeral.form:
        case "percent":
            return bool(its.relation) or its.base == "1"
        case "ratio" | "fraction":
            return bool(its.relation)
        case "points":
            return bool(its.relation) and its.base == "1"
        case "count":
            return its.base == "1" and not its.relation
        case "quantity":
            return numeral.unit is not None and exchange(numeral.unit.base, its.base) is not None
        case "ambiguous":
            return exchange(units.UNITS[numeral.readings[0]].base, its.base) is not None
    return False


def _problem(text: str, numeral: Numeral, its: Known) -> Unreadable | None:
    """Return why a number that does not fit cannot stand in the text of this link."""
    if numeral.by_word or _is_condition(text, numeral, its.conditions):
        return None
    said = quoted(text, numeral)
    code = "claim-unreadable"
    if numeral.form == "unclear":
        if numeral.end > numeral.digits.stop or phrase(text, numeral).head:
            message = f"'{said}' can be read in two ways"
            hint = "write a point before decimals, and commas between groups of three: 1,234.5"
            return Unreadable("ambiguous-number", message, hint, numeral)
        return None
    if numeral.form in ("percent", "ratio") and not its.relation:
        message = f"text says {said}, but the link names nothing to compare with"
        hint = "add vs=PATH for a baseline, or of=PATH for the whole of a share"
        return Unreadable(code, message, hint, numeral)
    if numeral.form == "count":
        if not phrase(text, numeral).head:
            return None
        hint = f"write {said} % or {said}x" if its.relation else f"the unit is one of {its.base}"
        return Unreadable(code, f"text says {said}, without a unit", hint, numeral)
    message = f"text says {said}, but {its.name} is in {its.base if its.base != '1' else 'numbers'}"
    rate = numeral.unit and exchange(f"{numeral.unit.base}/s", its.base)
    hint = f"write {said}/s" if rate else "link to what the text says, or take it out of the text"
    return Unreadable(code, message, hint, numeral)


def _is_condition(text: str, numeral: Numeral, conditions: Collection[Value]) -> bool:
    """Return whether a number only names the conditions: 8 GiB, where the file size is that."""
    if not re.search(r"[^\W\d]", text[: numeral.start] + text[numeral.end :]):
        return False
    if numeral.form == "quantity" and numeral.unit:
        return units.tidy(numeral.number, numeral.unit) in conditions
    return numeral.form == "count" and bool(
        {int(numeral.number), str(numeral.number)} & set(conditions)
        if numeral.number == int(numeral.number)
        else str(numeral.number) in conditions
    )


def _direction(text: str, its: Known) -> Direction | Unreadable | None:
    words = phrase(text)
    if words.open:
        return Direction(text, 0, its)
    signs = {sense.of(its.better) for sense in words.senses}
    if len(signs) > 1:
        return _two_ways(words)
    return Direction(words.senses[0].word, signs.pop(), its) if signs else None


def _two_ways(words: Phrase) -> Unreadable:
    these = " and ".join(f"'{sense.word}'" for sense in words.senses)
    message = f"{these} point in two directions"
    return Unreadable("claim-unreadable", message, "leave one of them out of the link")


def _reading(text: str, numeral: Numeral, its: Known) -> Reading | Unreadable:
    if numeral.form == "ambiguous":
        message = f"text says {quoted(text, numeral)}, which can be read in two ways"
        readings = (replace(numeral, unit=units.UNITS[unit]) for unit in numeral.readings)
        right = [in_terms(one, "value", its).known or 0 for one in readings]
        named = zip(numeral.readings, right, strict=True)
        hint = "the result says " + " or ".join(f"{number:,.1f} {unit}" for unit, number in named)
        return Unreadable("ambiguous-number", message, hint, numeral)
    words = phrase(text, numeral)
    kind = _kind(numeral, words, its)
    if kind in ("change", "ratio", "share") and its.other and its.other.known == 0:
        message = "the baseline is 0: there is no ratio to it"
        return Unreadable("claim-no-data", message, "", numeral)
    signs = {sense.of(its.better) for sense in _senses(kind, words)}
    if len(signs) > 1:
        return _two_ways(words)
    sign = signs.pop() if signs else 0
    signed = in_terms(numeral, kind, its)
    if kind in ("ratio", "share"):
        measured = _turned(signed, kind) if sign < 0 else signed
    elif kind == "value" or (numeral.signed and not sign):
        measured = signed
    elif numeral.signed and (numeral.number < 0) != (sign < 0):
        message = f"'{quoted(text, numeral)}' and '{words.senses[0].word}' point in two directions"
        return Unreadable("claim-unreadable", message, "leave the sign out", numeral)
    elif numeral.signed:
        measured = signed
    else:
        measured = -signed if sign < 0 else signed if sign else abs(signed)
    return Reading(text, numeral, words, kind, sign, signed, measured, its)


def _senses(kind: Kind, words: Phrase) -> Sequence[Sense]:
    """Return the words that say which way a number of some kind is meant."""
    if kind in ("ratio", "share") and words.whole:
        return [words.manner] if words.manner else []
    return [] if kind in ("value", "share") else words.senses


def _turned(span: Span, kind: Kind) -> Span:
    """Return b / a for a / b: how many times slower."""
    top = Decimal(100) ** (2 if kind == "share" else 0)
    return (ONE / span).times(top)


def _kind(numeral: Numeral, words: Phrase, its: Known) -> Kind:
    if not its.relation:
        return "value"
    match numeral.form:
        case "points":
            return "points"
        case "percent" if words.whole or (its.relation == "of" and not words.senses):
            return "share"
        case "percent":
            return "change"
        case "fraction" if not words.whole and (words.senses or numeral.number != Decimal("0.5")):
            return "share" if its.relation == "of" and not words.senses else "change"
        case "fraction" | "ratio":
            return "ratio"
    return "difference" if words.senses or words.difference else "value"


def quoted(text: str, numeral: Numeral) -> str:
    """Return a number as it stands in a text, with its sign and unit."""
    return " ".join(text[numeral.start : numeral.end].split())


def rewritten(reading: Reading) -> Reading | None:
    """Return the reading with a number that agrees instead, or None if no number would."""
    number = agreement.rounded(reading.numeral, reading.phrase.margin, reading.measured)
    if number is None or (number < 0) != (reading.numeral.number < 0):
        return None
    return replace(reading, numeral=replace(reading.numeral, number=number))
