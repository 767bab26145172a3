"""Tables whose cells stand below their heads, where a blank cell keeps its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

_INK = re.compile(r"\S+")
_PROMPT = re.compile(r"\s*(?:[$#%>] |(?:\(\w+\) ?)?\[?[\w.-]+@[\w.-]+[^$#%]*[$#%](?: |$))")
_GAP = re.compile(rb"\x00+")
_DIGIT = re.compile(r"\d")
_PROOF = 3
"""How many gaps between columns a line of prose hardly has in the same places."""


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

    The table ends with a prompt, or with a blank line unless the next line has its columns. It is
    cut where no line has a letter; what stands between two heads belongs to the one on the left,
    whose cells may hold blanks.
    """
    end = _end(lines, head)
    table = lines[head:end]
    width = max(map(len, table))
    inked = _inked_columns(table)
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
        if not lines[index].strip():
            continue
        yield (
            index,
            {
                name: _inked(lines[index], start, stop)
                for (start, name), stop in zip(starts, ends, strict=True)
                if name
            },
        )


def _end(lines: Sequence[str], head: int) -> int:
    """Return the index behind the last line of a table."""
    end = head + 1
    while end < len(lines) and not is_prompt(lines[end]):
        if lines[end].strip():
            end += 1
        elif end + 1 < len(lines) and _goes_on(lines[head:end], lines[end + 1]):
            end += 2
        else:
            break
    return end


def _goes_on(table: Sequence[str], line: str) -> bool:
    """Return whether a line is one more row: it has the same gaps, which prose has by chance only.

    A few gaps prove little: then each column must be filled, and the last one hold a digit.
    """
    words = line.split()
    if not words or is_prompt(line) or line.isupper() or words == table[0].split():
        return False
    inked = _inked_columns(table)
    ends = [match.end() for match in _GAP.finditer(inked) if match.start()]
    reached = [end for end in ends if end < min(len(line.rstrip()), len(inked))]
    if any(line[end - 1].strip() for end in reached):
        return False
    if len(reached) >= _PROOF:
        return True
    return len(words) == len(table[0].split()) == len(reached) + 1 and bool(
        _DIGIT.search(words[-1])
    )


def _inked_columns(table: Sequence[str]) -> bytearray:
    """Return for each column of letters whether any line has one there."""
    inked = bytearray(max(map(len, table)) + 1)
    for line in table:
        for match in _INK.finditer(line):
            inked[match.start() : match.end()] = b"\1" * len(match[0])
    return inked


def _inked(line: str, start: int, end: int) -> Span:
    """Return a part of a line without the blanks around it."""
    cell = line[start:end]
    begin = start + len(cell) - len(cell.lstrip())
    return begin, begin + len(cell.strip())
