"""ioping in forms for programs: the JSON of -J, and the line of numbers of -B and -p."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _json
from sitegen.parsers._ioping_block import Block, flags_of, operation_of
from sitegen.parsers._json import Broken, Document, documents
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "ioping"
TIMES = (("min", "min"), ("avg", "mean"), ("max", "max"), ("mdev", "stddev"))
_WIDEST = 24
_RAW = re.compile(r"\s*(\d+(?: \d+){7}(?: \d+ \d+)?)\s*")


def json_runs(source: Source, command_above: Callable[[int], str]) -> Iterator[Run | Diagnostic]:
    """Yield a run for each array that -J prints: nanoseconds, bytes per second.

    `command_above` returns the options of the command above a line: what the output does not say.
    """
    if '"mdev"' not in source.text and '"ignored"' not in source.text:
        return
    ended = -1
    for document in documents(source, '"localtime"'):
        if isinstance(document, Broken):
            if document.first > ended:
                message = f"the JSON is cut off: {document.reason}"
                yield source.problem(document.end, "incomplete-run", message)
            # The objects inside the broken array are no documents of their own.
            ended = len(source.lines)
        elif isinstance(document.value, list) and document.first > ended:
            yield _run(source, document, command_above(document.first))


def _run(source: Source, document: Document, command: str) -> Run | Diagnostic:
    items: list[dict[str, Any]] = document.value
    requests = [item["io"] for item in items if isinstance(item.get("io"), dict)]
    number = len(items) - 1
    stat = items[number].get("stat")
    if not isinstance(stat, dict):
        return source.problem(document.last, "incomplete-run", "ioping gave no statistics")
    if not _json.number(stat.get("count")):
        return source.problem(
            document.line(number, "stat"), "failed-run", "no request of ioping was valid"
        )
    operation = _operation(requests) or operation_of(Block(0, 0, command))
    measurements = []
    for key, quantity, statistic, unit in (
        ("iops", "iops", "", "op/s"),
        ("bps", "bandwidth", "", "B/s"),
        *((key, "latency", statistic, "ns") for key, statistic in TIMES),
    ):
        if key in stat:
            measurements.append(
                Measurement(
                    operation,
                    quantity,
                    stat[key],
                    unit,
                    document.line(number, "stat", key),
                    f'"{key}": {stat[key]}',
                    statistic,
                    pointer=f"/{number}/stat/{key}",
                )
            )
    load: dict[str, Value] = {}
    size, count = _json.number(stat.get("size")), _json.number(stat["count"])
    if size and size.adjusted() < _WIDEST and size % count == 0:
        load["block_size"] = int(size / count)
    target = items[number].get("target", {})
    if target.get("path"):
        load["target"] = target["path"]
    facts = []
    if target.get("fstype") and target["fstype"] != "block":
        line = document.line(number, "target", "fstype")
        facts.append(Fact("filesystem", target["fstype"], line, f'"fstype": "{target["fstype"]}"'))
    lines = frozenset(range(document.first, document.last + 1))
    date = str(items[number].get("localtime", ""))[:19]
    return Run(
        TOOL, "", document.first, document.last, measurements, facts, load, date, furniture=lines
    )


def _operation(requests: Sequence[dict[str, Any]]) -> str:
    """Return what the requests did; their offsets, which later versions print, tell the order."""
    ways = {request.get("operation") for request in requests}
    way = {("read",): "read", ("write",): "write", ("read", "write"): "rw"}.get(
        tuple(sorted(map(str, ways))), ""
    )
    if not way:
        return ""
    places = [
        (_json.number(one["offset"]), _json.number(one.get("size")))
        for one in requests
        if "offset" in one
    ]
    if len(places) < 4:
        return way
    steps = [
        following == start + length or following <= places[0][0]
        for (start, length), (following, _) in pairwise(places)
    ]
    return f"seq-{way}" if all(steps) else f"rand-{way}"


def raw_runs(
    source: Source, taken: set[int], command_above: Callable[[int], str]
) -> Iterator[Run | Diagnostic]:
    """Yield a run for each line of numbers that can be nothing but statistics of ioping."""
    group: list[tuple[int, list[int], str]] = []
    for index, line in enumerate([*source.lines, ""]):
        match = _RAW.fullmatch(line) if line[:1].isdecimal() or line[:1].isspace() else None
        numbers = [int(word) for word in match[1].split()] if match else []
        unit = _unit(numbers) if index not in taken else ""
        if unit:
            group.append((index, numbers, unit))
        elif group:
            yield from _raw_group(source, group, command_above(group[0][0]))
            group = []


def _unit(numbers: Sequence[int]) -> str:
    """Return the unit of the times, if the numbers prove that they are statistics of ioping.

    count, sum, requests/s, bytes/s, min, mean, max, deviation: since 1.0 in nanoseconds, before in
    microseconds (ioping.1).
    """
    if not numbers or not numbers[0] or not numbers[1]:
        return ""
    count, total, rate, speed, least, mean, most = numbers[:7]
    if abs(total - mean * count) > count or not least - 1 <= mean <= most + 1 or not speed:
        return ""
    for unit, second in (("ns", 10**9), ("us", 10**6)):
        if abs(count * second - rate * total) <= total:
            return unit
    return ""


def _raw_group(
    source: Source, group: Sequence[tuple[int, list[int], str]], command: str
) -> Iterator[Run | Diagnostic]:
    """Yield the runs of lines one below the other; the sum that -B prints last stands for all."""
    *parts, whole = (numbers for _, numbers, _ in group)
    total = bool(parts) and all(
        abs(whole[column] - sum(part[column] for part in parts)) <= len(parts) for column in (0, 1)
    )
    flags = flags_of(command)
    if not total and "B" in flags and flags & {"p", "P"}:
        message = "the last line of ioping -B, which is of the whole run, is missing"
        yield source.problem(group[-1][0], "incomplete-run", message)
        return
    operation = operation_of(Block(0, 0, command))
    for index, numbers, unit in group[-1:] if total else group:
        count, spent, rate, speed, *times = numbers
        words = ("requests/s", "bytes/s")
        measurements = [
            Measurement(operation, "iops", str(rate), "op/s", index, f"{rate} {words[0]}"),
            Measurement(operation, "bandwidth", str(speed), "B/s", index, f"{speed} {words[1]}"),
            *(
                Measurement(operation, "latency", str(value), unit, index, f"{value} {unit}", name)
                for value, (_, name) in zip(times, TIMES, strict=False)
            ),
        ]
        second = 10**9 if unit == "ns" else 10**6
        size = round(speed * spent / second / count / 512) * 512
        load: dict[str, Value] = {"block_size": size} if size else {}
        first = group[0][0] if total else index
        furniture = frozenset(range(first, index + 1))
        yield Run(TOOL, "", first, index, measurements, (), load, furniture=furniture)
