"""Which cuts were measured on what: the testbeds of a page, and what is said of each.

A page that shows several results rarely says which belong to one machine. So each cut is a case of
its own: nothing is taken for a repeat of something else. A person may put cases together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sitegen.importing import naming, text_pieces
from sitegen.importing.cuts import Cut
from sitegen.importing.decide import NOTHING, Facts, distinct, facts, same
from sitegen.importing.facts import INTRODUCED, PLAIN, STATED, Mention
from sitegen.importing.outputs import is_sentence
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece

_MOST = 6
"""How many pieces above a result are looked at for the paragraph that describes it."""

_ABOUT = re.compile(
    r"test|bench|set-?up|config|hardware|system|environment|method|spec|machine|cluster|equipment"
    r"|server|host|gear|platform|result|round|lab|\u73af\u5883|\u914d\u7f6e|\u5b9e\u9a8c",
    re.IGNORECASE,
)
"""Words of headings under which a page describes what it tested."""

_MACHINE = frozenset({"server", "cpu", "motherboard", "array", "os", "memory"})
_OF_CASES = ("raid.", "scheduler", "mkfs")
"""What is said of one case is not true of the others."""


@dataclass(frozen=True, slots=True)
class Case:
    """A cut with the folder and title of its testbed; the folder of the only one is ''.

    `own` is what the lines above it say of its machine.
    """

    cut: Cut
    folder: str
    title: str
    own: Facts


@dataclass(frozen=True, slots=True)
class Cases:
    """The cases of a page, the dumps that hold no results, and what is said of all machines."""

    cases: Sequence[Case]
    dumps: Sequence[Cut]
    common: Facts


def cases(
    page: Page, pieces: Sequence[Piece], cuts: Sequence[Cut], mentions: Sequence[Mention]
) -> Cases:
    """Return the cases of a page."""
    measured = [its for its in cuts if its.measured or not its.reading.runs]
    dumps = [its for its in cuts if not (its.measured or not its.reading.runs)]
    mail = page.kind in ("mail", "text")
    near = _near(pieces, measured)
    inside, aside = (mentions, ()) if mail else _aside(pieces, mentions, near)
    if not measured:
        # Nothing says which of several machines is meant, however they are told of.
        alike = [one._replace(weight=min(one.weight, INTRODUCED)) for one in inside]
        return Cases([], dumps, facts(alike, whatever=True).beside(aside))
    if len(measured) == 1:
        depth = measured[0].depth
        if of_several(page, measured[0]):
            every = {one.key: distinct(m for m in inside if m.key == one.key) for one in inside}
            return Cases([Case(measured[0], "", "", NOTHING)], dumps, Facts({}, every))
        heard = [one for one in inside if not mail or abs(one.depth - depth) < 2]
        return Cases([Case(measured[0], "", "", NOTHING)], dumps, facts(heard).beside(aside))
    found = _described(pieces, measured, inside, mail=mail)
    depths = {its.depth for its in measured} if mail else {0}
    if len(depths) == 1:
        common, found = _common(found, inside, near)
        return Cases(found, dumps, common.beside(aside))
    # What a writer says of his machine is not said of that which he quotes.
    apart: list[Case] = []
    for depth in sorted(depths):
        heard = [one for one in inside if abs(one.depth - depth) < 1]
        group = [case for case in found if case.cut.depth == depth]
        common, group = _common(group, heard, near)
        apart += [replace(case, own=case.own.over(common)) for case in group]
    return Cases(sorted(apart, key=lambda case: case.cut.start), dumps, NOTHING)


def _described(
    pieces: Sequence[Piece], cuts: Sequence[Cut], mentions: Sequence[Mention], *, mail: bool
) -> list[Case]:
    """Return each cut with what stands right above it."""
    found = []
    names: set[str] = set()
    for number, its in enumerate(cuts):
        window = _window(pieces, cuts, number)
        own = facts(
            one
            for one in mentions
            if one.piece in window and (not mail or abs(one.depth - its.depth) < 2)
        )
        above = [one for one in pieces if one.kind == "heading" and one.first <= its.first]
        heading = above[-1].words if above else ""
        folder = naming.folder(heading, its, names)
        found.append(Case(its, folder, naming.title(heading, its, own), own))
    return found


def _common(
    found: Sequence[Case], mentions: Iterable[Mention], near: set[int]
) -> tuple[Facts, list[Case]]:
    """Return what is said of all cases, and the cases without it.

    That is what stands above the first one, and its own too where no other case says another.
    """
    first, *others = found
    left = [one for one in mentions if one.piece not in near]
    # Where a paragraph introduces a part of the machine, what else it names is of the machine too.
    described = {one.piece for one in left if one.weight >= INTRODUCED and one.key in _MACHINE}
    common = facts(
        one
        for one in left
        if one.weight == STATED
        or (
            one.line < first.cut.first
            and (one.weight == INTRODUCED or (one.weight == PLAIN and one.piece in described))
        )
    )
    elsewhere = {key for case in others for key in (*case.own.stated, *case.own.open)}
    shared = {
        key
        for key in (*first.own.stated, *first.own.open)
        if key not in elsewhere and key not in common.stated and not key.startswith(_OF_CASES)
    }
    promoted = first.own.only(shared)
    # What each case says otherwise is said of none of them.
    every = {key: its for key, its in common.stated.items() if not _otherwise(key, its, found)}
    left_open = {key: its for key, its in common.open.items() if not _otherwise(key, None, found)}
    common = Facts(every, left_open)
    return promoted.over(common), [replace(first, own=first.own.without(promoted)), *others]


def _otherwise(key: str, its: Mention | None, cases: Sequence[Case]) -> bool:
    """Return whether each case states another value."""
    return all(
        key in case.own.stated and (its is None or not same(its.value, case.own.stated[key].value))
        for case in cases
    )


def of_several(page: Page, cut: Cut) -> bool:
    """Return whether a cut of a mail holds values of a writer and of those whom he quotes."""
    lines = {cut.page_line(one.position.line) for one in cut.reading.records}
    depths = {text_pieces.depth(page.lines[line]) for line in lines}
    return page.kind in ("mail", "text") and 0 in depths and len(depths) > 1


def _aside(
    pieces: Sequence[Piece], mentions: Sequence[Mention], near: set[int]
) -> tuple[list[Mention], list[Mention]]:
    """Return the mentions that can be of what was tested, and those under other headings."""
    titled = [place for place, piece in enumerate(pieces) if piece.kind == "heading"]
    inside: list[Mention] = []
    aside: list[Mention] = []
    for one in mentions:
        above = [place for place in titled if place <= one.piece]
        heading = pieces[above[-1]] if len(above) > 1 or (above and titled[0] > 0) else None
        about = (
            heading is None
            or one.piece in near
            or one.weight == STATED
            or _ABOUT.search(heading.words)
        )
        (inside if about else aside).append(one)
    return inside, aside


def _near(pieces: Sequence[Piece], cuts: Sequence[Cut]) -> set[int]:
    return {place for number in range(len(cuts)) for place in _window(pieces, cuts, number)}


def _window(pieces: Sequence[Piece], cuts: Sequence[Cut], number: int) -> set[int]:
    """Return the places of what describes a cut: the paragraph above it, and its heading.

    What stands higher, but below the cut before, is most likely about that one.
    """
    before = cuts[number - 1].last if number else -1
    window: set[int] = set()
    told = False
    for place in range(len(pieces) - 1, -1, -1):
        piece = pieces[place]
        if piece.first >= cuts[number].first or piece.kind not in ("prose", "heading"):
            continue
        if piece.last <= before or len(window) == _MOST:
            break
        if piece.kind == "heading" or not told:
            window.add(place)
        if piece.kind == "heading":
            break
        told = told or any(is_sentence(span.text) for span in piece.spans)
    return window
