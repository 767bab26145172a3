"""sysbench 0.4, 0.5, 1.0 and 1.1: fileio, memory, cpu, OLTP, threads, mutex and scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._sysbench_block import (
    BANNER,
    FATAL,
    OPTIONS,
    Block,
    starts,
)
from sitegen.parsers._sysbench_results import load_of, results_of
from sitegen.record import Run, Source

TOOL = "sysbench"
MARKS = (
    "sysbench ",
    "Threads fairness:",
    "percentile:",
    "fsyncs/s:",
    "Requests/sec executed",
    "B transferred (",
    "events/s (eps)",
    "events per second:",
    "per sec.)",
    "] thds: ",
    "] threads: ",
)
VARIANTS = (
    "fileio of 0.4 and 0.5: b, Kb, Mb, Gb are bytes in powers of 1024 (sb_print_value_size)",
    "fileio of 1.0: MiB/s; of 1.1 in two units, of which MiB/s is read (sb_fileio.c)",
    "memory: MB of 0.4 and 0.5 is 2^20 bytes, as is MiB of 1.0 (sb_memory.c)",
    "cpu: events per second; 0.4 and 0.5 print the time only, from which the rate is derived",
    "OLTP: transactions and queries per second; in 0.4 and 0.5 queries are the read/write requests "
    "and other operations",
    "latencies in ms; the rank of the percentile is the one of its label; 'sum' is no latency",
)

_COMMAND = re.compile(r"(?:^|[\s/;&|`$#])sysbench\s+(.*?)\s+run\b")
_FILE_MODE = re.compile(r"--file-test-mode[= ](\w+)")
_BUILTIN = frozenset({"fileio", "cpu", "memory", "oltp"})
_GAP = 60
_REACH = 8


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    block: Block | None = None
    command, at = "", -_REACH
    for index, line in enumerate(source.lines):
        words = line.strip()
        if not words:
            continue
        if words.startswith("sysbench ") and (match := BANNER.fullmatch(words)):
            if block:
                yield from _close(source, block)
            block = _block(index, command if index - at < _REACH else "", match[1])
            block.known.add(index)
        elif "sysbench" in words and (match := _COMMAND.search(words)):
            command, at = match[1], index
        elif words.startswith(OPTIONS):
            if block and (block.has_results or block.has_options):
                yield from _close(source, block)
                block = None
            block = block or _block(index, command if index - at < _REACH else "")
            block.has_options = True
            block.take(index)
        elif block and "FATAL: " in words and (match := FATAL.fullmatch(words)):
            block.failure = block.failure or (index, match[1])
            block.take(index)
        else:
            taken = block.read_all(index, words) if block else None
            if taken is None:
                if block or starts(words):
                    if block:
                        yield from _close(source, block)
                    block = _block(index, command if index - at < _REACH else "")
                    block.read_all(index, words)
            elif block and not taken and index - block.last > _GAP:
                yield from _close(source, block)
                block = None
        if block and block.is_complete and not block.failure:
            yield from _close(source, block)
            block = None
    if block:
        yield from _close(source, block)


def _block(index: int, command: str, version: str = "") -> Block:
    """Return a run that begins on a line, with what the command above it says."""
    mode = _FILE_MODE.search(command)
    return Block(index, index, version, _script(command), mode[1] if mode else "")


def _script(options: str) -> str:
    """Return the name of the script that a command runs, or nothing for a test that is built in."""
    for word in options.split():
        name = word.removeprefix("--test=")
        if not name.startswith("-"):
            stem = name.rpartition("/")[2].removesuffix(".lua")
            return "" if stem in _BUILTIN else stem
    return ""


def _close(source: Source, block: Block) -> Iterator[Run | Diagnostic]:
    if block.failure:
        index, reason = block.failure
        yield source.problem(index, "failed-run", f"sysbench stopped: {reason}")
        return
    if not block.has_results:
        if block.has_begun:
            message = "sysbench began to work, but gave no result"
            yield source.problem(block.last, "incomplete-run", message)
        return
    if block.number("events") == "0":
        message = "no event was done in the whole run"
        yield source.problem(block.values["events"][0], "failed-run", message)
        return
    found, findings = results_of(source, block)
    yield from findings
    if not found:
        return
    if not block.is_complete:
        message = "the output of sysbench is not whole: its last lines are missing"
        yield source.problem(block.last, "missing-field", message)
    load = load_of(block)
    yield Run(
        TOOL,
        block.version,
        block.first,
        block.last,
        found,
        (),
        load,
        furniture=frozenset(block.known),
    )
