"""Wrong numbers in a document put right in place: the author's digits, unit and words are kept.

What no number can put right is left as it is: a wrong direction, a number in words ('half'), a
unit that can be read in two ways, text that is more markup than text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sitegen.claims import Claim
from sitegen.claims.reading import Reading, read, rewritten


def fix(text: str, claims: Iterable[Claim]) -> str:
    """Return the text of a document with the right numbers in those of its claims that fail."""
    edits = {
        place: new for claim in claims if (found := _edit(text, claim)) for place, new in [found]
    }
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def corrected(claim: Claim) -> str | None:
    """Return the text of a failing claim with the right number, or None if no number helps."""
    reading = claim.reading
    new = _digits(claim)
    if reading is None or new is None:
        return None
    digits = reading.numeral.digits
    text = reading.text[: digits.start] + new + reading.text[digits.stop :]
    again = read(text, reading.known)
    return text if isinstance(again, Reading) and again.agrees else None


def _digits(claim: Claim) -> str | None:
    """Return the digits that a failing claim should have, grouped as its author does it."""
    if claim.code != "claim-mismatch" or claim.reading is None:
        return None
    right = rewritten(claim.reading)
    if right is None:
        return None
    written = claim.reading.text[claim.reading.numeral.digits]
    grouping = re.search(r"[^\d.]", written)
    number = abs(right.numeral.number)
    return f"{number:,f}".replace(",", grouping[0]) if grouping else f"{number:f}"


def _edit(text: str, claim: Claim) -> tuple[tuple[int, int], str] | None:
    """Return where in a document the digits of a claim stand, and what they should be."""
    new = _digits(claim)
    label = _label(text, claim)
    if new is None or label is None or claim.reading is None or corrected(claim) is None:
        return None
    written = claim.reading.text[claim.reading.numeral.digits]
    alone = re.compile(rf"(?<![\d.,]){re.escape(written)}(?!\d|[.,]\d)")
    plain = [match.start() for match in alone.finditer(claim.reading.text)]
    marked = [label.start + match.start() for match in alone.finditer(text[label])]
    if len(plain) != len(marked):
        return None  # an escape or a comment in the markup holds the same digits
    start = marked[plain.index(claim.reading.numeral.digits.start)]
    return (start, start + len(written)), new


def _label(text: str, claim: Claim) -> slice | None:
    """Return where the text of a link stands, between its brackets."""
    lines = text.split("\n")
    line, column = claim.position.line, claim.position.column
    if not 0 < line <= len(lines):
        return None
    start = sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
    if text[start : start + 1] != "[":
        return None
    depth, at = 0, start
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "[":
            depth += 1
        elif text[at] == "]":
            depth -= 1
            if not depth:
                return slice(start + 1, at)
        at += 1
    return None
