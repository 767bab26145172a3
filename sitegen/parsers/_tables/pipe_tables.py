"""Tables with pipes between the cells: Markdown, and what psql, mysql and the like print."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen.parsers._tables.grid import Cell, Grid, head_of, skipped
from sitegen.record import Source
from sitegen.table_description import Table

_RULE = re.compile(r"[\s|│+┼├┤┌┐└┘┬┴:=─━-]+")
_PIPE = re.compile(r"(?<!\\)[|│┃]")
_LINK = re.compile(r"!?\[([^][]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
_MARKUP = re.compile(r"</?(?:b|strong|i|em|code|tt|span|br|small|u)\b[^<>]*>", re.IGNORECASE)
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3}|`+)(?=\S)(.+?)(?<=\S)\1")


def grids(source: Source, table: Table) -> list[Grid]:
    """Return every table of a source, in order."""
    return [grid for block in _blocks(source) if (grid := _grid(source, block, table))]


def _blocks(source: Source) -> Iterator[list[int]]:
    """Yield the indexes of lines that stand together and have pipes; a rule may have none."""
    block: list[int] = []
    for index, line in enumerate(source.lines):
        if _PIPE.search(line) or (block and _is_rule(line)) or line.lstrip().startswith("+-"):
            block.append(index)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _is_rule(line: str) -> bool:
    return "-" in line.translate({ord(mark): "-" for mark in "=─━"}) and bool(_RULE.fullmatch(line))


def _grid(source: Source, block: Sequence[int], table: Table) -> Grid | None:
    rules = [index for index in block if _is_rule(source.lines[index])]
    under = next((index for index in rules if index > block[0]), None)
    head: list[list[Cell]] = []
    rows: list[list[Cell]] = []
    for index in block:
        if index in rules:
            continue
        cells = [Cell(text, index) for text in _cells(source.lines[index])]
        if under is not None and index < under:
            head.append(cells)
        elif not skipped(" ".join(cell.text for cell in cells), table):
            rows.append(cells)
    if not rows or (under is None and len(rows) < 2):
        return None
    return Grid(rows, head_of(head), block[0], block[-1], _above(source, block[0]))


def _cells(line: str) -> list[str]:
    """Return the cells of a line, without the pipes at its ends and without emphasis and links."""
    parts = [_plain(part.replace("\\|", "|")) for part in _PIPE.split(line.strip())]
    if len(parts) > 1 and not parts[0] and line.lstrip()[:1] in "|│┃":
        parts = parts[1:]
    if len(parts) > 1 and not parts[-1] and line.rstrip()[-1:] in "|│┃":
        parts = parts[:-1]
    return parts


def _plain(text: str) -> str:
    text = _MARKUP.sub(" ", _LINK.sub(r"\1", text))
    while (shorter := _EMPHASIS.sub(r"\2", text)) != text:
        text = shorter
    return " ".join(text.split())


def _above(source: Source, index: int) -> str:
    """Return the nearest line of words above a line; a heading counts, and so does a sentence."""
    for line in reversed(source.lines[max(0, index - 10) : index]):
        if line.strip().strip("`~"):
            return line.strip("# \t")
    return ""
