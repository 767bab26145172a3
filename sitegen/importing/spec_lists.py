"""What a page says of the machine as 'key: value': in lists, and in tables of parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from sitegen import unwrap
from sitegen.importing import models
from sitegen.importing.facts import STATED, Mention, counted
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece
from sitegen.parsers._tables import found as recognised
from sitegen.parsers._tables import html_tables, pipe_tables
from sitegen.parsers._tables.grid import Grid

_KEYS = tuple(
    (re.compile(rf"(?:{words})s?", re.IGNORECASE), key)
    for words, key in (
        (r"cpu(?: model| type)?|processor|model name|\u5904\u7406\u5668", "cpu"),
        (r"(?:system |main )?(?:memory|ram)|\u5185\u5b58", "memory"),
        (
            r"os(?: version)?|operating system|distro|distribution|\u7cfb\u7edf"
            r"|\u64cd\u4f5c\u7cfb\u7edf",
            "os",
        ),
        (r"(?:linux )?kernel(?: version)?|\u5185\u6838", "kernel"),
        (
            r"nvme|ssd|hdd|disk|drive|hard (?:disk|drive)|storage(?: device)?|data (?:disk|drive)"
            r"|\u786c\u76d8|\u78c1\u76d8",
            "drive",
        ),
        (r"network|nic|ethernet|\u7f51\u7edc", "network"),
        (r"node|server|machine|system|host|client|chassis", "server"),
        (r"mother-?board|mainboard|board", "motherboard"),
        (r"(?:raid )?controller(?: card)?|raid card", "controller"),
        (r"hba", "hba"),
        (r"file ?system|fs", "filesystem"),
        (r"raid(?: level)?", "raid.level"),
        (r"(?:raid )?(?:chunk|stripe)(?: size)?", "raid.chunk"),
        (r"(?:i/?o )?(?:scheduler|elevator)", "scheduler"),
    )
)
_VERSION = re.compile(r"([\w+. -]{2,24}?) version", re.IGNORECASE)
_PAIR = re.compile(
    r"[ \t]*(?:[-*+\u2022\u00b7][ \t]+)?(?P<key>[^:\uff1a.,;\n]{2,40})\s*[:\uff1a]\s*"
    r"(?P<value>\S.*)$"
)
_BRACKETS = re.compile(r"[(\uff08][^)\uff09]*[)\uff09]")
_RAID = re.compile(r"raid[ -]?(\d\+\d|\d{1,2}|z[123]?)\b", re.IGNORECASE)
_CORES = re.compile(r"(\d+)\W*(?:cores?|vcpus?)\W*", re.IGNORECASE)
_COUNT = re.compile(r"(\d{1,5})\s?[x\u00d7]\s+", re.IGNORECASE)
_MEASURED = re.compile(
    r"\b\d[\d.,]*\s?(?:[kMG]i?B/s|MB/sec|[kKM]?IOPS|Mbps|ms|us)\b", re.IGNORECASE
)
_PARTS = {"cpu", "drive", "server", "motherboard", "controller", "hba", "nic", "array"}
_LONGEST = 90


def mentions(page: Page, pieces: Sequence[Piece], taken: Collection[int]) -> list[Mention]:
    """Return what lists and tables of parts say, outside of the lines of results."""
    found: list[Mention] = []
    for number, piece in enumerate(pieces):
        if piece.first in taken:
            continue
        if piece.kind in ("prose", "code"):
            for span in piece.spans:
                if pair := _PAIR.match(span.text):
                    found += _pair(pair["key"], pair["value"], span.line, number, piece.depth)
        elif piece.kind == "table":
            found += of_table(page, piece, number)
    return found


def of_table(page: Page, piece: Piece, number: int = 0) -> Iterator[Mention]:
    """Yield what a table of parts says; nothing for one that is something else."""
    for grid in _grids(page, piece):
        yield from _table(grid, piece, number)


def _grids(page: Page, piece: Piece) -> Sequence[Grid]:
    source, _ = unwrap.unwrap("cut.txt", page.content[piece.start : piece.end])
    if source is None:
        return []
    if "<table" in source.html.casefold():
        its = html_tables.grids(source, recognised.ANY)
        return its if isinstance(its, list) else []
    return pipe_tables.grids(source, recognised.ANY)


def _table(grid: Grid, piece: Piece, number: int) -> Iterator[Mention]:
    """Yield the parts of a table with a column for each machine, or with a part in each row."""
    rows = [[cell.text for cell in row] for row in grid.rows]
    lines = [piece.first + row[0].line for row in grid.rows]
    if len(grid.head) == 2:
        yield from _pair(grid.head[0], grid.head[1], piece.first, number, piece.depth)
    key = _key(grid.head[0]) if grid.head else ""
    if key in _PARTS and len(grid.head) > 2:
        for row, line in zip(rows, lines, strict=True):
            if row[0] and len(row[0]) < _LONGEST:
                sizes = [cell for cell in row[1:] if re.fullmatch(r"\d[\d.]*\s?[GT]i?B", cell)]
                words = " ".join([row[0], *sizes[:1]])
                yield Mention(key, words, line, STATED, number, piece.depth)
        return
    # With more columns it is a table of machines if most rows have a part for each of them.
    known = sum(bool(_key(row[0])) for row in rows if row)
    machines = known > 1 and known * 2 > len(rows)
    for row, line in zip(rows, lines, strict=True):
        if len(row) == 2 or (machines and len(row) > 2):
            for cell in row[1:]:
                yield from _pair(row[0], cell, line, number, piece.depth)


def _pair(key: str, value: str, line: int, number: int, depth: int) -> Iterator[Mention]:
    """Yield what a pair says; 'CPU / memory: a / b' are two."""
    keys = [_BRACKETS.sub("", one).strip() for one in key.split("/")]
    values = re.split(r"\s*/\s+|\s+/\s*", value) if len(keys) > 1 else [value]
    if len(values) != len(keys) or _MEASURED.search(value):
        return
    for one, its in zip(keys, values, strict=True):
        words = " ".join(its.split()).strip(" .,;\uff0c")
        if not words or len(words) > _LONGEST:
            continue
        version = _VERSION.fullmatch(one)
        if name := _key(one):
            yield from _mention(name, words, line, number, depth)
        elif version:
            tool = re.sub(r"\W+", "-", version[1].lower()).strip("-")
            yield Mention(f"software.{tool}", words, line, STATED, number, depth)


def _mention(key: str, words: str, line: int, number: int, depth: int) -> Iterator[Mention]:
    count = _COUNT.match(words)
    part = words[count.end() :] if count else words
    if key == "raid.level":
        level = _RAID.search(words) or re.fullmatch(r"(\d\+\d|\d{1,2})", words)
        part = level[1] if level else ""
    if key == "server" and not (count or models.SERVER.search(words)):
        return  # 'System: Ubuntu' and 'Client: Linux' say something else
    if key == "network" and not re.search(r"\d", words):
        return
    if key in ("cpu", "drive", "memory") and not re.search(r"\d", words):
        return
    sized = re.search(r"\d\s?[GT]B\b", part)
    if key == "drive" and not (count or sized or models.role(part) == "drive"):
        return
    if key == "cpu" and (cores := _CORES.fullmatch(part)):
        key, part = "cpu.cores", cores[1]
    if part:
        number_ = counted(count[1]) if count else None
        yield Mention(key, part, line, STATED, number, depth, number_)


def _key(words: str) -> str:
    bare = " ".join(words.split()).strip("*_# ")
    return next((key for pattern, key in _KEYS if pattern.fullmatch(bare)), "")
