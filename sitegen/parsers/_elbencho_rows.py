"""elbencho: its CSV file and its JSON file, a row or a document for each phase, as calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._elbencho_phases import Call, Phase, is_phase, results
from sitegen.parsers._json import Broken, Document, documents
from sitegen.record import Run, Source

# Columns of the CSV (docs/csv-docs.md): what of, quantity, statistic, unit.
_COLUMNS = (
    ("time ms [last]", "any", "time", "", "ms"),
    ("entries/s [last]", "entry", "iops", "", "op/s"),
    ("IOPS [last]", "data", "iops", "", "op/s"),
    ("MiB/s [last]", "data", "bandwidth", "", "MiB/s"),
    ("B/s [last]", "data", "bandwidth", "", "B/s"),
    ("MiB [last]", "data", "size", "", "MiB"),
    ("B [last]", "data", "size", "", "B"),
    ("CPU% [last]", "any", "cpu", "", "%"),
    ("Ent lat us [min]", "entry", "latency", "min", "us"),
    ("Ent lat us [avg]", "entry", "latency", "mean", "us"),
    ("Ent lat us [max]", "entry", "latency", "max", "us"),
    ("IO lat us [min]", "data", "latency", "min", "us"),
    ("IO lat us [avg]", "data", "latency", "mean", "us"),
    ("IO lat us [max]", "data", "latency", "max", "us"),
)
_MIXED = "rwmix read "
_LOAD = (
    ("threads", "threads"),
    ("hosts", "nodes"),
    ("file size", "file_size"),
    ("block size", "block_size"),
    ("IO depth", "queue_depth"),
    ("entries [last]", "files"),
)
# The names that the JSON has for these columns (printPhaseResultsAsJSON in Statistics.cpp).
_JSON: Mapping[tuple[str, ...], str] = {
    ("phase_type",): "operation",
    ("label",): "label",
    ("iso_start_date",): "ISO date",
    ("config", "threads"): "threads",
    ("config", "hosts"): "hosts",
    ("config", "file_size"): "file size",
    ("config", "block_size"): "block size",
    ("config", "io_depth"): "IO depth",
    ("config", "direct_io"): "direct IO",
    ("config", "random_offsets"): "random",
    ("config", "version"): "version",
    ("config", "command"): "command",
    ("last_done", "elapsed_time_ms"): "time ms [last]",
    ("last_done", "entries/s"): "entries/s [last]",
    ("last_done", "iops"): "IOPS [last]",
    ("last_done", "bytes/s"): "B/s [last]",
    ("last_done", "bytes"): "B [last]",
    ("last_done", "entries"): "entries [last]",
    ("last_done", "cpu%"): "CPU% [last]",
    ("last_done", "rwmix_read", "iops"): f"{_MIXED}IOPS [last]",
    ("last_done", "rwmix_read", "bytes/s"): f"{_MIXED}B/s [last]",
    ("last_done", "rwmix_read", "bytes"): f"{_MIXED}B [last]",
    **{
        ("last_done", "latency", kind, f"{ours}_us"): f"{word} lat us [{ours}]"
        for kind, word in (("IO", "IO"), ("entries", "Ent"))
        for ours in ("min", "avg", "max")
    },
    **{
        ("last_done", "latency", "IO", "rwmix_read", f"{ours}_us"): f"{_MIXED}IO lat us [{ours}]"
        for ours in ("min", "avg", "max")
    },
}
_YES = ("1", "true")


def of_csv(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield the runs in the rows below each head of a CSV file."""
    heads: list[str] = []
    head = -1
    calls: list[Call] = []
    for index, line in enumerate(source.lines):
        cells = [cell.strip() for cell in line.split(",")]
        if "operation" in cells and any("[last]" in cell for cell in cells):
            yield from _of_calls(source, calls, head)
            heads, head, calls = cells, index, []
        elif heads and len(cells) == len(heads):
            row = {name: (cell, index) for name, cell in zip(heads, cells, strict=True)}
            _add(calls, row, index, index, head)
    yield from _of_calls(source, calls, head)


def of_json(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield the runs in the JSON documents of a source, one for each phase."""
    calls: list[Call] = []
    for found in documents(source, '"phase_type"'):
        if isinstance(found, Broken):
            message = f"the JSON of elbencho is cut off or damaged: {found.reason}"
            yield source.problem(found.end, "incomplete-run", message)
        elif isinstance(found.value, dict) and "last_done" in found.value:
            _add(calls, dict(_flat(found)), found.first, found.last, -1)
    yield from _of_calls(source, calls, -1)


def _flat(document: Document) -> Iterator[tuple[str, tuple[str, int]]]:
    for path, name in _JSON.items():
        value: Any = document.value
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, str):
            yield name, (str(value), document.line(*path))


Row = Mapping[str, tuple[str, int]]


def _of_calls(source: Source, calls: list[Call], head: int) -> Iterator[Run | Diagnostic]:
    for call in calls:
        yield from results(source, call)
    if head >= 0 and not calls:
        yield from results(source, Call(head, head))


def _add(calls: list[Call], row: Row, first: int, last: int, head: int) -> None:
    """Add a phase to the call before, or to a new one where its command is another."""
    name = _text(row, "operation")
    if not is_phase(name):
        return
    command = _text(row, "command")
    if not calls or calls[-1].phases[-1].command != command:
        calls.append(Call(head if not calls and head >= 0 else first, last, _text(row, "version")))
        calls[-1].date = _text(row, "ISO date")[:19]
    phase = Phase(name, first, command=command)
    calls[-1].phases.append(phase)
    calls[-1].furniture |= {*range(first, last + 1), head}
    calls[-1].last = last
    if "random" in row and row["random"][0]:
        phase.random = "rand-" if _text(row, "random") in _YES else "seq-"
    if "direct IO" in row and row["direct IO"][0]:
        phase.workload["direct"] = "yes" if _text(row, "direct IO") in _YES else "no"
    for column, ours in _LOAD:
        if _text(row, column).isdecimal() and int(_text(row, column)):
            phase.workload[ours] = int(_text(row, column))
    if label := _text(row, "label"):
        phase.workload["series"] = label
    # Of a mixed phase the plain columns are those of its writes.
    mixed = phase.operation() != phase.operation("write")
    for column, of, quantity, statistic, unit in _COLUMNS:
        parts = (("", "write" if mixed and of != "any" else ""), (_MIXED, "read"))
        for prefix, part in parts if mixed else parts[:1]:
            digits, line = row.get(prefix + column, ("", first))
            if not digits.replace(".", "", 1).isdecimal():
                continue
            data, entry = phase.operation(part), phase.entry(part)
            operation = {"data": data, "entry": entry, "any": data or entry}[of]
            phase.add(operation, quantity, digits, unit, line, f"{digits} {unit}", statistic)


def _text(row: Row, column: str) -> str:
    return row[column][0] if column in row else ""
