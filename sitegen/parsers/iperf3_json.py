"""iperf3 -J: JSON documents, one or several, and the lines of --json-stream."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._iperf_rows import loss
from sitegen.parsers._json import DECODER, Document, line_at, number
from sitegen.record import Measurement, Run, Source, Value

TOOL = "iperf3"
MARKS = ('"test_start"', '"intervals"', '"sum_sent"', '{"event":"')
VARIANTS = (
    "-J: end.sum_sent and end.sum_received in bit/s and bytes; of UDP before 3.7 only end.sum, "
    "which is the sender's rate with the receiver's jitter and loss",
    "--json-stream: the same in the data of the events start and end",
)

SUMS = {
    "sum_sent": ("net-send", ""),
    "sum_received": ("net-receive", ""),
    "sum_sent_bidir_reverse": ("net-send", "reverse"),
    "sum_received_bidir_reverse": ("net-receive", "reverse"),
}

_MOST = 10**18
_BEGIN = re.compile(r'\{\s*"(?:start"\s*:\s*\{|event"\s*:\s*"(?:start|end|error)")')
_TIME = re.compile(r"\w+, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT")
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    end = 0
    started: tuple[int, Mapping[str, Any]] | None = None
    text = source.text
    for match in _BEGIN.finditer(text):
        if match.start() < end:
            continue
        try:
            value, end = DECODER.raw_decode(text, match.start())
        except json.JSONDecodeError as fault:
            end = match.end()
            line = line_at(source, min(fault.pos, len(text) - 1))
            yield source.problem(line, "incomplete-run", f"the JSON is cut off: {fault.msg}")
            continue
        document = Document(source, value, match.start(), end)
        if "event" not in value:
            if "intervals" in value or "end" in value:
                yield from _run(document, value.get("start"), value, (), document.first)
        elif value["event"] == "start":
            started = (document.first, value.get("data") or {})
        elif value["event"] == "error":
            yield source.problem(document.first, "failed-run", f"iperf3 says: {value.get('data')}")
            started = None
        else:
            first, start = started or (document.first, {})
            its = {"end": value.get("data")}
            yield from _run(document, start, its, ("data",), first)
            started = None
    if started:
        message = "iperf3 was cut off: the event 'end' is missing"
        yield source.problem(started[0], "incomplete-run", message)


def _run(
    document: Document,
    start: object,
    value: Mapping[str, Any],
    path: tuple[str, ...],
    first: int,
) -> Iterator[Run | Diagnostic]:
    source = document.source
    if value.get("error"):
        line = document.line("error")
        yield source.problem(line, "failed-run", f"iperf3 says: {value['error']}")
        return
    its: Mapping[str, Any] = start if isinstance(start, dict) else {}
    test = its.get("test_start")
    load = _load(test if isinstance(test, dict) else {})
    end = value.get("end")
    measurements: list[Measurement] = []
    if isinstance(end, dict):
        where = path or ("end",)
        if any("bidir" in key for key in end):
            load["mode"] = "bidirectional"
        measurements = list(_sums(document, end, where, load))
        if measurements and "mode" not in load:
            measurements += _cpu(document, end, where, reverse="direction" in load)
    if not measurements:
        message = "the document of iperf3 has no sum of what was sent or received"
        yield source.problem(document.last, "incomplete-run", message)
        return
    version = str(its.get("version", "")).removeprefix("iperf ")
    known = frozenset(range(first, document.last + 1))
    date = _date(its.get("timestamp"))
    yield Run(TOOL, version, first, document.last, measurements, (), load, date, known)


def _load(test: Mapping[str, Any]) -> dict[str, Value]:
    """Return what the document says of the test."""
    load: dict[str, Value] = {}
    if test.get("protocol"):
        load["protocol"] = str(test["protocol"])
    for key, column in (
        ("num_streams", "streams"),
        ("blksize", "block_size"),
        ("duration", "runtime"),
        ("omit", "ramp"),
    ):
        if str(test.get(key, "")).isdecimal() and int(test[key]):
            load[column] = int(test[key])
    if str(test.get("bidir", "0")) != "0":
        load["mode"] = "bidirectional"
    elif str(test.get("reverse", "0")) != "0":
        load["direction"] = "reverse"
    return load


def _sums(
    document: Document, end: Mapping[str, Any], path: tuple[str, ...], load: Mapping[str, Value]
) -> Iterator[Measurement]:
    """Yield what was sent and received in all streams together."""
    found = [key for key in SUMS if isinstance(end.get(key), dict)]
    if not found and isinstance(end.get("sum"), dict):
        yield from _sum(document, end["sum"], (*path, "sum"), "net-transfer", {})
    for key in found:
        operation, direction = SUMS[key]
        its: dict[str, Value] = {}
        if "mode" in load:
            its["direction"] = direction or "forward"
        yield from _sum(document, end[key], (*path, key), operation, its)


def _sum(
    document: Document,
    its: Mapping[str, Any],
    path: tuple[str, ...],
    operation: str,
    load: dict[str, Value],
) -> Iterator[Measurement]:
    def made(key: str, quantity: str, unit: str) -> Measurement:
        line = document.line(*path, key)
        written = f"{its[key]} {unit}" if unit != "1" else str(its[key])
        pointer = "/" + "/".join((*path, key))
        return Measurement(
            operation, quantity, str(its[key]), unit, line, written, "", load, pointer=pointer
        )

    # The idle end prints zeros: they are no result.
    if number(its.get("bytes")) > 0:
        if number(its.get("bits_per_second")) > 0:
            yield made("bits_per_second", "net-bandwidth", "bit/s")
        yield made("bytes", "size", "B")
        if "retransmits" in its and operation == "net-send":
            yield made("retransmits", "retransmits", "1")
    packets = number(its.get("packets"))
    if 0 < packets < _MOST and operation != "net-send":
        if number(its.get("jitter_ms")) > 0:
            yield made("jitter_ms", "jitter", "ms")
        lost = number(its.get("lost_packets"))
        if 0 <= lost <= packets:
            line = document.line(*path, "packets")
            pointer = "/" + "/".join((*path, "lost_packets"))
            yield loss(operation, int(lost), int(packets), line, load)._replace(pointer=pointer)


def _cpu(
    document: Document, end: Mapping[str, Any], path: tuple[str, ...], *, reverse: bool
) -> Iterator[Measurement]:
    """Yield the use of one CPU at each end; the host is the end that wrote the document."""
    shares = end.get("cpu_utilization_percent")
    if not isinstance(shares, dict):
        return
    for who, operation in (("host", "net-send"), ("remote", "net-receive")):
        if reverse:
            operation = "net-receive" if operation == "net-send" else "net-send"
        for part, quantity in (
            ("total", "cpu"),
            ("user", "user-cpu"),
            ("system", "system-cpu"),
        ):
            key = f"{who}_{part}"
            if number(shares.get(key)) > 0:
                where = (*path, "cpu_utilization_percent", key)
                yield Measurement(
                    operation,
                    quantity,
                    str(shares[key]),
                    "%",
                    document.line(*where),
                    f"{shares[key]} %",
                    pointer="/" + "/".join(where),
                )


def _date(timestamp: object) -> str:
    text = str(timestamp.get("time", "")) if isinstance(timestamp, dict) else ""
    match = _TIME.fullmatch(text)
    if not match:
        return ""
    day, month, year, clock = match.groups()
    return f"{year}-{_MONTHS.find(month) // 3 + 1:02}-{day}T{clock}"
