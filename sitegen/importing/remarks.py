"""What a person has to know of a page: pictures, corrections, quotations, what is left over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sitegen.claims import numerals
from sitegen.importing.asked import asked
from sitegen.importing.cases import Cases, of_several
from sitegen.importing.cuts import Cut, Note
from sitegen.importing.decide import distinct, same
from sitegen.importing.facts import Mention
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece

_CORRECTION = re.compile(
    r"\bcorrections?\b|\berrat(?:um|a)\b|\boriginally (?:this|the) (?:article|post|page|text)"
    r"|\bthe correct (?:value|number|figure)s?\b|^\W*(?:edit|update)\b\s*\d*\s*:|\bmistyped\b"
    r"|\bwrong (?:number|figure|value)s?\b|\bactually (?=[A-Z\d])|\bI (?:was|were) wrong\b",
    re.IGNORECASE | re.MULTILINE,
)
_SEVERAL = (
    "results of a writer and of those whom he quotes, in one block: say of each row, under 'rows'"
    " in a sidecar, on what it was measured"
)
_RATES = frozenset({"B/s", "op/s"})
_SHOWN = 4
_KEYS = ("kernel", "os", "raid.level", "filesystem", "memory", "cpu", "controller", "raid.chunk")


def remarks(
    page: Page,
    pieces: Sequence[Piece],
    cuts: Sequence[Cut],
    its: Cases,
    mentions: Sequence[Mention],
) -> list[Note]:
    """Return the remarks on a page."""
    return [
        *(Note(cut.first, _SEVERAL) for cut in cuts if of_several(page, cut)),
        *_pictures(pieces),
        *_corrections(pieces),
        *_rests(pieces, cuts),
        *asked(pieces, cuts),
        *_of_cuts(its),
        *_unused(its, mentions),
    ]


def together(notes: Iterable[Note]) -> list[Note]:
    """Return notes in the order of their lines, those of one text as one."""
    lines: dict[str, list[int]] = {}
    for note in sorted(set(notes)):
        lines.setdefault(note.text, []).append(note.line)
    found = []
    for text, its in lines.items():
        others = ", ".join(str(line + 1) for line in its[1:])
        found.append(Note(its[0], f"{text}{f' (so on line {others})' if others else ''}"))
    return sorted(found)


def _unused(its: Cases, mentions: Sequence[Mention]) -> Iterator[Note]:
    """Yield what is named of a kind that some testbed states, but no testbed has."""
    every = (its.common, *(case.own for case in its.cases))
    for key in _KEYS:
        used = [facts.stated[key].value for facts in every if key in facts.stated]
        used += [one.value for facts in every for one in facts.open.get(key, ())]
        for one in distinct(one for one in mentions if one.key == key):
            if not any(same(one.value, value) for value in used):
                stated = [facts.stated[key] for facts in every if key in facts.stated]
                yield Note(one.line, _of_none(one, stated))


def _of_none(its: Mention, used: Sequence[Mention]) -> str:
    """Return that something belongs to no result; what differs in its last number may be a slip."""
    stem = its.value.rpartition(".")[0]
    like = [one for one in used if stem.count(".") and one.value.rpartition(".")[0] == stem]
    said = f"{its.key} '{its.value}' is named, but no result is known to be of it"
    if like:
        said += f"; line {like[0].line + 1} says '{like[0].value}': a contradiction?"
    return said


def _pictures(pieces: Sequence[Piece]) -> Iterator[Note]:
    for piece in pieces:
        if piece.kind == "picture":
            name = piece.words.rpartition("/")[2][:80] or "without a name"
            yield Note(piece.first, f"a picture ({name}): if it holds results, there is no data")
        elif piece.kind == "attachment":
            yield Note(piece.first, piece.words)
        elif piece.kind == "struck":
            words = _numbers(piece.text) or "words"
            yield Note(piece.first, f"struck out by the author: {words}")


def _corrections(pieces: Sequence[Piece]) -> Iterator[Note]:
    for piece in pieces:
        if piece.kind == "prose" and (match := _CORRECTION.search(piece.text)):
            line = piece.line_at(match.start())
            yield Note(line, "a correction: what it replaces must not be published as it was")


def _rests(pieces: Sequence[Piece], cuts: Sequence[Cut]) -> Iterator[Note]:
    """Yield the rates in raw blocks that nothing was read from."""
    for piece in pieces:
        if piece.kind not in ("code", "table"):
            continue
        inside = next((its for its in cuts if its.first <= piece.first <= its.last), None)
        if inside is None:
            rates = _numbers(piece.text)
            if rates:
                yield Note(piece.first, f"a block of which no output is known: {rates}")
    for its in cuts:
        unread = [its.page_line(line) for line in its.reading.unread]
        if its.measured and unread:
            lines = ", ".join(str(line + 1) for line in unread[:8])
            more = " and more" if len(unread) > 8 else ""
            yield Note(unread[0], f"not understood in the output of {its.tool}: {lines}{more}")


def _numbers(text: str) -> str:
    """Return the rates in a text, the first few of them."""
    rates = [
        numerals.quoted(text, one)
        for one in numerals.find(text)
        if (one.unit and one.unit.base in _RATES)
        or (one.form == "ambiguous" and "/s" in one.readings[0])
    ]
    more = f" and {len(rates) - _SHOWN} more" if len(rates) > _SHOWN else ""
    return ", ".join(rates[:_SHOWN]) + more


def _of_cuts(its: Cases) -> Iterator[Note]:
    for case in its.cases:
        cut = case.cut
        yield from cut.notes
        if cut.depth:
            words = "results in a quotation: say whose machine they are from"
            yield Note(cut.first, words)
        if not cut.sidecar:
            yield from (
                Note(cut.page_line(max(one.position.line, 1)), one.message)
                for one in cut.reading.diagnostics
            )
    if len(its.cases) > 1:
        for dump in its.dumps:
            words = f"what a machine says of itself ({dump.tool}): move it to its testbed"
            yield Note(dump.first, words)
        words = (
            f"{len(its.cases)} results, each with a testbed of its own from here on: put together"
            " those of one machine"
        )
        yield Note(its.cases[0].cut.first, words)
    for facts in (its.common, *(case.own for case in its.cases)):
        for key, choices in facts.open.items():
            values = ", ".join(f"{one.value} (line {one.line + 1})" for one in choices[:8])
            said = (
                f"'{key}' may be" if len(choices) == 1 else f"several things are said of '{key}':"
            )
            yield Note(choices[0].line, f"{said} {values}")
