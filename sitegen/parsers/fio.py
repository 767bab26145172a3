"""fio: JSON, text and terse lines of versions 1 to 3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _fio_json, _fio_reports, _fio_terse, _fio_text
from sitegen.parsers._fio_blocks import Section
from sitegen.parsers._fio_jobs import ALL_CLIENTS, TOOL, Report
from sitegen.parsers._fio_lines import FAULT
from sitegen.parsers._fio_run import run
from sitegen.record import Run, Source

__all__ = ["MARKS", "TOOL", "VARIANTS", "parse"]

MARKS = (
    '"fio version"',
    "(groupid=",
    "Run status group ",
    ": IOPS=",
    "msec",
    ";fio-",
    ";0%=0;",
    ", func=",
    "): rw=",
    # Single lines that people quote; nothing is read of them, but whose they are is told.
    "READ: bw=",
    "WRITE: bw=",
    "aggrb=",
    "lat (nsec): min=",
    "lat (usec): min=",
    "lat (msec): min=",
    "th=[",
    ", majf=",
    "][eta ",
)
VARIANTS = (
    "JSON (json and json+) of 2.x and 3.x: bw is KiB/s, times are ns in 3.x and usec in 2.x "
    "(stat.c); several documents, other text around them, clients and servers",
    "text of 1.x and 2.x: KB is 1024 bytes, a slow disk has B/s (lib/num2str.c); KiB/s of the "
    "first versions is 1000 B/s (bytes / ms, stat.c)",
    "text of 3.x: KiB and kB as printed; the sums of groups alone, too",
    "terse lines of versions 2 to 5: KiB, KiB/s, msec and usec (HOWTO.rst)",
    "several formats of one run in one file (--output-format=json,normal; --append-terse), and "
    "snapshots (--status-interval): each run once",
)

_NEAR = 6
"""How many lines may stand between two forms of one output."""


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    reports: list[Report] = []
    for found in _fio_json.reports(source):
        if isinstance(found, Report):
            reports.append(found)
        else:
            yield found
    whole = source.text.strip()
    if not (reports and whole[0] == "{" and whole[-1] == "}"):
        sections = _fio_text.sections(source)
        calls: list[Report] = []
        for its in _terse(source, sections):
            if isinstance(its, Report):
                calls.append(its)
            else:
                yield its
        calls = [call for call in calls if not _is_told(call, reports, sections)]
        yield from _unfinished(source, sections, [*reports, *calls])
        told = [_fio_reports.report(source, section) for section in sections if section.reports]
        told = [its for its in told if not _is_told(its, [*reports, *calls], sections)]
        reports = [_explained(source, report) for report in reports] + calls + told
    for report in reports:
        yield from run(source, report)
    if not reports:
        yield from _faults(source)


def _terse(source: Source, sections: Sequence[Section]) -> Iterator[Report | Diagnostic]:
    """Yield what the terse lines report, with the load of each job if its head was printed."""
    found = []
    for line in _fio_terse.lines(source):
        if isinstance(line, Diagnostic):
            yield line
        else:
            found.append(line)
    for call in _fio_terse.calls(found):
        heads = [its for its in sections if its.first <= call[0].line]
        loads = {(name, group): load for name, group, load in heads[-1].heads} if heads else {}
        yield _fio_terse.report(source, call, loads)


def _names(report: Report) -> set[tuple[str, int]]:
    return {(job.name, job.group) for job in report.jobs if job.name != ALL_CLIENTS}


def _is_told(report: Report, others: Sequence[Report], sections: Sequence[Section]) -> bool:
    """Return whether another form of the same output tells of a report, with more digits.

    fio prints its forms one after another: the heads of the jobs, terse lines, JSON, text.
    """
    for other in others:
        if other is report or not _names(report) or not _names(report) <= _names(other):
            continue
        first, last = sorted((report, other), key=lambda its: its.first)
        if last.first <= first.last or _none_between(sections, first, last):
            return True
    return False


def _none_between(sections: Sequence[Section], one: Report, other: Report) -> bool:
    """Return whether two reports follow on each other: within a few lines, in one section."""
    if other.first - one.last > _NEAR:
        return False
    return not any(one.last < its.first < other.first for its in sections)


def _unfinished(
    source: Source, sections: Sequence[Section], others: Sequence[Report]
) -> Iterator[Diagnostic]:
    """Yield the calls of fio that began, and gave no result in any form."""
    ends = [*(section.first for section in sections[1:]), len(source.lines)]
    for section, end in zip(sections, ends, strict=False):
        if section.reports or not (section.heads and section.version):
            continue
        if not any(section.first <= other.first < end for other in others):
            message = "fio began to work, but its output ends before any result"
            yield source.problem(section.last, "incomplete-run", message)


def _explained(source: Source, report: Report) -> Report:
    """Return a report in JSON with what fio said of its errors: JSON has no more than a number."""
    if not any(job.error for job in report.jobs):
        return report
    said = [line.strip() for line in source.lines[: report.last] if FAULT.match(line.strip())]
    jobs = []
    for job in report.jobs:
        number = job.error.removeprefix("error ")
        lines = [line for line in said if f"err={number}/" in line]
        jobs.append(job._replace(error=lines[-1]) if job.error and lines else job)
    return report._replace(jobs=jobs)


def _faults(source: Source) -> Iterator[Diagnostic]:
    """Yield why fio gave no result at all."""
    for index, line in enumerate(source.lines):
        if FAULT.match(line.strip()):
            message = f"fio failed, and printed no result: {line.strip()}"
            yield source.problem(index, "failed-run", message)
            return
