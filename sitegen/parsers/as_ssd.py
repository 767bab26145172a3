"""AS SSD Benchmark of Windows: the text that it copies, in MB/s or in IOPS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._text import number, unreadable
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "AS SSD"
MARKS = ("AS SSD Benchmark ",)
VARIANTS = (
    "text of 1.x and 2.0, English and German: MB is 2^20 bytes, which the two texts of one run of "
    "2.0.7316 prove: 15521 iops * 4 KiB / 60.63 MB/s = 1048557",
    "the same text in IOPS: 16MB is the sequential test, 512B the access time",
    "a rate of 0.00 is a test that was stopped or left out",
)

_HEAD = re.compile(r"\W*AS SSD Benchmark (\d[\d.]*)\W*")
_SECTION = re.compile(
    r"\W*(Sequential|Sequentiell|16 ?MB|4K|4K-64Th(?:rea)?ds?|512 ?B|Access Times?|"
    r"Zugriffszeiten|Score)\W*",
    re.IGNORECASE,
)
_ROW = re.compile(
    r"\W*(Read|Lesen|Write|Schreiben|Total|Gesamt)\s*:\s*(\d[\d.,]*)\s*(MB/s|iops|ms)?\W*",
    re.IGNORECASE,
)
_FIELD = re.compile(r"\W*(Name|Firmware|Controller|Offset|Size|Gr\S+e|Date|Datum)\s*:\s*(.*?)\s*")
_RULE = re.compile(r"\W*")
_DATES = (
    re.compile(r"(?P<year>\d{4})[/-](?P<month>\d\d?)[/-](?P<day>\d\d?) (?P<clock>\d\d:\d\d:\d\d)"),
    re.compile(
        r"(?P<day>1[3-9]|2\d|3[01])/(?P<month>\d\d?)/(?P<year>\d{4}) (?P<clock>\d\d:\d\d:\d\d)"
    ),
    re.compile(r"(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4}) (?P<clock>\d\d:\d\d:\d\d)"),
)
_WORDS = {"lesen": "read", "schreiben": "write", "gesamt": "total"}
_SMALL: dict[str, Value] = {"block_size": 4096, "queue_depth": 1}
_PLACES: dict[str, tuple[str, dict[str, Value]]] = {
    # First letters of the section: first word of the operation, load.
    "seq": ("seq-", {"block_size": 16 << 20}),
    "16m": ("seq-", {"block_size": 16 << 20}),
    "4k": ("rand-", {**_SMALL, "threads": 1}),
    "4k-": ("rand-", {**_SMALL, "threads": 64}),
    "512": ("rand-", {"block_size": 512, "queue_depth": 1}),
    "acc": ("rand-", {"queue_depth": 1}),
    "zug": ("rand-", {"queue_depth": 1}),
}
_UNITS = {
    "mb/s": ("bandwidth", "MiB/s", ""),
    "iops": ("iops", "op/s", ""),
    "ms": ("latency", "ms", "mean"),
}


@dataclass(slots=True)
class Block:
    """What is known of a run while its lines are read."""

    first: int
    version: str
    last: int
    section: str = ""
    date: str = ""
    has_score: bool = False
    facts: list[Fact] = field(default_factory=list)
    measurements: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    block: Block | None = None
    for index, line in enumerate(source.lines):
        if "AS SSD" in line and (match := _HEAD.fullmatch(line)):
            if block:
                yield from _run(source, block)
            block = Block(index, match[1], index, known={index})
        elif block is None:
            continue
        elif _RULE.fullmatch(line):
            block.known.add(index)
        elif match := _SECTION.fullmatch(line):
            block.section = match[1].lower()
            block.known.add(index)
        elif match := _ROW.fullmatch(line):
            yield from _row(source, block, match, index)
            block.last = index
        elif not block.section and (match := _FIELD.fullmatch(line)):
            _field(block, match[1], match[2], index)
        else:
            yield from _run(source, block)
            block = None
    if block:
        yield from _run(source, block)


def _row(source: Source, block: Block, match: re.Match[str], index: int) -> Iterator[Diagnostic]:
    word, written, unit = match[1].lower(), match[2], (match[3] or "").lower()
    what = _WORDS.get(word, word)
    digits = number(written, source.lines[index])
    if digits is None:
        yield unreadable(source, index, written)
        return
    if block.section == "score":
        block.has_score = True
        block.measurements.append(Measurement(what, "score", digits, "1", index, written))
        return
    place = _PLACES.get(block.section[:3]) or _PLACES.get(block.section)
    if place is None or unit not in _UNITS or what == "total":
        return
    if not Decimal(digits):
        message = "a value of 0 is that of a test that did not run"
        yield source.problem(index, "not-recorded", message)
        return
    prefix, load = place
    quantity, meant, statistic = _UNITS[unit]
    block.measurements.append(
        Measurement(
            prefix + what, quantity, digits, meant, index, f"{written} {match[3]}", statistic, load
        )
    )


def _field(block: Block, name: str, value: str, index: int) -> None:
    block.known.add(index)
    if name == "Name":
        block.facts.append(Fact("drive.model", value, index, value))
    elif name == "Firmware" and value:
        block.facts.append(Fact("drive.firmware", value, index, value))
    elif name == "Controller" and value:
        block.facts.append(Fact("controller.driver", value, index, value))
    elif name in ("Date", "Datum"):
        for pattern in _DATES:
            if match := pattern.fullmatch(value):
                month, day = match["month"].zfill(2), match["day"].zfill(2)
                block.date = f"{match['year']}-{month}-{day}T{match['clock']}"


def _run(source: Source, block: Block) -> Iterator[Run | Diagnostic]:
    if not block.measurements:
        message = "AS SSD shows no result"
        yield source.problem(block.first, "incomplete-run", message)
        return
    if not block.has_score:
        message = "the text of AS SSD ends before its score: it is cut off, or tests were left out"
        yield source.problem(block.last, "missing-field", message)
    yield Run(
        TOOL,
        block.version,
        block.first,
        block.last,
        block.measurements,
        block.facts,
        {},
        block.date,
        frozenset(block.known),
    )
