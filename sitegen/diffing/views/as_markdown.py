"""A comparison as a comment on a pull request, within the size that git hosts allow."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sitegen.diffing.comparison import Comparison
from sitegen.diffing.sections import Section, sections
from sitegen.diffing.values import Cell, Table

MARKER = "<!-- sitegen diff -->"
"""The first line: by it the comment of an earlier run is found and replaced."""

LARGEST = 60_000
"""How many bytes a comment has at most; GitHub refuses one of more than 65,536 signs."""

LEAST = 2_000
"""Below this there would be no room for a verdict and for what is left out."""

# A cell never begins a line, so what makes headings, lists and quotes there is mere text.
_SPECIAL = re.compile(r"([\\`*_\[\]|~])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_BLANK = "\u200b"
# Signs by which git hosts make links of people, issues, merge requests, labels and commits, and
# the beginnings of bare addresses and of names of emoji. A blank without width behind the sign
# makes it plain text.
_LIVE = re.compile(
    r"(?:\$|[@#!~%&^](?=[\w\"])|(?<=\w):(?=//)|\b(?:https?|ftp|mailto|xmpp):"
    r"|:(?=\d*[a-z_+-][\w+-]*:)|\bwww(?=\.)|\bGH(?=-))",
    re.IGNORECASE,
)
_COMMIT = re.compile(r"\b[0-9a-f]{7}(?=[0-9a-f]{0,33}\b)")


def render(its: Comparison, *, preview_url: str = "", largest: int = LARGEST) -> str:
    """Return the comment, of no more than `largest` bytes: what does not fit is counted.

    Numbers link to their place in a preview of the new site, where its address is given.
    """
    head = f"{MARKER}\n"
    if its.nothing:
        return f"{head}{cell(its.verdict)}\n"
    head += f"**{cell(its.verdict)}**\n\n{cell(its.base.name)} against {cell(its.head.name)}.\n"
    head += "".join(f"\n> {cell(one)}\n" for one in its.problems)
    return f"{head}\n{sections_within(sections(its), preview_url, largest - _size(head) - 1)}"


def sections_within(found: Sequence[Section], preview_url: str, largest: int) -> str:
    """Return sections in at most `largest` bytes: whole rows, and how many are left out."""
    # Each section may have to say how much of it is left out, and to close what it has opened.
    room = largest - sum(map(_least, found))
    lines: list[str] = []
    for section in found:
        its, room = _section(section, preview_url, room)
        lines += its
    return "".join(f"{line}\n" for line in lines)


def cell(text: str) -> str:
    """Return a text from data in one line: nothing in it is markup, a link or a mention."""
    plain = " ".join(text.split())
    # A sign that turns the direction of text could make a row read as another.
    plain = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in plain)
    plain = _LIVE.sub(lambda sign: sign[0] + _BLANK, plain)
    plain = _COMMIT.sub(lambda match: match[0] + _BLANK, plain)
    return _SPECIAL.sub(r"\\\1", plain.translate(_ENTITIES))


def _section(section: Section, preview_url: str, room: int) -> tuple[list[str], int]:
    """Return the lines of a section that fit in the room, and the room that is left."""
    left_out = section.rows
    lines: list[str] = []
    for table in section.tables:
        rows = []
        head = _head(table)
        needed = sum(map(_size, head)) + len(head) + 1
        for row in table.rows:
            line = _row([_linked(one, preview_url) for one in row])
            if needed + _size(line) + 1 > room:
                break
            needed += _size(line) + 1
            rows.append(line)
        if rows:
            lines += [*head, *rows, ""]
            room -= needed
            left_out -= len(rows)
        if len(rows) < len(table.rows):
            break
    if left_out:
        lines += [_left_out(left_out), ""]
    return [*_opened(section), *lines, *_closed(section)], room


def _opened(section: Section) -> list[str]:
    title = f"{section.title} ({section.rows:,})"
    if section.folded:
        return ["<details>", f"<summary>{title.translate(_ENTITIES)}</summary>", ""]
    return [f"### {cell(title)}", ""]


def _closed(section: Section) -> list[str]:
    return ["</details>", ""] if section.folded else []


def _left_out(number: int) -> str:
    return f"*{number:,} {'row is' if number == 1 else 'rows are'} left out here.*"


def _least(section: Section) -> int:
    """Return how many bytes a section needs if none of its rows fits."""
    lines = [*_opened(section), _left_out(section.rows), "", *_closed(section)]
    return sum(_size(line) + 1 for line in lines) + 1


def _head(table: Table) -> list[str]:
    rule = ["---:" if number in table.numbers else "---" for number in range(len(table.head))]
    return [_row(list(map(cell, table.head))), _row(rule)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _linked(one: Cell, preview_url: str) -> str:
    text = cell(one.text)
    if not (preview_url and one.address and text):
        return text
    return f"[{text}]({preview_url.rstrip('/')}/{one.address})"


def _size(text: str) -> int:
    return len(text.encode())
