"""What ioping prints in one run: its lines, its units, and the values in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log2

from sitegen.record import Measurement
from sitegen.units import tidy

_COUNT = r"(\d+(?:\.\d+)?)( [kMGT])?"
_SIZE = r"(\d+(?:\.\d+)?) (bytes|[kKmMgGtTP]?i?[bB])"
_TIME = r"(\d+(?:\.\d+)?) (ns|us|ms|s|min|hour|nsec|usec|msec|sec)\b"
REQUEST = re.compile(
    rf"(?:^|\s|\u00b7){_SIZE} (<<<|>>>|from|to) (.+?) \((.*?)\): request=\d+ time={_TIME}"
)
HEAD = re.compile(r"--- (.+?) \((.*?)\) ioping statistics ---")
COMPLETED = re.compile(
    rf"{_COUNT} requests completed in {_TIME}(?:, {_SIZE}(?: (read|written))?)?"
    rf"(?:, {_COUNT} iops)?(?:, {_SIZE}/s)?"
)
GENERATED = re.compile(
    rf"generated {_COUNT} requests in {_TIME}, {_SIZE}, {_COUNT} iops, {_SIZE}/s"
)
TIMES = re.compile(rf"min/avg/max/mdev = {_TIME} / {_TIME} / {_TIME} / {_TIME}")
OLD_TIMES = re.compile(
    r"(?<!rtt )min/avg/max/mdev = "
    r"(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?) (us|ms|s)\b"
)
_LONG = {"linear": "L", "write": "W", "read-write": "G", "rapid": "R", "direct": "D"}
_STATISTICS = ("min", "mean", "max", "stddev")
_UNITS = {"nsec": "ns", "usec": "us", "msec": "ms", "sec": "s", "hour": "hours"}


@dataclass(slots=True)
class Block:
    """What ioping prints in one run, as far as it was read."""

    first: int
    last: int
    command: str = ""
    ways: set[str] = field(default_factory=set)
    size: int = 0
    target: str = ""
    system: tuple[int, str] | None = None
    completed: re.Match[str] | None = None
    generated: re.Match[str] | None = None
    times: re.Match[str] | None = None
    lines: dict[str, int] = field(default_factory=dict)

    def note(self, name: str, index: int) -> None:
        """Remember on which line something stands."""
        self.lines[name] = self.last = index


def operation_of(block: Block) -> str:
    """Return what was done: reads or writes by the output, in which order by the command."""
    ways = set(block.ways)
    if not ways and block.completed and block.completed[5]:
        ways = {"read": {"read"}, "written": {"write"}}.get(block.completed[7], {"read", "write"})
    flags = flags_of(block.command)
    if not ways and block.command:
        ways = {"read", "write"} if "G" in flags else {"write"} if "W" in flags else {"read"}
    if not ways and block.completed and block.completed[11] == "mb":
        # ioping writes since 0.7, and since then it says MiB.
        ways = {"read"}
    if not ways:
        return "access"
    way = "rw" if len(ways) > 1 else ways.pop()
    order = "" if not block.command else "seq-" if "L" in flags else "rand-"
    return order + way


def flags_of(command: str) -> set[str]:
    """Return the letters of the options that a command has."""
    flags: set[str] = set()
    for word in command.split():
        name = word.lstrip("-")
        if word.startswith("-") and name in _LONG:
            flags.add(_LONG[name])
        elif word.startswith("-"):
            flags.update(name)
    return flags


def rates(block: Block, operation: str) -> Iterator[Measurement]:
    if block.completed and block.completed[8]:
        index = block.lines["completed"]
        yield from _pair(operation, index, block.completed.groups()[7:11], "")
    if not block.generated:
        return
    statistic = ""
    if block.completed:
        spent = _seconds(block.completed[3], block.completed[4])
        if _seconds(block.generated[3], block.generated[4]) > 1.5 * spent:
            # The pauses between the requests are most of the time.
            return
        statistic = "wall"
    yield from _pair(operation, block.lines["generated"], block.generated.groups()[6:10], statistic)


def _pair(
    operation: str, index: int, parts: Sequence[str | None], statistic: str
) -> Iterator[Measurement]:
    count, letter, rate, unit = parts
    if count:
        prefix = (letter or "").strip()
        written = f"{count} {prefix} iops" if prefix else f"{count} iops"
        yield Measurement(operation, "iops", count, f"{prefix}op/s", index, written, statistic)
    if rate and unit:
        yield Measurement(
            operation, "bandwidth", rate, f"{_binary(unit)}/s", index, f"{rate} {unit}/s", statistic
        )


def latencies(block: Block, operation: str) -> Iterator[Measurement]:
    if not block.times:
        return
    groups = block.times.groups()
    if len(groups) == 5:
        values = [(digits, groups[4]) for digits in groups[:4]]
    else:
        values = list(zip(groups[::2], groups[1::2], strict=True))
    for (digits, word), statistic in zip(values, _STATISTICS, strict=True):
        unit = _UNITS.get(word, word)
        yield Measurement(
            operation, "latency", digits, unit, block.lines["times"], f"{digits} {word}", statistic
        )


def request_size(block: Block) -> int:
    """Return the size of a request: the power of 2 that rate and requests per second come to."""
    match, at = (block.completed, 7) if block.completed else (block.generated, 6)
    if not match:
        return 0
    count, letter, rate, unit = match.groups()[at : at + 4]
    if not (count and rate and unit and float(count)):
        return 0
    requests = tidy(count, f"{(letter or '').strip()}op/s")
    size = tidy(rate, f"{_binary(unit)}/s") / requests
    whole = 2 ** round(log2(size)) if size >= 1 else 0
    return whole if whole and abs(size / whole - 1) < 0.02 else 0


def bytes_of(digits: str, unit: str) -> int:
    return int(tidy(digits, _binary(unit)))


def _binary(unit: str) -> str:
    """Return the unit that ioping means: 0.6 says kb and mb for 2^10 and 2^20 bytes."""
    letter = unit[:1].upper()
    return "B" if unit in ("bytes", "B", "b") else f"{letter}iB"


def _seconds(digits: str, word: str) -> float:
    return float(tidy(digits, _UNITS.get(word, word)))
