"""fio's JSON (json and json+), of versions 2 and 3, of one machine or of clients and servers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _json
from sitegen.parsers._fio_documents import DIRECTIONS, Entry, Head, goes_on, heads, longest
from sitegen.parsers._fio_ends import early_end
from sitegen.parsers._fio_jobs import ALL_CLIENTS, Job, Part, Report, Workload
from sitegen.parsers._fio_load import Load, of_options
from sitegen.parsers._fio_rows import Place
from sitegen.parsers._fio_section import Section, counts_kib, is_used
from sitegen.parsers._json import is_number, number
from sitegen.parsers._text import ctime
from sitegen.record import NOTHING, Fact, Measurement, Source, maker

_measurement = maker(Measurement)

_DIRECTIONS = frozenset(DIRECTIONS)
_CPU = {"usr_cpu": "user-cpu", "sys_cpu": "system-cpu"}

_EXACT = 1000
"""From how many ms on run times are exact enough to be divided."""


def reports(source: Source) -> Iterator[Report | Diagnostic]:
    """Yield what each document of fio reports; of snapshots of one run, only the last."""
    earlier: Head | None = None
    begun = -1
    for found in heads(source):
        if isinstance(found, Diagnostic):
            yield found
            continue
        if earlier and not goes_on(earlier, found):
            yield _report(source, earlier, begun)
            begun = -1
        begun = found.first if begun < 0 else begun
        earlier = found
    if earlier:
        yield _report(source, earlier, begun)


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
        furniture=range(begun, head.last + 1),
        findings=findings,
    )


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
    load = of_options(options) if options else Load()
    if name == ALL_CLIENTS:
        load = Load()
    parts: dict[str, Part] = {}
    in_kib = False
    places = _places(values, begin)
    for direction, place in places.items():
        if direction not in _DIRECTIONS:
            continue
        part = values[direction]
        its = Section(part, place, old and counts_kib(part))
        in_kib = in_kib or its.old
        if direction != "sync":
            findings += its.contradictions()
            load = its.completed(load, direction)
        findings += its.impossible()
        parts[direction] = Part(place.line, its.measure, its.amount)
    depth = values.get("latency_depth")
    if isinstance(depth, str) and depth.isdecimal() and values.get("latency_target") == "0":
        load = load._replace(common={"queue_depth": int(depth), **load.common})
    error = values.get("error", "0")
    early = early_end(entry, options, in_kib=in_kib) if error == "0" else ""
    if early:
        hint = "if fio went on, keep its last report too"
        findings.append(begin.source.problem(begin.line, "contradiction", early, hint))
    return Job(
        name,
        int(number(values.get("groupid"))),
        begin.line,
        load,
        parts,
        "" if error == "0" else f"error {error}",
        _count(options, entry, head.entries) if options and name != ALL_CLIENTS else None,
        partial(_cpu, values, places),
    )


def _places(values: Mapping[str, Any], begin: Place) -> dict[str, Place]:
    """Return where the directions in which anything was done stand, and the shares of CPU time."""
    found: dict[str, Place] = {}
    place = begin
    for key, value in values.items():
        if key in _DIRECTIONS:
            is_read = isinstance(value, dict) and is_used(value)
        else:
            is_read = key in _CPU and is_number(value)
        if is_read:
            place = found[key] = place.of_key(key, begin.pointer)
    return found


def _count(options: Mapping[str, Any], entry: Entry, entries: Sequence[Entry]) -> int | None:
    """Return how many jobs an entry stands for, where that can be told.

    Of the options without a value, such as group_reporting, fio lists none (3.33). So an entry that
    is alone with its name and has clones is the report of them all.
    """
    if len(entries) > 1 and sum(its.key == entry.key for its in entries) > 1:
        return 1
    count = str(options.get("numjobs", "1"))
    if "numjobs" in options or "group_reporting" not in options:
        return int(count) if count.isdecimal() else None
    # Several sections of the job file may be reported together: the run times show how many.
    time = longest(entry)
    shares = number(entry.values.get("job_runtime")) / time if time >= _EXACT else Decimal(0)
    whole = round(shares)
    return whole if whole and abs(shares - whole) < Decimal("0.02") * whole else None


def _cpu(
    values: Mapping[str, Any], places: Mapping[str, Place], operation: str, workload: Workload
) -> Iterator[Measurement]:
    """Yield the CPU time of a job: a mean over its threads, as fio divides by all run times."""
    for key, place in places.items():
        if key in _CPU:
            yield _measurement((
                operation, _CPU[key], values[key], "%", place.line, f"{values[key]} ({key})", "",
                workload, NOTHING, "exact", "", place.pointer,
            ))  # fmt: skip
