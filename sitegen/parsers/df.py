"""df of GNU, BSD and busybox, in any language; read by its shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, binary, dump, labelled
from sitegen.parsers._mounts import device, is_real
from sitegen.record import Fact, Run, Source

TOOL = "df"
MARKS = ("% /", "apacity")
VARIANTS = (
    "blocks of the size that the head names in any language (`1K-Blöcke`, `blocs de 1K`, "
    "`512-blocks`), -h in powers of 1024 (coreutils human.c), -T, -P, and inodes of -i",
)

_ROW = re.compile(
    r"\s*(?P<device>\S.*?)(?:\s+(?P<type>[a-z][\w.]*))?"
    r"\s+(?P<size>[\d.,]+\S{0,2}|-)\s+(?P<used>[\d.,]+\S{0,2}|-)\s+(?P<free>-?[\d.,]+\S{0,2}|-)"
    r"\s+(?:-?\d+%|-)(?:\s+\d+\s+\d+\s+\d+%)?\s+(?P<path>/.*?)\s*"
)
_HEAD = re.compile(r"^(?!.*\d%).*(?:%|apacity)")
_SIZE = re.compile(r"-?[\d.,]+(?:[BKMGTPE]i?B?)?")
_REST = re.compile(r"\s+[\d.,]+\S{0,2}\s+[\d.,]+\S{0,2}\s+-?[\d.,]+\S{0,2}\s+-?\d+%\s+/.*")
_BLOCK = re.compile(r"(?<![\w.])(\d{1,4})([KMGTB]?)(?![\w.])", re.IGNORECASE | re.ASCII)
# The words for inodes in the translations of coreutils 9.1.
_INODES = re.compile(
    r"i.?n[oóœ]|nod[oe]s|i\u30ceード|kirj|węz|възл|solm|uzl|вузл|чвор|нод|indeks", re.IGNORECASE
)


class Head(NamedTuple):
    """The head of a table: its line, the bytes of a block (0: rows have letters), or inodes."""

    line: int
    block: int
    inodes: bool


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    head: Head | None = None
    rows: list[tuple[int, re.Match[str]]] = []
    above = -1
    for index, line in enumerate(_joined(source.lines)):
        row = _ROW.fullmatch(line) if "%" in line or " - " in line else None
        if row and _is_row(row):
            if head is None and above >= 0:
                head = _head(source.lines[above], above, row)
            if head:
                rows.append((index, row))
        elif line.strip() and not (head and not rows):
            if head and rows:
                yield from _run(source, head, rows)
            head, rows = None, []
        if line.strip():
            above = index
        elif not source.lines[index].strip():
            above = -1
    if head and rows:
        yield from _run(source, head, rows)


def _joined(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines; a device too long for its column is put before the rest of its row."""
    for index, line in enumerate(lines):
        above = lines[index - 1].strip() if index else ""
        following = lines[index + 1] if index + 1 < len(lines) else ""
        if above and " " not in above and _REST.fullmatch(line):
            yield f"{above} {line.strip()}"
        elif line.strip() and " " not in line.strip() and _REST.fullmatch(following):
            yield ""
        else:
            yield line


def _is_row(row: re.Match[str]) -> bool:
    return all(_SIZE.fullmatch(row[name]) or row[name] == "-" for name in ("size", "used", "free"))


def _head(line: str, index: int, row: re.Match[str]) -> Head | None:
    """Return what the line above the first row says, or None if it is no head at all."""
    if len(line.split()) < 5 or not _HEAD.search(line) or labelled(line):
        return None
    block = _BLOCK.search(line)
    if block:
        return Head(index, int(block[1]) * (binary("1" + (block[2] or "B")) or 1), inodes=False)
    if row["size"].isdecimal() and row["size"] != "0":
        return Head(index, 0, inodes=bool(_INODES.search(line)))
    return Head(index, 0, inodes=False)


def _run(
    source: Source, head: Head, rows: Sequence[tuple[int, re.Match[str]]]
) -> Iterator[Run | Diagnostic]:
    """Yield the facts of a table, or the finding that its head is not understood."""
    things = Things("filesystem")
    facts: list[Fact] = []
    bare = any(row["size"].isdecimal() and row["size"] != "0" for _, row in rows)
    if bare and not head.block and not head.inodes:
        message = "the head of this table of df does not say how large a block is"
        yield source.problem(head.line, "missing-field", message, "run it with LC_ALL=C")
        return
    for index, row in rows:
        if is_real(row["device"], row["type"] or "", row["path"]):
            facts += things.facts(row["path"], _facts(row, index, head))
    if facts:
        yield dump(TOOL, head.line, rows[-1][0], facts)


def _facts(row: re.Match[str], index: int, head: Head) -> Iterator[Fact]:
    yield Fact("device", device(row["device"]), index, device(row["device"]))
    yield Fact("mount-point", row["path"], index, row["path"])
    if row["type"]:
        yield Fact("type", row["type"], index, row["type"])
    names = ("size", "used", "free")
    if head.inodes:
        names = ("inodes", "used-inodes", "free-inodes")
    for name, cell in zip(names, (row["size"], row["used"], row["free"]), strict=True):
        value = _value(cell, head)
        if value is not None and value >= 0:
            yield Fact(name, value, index, cell)


def _value(cell: str, head: Head) -> int | None:
    if head.block and cell.isdecimal():
        return int(cell) * head.block
    return int(cell) if head.inodes and cell.isdecimal() else binary(cell)
