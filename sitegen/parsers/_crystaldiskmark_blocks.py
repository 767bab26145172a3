"""CrystalDiskMark and KDiskMark: where the text of a run begins and ends, and its foot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sitegen.parsers._crystaldiskmark_rows import Line, row
from sitegen.parsers._text import binary_size
from sitegen.record import Fact, Value

TOOL = "CrystalDiskMark"

_HEAD = re.compile(
    r"\W*(CrystalDiskMark|KDiskMark|disk-mark-me|LinuxDiskMark)\s+\(?v?(\d[\w.]*)\)?\b"
)
_SECTION = re.compile(r"\W*\[?(Read|Write|Mix)\]\W*(?:Read (\d+)%/Write \d+%)?\W*")
_RATIO = re.compile(r"\W*Mix Ratio\s*:\s*Read (\d+)\s*%.*")
_TEST = re.compile(
    r"\W*Test\s*:\s*(\d+\s*[KMG]i?B)\b\s*(?:\[(.*?)\])?\s*(?:\(x(\d+)\))?\s*(<0Fill>)?\s*(?:\[(.*?)\])?.*"
)
_MODE = re.compile(r"\W*Mode\s*:\s*(.*?)\s*")
_TIME = re.compile(r"\W*Time\s*:\s*Measure (\d+) sec.*")
_DATE = re.compile(r"\W*Date\s*:\s*(\d{4})[/-](\d\d)[/-](\d\d) +(\d?\d:\d\d:\d\d)\W*")
_OS = re.compile(r"\W*OS\s*:\s*(.*?)\s*")
_COMMENT = re.compile(r"\W*Comment\s*:\s*(.*?)\s*")
_DECORATION = re.compile(
    r"\W*|\W*Crystal Dew World.*|\W*Profile\s*:.*|\W*KB = 1000 bytes.*|\W*MB/s = .*|"
    r"\W*Flexible I/O Tester.*|\W*https?://\S+\W*|\W*Benchmark complete\W*|\W*Target: .*"
)
_FOOT = (_TEST, _MODE, _TIME, _DATE, _OS, _COMMENT, _RATIO)


@dataclass(slots=True)
class Block:
    """What is known of a run while its lines are read."""

    first: int
    tool: str = TOOL
    version: str = ""
    last: int = -1
    seen: int = -1
    date: str = ""
    section: str = ""
    comment: str = ""
    states_base: bool = False
    has_foot: bool = False
    reads: int | None = None
    load: dict[str, Value] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    rows: list[Line] = field(default_factory=list)
    known: set[int] = field(default_factory=set)


def blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Yield what may be the text of a run, from its head or its first row to its foot."""
    block: Block | None = None
    section = -1
    for index, line in enumerate(lines):
        if ("iskMark" in line or "disk-mark" in line) and (match := _HEAD.match(line)):
            if block:
                yield block
            block = Block(index, match[1], match[2], index, index)
            block.known.add(index)
            continue
        if "MB/s = 1,000,000 byte" in line and (block is None or block.rows):
            if block:
                yield block
            block = Block(index)
        found = row(line, index) if "MB/s" in line and ":" in line else None
        if found:
            if block and (block.has_foot or _is_in(found, block)):
                yield block
                block = None
            if block is None:
                # Without its head a text begins with the line [Read] or [Write].
                block = Block(section if section >= index - 2 else index)
                _take(block, lines[block.first], block.first)
            block.rows.append(_placed(found, block.section))
            block.last = block.seen = index
        elif block and not _take(block, line, index) and index - block.seen > 3:
            yield block
            block = None
        if block is None and _SECTION.fullmatch(line):
            section = index
    if block:
        yield block


def _placed(line: Line, section: str) -> Line:
    """Return a row with what its section says: since 7 the label has neither read nor write."""
    return line if line.what else line._replace(what=section)


def _is_in(line: Line, block: Block) -> bool:
    test = _placed(line, block.section).test
    return any(known.test == test for known in block.rows)


def _take(block: Block, line: str, index: int) -> bool:
    """Take in a line that is no row; return whether it is understood."""
    if match := _SECTION.fullmatch(line):
        block.section = match[1].lower()
        if match[2]:
            block.reads = int(match[2])
    elif _DECORATION.fullmatch(line):
        block.states_base = block.states_base or "MB/s = 1,000,000 byte" in line
        block.known.add(index)
        if not line.strip():
            return False
        block.seen = index
        return True
    elif not any(pattern.fullmatch(line) for pattern in _FOOT):
        return False
    else:
        _foot(block, line, index)
    block.known.add(index)
    block.last = block.seen = index
    return True


def _foot(block: Block, line: str, index: int) -> None:
    if match := _TEST.fullmatch(line):
        block.has_foot = True
        size = binary_size(match[1].replace("iB", "B"))
        if size:
            block.load["file_size"] = size
        if match[3]:
            block.load["iterations"] = int(match[3])
        if match[4]:
            block.load["mode"] = "0Fill"
        for words in (match[2], match[5]):
            if words and ":" in words and not words.startswith("Interval"):
                block.facts.append(Fact("volume", words, index, words))
    elif match := _DATE.fullmatch(line):
        block.has_foot = True
        year, month, day, clock = match.groups()
        block.date = f"{year}-{month}-{day}T{clock.zfill(8)}"
    elif match := _OS.fullmatch(line):
        block.has_foot = True
        words = " ".join(match[1].split())
        block.facts.append(Fact("os", words, index, words))
    elif match := _TIME.fullmatch(line):
        block.load["runtime"] = int(match[1])
    elif match := _COMMENT.fullmatch(line):
        block.comment = match[1]
        block.facts.append(Fact("comment", match[1], index, match[1]))
    elif match := _RATIO.fullmatch(line):
        block.reads = int(match[1])
    elif (match := _MODE.fullmatch(line)) and "0Fill" in match[1]:
        block.load["mode"] = "0Fill"
