"""SPEC SFS and SPECstorage: summaries of the load points of a run, in XML and in text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._specsfs_point import TOOL, Cell, run
from sitegen.parsers._text import number
from sitegen.parsers._xml import Node, elements
from sitegen.record import Fact, Measurement, Run, Source, Value, holes

__all__ = ["MARKS", "TOOL", "VARIANTS", "parse"]

MARKS = (
    "<business_metric>",
    "SWBUILD",
    " VDA",
    " VDI",
    " DATABASE",
    " EDA",
    " AI_IMAGE",
    " GENOMICS",
    " 3 T ",
    " 3 U ",
    " 2 T ",
    " 2 U ",
)
VARIANTS = (
    "sfssum_*.xml of SFS 2014 and SPECstorage 2020: one run for each load point; op rates in "
    "ops/s, latency in ms; the base of KB/s is not stated, 1024 is assumed",
    "sfssum_*.txt of the same: the columns in the order of the XML; a row is taken only where "
    "reads and writes come to the overall throughput",
    "sfssum of SFS 97_R1 (3.0) and 2008: requested and achieved ops/s, ms/op; a row is taken only "
    "where operations / seconds come to the achieved rate; there is no throughput",
    "load points that are INVALID_RUN are not published",
)

_TEXT_ROW = re.compile(
    r"\s*(\d+(?:\.\d+)?)" + r"\s+(\d+(?:\.\d+)?)" * 14 + r"\s+([A-Z][A-Z_0-9]+)(?:\s+(\w+))?\s*"
)
_OLD_ROW = re.compile(
    r"\s*(\d+)\s+(\d+)\s+(\d+\.\d+)\s+(\d+)\s+(\d+)\s+([234])\s+([TU])\s+(\d+)\s+(\d+)\s+(\d+)"
    r"(?:\s+\d+(?:\.\d+)?)*\s*"
)
_NAMES = (
    "business metric",
    "op rate",
    "achieved rate",
    "average latency",
    "overall throughput",
    "read throughput",
    "write throughput",
    "run time",
    "clients",
    "processes per client",
    "file size",
    "client data set size",
    "starting data set size",
    "initial file space",
    "maximum file space",
)
"""The metrics in the order in which XML and text have them."""


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    if "<business_metric>" in source.text:
        yield from _xml(source)
    for index, line in enumerate(source.lines):
        if match := _TEXT_ROW.fullmatch(line):
            yield from _text_row(source, index, match)
        elif (" T " in line or " U " in line) and (match := _OLD_ROW.fullmatch(line)):
            yield from _old_row(index, match)


def _xml(source: Source) -> Iterator[Run | Diagnostic]:
    for item in elements(source, "summary", TOOL):
        if isinstance(item, Diagnostic):
            yield item
            continue
        root, last = item
        points = list(root.all("run"))
        ends = [point.line - 1 for point in points[1:]] + [last]
        for place, (point, end) in enumerate(zip(points, ends, strict=True)):
            if point.first("business_metric") is None:
                continue
            verdict = point.first("valid_run")
            first = root.line if place == 0 else point.line
            made = run(
                _cells(point),
                _name(point),
                first,
                max(end, point.line),
                point.attribute("version"),
                _moment(point.attribute("time")),
            )
            if verdict is None or verdict.text.strip():
                said = verdict.text.strip() if verdict else "not marked as valid"
                yield _invalid(source, point.line, point.says("business_metric"), said)
                made = _void(made)
            yield made


def _cells(point: Node) -> dict[str, Cell]:
    found = {metric.attribute("name"): metric for metric in point.all("metric")}
    if scale := point.first("business_metric"):
        found["business metric"] = scale
    return {
        name: Cell(node.text.strip(), node.line)
        for name, node in found.items()
        if number(node.text.strip()) is not None
    }


def _name(point: Node) -> str:
    found = point.first("benchmark")
    return found.attribute("name") if found else ""


def _moment(seconds: str) -> str:
    """Return a moment in seconds since 1970 by ISO 8601, or nothing."""
    if number(seconds) is None or not 0 < float(seconds) < 1e10:
        return ""
    moment = datetime.fromtimestamp(int(float(seconds)), UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _text_row(source: Source, index: int, match: re.Match[str]) -> Iterator[Run | Diagnostic]:
    *digits, name, verdict = match.groups()
    overall, read, write = (Decimal(text) for text in digits[4:7])
    if abs(overall - read - write) > max(Decimal("0.02"), overall / 1000):
        return
    cells = {key: Cell(text, index) for key, text in zip(_NAMES, digits, strict=True)}
    made = run(cells, name, index, index)
    if verdict and verdict.upper() != "VALID":
        yield _invalid(source, index, digits[0], verdict)
        made = _void(made)
    yield made


def _void(made: Run) -> Run:
    return made._replace(measurements=(), facts=(), holes=holes(made.measurements))


def _invalid(source: Source, line: int, scale: str, said: str) -> Diagnostic:
    message = f"the load point with the business metric {scale} is not valid: {said}"
    hint = "SPEC SFS did not reach the load that was asked for, or the run is incomplete"
    return source.problem(line, "failed-run", message, hint)


def _old_row(index: int, match: re.Match[str]) -> Iterator[Run]:
    requested, achieved, latency, count, seconds, version, letter, size, clients, processes = (
        match.groups()
    )
    if not int(seconds) or abs(int(count) - int(achieved) * int(seconds)) > int(seconds):
        return
    load: dict[str, Value] = {
        "runtime": int(seconds),
        "protocol": f"NFSv{version} over {'TCP' if letter == 'T' else 'UDP'}",
        "total_size": int(size) * 1024,
        "clients": int(clients),
        "tasks_per_node": int(processes),
    }
    yield Run(
        TOOL,
        "",
        index,
        index,
        (
            Measurement("mix", "iops", achieved, "op/s", index, f"{achieved} ops/s"),
            Measurement("mix", "latency", latency, "ms", index, f"{latency} ms/op", "mean"),
        ),
        (Fact("requested-rate", int(requested), index, requested),),
        load,
    )
