"""Vdbench: summary, totals and flatfile, as HTML or text, of raw I/O and of file systems."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _vdbench_rows as rows
from sitegen.parsers._vdbench_calls import DONE, TOOL, Call, load, random
from sitegen.record import Fact, Run, Source, Value

__all__ = ["MARKS", "TOOL", "VARIANTS", "parse"]

MARKS = ("1024**2", "1000**2", "ReqstdOps", "Starting RD=", "reqrate")
VARIANTS = (
    "summary.html, totals.html and the screen, raw I/O: MB/sec is 1024**2 or 1000**2, as the head "
    "says (Report.java), times are ms; only rows avg_ are results: they leave out the first "
    "interval, or the warmup",
    "the same for file systems (fwd): two lines of head with columns for the operations in use; "
    "mb/sec is 1024**2 (FwdStats.java)",
    "flatfile.html: named columns, MB is 1024*1024 (Flat.java), four decimals",
    "a run definition without an avg_ row was cut off and gives nothing",
)

_ANNOUNCED = re.compile(r"(?:Link to Run Definitions:)? {5,}(\S+) For loops: ")
_STARTING = re.compile(r"Starting RD=([^;\s]+)(.*)")
_AVERAGE = re.compile(r"avg_\d+-\d+(?=\s)")
_DATE = re.compile(r"\b([A-Z][a-z]{2}) (\d\d), (\d{4})\b")
_NEEDED = frozenset(("run", "interval", "reqrate"))
_SIZE = re.compile(r"\d+\.\d+")
_TIMED = re.compile(r"\s*\d\d:\d\d:\d\d\.\d{3}")
_VERSION = re.compile(r"vdbench(\d)(\d\d)(\d\d)\b")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    if "reqrate" in source.text:
        yield from _flat(source)
    call = Call(source)
    for index, line in enumerate(source.lines):
        if match := _STARTING.search(line):
            call.cut()
            if (match[1], match[2]) in call.told:
                yield from call.results()
                call = Call(source, version=call.version)
            call.told.append((match[1], match[2]))
            call.rd, call.loops, call.begun = match[1], match[2], index
            call.understand(index)
        elif ("interval" in line and "MB/sec" in line) or "ReqstdOps" in line:
            _head(call, index, line)
        elif "reqrate" in line:
            call.heads = []
        elif call.heads and (match := _AVERAGE.search(line)):
            _average(call, index, line[match.end() :].split())
        elif call.begun >= 0 and _TIMED.match(line):
            call.understand(index)
        elif call.first < 0 and (match := _ANNOUNCED.match(line)):
            call.announced.append((match[1], index))
        if "vdbench" in line and not call.version and (match := _VERSION.search(line)):
            call.version, call.unfinished = ".".join(match.groups()), index
        elif DONE in line:
            call.unfinished = -1
            # A logfile names run definitions, but holds none of their tables.
            if call.heads:
                call.cut()
            call.begun = -1
    call.cut()
    yield from call.results()


def _head(call: Call, index: int, line: str) -> None:
    """Take in the two lines of a head: it holds until another one comes."""
    lines = call.source.lines
    below = lines[index + 1] if index + 1 < len(lines) else ""
    call.files = "ReqstdOps" in line
    if call.files and "Interval" in line and "rate" in below:
        call.heads = rows.file_heads(line, below)
    elif not call.files and "rate" in below and "**2" in below:
        call.heads = rows.raw_heads(line, below)
        call.megabyte = "MB/s" if "1000**2" in below else "MiB/s"
    else:
        call.heads = []
        return
    match = _DATE.search(line)
    if match and match[1] in _MONTHS and not call.date:
        call.date = f"{match[3]}-{_MONTHS.index(match[1]) + 1:02}-{match[2]}"
    call.understand(index)
    call.furniture.add(index + 1)


def _average(call: Call, index: int, cells: list[str]) -> None:
    call.begun = -1
    call.understand(index)
    if problem := rows.lacking(cells, call.heads):
        call.findings.append(call.source.problem(index, "rows-left-over", f"avg_ row: {problem}"))
        return
    named = dict(zip(call.heads, cells, strict=True))
    its, kind = load(call.rd, call.loops)
    if "block_size" not in its and not call.files and _is_block(named.get("bytes", "")):
        its["block_size"] = int(named["bytes"])
    call.add(rows.Row(named, index, call.files, call.megabyte, its, kind))


def _is_block(text: str) -> bool:
    """Return whether an average size is that of every single transfer, in all likelihood."""
    return text.isdecimal() and int(text) > 0 and int(text) % 512 == 0


def _flat(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield what flatfile.html holds."""
    heads: list[str] = []
    call = Call(source)
    for index, line in enumerate(source.lines):
        cells = line.split()
        if "reqrate" in cells and "Interval" in cells:
            named = [rows.flat_name(cell) for cell in cells]
            heads = named if _NEEDED.issubset(named) else []
            call.understand(index)
        elif line.startswith("*") and call.first < 0:
            call.furniture.add(index)
        elif heads and len(cells) == len(heads) and _TIMED.match(line):
            row = dict(zip(heads, cells, strict=True))
            call.understand(index)
            if row["interval"].startswith("avg_"):
                call.begun = -1
                _flat_average(call, row, index)
            else:
                if call.begun >= 0 and row["interval"] == "1":
                    call.cut()
                if call.begun < 0:
                    call.rd, call.begun = row["run"], index
    call.cut()
    yield from call.results()


def _flat_average(call: Call, row: Mapping[str, str], index: int) -> None:
    its: dict[str, Value] = {"test": row["run"]}
    for column, name in (("block_size", "xfersize"), ("threads", "threads")):
        text = row.get(name, "").removesuffix(".0000")
        if text.isdecimal() and (name != "xfersize" or "bytes" in row):
            its[column] = int(text)
    rate = row["reqrate"].partition(".")[0]
    # Vdbench's own number for 'as fast as it goes' (RD_entry.java, MAX_RATE).
    if rate.isdecimal() and 0 < int(rate) < 999_000:
        its["arguments"] = f"iorate={rate}"
    if match := _VERSION.search(row.get("version", "")):
        call.version = ".".join(match.groups())
    if _SIZE.fullmatch(row.get("lunsize", "")):
        size = int(Decimal(row["lunsize"]) * 1024**3)
        call.facts.append(Fact("lun-size", size, index, f"{row['lunsize']} GB"))
    seeks = row.get("seekpct", "")
    call.add(rows.Row(row, index, "read_rate" in row, "MiB/s", its, random(seeks)))
