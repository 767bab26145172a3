"""dbench and tbench: throughput and latency of a file server's load, versions 2 to 4."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

TOOL = "dbench"
MARKS = ("bench version", "MB/sec  execute", " procs")
VARIANTS = (
    "4.00: MB/sec is 10^6 bytes (1.0e-6*total_bytes/t in dbench.c); latencies in ms, for each "
    "operation too; the throughput of progress lines is a running value and left out",
    "2 and 3: Throughput x MB/sec n procs, of version 2 with (NB=...) behind; 10^6 bytes",
)

OPERATIONS = {
    "Deltree": "tree-delete",
    "Flush": "flush",
    "Close": "close",
    "LockX": "lock",
    "UnlockX": "unlock",
    "Mkdir": "mkdir",
    "Rename": "rename",
    "ReadX": "read",
    "WriteX": "write",
    "Unlink": "delete",
    "Find": "find",
    "FIND_FIRST": "find",
    "Qpathinfo": "stat",
    "Qfileinfo": "stat",
    "Qfsinfo": "stat",
    "QUERY_FILE_INFORMATION": "stat",
    "QUERY_PATH_INFORMATION": "stat",
    "QUERY_FS_INFORMATION": "stat",
    "NTCreateX": "open",
    "LOOKUP3": "lookup",
    "ACCESS3": "access",
    "READ3": "read",
    "WRITE3": "write",
    "COMMIT3": "sync",
    "CREATE3": "file-create",
    "REMOVE3": "delete",
    "GETATTR3": "stat",
    "MKDIR3": "mkdir",
    "RMDIR3": "rmdir",
    "READDIRPLUS3": "readdir",
    "RENAME3": "rename",
    "READ10": "read",
    "WRITE10": "write",
}
"""What the calls of the load files are; every other call is a 'call' with its name as the test."""

_VERSION = re.compile(r"(?:.* )?[dt]bench version (\S+) - Copyright")
_RUNNING = re.compile(
    r"\s*Running for (\d+) seconds with load '(.*)'(?: and minimum warmup (\d+))?"
)
_PROGRESS = re.compile(
    r"\s*\d+\s+(?:\d+\s+\d+(?:\.\d+)? MB/sec\s+(?:execute|warmup)|cleanup)\s+\d+ sec\b.*"
    r"|\s*\d+ (?:of \d+ processes|clients started).*|releasing clients|\s*-{8,}\s*"
)
_HEAD = re.compile(r"\s*Operation\s+Count\s+AvgLat\s+MaxLat\s*")
_ROW = re.compile(r"\s*([A-Za-z][A-Za-z_0-9]+)\s+(\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)\s*")
_RESULT = re.compile(
    r"\s*(?:[\w ]{1,20}: +)?Throughput (\d+\.?\d*(?:e\+\d+)?) MB/sec((?: \(\w+ \w+\))*)\s*"
    r"(?:\(NB=.*?\))?"
    r"(?:\s*(\d+) clients)?\s+(\d+) procs(?:\s+max_latency=(\d+\.?\d*) ms)?\s*"
)
_FAILURE = re.compile(
    r".*\bChild failed with status \d+.*|\[\d+\] .* failed .*\(.*\).*|.*\bERROR: .*|"
    r"\(\d+\) ERROR: .*|.*barrier semaphore: .*|.*not all processes reached.*"
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    lines = source.lines
    first, version, failure = -1, "", -1
    load: dict[str, Value] = {}
    rows: list[Measurement] = []
    known: set[int] = set()
    in_table = False
    for index, line in enumerate(lines):
        if "version" in line and (match := _VERSION.match(line)):
            if first >= 0:
                yield _unfinished(source, first, failure)
            first, version, failure = index, match[1], -1
            load, rows, known = {}, [], {index}
        elif match := _RESULT.fullmatch(line):
            throughput, sync, clients, processes, latency = match.groups()
            load["clients" if clients else "processes"] = int(clients or processes)
            if clients:
                load["processes"] = int(processes)
            if sync:
                load["sync"] = sync.strip(" ()").replace(") (", ", ")
            measurements = [
                Measurement("mix", "bandwidth", throughput, "MB/s", index, f"{throughput} MB/sec")
            ]
            if latency:
                written = f"{latency} ms"
                measurements.append(
                    Measurement("mix", "latency", latency, "ms", index, written, "max")
                )
            begin = first if first >= 0 else min((its.line for its in rows), default=index)
            measurements += rows
            yield Run(
                TOOL, version, begin, index, measurements, (), load, furniture=frozenset(known)
            )
            first, version, load, rows, known, in_table = -1, "", {}, [], set(), False
        elif match := _RUNNING.match(line):
            if first < 0:
                first, known = index, set()
            known.add(index)
            load["runtime"] = int(match[1])
            if match[3]:
                load["ramp"] = int(match[3])
        elif _HEAD.fullmatch(line):
            in_table, rows = True, []
            known.add(index)
        elif in_table and (match := _ROW.fullmatch(line)):
            rows += _row(index, match)
        elif _PROGRESS.fullmatch(line):
            if first < 0 and "MB/sec" in line:
                first = index
            known.add(index)
        elif line.strip():
            in_table = False
            if first >= 0 and _FAILURE.fullmatch(line):
                failure = index
    if first >= 0:
        yield _unfinished(source, first, failure)


def _row(index: int, match: re.Match[str]) -> Iterator[Measurement]:
    name, count, mean, longest = match.groups()
    if count == "0":
        return
    operation = OPERATIONS.get(name, "call")
    load: dict[str, Value] = {"test": name}
    yield Measurement(operation, "count", count, "1", index, count, "", load)
    for statistic, digits in (("mean", mean), ("max", longest)):
        resolved = any(digit not in "0." for digit in digits)
        yield Measurement(
            operation,
            "latency",
            digits,
            "ms",
            index,
            f"{digits} ms",
            statistic,
            load,
            certainty="exact" if resolved else "below-resolution",
        )


def _unfinished(source: Source, first: int, failure: int) -> Diagnostic:
    if failure >= 0:
        message = f"dbench stopped: {source.lines[failure].strip()}"
        return source.problem(failure, "failed-run", message)
    message = "dbench began, but there is no line 'Throughput' at the end"
    hint = "the throughput of progress lines is a running value and no result"
    return source.problem(first, "incomplete-run", message, hint)
