"""ioping: latencies of single requests, in text, JSON and lines of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._ioping_block import (
    COMPLETED,
    GENERATED,
    HEAD,
    OLD_TIMES,
    REQUEST,
    TIMES,
    Block,
    bytes_of,
    latencies,
    operation_of,
    rates,
    request_size,
)
from sitegen.parsers._ioping_raw import json_runs, raw_runs
from sitegen.record import Fact, Run, Source, Value

TOOL = "ioping"
MARKS = (
    "ioping",
    ": request=",
    "min/avg/max/mdev = ",
    "requests completed in ",
    '"mdev"',
    '"ignored"',
    "",  # -B and -p print numbers alone
)
VARIANTS = (
    "text since 0.7: each number has a unit of its own, KiB and MiB are powers of 1024, k of iops "
    "is 1000 (print_suffix in ioping.c); mdev is the standard deviation",
    "text of 0.4 to 0.6: one unit for the four times, mb/s is 2^20 bytes per second",
    "requests completed: the rate over the time of the requests alone; generated (since 1.0): by "
    "wall time, pauses included",
    "-B and -p: a line of numbers, in ns since 1.0, in us before, as the numbers prove",
    "-J: JSON in ns and bytes",
)

_COMMAND = re.compile(r"(?:^|[\s;&|(`/#$])ioping(?:\.static)?\s+((?:-|[./~])[^;|&`\"')>]*)")
# nench.sh runs `ioping -R -w 5 .` and `ioping -RL -w 5 .` under these words.
_HEADINGS = {"ioping: seek rate": "-R", "ioping: sequential read speed": "-RL"}
_ERROR = re.compile(r"^ioping: (.*(?:failed|too (?:small|big)|not supported|denied|No such).*)")
_REACH = 40


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    commands = _commands(source)

    def command_above(index: int) -> str:
        above = [options for at, options in commands if at < index < at + _REACH]
        return above[-1] if above else ""

    taken: set[int] = set()
    for item in (*json_runs(source, command_above), *_text_runs(source)):
        if isinstance(item, Run):
            taken.update(range(item.first, item.last + 1))
        yield item
    yield from raw_runs(source, taken, command_above)


def _commands(source: Source) -> list[tuple[int, str]]:
    """Return the options of each ioping command, with its line."""
    if "ioping" not in source.text:
        return []
    return [
        (index, options)
        for index, line in enumerate(source.lines)
        if "ioping" in line and (options := _options(line))
    ]


def _text_runs(source: Source) -> Iterator[Run | Diagnostic]:
    block: Block | None = None
    command, at = "", -_REACH
    for index, line in enumerate(source.lines):
        if "request=" in line and (match := REQUEST.search(line)):
            if block and block.lines:
                yield from _close(source, block)
                block = None
            block = block or _begin(index, command, at)
            block.ways.add("read" if match[3] in ("<<<", "from") else "write")
            block.size, block.last = bytes_of(match[1], match[2]), index
            _place(block, index, match[4], match[5])
        elif "ioping statistics" in line and (match := HEAD.search(line)):
            if block and block.lines:
                yield from _close(source, block)
                block = None
            block = block or _begin(index, command, at)
            block.note("head", index)
            _place(block, index, match[1], match[2])
        elif "requests completed in" in line and (match := COMPLETED.search(line)):
            if block and block.completed:
                yield from _close(source, block)
                block = None
            block = block or _begin(index, command, at)
            block.completed = match
            block.note("completed", index)
        elif "generated " in line and (match := GENERATED.search(line)):
            block = block or _begin(index, command, at)
            block.generated = match
            block.note("generated", index)
        elif "min/avg/max/mdev" in line and (match := _times(line, block)):
            block = block or _begin(index, command, at)
            block.times = match
            block.note("times", index)
            yield from _close(source, block)
            block, command = None, ""
        elif block and line.strip() and block.lines:
            # The statistics stand one below the other.
            yield from _close(source, block)
            block, command = None, ""
        if "ioping" in line and (options := _options(line)):
            if block:
                yield from _close(source, block)
                block = None
            command, at = options, index
        elif line.startswith("ioping: ") and (match := _ERROR.match(line)):
            yield source.problem(index, "failed-run", f"ioping stopped: {match[1]}")
    if block:
        yield from _close(source, block)


def _begin(index: int, command: str, at: int) -> Block:
    return Block(index, index, command if index - at < _REACH else "")


def _times(line: str, block: Block | None) -> re.Match[str] | None:
    if match := TIMES.search(line):
        return match
    # ping prints the same words below its own statistics.
    return OLD_TIMES.search(line) if block and block.completed else None


def _options(line: str) -> str:
    """Return the options of a command, or those that a heading of nench.sh stands for."""
    if line.strip() in _HEADINGS:
        return _HEADINGS[line.strip()]
    match = _COMMAND.search(line)
    return match[1].strip() if match and "statistics" not in line else ""


def _place(block: Block, index: int, path: str, described: str) -> None:
    block.target = path
    system = described.partition(" ")[0]
    if system not in ("block", "device", "character"):
        block.system = (index, system)


def _close(source: Source, block: Block) -> Iterator[Run | Diagnostic]:
    if not block.lines:
        message = "ioping was still running: its statistics are missing"
        yield source.problem(block.last, "incomplete-run", message)
        return
    if block.completed and block.completed[1] == "0":
        message = "no request of ioping was valid"
        yield source.problem(block.lines["completed"], "failed-run", message)
        return
    if not (block.completed or block.generated or block.times):
        yield source.problem(block.last, "incomplete-run", "the statistics of ioping are cut off")
        return
    if block.completed and not block.times:
        message = "the line with the latencies is missing"
        yield source.problem(block.last, "missing-field", message)
    operation = operation_of(block)
    measurements = [*rates(block, operation), *latencies(block, operation)]
    load: dict[str, Value] = {}
    if size := block.size or request_size(block):
        load["block_size"] = size
    if block.target:
        load["target"] = block.target
    if " " in block.command:
        load["arguments"] = block.command
    facts = []
    if block.system:
        index, system = block.system
        facts.append(Fact("filesystem", system, index, system))
    lines = frozenset(range(block.first, block.last + 1))
    yield Run(TOOL, "", block.first, block.last, measurements, facts, load, furniture=lines)
