"""The draft of a report: the structure of the page, its numbers with references, and what is open.

No sentence of the page is copied: its headings stand, and a line for each number.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

from sitegen.importing.cases import Case, Cases
from sitegen.importing.cuts import Note
from sitegen.importing.naming import slug
from sitegen.importing.pieces import Parts, Piece
from sitegen.importing.placing import Placed
from sitegen.importing.yaml_text import scalar

_SUMMARY = (
    "Imported from {page}; nobody has written it up yet. Say here in two sentences what was found,"
    " and set the status to reviewed."
)
_MARKUP = re.compile(r"([\\`*_\[\]<>|#~])")


def draft(
    page: str,
    parts: Parts,
    its: Cases,
    placed: Sequence[Placed],
    notes: Sequence[Note],
    missing: Sequence[str],
    hardware: Sequence[str],
    name: str,
) -> str:
    """Return the Markdown of a draft."""
    title = parts.title or page
    lines = [
        "---",
        f"title: {scalar(title)}",
        *([f"date: {parts.date}"] if parts.date else []),
        "status: draft",
        f"summary: {scalar(_SUMMARY.format(page=page))}",
        "source:",
        f"  title: {scalar(title)}",
        *([f"  date: {parts.date}"] if parts.date else []),
        *([f"hardware: [{', '.join(hardware)}]"] if hardware else []),
        "---",
        "",
    ]
    if not any(case.cut.measured for case in its.cases):
        lines += ["**No data kept.** The page holds no result that could be read.", ""]
    lines += _body(parts.pieces, its, placed, name)
    lines += _open(notes, missing)
    return "\n".join(lines).rstrip("\n") + "\n"


def _body(
    pieces: Sequence[Piece], its: Cases, placed: Sequence[Placed], name: str
) -> Iterator[str]:
    """Yield the sections of the page in their order, without those of which nothing is left."""
    used: set[str] = set()
    entries = [(one.told.line, _number(one)) for one in placed]
    entries += [(case.cut.first, _result(case, name)) for case in its.cases if case.cut.measured]
    headings = [piece for piece in pieces if piece.kind == "heading"]
    for place in range(len(headings) + 1):
        begin = headings[place - 1].first if place else -1
        end = headings[place].first if place < len(headings) else sys.maxsize
        lines = [text for line, text in sorted(entries) if begin <= line < end]
        if lines and place:
            words = headings[place - 1].words
            yield f"## {_plain(words)} {{#{_anchor(words, used)}}}"
            yield ""
        if lines:
            yield from [*lines, ""]


def _anchor(heading: str, used: set[str]) -> str:
    """Return an anchor for a heading that no other one has."""
    bare = slug(heading)[:40].strip("-") or "section"
    name = bare
    while name in used or name == "open":
        name = f"{bare}-{len(used) + 1}"
    used.add(name)
    return name


def _number(its: Placed) -> str:
    """Return the line of a number, as a link where it is placed."""
    line = f"line {its.told.line + 1}"
    if not its.target:
        return f"- {_plain(its.told.claim)} ({line}): {its.reason}"
    title = f' "{its.title}"' if its.title else ""
    return f"- [{_plain(its.told.claim)}]({its.target}{title}) ({line})"


def _result(case: Case, name: str) -> str:
    """Return the line that stands where a result was cut out of the page."""
    cut = case.cut
    tool = cut.tool if cut.tool not in ("table", "not recorded") else "a table"
    path = "/".join(filter(None, (name, case.folder)))
    count = len(cut.reading.records)
    where = f"lines {cut.first + 1} to {cut.last + 1}"
    return f"- [{count} value{'s' * (count != 1)} of {_plain(tool)}](testbed:{path}), {where}"


def _open(notes: Sequence[Note], missing: Sequence[str]) -> Iterator[str]:
    yield "## To decide {#open}"
    yield ""
    yield from (f"- Line {note.line + 1}: {_plain(note.text)}" for note in notes)
    if missing:
        yield f"- Not said in the page, or not found: {', '.join(missing)}"
    if not (notes or missing):
        yield "- Nothing was left over."


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
