"""Why the text of a link cannot be checked: no unit, a unit of something else, two readings."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from sitegen import units
from sitegen.claims.numerals import Numeral, quoted
from sitegen.claims.terms import Known
from sitegen.claims.wording import Phrase, phrase
from sitegen.record import Value
from sitegen.references.places import exchange

# What a number behind it belongs to: RAID 5, Linux 2.6, run 2.
_NAME = re.compile(r"(?:\b\w*[A-Z]\w*|\b(?:run|test|case|section|version|kernel|line|level))\W*$")


class Unreadable(NamedTuple):
    """Why a text cannot be checked, and what to do."""

    code: str
    message: str
    hint: str


def per_cent(text: str) -> bool:
    """Return whether a text speaks of per cent."""
    words = text.casefold().split()
    return "%" in text or "percent" in words or ("per" in words and "cent" in words)


def problem(text: str, numeral: Numeral, its: Known) -> Unreadable | None:
    """Return why a number that does not fit cannot stand in the text of this link."""
    if numeral.by_word or _is_condition(text, numeral, its.conditions):
        return None
    said = quoted(text, numeral)
    code = "claim-unreadable"
    if numeral.form == "unclear":
        if numeral.end > numeral.digits.stop or phrase(text, numeral).head:
            message = f"'{said}' can be read in two ways"
            hint = "write a point before decimals, and commas between groups of three: 1,234.5"
            return Unreadable("ambiguous-number", message, hint)
        return None
    if numeral.form in ("percent", "ratio") and not its.relation:
        message = f"text says {said}, but the link names nothing to compare with"
        hint = "add vs=PATH for a baseline, or of=PATH for the whole of a share"
        return Unreadable(code, message, hint)
    if numeral.form == "count":
        if _NAME.search(text[: numeral.start]):
            return None
        unit = f"the result is in {its.base}" if its.base != "1" else "the result is a number"
        hint = f"write {said} % or {said}x" if its.relation else f"write it: {unit}"
        return Unreadable(code, f"text says {said}, without a unit", hint)
    message = f"text says {said}, but {its.name} is in {its.base if its.base != '1' else 'numbers'}"
    rate = numeral.unit and exchange(f"{numeral.unit.base}/s", its.base)
    hint = f"write {said}/s" if rate else "link to what the text says, or take it out of the text"
    return Unreadable(code, message, hint)


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


def two_ways(words: Phrase) -> Unreadable:
    """Return that the words of a text contradict each other."""
    these = " and ".join(f"'{sense.word}'" for sense in words.senses)
    message = f"{these} point in two directions"
    return Unreadable("claim-unreadable", message, "leave one of them out of the link")
