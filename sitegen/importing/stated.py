"""Results that stand in a raw block as words: '# sequential write: 115MiB/s' above a command.

They are cut out with the block and marked as stated: nobody can check them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen.claims import numerals
from sitegen.claims.numerals import Numeral
from sitegen.importing.cuts import Cut, Note
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece
from sitegen.importing.words import operation, said
from sitegen.importing.yaml_text import mapping, scalar
from sitegen.results import read_file

_QUANTITIES = {"B/s": "bandwidth", "op/s": "iops"}
_LISTED = re.compile(r"[^:=]{2,48}[:=][ \t]*\d[\d.,]* ?[\w/ ]{1,16}$")
_HEAD = """\
# Written by `sitegen import`: results that stand as words in this block. Whether a tool printed
# them, and which, is not known.
tool: not recorded
table:
"""


def stated(page: Page, pieces: Sequence[Piece], taken: Sequence[Cut]) -> list[Cut]:
    """Return the raw blocks outside of what is taken in which a line names a test and its rate."""
    found = []
    for piece in pieces:
        inside = any(its.first <= piece.last and piece.first <= its.last for its in taken)
        raw = piece.kind == "code" or (page.kind in ("mail", "text") and _listed(piece))
        tables = list(_tables(piece)) if raw and not inside else []
        if not tables or (piece.kind != "code" and len(tables) != len(piece.spans)):
            continue
        text = _HEAD + "".join(tables)
        start, end = page.start(piece.first), page.end(piece.last)
        if piece.kind == "code":
            start, end = piece.start, piece.end
        reading = read_file("cut.txt", page.content[start:end], text)
        lines = sorted({one.position.line - 1 + piece.first for one in reading.records})
        if len(reading.records) == len(tables):
            notes = [Note(line, "a result in words: who measured it is not said") for line in lines]
            place = (piece.first, piece.last, start, end)
            found.append(Cut(*place, reading, ".txt", text, piece.depth, notes, "stated"))
    return found


def _listed(piece: Piece) -> bool:
    """Return whether each line of a paragraph is a name with a number: a table without a head."""
    return len(piece.spans) > 1 and all(_LISTED.match(span.text) for span in piece.spans)


def _tables(piece: Piece) -> Iterator[str]:
    """Yield the description of each result as a table of one cell."""
    texts = [span.text for span in piece.spans]
    for number, text in enumerate(texts):
        name = operation(text)
        its = _result(text) if name else None
        if its is None or its.unit is None:
            continue
        before = text[: its.start].strip()
        below = next((line.strip() for line in texts[number + 1 :] if line.strip()), "")
        after = text[its.end :].strip() or below
        if not before or "\n".join(texts).count(before) > 1:
            continue
        own = said(before)
        entries = {"operation": name, "quantity": _QUANTITIES[its.unit.base]}
        if own.statistic:
            entries["statistic"] = own.statistic
        entries |= {f"workload.{column}": value for column, value in own.load.items()}
        entries |= {"workload.test": before.strip(" #/;:-"), "certainty": "stated"}
        yield "".join(
            f"{'  - ' if not place else '    '}{line}\n"
            for place, line in enumerate(
                (
                    "format: whitespace",
                    f"header: {scalar(before)}",
                    *([f"until: {scalar(after)}"] if after else []),
                    "columns:",
                    f"  - {mapping(entries)}",
                )
            )
        )


def _result(text: str) -> Numeral | None:
    """Return the one rate in a line; the same one in a second unit does not count."""
    rates = [
        one
        for one in numerals.find(text)
        if one.form == "quantity" and one.unit and one.unit.base in _QUANTITIES
    ]
    if not rates:
        return None
    first = rates[0]
    same = all(_agree(first, one) for one in rates[1:])
    return first if same else None


def _agree(one: Numeral, other: Numeral) -> bool:
    """Return whether two numbers are the same within the digits of both."""
    if one.unit is None or other.unit is None or one.unit.base != other.unit.base:
        return False
    values = [its.number * its.unit.factor for its in (one, other) if its.unit]
    halves = [its.half * its.unit.factor for its in (one, other) if its.unit]
    return abs(values[0] - values[1]) <= sum(halves)
