"""HD Tune and HD Tune Pro of Windows: transfer rates, access times and random access, as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._hdtune_tables import LABEL, columns
from sitegen.parsers._text import binary_size, number, unreadable
from sitegen.record import Certainty, Fact, Measurement, Run, Source, Value

TOOL = "HD Tune"
MARKS = ("HD Tune", "Transfer Rate Minimum", "Transfer Rate Average", "avg. access time")
VARIANTS = (
    "the text that HD Tune 2.55 and HD Tune Pro 3 to 5 copy, and tables of it typed as HTML or "
    "Markdown with a drive in each column: the base of MB is not documented; taken as 10^6",
    "Random Access of HD Tune Pro: IOPS * transfer size proves the base of the run",
    "an access time of 0.0 ms is below the resolution; what one per cent of CPU is, of one core "
    "or of all, is not documented",
)

UNKNOWN = "HD Tune does not say what MB is; taken as 10^6 bytes, with 2^20 it would be 4.9 % more"
SHARE = "HD Tune does not say whether this is a share of one core or of all"

_HEAD = re.compile(
    r"\W*(HD Tune(?: Pro)?)(?: v?(\d[\w.]*))?: (.+?) (Benchmark|Random Access|File Benchmark)\W*"
)
_ROW = re.compile(rf"\W*({LABEL})\s*:\s*(\d[\d.,]*)\s*(MB/s(?:ec)?|ms|%)?\W*")
_DIRECTION = re.compile(r"\W*(Read|Write)(?: transfer rate| test)\W*")
_RANDOM = re.compile(
    r"\W*(\d+ bytes|\d+ [KM]B|Random)\s+(\d+) IOPS\s+(\d[\d.,]*) ms\s+(\d[\d.,]*) ms\s+"
    r"(\d[\d.,]*) MB/s\W*"
)
_DECORATION = re.compile(r"\W*|\W*Test capacity: .*|\W*Transfer size\s+operations.*|\W*Accuracy:.*")
_PLACES = {
    "transfer rate minimum": ("seq-", "bandwidth", "min"),
    "transfer rate maximum": ("seq-", "bandwidth", "max"),
    "transfer rate average": ("seq-", "bandwidth", "mean"),
    "access time": ("rand-", "latency", "mean"),
    "burst rate": ("burst-read", "bandwidth", ""),
    "cpu usage": ("seq-", "cpu", ""),
}


@dataclass(slots=True)
class Block:
    """What is known of a run while its lines are read."""

    first: int
    tool: str = TOOL
    version: str = ""
    drive: str = ""
    last: int = -1
    direction: str = "read"
    rows: list[tuple[str, str, int]] = field(default_factory=list)
    random: list[tuple[int, re.Match[str]]] = field(default_factory=list)
    known: set[int] = field(default_factory=set)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    for block in _blocks(source.lines):
        if block.drive or len(block.rows) > 2:
            yield from _run(source, block)
    if "Transfer Rate" not in source.text:
        return
    for table in columns(source):
        for name, cells, first, last in table:
            block = Block(first, drive=name, last=last, rows=cells)
            block.known = set(range(first, last + 1))
            yield from _run(source, block, series=len(table) > 1)


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    block: Block | None = None
    for index, line in enumerate(lines):
        if "HD Tune" in line and (match := _HEAD.fullmatch(line)):
            if block:
                yield block
            block = Block(index, match[1], match[2] or "", match[3], index)
        elif match := _ROW.fullmatch(line):
            if block and any(label == match[1].lower() for label, _, _ in block.rows):
                yield block
                block = None
            block = block or Block(index)
            block.rows.append((match[1].lower(), match[2], index))
        elif block and "IOPS" in line and (match := _RANDOM.fullmatch(line)):
            block.random.append((index, match))
        elif block and (match := _DIRECTION.fullmatch(line)):
            block.direction = match[1].lower()
        elif block and _DECORATION.fullmatch(line) and index - block.last < 4:
            block.known.add(index)
            continue
        else:
            if block:
                yield block
            block = None
            continue
        block.last = index
        block.known.add(index)
    if block:
        yield block


def _run(source: Source, block: Block, *, series: bool = False) -> Iterator[Run | Diagnostic]:
    base = _base(block)
    measurements: list[Measurement] = []
    for label, written, index in block.rows:
        digits = number(written, source.lines[index])
        if digits is None:
            yield unreadable(source, index, written)
        else:
            measurements.append(_value(block, label, digits, index, base))
    for index, match in block.random:
        measurements += _random(source.lines[index], block, match, index, base)
    if not measurements:
        if block.drive:
            message = "HD Tune shows no result"
            yield source.problem(block.first, "incomplete-run", message)
        return
    missing = [
        label for label in _PLACES if block.rows and label not in {row[0] for row in block.rows}
    ]
    if missing and len(block.rows) < 4:
        message = f"the text of HD Tune lacks {', '.join(missing)}"
        yield source.problem(block.last, "missing-field", message)
    load: dict[str, Value] = {"series": block.drive} if series else {}
    facts = [Fact("drive.model", block.drive, block.first, block.drive)] if block.drive else []
    furniture = frozenset(block.known)
    yield Run(
        block.tool, block.version, block.first, block.last, measurements, facts, load, "", furniture
    )


def _base(block: Block) -> tuple[str, str]:
    """Return the unit that MB/s stands for, and the proof by the row with the most IOPS."""
    best, note = 0, ""
    for _, match in block.random:
        size, count, rate = binary_size(match[1].removesuffix(" bytes")), int(match[2]), match[5]
        plain = number(rate)
        if not size or count <= max(best, 200) or plain is None or not Decimal(plain):
            continue
        share = Decimal(count * size) / Decimal(plain) / 2**20
        if abs(share - 1) < Decimal("0.01"):
            best = count
            note = f"MB is 2^20 bytes: {count} IOPS * {size} bytes / {rate} MB/s"
    return ("MiB/s", note) if best else ("MB/s", "")


def _value(block: Block, label: str, digits: str, index: int, base: tuple[str, str]) -> Measurement:
    operation, quantity, statistic = _PLACES[label]
    if operation.endswith("-"):
        operation += block.direction
    certainty: Certainty = "exact"
    unit, word, note = {"latency": ("ms", "ms", ""), "cpu": ("%", "%", SHARE)}.get(
        quantity, (base[0], "MB/s", base[1] or UNKNOWN)
    )
    if note:
        certainty = "proved" if note == base[1] else "assumed"
    if quantity == "latency" and not Decimal(digits):
        certainty, note = "below-resolution", "less than the last digit printed"
    written = f"{digits} {word}" if word != "%" else f"{digits}%"
    return Measurement(
        operation, quantity, digits, unit, index, written, statistic,
        certainty=certainty, note=note,
    )  # fmt: skip


def _random(
    line: str, block: Block, match: re.Match[str], index: int, base: tuple[str, str]
) -> Iterator[Measurement]:
    size, count, mean, longest, rate = match.groups()
    load: dict[str, Value] = {}
    if bytes_each := binary_size(size.removesuffix(" bytes")):
        load["block_size"] = bytes_each
    else:
        load["pattern"] = "random sizes"
    operation = f"rand-{block.direction}"
    yield Measurement(operation, "iops", count, "op/s", index, f"{count} IOPS", "", load)
    for statistic, words in (("mean", mean), ("max", longest)):
        if digits := number(words, line):
            yield Measurement(
                operation, "latency", digits, "ms", index, f"{words} ms", statistic, load
            )
    if digits := number(rate, line):
        certainty: Certainty = "proved" if base[1] else "assumed"
        note = base[1] or UNKNOWN
        written = f"{rate} MB/s"
        yield Measurement(
            operation, "bandwidth", digits, base[0], index, written, "mean", load,
            certainty=certainty, note=note,
        )  # fmt: skip
