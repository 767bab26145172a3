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
A part of a speed, or less speed, is one of the speed where a time was measured too: half of it for
twice the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from sitegen import units
from sitegen.claims import agreement, numerals
from sitegen.claims.agreement import Span
from sitegen.claims.numerals import Numeral, quoted
from sitegen.claims.terms import ONE, Kind, Known, in_terms
from sitegen.claims.unreadable import Unreadable, per_cent, problem, two_ways
from sitegen.claims.wording import Phrase, Sense, phrase
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
        """Return whether the text is right: the number, and which way it is said to go."""
        turned = self.kind == "ratio" and self.sign and not self.phrase.manner
        if turned and self.known.change.sign != self.sign:
            return False
        return agreement.agrees(self.numeral, self.phrase.margin, self.measured)


class Direction(NamedTuple):
    """Words without a number that say which way; `sign` is 0 if there is no difference."""

    word: str
    sign: int
    known: Known


def read(text: str, its: Known) -> Reading | Direction | Unreadable | None:
    """Return what a text says of its evidence; None if neither a number nor a direction."""
    found = numerals.find(text)
    fitting = [numeral for numeral in found if _fits(numeral, its)]
    if any(not numeral.by_word for numeral in fitting):
        fitting = [numeral for numeral in fitting if not numeral.by_word]
    if len(fitting) > 1:
        readings = [_reading(text, numeral, its) for numeral in fitting]
        first = readings[0]
        if all(isinstance(one, Reading) and one.agrees for one in readings):
            return first  # one value in two units
        these = " and ".join(f"'{quoted(text, numeral)}'" for numeral in fitting)
        message = f"the text holds {len(fitting)} numbers: {these}"
        return Unreadable("claim-unreadable", message, "make one link of each")
    if fitting:
        return _reading(text, fitting[0], its)
    for numeral in found:
        if wrong := problem(text, numeral, its):
            return wrong
    if not any(numeral.form == "percent" for numeral in found) and per_cent(text):
        message = f"'{text}' has no number in digits"
        return Unreadable("claim-unreadable", message, "write the number in digits: 20 %")
    return _direction(text, its) if its.relation else None


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


def _direction(text: str, its: Known) -> Direction | Unreadable | None:
    words = phrase(text)
    if words.open:
        return Direction(text, 0, its)
    signs = {sense.of(its.better) for sense in words.senses}
    if len(signs) > 1:
        return two_ways(words)
    return Direction(words.senses[0].word, signs.pop(), its) if signs else None


def _reading(text: str, numeral: Numeral, its: Known) -> Reading | Unreadable:
    if numeral.form == "ambiguous":
        message = f"text says {quoted(text, numeral)}, which can be read in two ways"
        readings = (replace(numeral, unit=units.UNITS[unit]) for unit in numeral.readings)
        right = [in_terms(one, "value", its).known or 0 for one in readings]
        named = zip(numeral.readings, right, strict=True)
        hint = "the result says " + " or ".join(f"{number:,.1f} {unit}" for unit, number in named)
        return Unreadable("ambiguous-number", message, hint)
    words = phrase(text, numeral)
    kind = _kind(numeral, words, its)
    if kind in ("change", "ratio", "share") and its.other and its.other.known == 0:
        message = "the baseline is 0: there is no ratio to it"
        return Unreadable("claim-no-data", message, "")
    if words.speed and its.better == "lower" and kind in ("change", "ratio", "share"):
        if its.own.known == 0:
            return Unreadable("claim-no-data", "the time is 0: there is no speed to it", "")
        its = its.speeds
    signs = {sense.of(its.better) for sense in _senses(kind, words)}
    if len(signs) > 1:
        return two_ways(words)
    sign = signs.pop() if signs else 0
    signed = in_terms(numeral, kind, its)
    if kind in ("ratio", "share"):
        turned = sign < 0 and (words.manner or numeral.number >= 1)
        measured = _turned(signed, kind) if turned else signed
    elif kind == "value" or (numeral.signed and not sign):
        measured = signed
    elif numeral.signed and (numeral.number < 0) != (sign < 0):
        message = f"'{quoted(text, numeral)}' and '{words.senses[0].word}' point in two directions"
        return Unreadable("claim-unreadable", message, "leave the sign out")
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


def rewritten(reading: Reading) -> Reading | None:
    """Return the reading with a number that agrees instead, or None if no number would."""
    number = agreement.rounded(reading.numeral, reading.phrase.margin, reading.measured)
    if number is None or (number < 0) != (reading.numeral.number < 0):
        return None
    return replace(reading, numeral=replace(reading.numeral, number=number))
