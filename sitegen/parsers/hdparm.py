"""hdparm -t and -T: sequential reads of a device, and of the memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._text import number, unreadable
from sitegen.record import Measurement, Run, Source, Value

TOOL = "hdparm"
MARKS = ("Timing cached", "Timing buffer", "Timing O_DIRECT", "Timing disk")
VARIANTS = (
    "-t, -T, also with --direct and --offset: MB is 2^20 bytes (TIMING_BUF_MB * 1024 * 1024 in "
    "hdparm.c), kB below 1 MB/s is 2^10",
    "versions 3 to 5 say buffer-cache reads, for what is read out of the memory, as -T is",
)

_LEAD = re.compile(
    r"Timing (?:(O_DIRECT) )?(cached|buffer-cache|buffered disk|disk|buffered) reads"
    r"(?: \(offset (\d+) GB\))? ?:"
)
_RESULT = re.compile(r" *(\d+) MB in +(\d[\d.,]*) seconds ?= *(\d[\d.,]*) ([MkGK]B)/sec")
_DEVICE = re.compile(r"(?:^|\s)(/dev/\S+):\s*")
_COMMAND = re.compile(r"\bhdparm (?:-\S+ )*-[a-zA-Z]*[tT]\S* (?:-\S+ )*(/dev/[\w/.:-]+)")
_NOISE = re.compile(r"SG_IO: |HDIO_|BLKFLSBUF|ioctl|outside the range")
# What hdparm means by its words: binary units (hdparm.c).
_UNITS = {"MB": "MiB/s", "kB": "KiB/s", "KB": "KiB/s", "GB": "GiB/s"}
_IN_MEBIBYTES = {
    "MB": Decimal(1),
    "kB": Decimal(1) / 1024,
    "KB": Decimal(1) / 1024,
    "GB": Decimal(1024),
}
_REACH = 6


class Timing(NamedTuple):
    """One line of a result: where it begins and ends, and what it says."""

    first: int
    last: int
    lead: re.Match[str]
    result: re.Match[str]

    @property
    def case(self) -> tuple[str, Value, Value]:
        """Return the operation, whether it was direct, and the offset."""
        direct, kind, offset = self.lead.groups()
        operation = "cached-read" if kind in ("cached", "buffer-cache") else "seq-read"
        return operation, "yes" if direct else "", int(offset or 0) * 1024**3


@dataclass(slots=True)
class Block:
    """The results that hdparm prints for one device."""

    first: int
    device: str
    timings: list[Timing] = field(default_factory=list)
    known: set[int] = field(default_factory=set)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    lines = source.lines
    block: Block | None = None
    device, at = "", -_REACH
    noise: set[int] = set()
    for index, line in enumerate(lines):
        if "Timing " in line and (lead := _LEAD.search(line)):
            found = _timing(lines, index, lead)
            if isinstance(found, str):
                # In the midst of a line these words are those of somebody who writes of hdparm.
                if not line[: lead.start()].strip(" \t#>*-"):
                    yield source.problem(index, *_without_result(lines, index, found))
                continue
            if block is None or found.case in [timing.case for timing in block.timings]:
                if block:
                    yield from _run(source, block)
                near = index - at < _REACH
                is_head = near and bool(_DEVICE.search(lines[at]))
                block = Block(at if is_head else index, device if near else "")
                block.known.update(noise if near else ())
                noise = set()
            block.timings.append(found)
            block.known.update(range(found.first, found.last + 1))
        elif "/dev/" in line and (named := _named(line)):
            if block:
                yield from _run(source, block)
                block = None
            device, at, noise = named, index, set()
        elif _NOISE.search(line):
            (block.known if block else noise).add(index)
        elif block and line.strip() and index - block.timings[-1].last > _REACH:
            yield from _run(source, block)
            block = None
    if block:
        yield from _run(source, block)


def _named(line: str) -> str:
    """Return the device of a heading, or of a command that reads from it."""
    if (match := _DEVICE.search(line)) and not line[match.end() :]:
        return match[1]
    match = _COMMAND.search(line) if "hdparm " in line else None
    return match[1] if match else ""


def _timing(lines: Sequence[str], index: int, lead: re.Match[str]) -> Timing | str:
    """Return the result of a line, also of a wrapped one, or what stands there instead."""
    rest = lines[index][lead.end() :]
    if result := _RESULT.match(rest):
        return Timing(index, index, lead, result)
    if index + 1 < len(lines):
        wrapped = f"{rest.rstrip()} {lines[index + 1].lstrip()}"
        if result := _RESULT.match(wrapped):
            return Timing(index, index + 1, lead, result)
    return rest.strip()


def _without_result(lines: Sequence[str], index: int, rest: str) -> tuple[str, str]:
    """Return the code and the message for a line that has no result."""
    reasons = [rest, *(line.strip() for line in lines[index + 1 : index + 2])]
    for reason in reasons:
        if "failed" in reason or "rror" in reason or "denied" in reason or "returned" in reason:
            return "failed-run", f"hdparm stopped: {reason}"
    return "incomplete-run", "hdparm began to read, but gave no result"


def _run(source: Source, block: Block) -> Iterator[Run | Diagnostic]:
    measurements = []
    for timing in block.timings:
        made = _measurement(source, timing)
        if isinstance(made, Measurement):
            measurements.append(made)
        else:
            yield made
    if measurements:
        workload: dict[str, Value] = {"target": block.device} if block.device else {}
        last = block.timings[-1].last
        furniture = frozenset({block.first, *block.known})
        yield Run(TOOL, "", block.first, last, measurements, (), workload, furniture=furniture)


def _measurement(source: Source, timing: Timing) -> Measurement | Diagnostic:
    line = source.lines[timing.first]
    operation, direct, offset = timing.case
    amount, seconds, rate, unit = timing.result.groups()
    written = f"{rate} {unit}/sec"
    whole = timing.result[0]
    digits, time = number(rate, whole), number(seconds, whole)
    if digits is None or time is None:
        return unreadable(source, timing.first, rate if digits is None else seconds)
    if not _adds_up(int(amount), time, Decimal(digits) * _IN_MEBIBYTES[unit]):
        message = f"{amount} MB in {seconds} s are not {written}"
        return source.problem(timing.last, "does-not-add-up", message, line.strip())
    load: dict[str, Value] = {}
    if direct:
        load["direct"] = direct
    if offset:
        load["offset"] = offset
    return Measurement(
        operation, "bandwidth", digits, _UNITS[unit], timing.last, written, workload=load
    )


def _adds_up(mebibytes: int, seconds: str, rate: Decimal) -> bool:
    """Return whether the amount and the seconds, which are rounded, give the rate."""
    step = Decimal("0.01")
    time = Decimal(seconds)
    most = mebibytes / max(time - step, step / 2)
    least = mebibytes / (time + step)
    return least * Decimal("0.999") <= rate <= most * Decimal("1.001")
