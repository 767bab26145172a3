"""fio's JSON (json and json+), of versions 2 and 3, of one machine or of clients and servers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache, partial
from typing import Any, NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _json
from sitegen.parsers._fio_jobs import ALL_CLIENTS, Job, Part, Report, Workload
from sitegen.parsers._fio_load import Load, of_options
from sitegen.parsers._fio_section import Place, Section, counts_kib, is_number, is_used, number
from sitegen.parsers._text import ctime
from sitegen.record import Fact, Measurement, Source

MARK = '"fio version"'

DIRECTIONS = ("read", "write", "trim", "mixed", "sync")

_CPU = {"usr_cpu": "user-cpu", "sys_cpu": "system-cpu"}

_EXACT = 1000
"""From how many ms on run times are exact enough to be divided."""


class Entry(NamedTuple):
    """One entry of `jobs`, and where it begins."""

    values: dict[str, Any]
    offset: int
    pointer: str

    @property
    def key(self) -> tuple[object, ...]:
        """Return what a job is known by: its name and its group."""
        return (self.values.get("jobname"), self.values.get("groupid"))


class Head(NamedTuple):
    """A document without its entries."""

    values: dict[str, Any]
    entries: Sequence[Entry]
    start: int
    end: int
    first: int
    last: int

    @property
    def options(self) -> Mapping[str, str]:
        """Return the options of all jobs."""
        found = self.values.get("global options")
        return found if isinstance(found, dict) else {}


def reports(source: Source) -> Iterator[Report | Diagnostic]:
    """Yield what each document of fio reports; of snapshots of one run, only the last."""
    earlier: Head | None = None
    begun = -1
    for found in _heads(source):
        if isinstance(found, Diagnostic):
            yield found
            continue
        if earlier and not _goes_on(earlier, found):
            yield _report(source, earlier, begun)
            begun = -1
        begun = found.first if begun < 0 else begun
        earlier = found
    if earlier:
        yield _report(source, earlier, begun)


def _heads(source: Source) -> Iterator[Head | Diagnostic]:
    text = source.text
    end, line, counted = 0, 0, 0
    while found := _json.find(text, MARK, end):
        start, at = found
        try:
            head = _read(text, start)
        except json.JSONDecodeError as fault:
            try:
                head = _read(_json.mended(text), start)
            except json.JSONDecodeError:
                yield _broken(source, start, fault)
                end = at + len(MARK)
                continue
        line += text.count("\n", counted, start)
        last = line + text.count("\n", start, head.end)
        yield head._replace(first=line, last=last)
        line, counted, end = last, head.end, head.end


def _read(text: str, start: int) -> Head:
    cursor = _json.Cursor(text, start)
    values: dict[str, Any] = {}
    entries: list[Entry] = []
    for key in cursor.members():
        if key in ("jobs", "client_stats") and text.startswith("[", cursor.at):
            for number in cursor.elements():
                if text.startswith("{", cursor.at):
                    offset = cursor.at
                    entries.append(Entry(cursor.value(), offset, f"/{key}/{number}"))
        else:
            values[key] = cursor.value()
    return Head(values, entries, start, cursor.at, 0, 0)


def _broken(source: Source, start: int, fault: json.JSONDecodeError) -> Diagnostic:
    """Return the finding about a document that does not end, or is damaged."""
    first = _json.line_at(source, start)
    line = _json.line_at(source, fault.pos)
    message = (
        f"the JSON of fio that begins at line {source.numbers[first]} is not whole: {fault.msg}"
    )
    return source.problem(
        min(line, len(source.lines) - 1),
        "incomplete-run",
        message,
        "the run was cut off, or other output stands inside the document",
    )


def _done(entry: Entry, key: str) -> Decimal:
    """Return the sum of a counter over all directions of an entry."""
    parts = [entry.values.get(direction) for direction in DIRECTIONS]
    return sum((number(part.get(key)) for part in parts if isinstance(part, dict)), Decimal(0))


def _goes_on(one: Head, other: Head) -> bool:
    """Return whether two documents are snapshots of one run (--status-interval), the first earlier.

    The counters only grow, and the clock has gone on by as much as the run time has. Runs in a loop
    take about the same time each.
    """
    if not one.entries or [a.key for a in one.entries] != [b.key for b in other.entries]:
        return False
    began = [its.values.get("job_start") for its in (one.entries[0], other.entries[0])]
    if began[0] != began[1]:
        return False
    grown = [
        (_done(b, "io_bytes") - _done(a, "io_bytes"), _longest(b) - _longest(a))
        for a, b in zip(one.entries, other.entries, strict=True)
    ]
    if any(size < 0 or time < 0 for size, time in grown) or not any(size for size, _ in grown):
        return False
    if began[0] is not None:
        return True
    passed, slack = _passed(one, other)
    return abs(passed - max(time for _, time in grown)) <= slack


def _longest(entry: Entry) -> Decimal:
    parts = [entry.values.get(direction) for direction in DIRECTIONS]
    return max((number(p.get("runtime")) for p in parts if isinstance(p, dict)), default=Decimal(0))


def _passed(one: Head, other: Head) -> tuple[Decimal, int]:
    """Return the milliseconds between two documents, and how exact that is."""
    for key, factor, slack in (("timestamp_ms", 1, 300), ("timestamp", 1000, 1200)):
        if key in one.values and key in other.values:
            return (number(other.values[key]) - number(one.values[key])) * factor, slack
    return Decimal(-(10**9)), 0


def _report(source: Source, head: Head, begun: int) -> Report:
    version = str(head.values.get("fio version", "")).removeprefix("fio").lstrip("- ")
    old = version.startswith(("2.", "1."))
    jobs = []
    findings: list[Diagnostic] = []
    facts: list[Fact] = []
    offset, line = head.start, head.first
    for entry in head.entries:
        line += source.text.count("\n", offset, entry.offset)
        offset = entry.offset
        pointer = entry.pointer if head.first == head.last else ""
        place = Place(source, offset, line, pointer)
        jobs.append(_job(head, entry, place, old, findings))
        if isinstance(steady := entry.values.get("steadystate"), dict) and "attained" in steady:
            attained = "attained" if steady["attained"] == "1" else "not attained"
            facts.append(Fact("steady-state", f"{steady.get('ss', '')} {attained}", line))
    return Report(
        version,
        ctime(str(head.values.get("time", ""))),
        begun,
        head.last,
        jobs,
        facts=[*facts, *_disks(head)],
        furniture=_span(begun, head.last),
        findings=findings,
    )


@lru_cache(64)
def _span(first: int, last: int) -> frozenset[int]:
    """Return all lines of a document; most reports of a lab have the same number."""
    return frozenset(range(first, last + 1))


def _disks(head: Head) -> Iterator[Fact]:
    """Yield how busy each disk was."""
    disks = head.values.get("disk_util")
    for disk in disks if isinstance(disks, list) else ():
        if isinstance(disk, dict) and isinstance(disk.get("util"), _json.Digits):
            util = disk["util"]
            yield Fact(
                f"disk-use.{disk.get('name', '')}", f"{float(util):g} %", head.last, f"{util} %"
            )


def _job(head: Head, entry: Entry, begin: Place, old: bool, findings: list[Diagnostic]) -> Job:
    values = entry.values
    own = values.get("job options")
    options = {**head.options, **own} if isinstance(own, dict) else dict(head.options)
    name = str(values.get("jobname", ""))
    load = of_options({key: str(value) for key, value in options.items()}) if options else Load()
    if name == ALL_CLIENTS:
        load = Load()
    parts: dict[str, Part] = {}
    for direction, part in values.items():
        if direction not in DIRECTIONS or not isinstance(part, dict) or not is_used(part):
            continue
        place = begin.of_key(direction)
        its = Section(part, place, old and counts_kib(part))
        if direction != "sync":
            findings += its.contradictions()
            load = its.completed(load, direction)
        findings += its.impossible()
        parts[direction] = Part(place.line, its.measure, its.amount)
    depth = values.get("latency_depth")
    if isinstance(depth, _json.Digits) and values.get("latency_target") == "0":
        load = load._replace(common={"queue_depth": int(depth), **load.common})
    error = values.get("error", "0")
    return Job(
        name,
        int(number(values.get("groupid"))),
        begin.line,
        load,
        parts,
        "" if error == "0" else f"error {error}",
        _count(options, entry, head.entries) if options and name != ALL_CLIENTS else None,
        partial(_cpu, entry, begin),
    )


def _count(options: Mapping[str, Any], entry: Entry, entries: Sequence[Entry]) -> int | None:
    """Return how many jobs an entry stands for, where that can be told.

    Of the options without a value, such as group_reporting, fio lists none (3.33). So an entry that
    is alone with its name and has clones is the report of them all.
    """
    if len(entries) > 1 and sum(its.key == entry.key for its in entries) > 1:
        return 1
    count = str(options.get("numjobs", "1"))
    if "numjobs" in options or "group_reporting" not in options:
        return int(count) if count.isdigit() else None
    # Several sections of the job file may be reported together: the run times show how many.
    longest = _longest(entry)
    shares = number(entry.values.get("job_runtime")) / longest if longest >= _EXACT else Decimal(0)
    whole = round(shares)
    return whole if whole and abs(shares - whole) < Decimal("0.02") * whole else None


def _cpu(entry: Entry, begin: Place, operation: str, workload: Workload) -> Iterator[Measurement]:
    """Yield the CPU time of a job: a mean over its threads, as fio divides by all run times."""
    place = begin
    for key, share in entry.values.items():
        if key in _CPU and is_number(share):
            place = place.of_key(key)
            yield Measurement(
                operation, _CPU[key], share, "%", place.line, f"{share} ({key})", "", workload,
                pointer=f"{begin.pointer}/{key}" if begin.pointer else "",
            )  # fmt: skip
