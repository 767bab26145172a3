"""Rows of a tool that a mail program has wrapped, made whole again."""

from __future__ import annotations

import re
from dataclasses import replace

from sitegen.record import Source

NARROWEST = 60
"""Mail programs wrap at 72 or more columns; blanks at the end of a part are lost."""
PARTS = 5
"""No row of a tool is wider than this many lines of a mail."""


def whole(source: Source, rows: re.Pattern[str], narrowest: int = NARROWEST) -> Source:
    """Return a source in which each wrapped row is on its first line, and nothing on the others.

    `rows` matches a whole row and no more than one. Two lines are parts of one row if the first
    word of the second had no room on the first, the second is no row, and together they are one.
    """
    lines = list(source.lines)
    is_changed = False
    for index, line in enumerate(lines):
        joined = line.rstrip()
        if not joined:
            continue
        last, row = index, ""
        for end in range(index + 1, min(index + PARTS, len(lines))):
            words = lines[end].split(None, 1)
            if not words or len(lines[end - 1].rstrip()) + 1 + len(words[0]) <= narrowest:
                break
            if rows.fullmatch(lines[end]):
                break
            joined = f"{joined} {lines[end].strip()}"
            if rows.fullmatch(joined):
                last, row = end, joined
        if row:
            is_changed = True
            lines[index : last + 1] = [row] + [""] * (last - index)
    return replace(source, lines=lines) if is_changed else source
