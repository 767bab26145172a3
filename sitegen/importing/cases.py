"""Which cuts were measured on what: the testbeds of a page, and what is said of each.

A page that shows several results rarely says which belong to one machine. So each cut is a case of
its own: nothing is taken for a repeat of something else. A person may put cases together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sitegen import urls
from sitegen.importing.cuts import Cut
from sitegen.importing.decide import Facts, facts
from sitegen.importing.facts import INTRODUCED, STATED, Mention
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece

_NEAR = 4
"""How many paragraphs above a result are read as a description of it."""

_ABOUT = re.compile(
    r"test|bench|set-?up|config|hardware|system|environment|method|spec|machine|cluster|equipment"
    r"|server|host|gear|platform|result|round|lab|\u73af\u5883|\u914d\u7f6e|\u5b9e\u9a8c",
    re.IGNORECASE,
)
"""Words of headings under which a page describes what it tested."""

_LONGEST_NAME = 40


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
    aside: Sequence[Mention] = ()
    if not mail:
        mentions, aside = _aside(pieces, mentions)
    windows = [_window(pieces, measured, number) for number in range(len(measured))]
    if len(measured) < 2:
        depth = measured[0].depth if measured else 0
        heard = [one for one in mentions if not mail or abs(one.depth - depth) < 2]
        titles = ("", "")
        only = [Case(its, *titles, Facts({}, {})) for its in measured]
        return Cases(only, dumps, facts(heard).beside(aside))
    near = {number for window in windows for number in window}
    first = measured[0].first
    common = facts(
        one
        for one in mentions
        if one.piece not in near
        and (one.weight == STATED or (one.weight == INTRODUCED and one.line < first))
    ).beside(aside)
    mixed = mail and len({its.depth for its in measured}) > 1
    found = []
    names: set[str] = set()
    for its, window in zip(measured, windows, strict=True):
        own = [
            one
            for one in mentions
            if one.piece in window and (not mail or abs(one.depth - its.depth) < 2)
        ]
        heading = _heading(pieces, its)
        name = _unused(heading, its, names)
        found.append(Case(its, name, _title(heading, its), facts(own)))
    return Cases(found, dumps, Facts({}, {}) if mixed else common)


def _aside(
    pieces: Sequence[Piece], mentions: Sequence[Mention]
) -> tuple[list[Mention], list[Mention]]:
    """Return the mentions that can be of what was tested, and those under other headings."""
    titled = [place for place, piece in enumerate(pieces) if piece.kind == "heading"]
    inside: list[Mention] = []
    aside: list[Mention] = []
    for one in mentions:
        above = [place for place in titled if place <= one.piece]
        heading = pieces[above[-1]] if len(above) > 1 or (above and titled[0] > 0) else None
        about = heading is None or _ABOUT.search(heading.words) or one.weight == STATED
        (inside if about else aside).append(one)
    return inside, aside


def _window(pieces: Sequence[Piece], cuts: Sequence[Cut], number: int) -> list[int]:
    """Return the places of the paragraphs that describe a cut: those between it and the one above.

    A heading ends them, and is one of them.
    """
    before = cuts[number - 1].last if number else -1
    window: list[int] = []
    for place in range(len(pieces) - 1, -1, -1):
        piece = pieces[place]
        if piece.first >= cuts[number].first or piece.kind not in ("prose", "heading"):
            continue
        if piece.last <= before or len(window) == _NEAR:
            break
        window.append(place)
        if piece.kind == "heading":
            break
    return window


def _heading(pieces: Sequence[Piece], cut: Cut) -> str:
    """Return the nearest heading above a cut."""
    above = [one for one in pieces if one.kind == "heading" and one.first <= cut.first]
    return above[-1].words if above else ""


def _title(heading: str, cut: Cut) -> str:
    quoted = f", quoted {cut.depth} times" if cut.depth > 1 else ", quoted" if cut.depth else ""
    bare = re.sub(r"^\d+[.)]?\s+", "", heading).rstrip(":")
    return f"{bare or 'Result'}, line {cut.first + 1}{quoted}"


def _unused(heading: str, cut: Cut, names: set[str]) -> str:
    """Return a folder for a case, and note it: by its heading, or else by its line."""
    name = slug(re.sub(r"^\d+(?:\.\d+)*[.)]?\s+", "", heading))[:_LONGEST_NAME].strip("-")
    line = f"line-{cut.first + 1}"
    choices: Iterator[str] = iter((name or line, f"{name}-{line}" if name else line, line))
    chosen = next(one for one in choices if one not in names)
    names.add(chosen)
    return chosen


def slug(text: str) -> str:
    """Return text as an id of lower-case words joined by '-'; '' if it has no letter of ASCII."""
    plain = urls.slug(text)
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") if plain != "x" else ""
