"""The words around a number: how exact it is meant, and which way it points.

| words | what they do to the number |
| --- | --- |
| about, roughly, around, some, ~, or so | 5 % to both sides, or half of the last digit if more |
| almost, nearly, just under | 5 % below, and not above the number |
| under, below, less than, < | 5 % below, and not the number itself |
| over, above, more than, > | 5 % above, and not the number itself |
| at least, no less than, or more | anything from the number up |
| at most, no more than, or less | anything up to the number |

A number in words (half, twice, a fifth) is a round one: it is read as if 'about' stood before it,
and 'less than half' or 'more than twice' as a direction without a size.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from sitegen.claims.numerals import BLANKS, Numeral
from sitegen.vocabulary import Better

Margin = Literal["exact", "about", "almost", "under", "over", "floor", "ceiling"]

_BEFORE: dict[Margin, str] = {
    "floor": r"at least|no(?:t)? (?:less|fewer|lower) than|a minimum of|≥|>=",
    "ceiling": r"at most|no(?:t)? (?:more|higher|greater) than|a maximum of|≤|<=",
    "almost": r"almost|nearly|not quite|(?:just|slightly|a little|a bit) (?:under|below|less than)",
    "under": r"under|below|(?:less|fewer|lower|smaller) than|short of|<",
    "over": r"(?:(?:just|slightly|a little|well) )?(?:over|above|(?:more|higher|greater) than)"
    r"|beyond|exceed(?:s|ed|ing)?|in excess of|upwards of|>",
    "about": r"about|roughly|approximately|approx\.?|around|circa|ca\.|some|close to|near|~|≈",
}
_AFTER: dict[Margin, str] = {
    "about": r"or so\b",
    "floor": r"\+|(?:or|and) (?:more|above|higher|faster|better)\b",
    "ceiling": r"(?:or|and) (?:less|fewer|below|lower|slower)\b",
}
_MARGIN_BEFORE = re.compile(
    r"(?:^|(?<!\w))(?:"
    + "|".join(f"(?P<{margin}>{words})" for margin, words in _BEFORE.items())
    + r")\s*(?:(?:an?|the|by|of|to|only|another|its)\s+)?$",
    re.IGNORECASE,
)
_MARGIN_AFTER = re.compile(
    rf"[{BLANKS}]*(?:" + "|".join(f"(?P<{m}>{words})" for m, words in _AFTER.items()) + ")",
    re.IGNORECASE,
)

Axis = Literal["number", "merit"]

_SENSES: dict[tuple[Axis, int], str] = {
    (
        "merit",
        -1,
    ): r"slow(?:er|s|ed|ing)(?: down)?|slow-?down|penalt(?:y|ies)|worse|los(?:e|es|s|ses|t"
    r"|ing)|costs?|costing|degrad\w+|regress\w*|overhead|disadvantage|behind|sacrific\w+|suffers?",
    ("merit", 1): r"(?:speed(?:s|ed|ing)?|sped) up|speed-?up|faster|quicker|better|improv\w+"
    r"|gain(?:s|ed|ing)?|w[io]ns?|winn\w+|advantage|ahead|sav(?:e|es|ed|ing|ings)|beats?|outperform\w*",
    ("number", -1): r"less|lower\w*|fewer|smaller|shorter|decreas\w+|drop(?:s|ped|ping)?|reduc\w+"
    r"|fall(?:s|en|ing)?|fell|declin\w+|down|cuts?|below|minus|shrinks?|shrank",
    ("number", 1): r"more|higher|greater|larger|bigger|longer|increas\w+|ris(?:e|es|ing)|rose"
    r"|gr[oe]ws?|growth|up(?! to\b)|above|extra|additional",
}
_MANNERS: dict[tuple[Axis, int], str] = {
    ("merit", 1): r"as (?:fast|quick|good)",
    ("merit", -1): r"as (?:slow|bad)",
    ("number", 1): r"as (?:long|high|much|many|large|big)",
    ("number", -1): r"as (?:short|low|little|few|small)",
}


def _pattern(table: dict[tuple[Axis, int], str]) -> re.Pattern[str]:
    names = {key: f"{key[0]}{'up' if key[1] > 0 else 'down'}" for key in table}
    alternatives = "|".join(f"(?P<{names[key]}>{words})" for key, words in table.items())
    return re.compile(rf"\b(?:{alternatives})\b", re.IGNORECASE)


_SENSE, _MANNER = _pattern(_SENSES), _pattern(_MANNERS)
_PERFORMANCE = re.compile(r"\b(?:performance|speed|throughput)\b", re.IGNORECASE)
_TIME = re.compile(r"\b(?:times?|latenc(?:y|ies)|durations?)\b(?! as\b)", re.IGNORECASE)
_NOT = re.compile(r"\b(?:no|not|never|without|hardly|barely|neither)\b|n[’']t\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:negligibl[ey]|same|equal(?:ly)?|similar(?:ly)?|comparable|identical|unchanged"
    r"|insignificant(?:ly)?|indistinguishable|difference)\b",
    re.IGNORECASE,
)
_APART = re.compile(r"\b(?:difference|gap|apart|differ)\b", re.IGNORECASE)
_OF = re.compile(rf"[{BLANKS}]+of\b", re.IGNORECASE)
_WHOLE = re.compile(rf"[{BLANKS}]+(?:of\b|the\b|that\b|what\b|as\b|its\b)", re.IGNORECASE)
_TO = re.compile(r"(?<!up )\bto\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sense:
    """A word that points one way: of the number itself (less), or of its merit (slower)."""

    word: str
    axis: Axis
    sign: int

    def of(self, better: Better) -> int:
        """Return which way the number goes, for a quantity of which more or less is better."""
        return -self.sign if self.axis == "merit" and better == "lower" else self.sign


@dataclass(frozen=True, slots=True)
class Phrase:
    """What the words around a number (or a text without one) say of it.

    `whole` says that a share or multiple is meant and no change ('20 % of the', 'half the', 'as
    fast', 'drops to 80 %'); `speed` that the number is of a speed, whatever was measured ('80 % of
    the speed', '20 % less throughput'); `open` that the words say there is no difference, or deny a
    direction; `head` that the text begins with the number.
    """

    margin: Margin = "exact"
    qualifier: str = ""
    senses: tuple[Sense, ...] = ()
    manner: Sense | None = None
    whole: bool = False
    speed: bool = False
    open: bool = False
    difference: bool = False
    head: bool = False


def phrase(text: str, numeral: Numeral | None = None) -> Phrase:
    """Return what the words of `text` say of a number in it, or without one."""
    margin: Margin = "exact"
    qualifier, before, after = "", text, ""
    if numeral:
        before, after = text[: numeral.start], text[numeral.end :]
        if match := _MARGIN_BEFORE.search(before):
            margin, qualifier = _named(match)
            before = before[: match.start()]
        elif match := _MARGIN_AFTER.match(after):
            margin, qualifier = _named(match)
            after = after[match.end() :]
    rest = f"{before} \0 {after}"
    manner = next(iter(_found(_MANNER, rest)), None)
    senses = tuple(_found(_SENSE, rest))
    follows = _OF if numeral and numeral.form == "percent" else _WHOLE
    part = bool(numeral and follows.match(after))
    of = part and not any(_found(_SENSE, before))
    to = bool(numeral and senses and _TO.search(before))
    # '20 % less time at full speed' is said of the time.
    speed = bool(_PERFORMANCE.search(rest)) and not _TIME.search(rest)
    if speed:
        speed = part or to or any(one.axis == "number" for one in senses)
        senses = tuple(Sense(one.word, "merit", one.sign) for one in senses)
    return Phrase(
        margin,
        qualifier,
        senses,
        manner,
        whole=of or to or manner is not None,
        speed=speed,
        open=bool(_OPEN.search(rest) or (senses and _NOT.search(rest))),
        difference=bool(_APART.search(rest)),
        head=not re.search(r"\w", before),
    )


def _named(match: re.Match[str]) -> tuple[Margin, str]:
    found = next((m, match[m]) for m in (*_BEFORE, *_AFTER) if match.groupdict().get(m))
    return found[0], " ".join(found[1].split())


def _found(pattern: re.Pattern[str], text: str) -> list[Sense]:
    found = []
    for match in pattern.finditer(text):
        name = match.lastgroup or ""
        axis: Axis = "merit" if name.startswith("merit") else "number"
        found.append(Sense(match[0], axis, 1 if name.endswith("up") else -1))
    return found
