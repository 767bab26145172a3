"""Tables whose cells stand below their heads, where a blank cell keeps its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

_INK = re.compile(r"\S+")
_PROMPT = re.compile(r"\s*(?:[$#%>] |(?:\(\w+\) ?)?\[?[\w.-]+@[\w.-]+[^$#%]*[$#%](?: |$))")
_GAP = re.compile(rb"\x00+")


Span = tuple[int, int]
"""Where a cell begins and ends in its line, without the blanks around it."""


def is_prompt(line: str) -> bool:
    """Return whether a line is the prompt of a shell, with what was typed there."""
    return bool(_PROMPT.match(line))


def rows_below(lines: Sequence[str], head: int) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the index and the cells, by the words of the head, of the lines below it."""
    for index, row in spans_below(lines, head):
        yield index, {name: lines[index][start:end] for name, (start, end) in row.items()}


def spans_below(lines: Sequence[str], head: int) -> Iterator[tuple[int, Mapping[str, Span]]]:
    """Yield the index and the places of the cells, by the words of the head, of the lines below it.

    The table ends with a blank line or a prompt. It is cut where no line has a letter; what stands
    between two heads belongs to the one on the left, whose cells may hold blanks.
    """
    end = head + 1
    while end < len(lines) and lines[end].strip() and not is_prompt(lines[end]):
        end += 1
    table = lines[head:end]
    width = max(map(len, table))
    inked = bytearray(width + 1)
    for line in table:
        for match in _INK.finditer(line):
            inked[match.start() : match.end()] = b"\1" * len(match[0])
    cuts = [match.end() for match in _GAP.finditer(inked)]
    names = [(match.start(), match[0]) for match in _INK.finditer(lines[head])]
    starts: list[tuple[int, str]] = []
    for begin, name in names:
        start = max((cut for cut in cuts if cut <= begin), default=0)
        if starts and starts[-1][0] == start:
            # Two columns that run into each other: neither can be told.
            starts[-1] = (start, "")
        else:
            starts.append((start, name))
    ends = [start for start, _ in starts[1:]] + [width]
    for index in range(head + 1, end):
        yield (
            index,
            {
                name: _inked(lines[index], start, stop)
                for (start, name), stop in zip(starts, ends, strict=True)
                if name
            },
        )


def _inked(line: str, start: int, end: int) -> Span:
    """Return a part of a line without the blanks around it."""
    cell = line[start:end]
    begin = start + len(cell) - len(cell.lstrip())
    return begin, begin + len(cell.strip())
