"""Vdbench: summary, totals and flatfile, as HTML or text, of raw I/O and of file systems."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _vdbench_rows as rows
from sitegen.parsers._text import binary_size
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "vdbench"
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

_STARTING = re.compile(r"Starting RD=([^;\s]+)(.*)")
_AVERAGE = re.compile(r"avg_\d+-\d+(?=\s)")
_LOOP = re.compile(r"([a-z]+)=([^\s;,()]+)")
_RATE = re.compile(r"I/O rate: (\d+)")
_DATE = re.compile(r"\b([A-Z][a-z]{2}) (\d\d), (\d{4})\b")
_TIMED = re.compile(r"\s*\d\d:\d\d:\d\d\.\d{3}")
_VERSION = re.compile(r"vdbench(\d)(\d\d)(\d\d)\b")
_DONE = "Vdbench execution completed successfully"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(slots=True)
class _Call:
    """What one call of Vdbench printed: run definitions one after another."""

    source: Source
    first: int = -1
    last: int = -1
    version: str = ""
    date: str = ""
    heads: list[str] = field(default_factory=list)
    files: bool = False
    megabyte: str = "MiB/s"
    rd: str = ""
    loops: str = ""
    begun: int = -1
    told: set[tuple[str, str]] = field(default_factory=set)
    measurements: list[Measurement] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    furniture: set[int] = field(default_factory=set)

    def understand(self, index: int) -> None:
        """Note a line that belongs to the call and is understood."""
        if self.first < 0:
            self.first = index
        self.last = index
        self.furniture.add(index)

    def add(self, row: rows.Row) -> None:
        """Take in a row of averages."""
        for found in rows.values(self.source, row):
            if isinstance(found, Measurement):
                self.measurements.append(found)
            elif isinstance(found, Fact):
                self.facts.append(found)
            else:
                self.findings.append(found)

    def cut(self) -> None:
        """Note that the run definition that has begun got no averages, if one has."""
        if self.begun >= 0:
            message = f"RD={self.rd} has no row of averages (avg_): the run was cut off"
            hint = "intervals are no result: the first of them are still warming up"
            problem = self.source.problem(self.begun, "incomplete-run", message, hint)
            self.findings.append(problem)
        self.begun = -1

    def results(self) -> Iterator[Run | Diagnostic]:
        """Yield the run, and what is wrong with it."""
        yield from self.findings
        if self.measurements:
            yield Run(
                TOOL,
                self.version,
                self.first,
                self.last,
                self.measurements,
                self.facts,
                date=self.date,
                furniture=frozenset(self.furniture),
            )


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    if "reqrate" in source.text:
        yield from _flat(source)
    call = _Call(source)
    for index, line in enumerate(source.lines):
        if match := _STARTING.search(line):
            call.cut()
            if (match[1], match[2]) in call.told:
                yield from call.results()
                call = _Call(source, version=call.version)
            call.told.add((match[1], match[2]))
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
        if "vdbench" in line and not call.version and (match := _VERSION.search(line)):
            call.version = ".".join(match.groups())
        elif _DONE in line:
            # A logfile names run definitions, but holds none of their tables.
            if call.heads:
                call.cut()
            call.begun = -1
    call.cut()
    yield from call.results()


def _head(call: _Call, index: int, line: str) -> None:
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


def _average(call: _Call, index: int, cells: list[str]) -> None:
    call.begun = -1
    call.understand(index)
    if problem := rows.lacking(cells, call.heads):
        call.findings.append(call.source.problem(index, "rows-left-over", f"avg_ row: {problem}"))
        return
    named = dict(zip(call.heads, cells, strict=True))
    load, random = _load(call.rd, call.loops)
    if "block_size" not in load and not call.files and _is_block(named.get("bytes", "")):
        load["block_size"] = int(named["bytes"])
    call.add(rows.Row(named, index, call.files, call.megabyte, load, random))


def _load(rd: str, loops: str) -> tuple[dict[str, Value], str]:
    """Return what the line of a run definition says of its load, and 'rand-' or 'seq-'."""
    load: dict[str, Value] = {"test": rd} if rd else {}
    said = dict(_LOOP.findall(loops))
    if (size := binary_size(said.get("xfersize", ""))) is not None:
        load["block_size"] = size
    for column, name in (("threads", "threads"), ("runtime", "elapsed"), ("ramp", "warmup")):
        if said.get(name, "").isdigit():
            load[column] = int(said[name])
    rate = said.get("iorate") or said.get("fwdrate", "").strip(".")
    if match := _RATE.search(loops):
        rate = match[1]
    if rate and rate != "max":
        load["arguments"] = f"iorate={rate}"
    return load, _random(said.get("seekpct", ""))


def _random(seeks: str) -> str:
    """Return 'rand-' where all I/O seeks, 'seq-' where none does, and nothing in between."""
    if seeks in ("seqnz", "eof", "sequential"):
        return "seq-"
    try:
        return {Decimal(100): "rand-", Decimal(0): "seq-"}.get(Decimal(seeks or "50"), "")
    except ArithmeticError:
        return "rand-" if seeks == "random" else ""


def _is_block(text: str) -> bool:
    """Return whether an average size is that of every single transfer, in all likelihood."""
    return text.isdigit() and int(text) > 0 and int(text) % 512 == 0


def _flat(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield what flatfile.html holds."""
    heads: list[str] = []
    call = _Call(source)
    for index, line in enumerate(source.lines):
        cells = line.split()
        if "reqrate" in cells and "Interval" in cells:
            heads = [rows.flat_name(cell) for cell in cells]
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


def _flat_average(call: _Call, row: Mapping[str, str], index: int) -> None:
    load: dict[str, Value] = {"test": row["run"]}
    for column, name in (("block_size", "xfersize"), ("threads", "threads")):
        text = row.get(name, "").removesuffix(".0000")
        if text.isdigit() and (name != "xfersize" or "bytes" in row):
            load[column] = int(text)
    rate = row["reqrate"].partition(".")[0]
    # Vdbench's own number for 'as fast as it goes' (RD_entry.java, MAX_RATE).
    if rate.isdigit() and 0 < int(rate) < 999_000:
        load["arguments"] = f"iorate={rate}"
    if match := _VERSION.search(row.get("version", "")):
        call.version = ".".join(match.groups())
    if "." in row.get("lunsize", ""):
        size = int(Decimal(row["lunsize"]) * 1024**3)
        call.facts.append(Fact("lun-size", size, index, f"{row['lunsize']} GB"))
    seeks = row.get("seekpct", "")
    call.add(rows.Row(row, index, "read_rate" in row, "MiB/s", load, _random(seeks)))
