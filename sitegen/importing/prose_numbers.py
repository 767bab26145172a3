"""The numbers that stand in the prose of a page, each with its line: what a reader may quote."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from sitegen.claims import numerals, wording
from sitegen.claims.numerals import Numeral, quoted
from sitegen.claims.wording import Margin
from sitegen.importing.pieces import Piece
from sitegen.importing.words import operation

_MEASURED = frozenset({"B/s", "bit/s", "op/s", "s"})
"""Bases of units in which results are given; sizes, clocks and powers are of the machine."""

_COUNTED = re.compile(
    r"\s*(?:(?:random|sequential|rand|seq|\d+ ?[kKM]i?B?)\s+)*(?:reads?\s+|writes?\s+)?"
    r"(?P<unit>IOPS|iops|transactions per second|requests per second)\b"
)
_SENTENCES = re.compile(r"(?<=[.!?;])\s+(?=[A-Z\"'(])|(?<=[\u3002\uff1b])")
_LOGGED = re.compile(r"^0\d|\d:\d\d\b|^\d{6,}h$")  # 01:01.0 and 01032316h in a log of a kernel
_LONGEST = 1000
_UNCLEAR = re.compile(r"\d ?(?:[kMGT]i?[Bb](?:it)?/s|[kMG]bps|IOPS|[mun\u00b5]?s|sec|seconds)$")
_PARTS = re.compile(r"\s+[A-Z\d][\w-]*\s+[A-Z\d]")  # 4 x WD Caviar Blue
_CLAUSES = re.compile(r",\s|\b(?:and|but|while|whereas|versus|vs\.?|against|to)\b|[()]")
_BEFORE: dict[Margin, str] = {
    "about": "about",
    "almost": "almost",
    "under": "under",
    "over": "over",
    "floor": "at least",
    "ceiling": "at most",
}


class Told(NamedTuple):
    """A number in prose: as it was written, with the words that say how exact it is meant.

    `operation` is the one that its sentence names, `section` the heading above it.
    """

    text: str
    numeral: Numeral
    margin: Margin
    line: int
    piece: int
    operation: str
    change: bool
    sentence: str

    @property
    def claim(self) -> str:
        """Return the number as a link of the draft says it."""
        words = _BEFORE.get(self.margin, "")
        return f"{words} {self.text}" if words else self.text


def told(pieces: Sequence[Piece], taken: Collection[int]) -> list[Told]:
    """Return the measured numbers in the prose of a page, outside of the lines of results."""
    found: list[Told] = []
    for place, piece in enumerate(pieces):
        if piece.kind in ("prose", "heading") and piece.first not in taken:
            found += _in_piece(piece, place)
    return found


def _in_piece(piece: Piece, place: int) -> Iterator[Told]:
    text = piece.text
    start = 0
    for sentence in _sentences(text):
        start = text.index(sentence, start)
        for numeral in numerals.find(sentence):
            its = _measured(sentence, numeral)
            if its is None:
                continue
            words, change = its
            yield Told(
                words,
                numeral,
                wording.phrase(sentence, numeral).margin,
                piece.line_at(start + numeral.digits.start),
                place,
                _operation(sentence, numeral),
                change,
                sentence,
            )
        start += len(sentence)


def _operation(sentence: str, its: Numeral) -> str:
    """Return the operation that the clause around a number names, or else the whole sentence."""
    start = max((m.end() for m in _CLAUSES.finditer(sentence) if m.end() <= its.start), default=0)
    ends = (m.start() for m in _CLAUSES.finditer(sentence) if m.start() >= its.end)
    clause = sentence[start : next(ends, len(sentence))]
    return operation(" ".join(clause.split())) or operation(" ".join(sentence.split()))


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text; what has none, as logs have not, is cut by its lines."""
    found: list[str] = []
    for part in _SENTENCES.split(text):
        long = len(part) > _LONGEST
        found += [line[:_LONGEST] for line in part.split("\n")] if long else [part]
    return [part for part in found if part.strip()]


def _measured(text: str, its: Numeral) -> tuple[str, bool] | None:
    """Return how a number is written, and whether it is a change or a ratio; None for others."""
    if its.by_word or _LOGGED.search(quoted(text, its)):
        return None
    words = _with_unit(quoted(text, its), its)
    if its.form == "ratio" and _PARTS.match(text, its.end):
        return None
    if its.form in ("percent", "points", "ratio"):
        return words, True
    if its.form == "quantity" and its.unit:
        return (words, False) if its.unit.base in _MEASURED else None
    if its.form == "unclear":
        return (words, False) if _UNCLEAR.search(words) else None
    if its.form == "ambiguous":
        return (words, False) if "/s" in its.readings[0] else None
    if its.form == "count" and (match := _COUNTED.match(text, its.end)):
        unit = "IOPS" if match["unit"].lower() == "iops" else "op/s"
        return f"{words} {unit}", False
    return None


def _with_unit(words: str, its: Numeral) -> str:
    """Return a number with its unit where it shares that of the next one: '14' of '14-20 %'."""
    if re.search(r"[^\W\d_]|%", words):
        return words
    if its.form == "percent":
        return f"{words} %"
    return f"{words} {its.unit.symbol}" if its.unit else words
