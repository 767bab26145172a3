"""Facts that are words and no quantity, and what a text says of them."""

from __future__ import annotations

import re

_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")


def agrees(text: str, fact: str) -> bool | None:
    """Return whether a text says what a fact does; None if it says nothing of it.

    One of the two must be part of the other ('a RAID 1+0' for '1+0'), whatever the capitals. A
    text with a number that the fact does not have is wrong; other words may be about anything.
    """
    one, other = (" ".join(its.split()).casefold() for its in (text, fact))
    if one in other or other in one:
        return True
    return False if set(_FIGURES.findall(one)) - set(_FIGURES.findall(other)) else None
