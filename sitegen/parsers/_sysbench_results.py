"""What a run of sysbench measured, and under which load."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._sysbench_block import Block
from sitegen.parsers._sysbench_files import FILEIO, file_operation, file_rates
from sitegen.parsers._text import binary_size
from sitegen.record import Certainty, Measurement, Source, Value

_MEMORY = {"read": "memory-read", "write": "memory-write"}
_ABSURD = Decimal(10) ** 12
"""A latency no run can have, in ms: sysbench prints 2^64 ns where nothing was measured."""


def results_of(source: Source, block: Block) -> tuple[list[Measurement], list[Diagnostic]]:
    """Return the values of a run, and what is wrong with others."""
    found: list[Measurement] = []
    findings: list[Diagnostic] = []
    operation = operation_of(block)
    for item in (*_rates(block, operation), *_latencies(source, block, operation)):
        if isinstance(item, Measurement):
            found.append(item)
        else:
            findings.append(item)
    return found, findings


def operation_of(block: Block) -> str:
    """Return what one event of the run is."""
    keys = block.values.keys()
    if keys & FILEIO:
        return file_operation(block)
    if "transactions" in keys:
        return "transaction"
    if keys & {"transferred", "operations", "memory_block"}:
        return _MEMORY.get(block.number("memory_way"), "memory-transfer")
    if keys & {"cpu", "primes"} or "CPU" in block.number("doing"):
        return "cpu-event"
    return "event"


def _rates(block: Block, operation: str) -> Iterator[Measurement]:
    yield from file_rates(block, operation)
    for name, group, of, quantity, unit, word in (
        ("operations", 2, operation, "rate", "op/s", "per second"),
        ("transferred", 2, operation, "bandwidth", "MiB/s", "MiB/sec"),
        ("transferred", 1, operation, "size", "MiB", "MiB"),
        ("cpu", 1, "cpu-event", "rate", "op/s", "events per second"),
        ("transactions", 2, "transaction", "rate", "op/s", "per sec."),
        ("queries", 2, "query", "rate", "op/s", "per sec."),
        ("errors", 1, "transaction", "errors", "1", ""),
        ("time", 1, operation, "time", "s", "s"),
        ("events", 1, operation, "count", "1", ""),
    ):
        if name in block.values:
            index, match = block.values[name]
            if name == "transferred" and "MB" in match[0]:
                word = word.replace("MiB", "MB")
            joint = "" if word == "s" else " "
            written = f"{match[group]}{joint}{word}".rstrip()
            yield Measurement(of, quantity, match[group], unit, index, written)
    if "queries" not in block.values and {"rw_requests", "other"} <= block.values.keys():
        requests, others = block.number("rw_requests", 2), block.number("other", 2)
        yield Measurement(
            "query",
            "rate",
            Decimal(requests) + Decimal(others),
            "op/s",
            block.values["rw_requests"][0],
            f"{requests} per sec.",
            certainty="derived",
            note=f"{requests} read/write requests + {others} other operations per second",
        )
    if operation in ("cpu-event", "event") and "cpu" not in block.values:
        yield from _event_rate(block, operation)


def _event_rate(block: Block, operation: str) -> Iterator[Measurement]:
    if "eps" in block.values:
        index, match = block.values["eps"]
        yield Measurement(operation, "rate", match[1], "op/s", index, f"{match[1]} events/s")
    elif {"events", "time"} <= block.values.keys() and float(block.number("time")):
        count, time = block.number("events"), block.number("time")
        yield Measurement(
            operation,
            "rate",
            Decimal(count) / Decimal(time),
            "op/s",
            block.values["events"][0],
            f"{count} / {time}s",
            certainty="derived",
            note=f"{count} events / {time} s",
        )


def _latencies(source: Source, block: Block, operation: str) -> Iterator[Measurement | Diagnostic]:
    named = [
        (*block.values[name], statistic, 1)
        for name, statistic in (("min", "min"), ("avg", "mean"), ("max", "max"))
        if name in block.values
    ]
    named += [(index, match, f"p{_rank(match[1])}", 2) for index, match in block.percentiles]
    note = ""
    if {"reads", "writes", "read_both"} & block.values.keys():
        # 1.0 counts each fsync as an event of its own.
        note = "over all requests, fsync included"
    for index, match, statistic, group in named:
        digits, suffix = match[group], match[group + 1]
        if not suffix and not block.milliseconds:
            message = f"the unit of {match[0]} is not printed: 'Latency (ms):' is missing"
            yield source.problem(index, "missing-field", message)
            continue
        if Decimal(digits) >= _ABSURD:
            yield source.problem(index, "impossible-value", f"no latency is {digits} ms")
            continue
        certainty: Certainty = "exact" if Decimal(digits) else "below-resolution"
        remark = note if Decimal(digits) else f"less than half of {_step(digits)} ms"
        yield Measurement(
            operation,
            "latency",
            digits,
            suffix or "ms",
            index,
            f"{digits}{suffix}" if suffix else f"{digits} ms",
            statistic,
            certainty=certainty,
            note=remark,
        )


def _rank(text: str) -> str:
    """Return the rank of a percentile: patched versions say 999th for 99.9."""
    return f"{text[:2]}.{text[2:]}" if len(text) > 2 and text != "100" else text


def _step(digits: str) -> str:
    return f"0.{'0' * (len(digits.partition('.')[2]) - 1)}1"


def load_of(block: Block) -> dict[str, Value]:
    """Return what sysbench says of its load."""
    load: dict[str, Value] = {}
    for name in ("threads", "primes", "files"):
        if digits := block.number(name):
            load[name] = int(digits)
    for name, column in (
        ("total_size", "total_size"),
        ("block_size", "block_size"),
        ("memory_size", "total_size"),
        ("memory_block", "block_size"),
    ):
        if name in block.values:
            match = block.values[name][1]
            letter = match[2].rstrip("iBb")
            if size := binary_size(f"{match[1]}{letter}"):
                load[column] = size
    operation = operation_of(block)
    ratio = block.number("ratio")
    if ratio and operation in ("rand-rw", "rw"):
        load["read_share"] = float(Decimal(ratio) / (Decimal(ratio) + 1))
    if operation == "rand-rw":
        load["pattern"] = "random r/w"
    if mode := block.number("mode"):
        load["engine"] = mode
    if "directio" in block.number("flags"):
        load["direct"] = "yes"
    if sync := _syncs(block):
        load["sync"] = ", ".join(sync)
    if scope := block.number("scope"):
        load["mode"] = scope
    if operation == "transaction" and "queries_read" in block.values:
        load["pattern"] = _pattern(block)
    if block.script:
        load["test"] = block.script
    return load


def _syncs(block: Block) -> Sequence[str]:
    found = []
    if every := block.number("fsync"):
        found.append(f"fsync each {every} requests")
    if "fsync_all" in block.values:
        found.append("fsync after each write")
    if "fsync_end" in block.values:
        found.append("fsync at the end")
    return found


def _pattern(block: Block) -> str:
    reads, writes = (int(block.number(f"queries_{way}") or 0) for way in ("read", "write"))
    return "read-write" if reads and writes else "read-only" if reads else "write-only"
