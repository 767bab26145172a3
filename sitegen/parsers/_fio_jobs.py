"""From the jobs that fio reports to one run: what failed, what is a part, what parts add up to.

fio reports each clone of a job by itself unless it is told otherwise (group_reporting). What the
jobs of a group did together is not in JSON or terse output; it is derived here as fio's own text
has it (`show_run_stats` in stat.c of fio 3.40): all bytes over the longest run time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._fio_load import UNKNOWN, Load
from sitegen.record import Fact, Measurement, Run, Source, Value

_DECIMAL = re.compile(r"\d+(?:\.\d+)?")

TOOL = "fio"
ALL_CLIENTS = "All clients"
"""The name of the entry with the sum of what all clients of a server did (client.c)."""

_SELDOM = frozenset({"1", "5", "10", "20", "30", "40", "60", "70", "80"})
"""Of the percentiles that fio prints, those that say least: they stay in the raw file."""


@lru_cache(1024)
def percentile(printed: str) -> str:
    """Return the statistic for a percentile as it is printed, or nothing if it is not to be read.

    `99.900000` is p99.9; fio 2 fills up its list with `0.00`.
    """
    if not _DECIMAL.fullmatch(printed):
        return ""
    short = printed.rstrip("0").rstrip(".") if "." in printed else printed
    return f"p{short}" if 0 < float(printed) <= 100 and short not in _SELDOM else ""


def is_left_out(quantity: str, statistic: str) -> bool:
    """Return whether a statistic says too little: of submission, the mean and the most count."""
    return quantity == "submission-latency" and statistic in ("min", "stddev")


Workload = Mapping[str, Value]


class Spread(NamedTuple):
    """The latencies of one kind, in seconds."""

    least: Decimal
    mean: Decimal
    most: Decimal


class Amount(NamedTuple):
    """What one job did in one direction: bytes, milliseconds, operations, latencies by quantity."""

    size: Decimal
    runtime: Decimal
    operations: Decimal
    spreads: Mapping[str, Spread]


class Part(NamedTuple):
    """What one job did in one direction.

    `measure` returns its values, given an operation, a workload and a note; `amount` is for sums.
    """

    line: int
    measure: Callable[[str, Workload, str], Sequence[Measurement]]
    amount: Callable[[], Amount | None]


@dataclass(frozen=True, slots=True)
class Job:
    """One entry of fio's report: one job, or all jobs of a group together.

    `error` is what fio says went wrong, or nothing. `parts` are by direction: read, write, trim,
    mixed and sync. `beside` yields what is true of all directions: the CPU time.
    """

    name: str
    group: int
    line: int
    load: Load
    parts: Mapping[str, Part]
    error: str = ""
    jobs: int | None = None
    beside: Callable[[str, Workload], Iterable[Measurement]] = lambda _operation, _workload: ()

    def operation(self) -> str:
        """Return the operation of the job as a whole."""
        used = [direction for direction in self.parts if direction != "sync"]
        return self.load.operation(used[0] if len(used) == 1 else "mixed")


class Total(NamedTuple):
    """What fio itself prints as the sum of a group in one direction."""

    group: int
    direction: str
    part: Part


@dataclass(frozen=True, slots=True)
class Report:
    """One report of fio: the jobs of one call.

    `totals` are sums that fio printed itself; of the groups in `cut`, the end is missing.
    """

    version: str
    date: str
    first: int
    last: int
    jobs: Sequence[Job]
    totals: Sequence[Total] = ()
    facts: Sequence[Fact] = ()
    furniture: frozenset[int] = frozenset()
    findings: Sequence[Diagnostic] = ()
    cut: Collection[int] = ()


def run(source: Source, report: Report) -> Iterator[Run | Diagnostic]:
    """Yield the run that a report describes, and what is wrong with it."""
    yield from report.findings
    failed = {job.group for job in report.jobs if job.error}
    for job in report.jobs:
        if job.error:
            message = f"fio says that the job '{job.name}' failed: {job.error}"
            hint = "nothing of its group is published"
            yield source.problem(job.line, "failed-run", message, hint)
        if job.load.capped:
            yield source.problem(job.line, "contradiction", job.load.capped)
    measurements = _measurements(report, failed | set(report.cut))
    if not measurements:
        return
    facts = [*report.facts, *(Fact("job", job.name, job.line) for job in report.jobs if job.name)]
    yield Run(
        TOOL,
        report.version,
        report.first,
        report.last,
        measurements,
        facts,
        date=report.date,
        furniture=report.furniture,
    )


def _measurements(report: Report, unsound: Collection[int]) -> list[Measurement]:
    """Return what the groups yield, without those that failed or are cut off."""
    single = [job for job in report.jobs if job.name != ALL_CLIENTS] or report.jobs
    whole = [job for job in report.jobs if job.name == ALL_CLIENTS and not unsound]
    found: list[Measurement] = []
    for job, label in zip(single, _labels(single), strict=True):
        if job.group not in unsound:
            found += _of_job(job, label)
    sound = [job for job in single if job.group not in unsound]
    totals = [total for total in report.totals if total.group not in unsound]
    found += _together(sound, whole[0] if whole else None, totals)
    return found


def _labels(jobs: Sequence[Job]) -> list[str]:
    """Return what to call each of several jobs: its name, counted if it is not unique."""
    if len(jobs) < 2:
        return [""] * len(jobs)
    many = Counter(job.name for job in jobs)
    seen: Counter[str] = Counter()
    labels = []
    for job in jobs:
        seen[job.name] += 1
        labels.append(f"{job.name} {seen[job.name]}" if many[job.name] > 1 else job.name)
    return labels


def _of_job(job: Job, label: str) -> list[Measurement]:
    more: dict[str, Value] = {"job": label} if label else {}
    if job.jobs is not None:
        more["jobs"] = job.jobs
    found: list[Measurement] = []
    for direction, part in job.parts.items():
        note = "" if job.load.pattern or direction == "sync" else UNKNOWN
        workload = {**job.load.workload(direction), **more}
        found += part.measure(job.load.operation(direction), workload, note)
    found += job.beside(job.operation(), {**job.load.common, **more})
    return found


def _together(
    jobs: Sequence[Job], whole: Job | None, printed: Sequence[Total]
) -> Iterator[Measurement]:
    """Yield what the jobs of each group did together, where several worked in one direction."""
    groups: dict[tuple[int, str], list[Job]] = {}
    for job in jobs:
        for direction in job.parts:
            if direction != "sync":
                groups.setdefault((job.group, direction), []).append(job)
    lone = {(total.group, total.direction): total for total in printed}
    shared = {key: its for key, its in groups.items() if len(its) > 1}
    for total in printed:
        if (total.group, total.direction) not in groups:
            shared[total.group, total.direction] = []
    often = Counter(direction for _, direction in shared)
    for (group, direction), its in shared.items():
        operation, workload = _common(its, direction)
        if often[direction] > 1:
            workload = {**workload, "group": group}
        only = sum(1 for _, other in groups if other == direction) == 1
        note = "" if operation != direction or direction == "mixed" else UNKNOWN
        if whole and direction in whole.parts and only:
            yield from whole.parts[direction].measure(operation, workload, note)
        elif (group, direction) in lone:
            yield from lone[group, direction].part.measure(operation, workload, note)
        elif its:
            yield from _sum(its, direction, operation, workload, note)


def _common(jobs: Sequence[Job], direction: str) -> tuple[str, Workload]:
    """Return the operation of several jobs together, and what their workloads have in common."""
    if not jobs:
        return Load().operation(direction), {}
    operations = {job.load.operation(direction) for job in jobs}
    operation = operations.pop() if len(operations) == 1 else Load().operation(direction)
    loads = [job.load.workload(direction) for job in jobs]
    workload = {
        column: value
        for column, value in loads[0].items()
        if all(load.get(column) == value for load in loads)
    }
    counts = [job.jobs or 1 for job in jobs]
    return operation, {**workload, "jobs": sum(counts)}


def _sum(
    jobs: Sequence[Job], direction: str, operation: str, workload: Workload, note: str
) -> Iterator[Measurement]:
    """Yield the sum of what several jobs did at the same time."""
    found = [job.parts[direction].amount() for job in jobs]
    amounts = [amount for amount in found if amount and amount.runtime]
    if len(amounts) < len(jobs):
        return
    line = jobs[0].parts[direction].line
    written = f"{len(jobs)} jobs together"
    size = sum(amount.size for amount in amounts)
    count = sum(amount.operations for amount in amounts)
    time = max(amount.runtime for amount in amounts)

    def made(
        quantity: str, value: Decimal | int, unit: str, formula: str, name: str = ""
    ) -> Measurement:
        told = f"{formula}; {note}" if note else formula
        return Measurement(
            operation, quantity, value, unit, line, written, name, workload,
            certainty="derived", note=told,
        )  # fmt: skip

    over = f"of {len(jobs)} jobs / {time} ms, the longest run time"
    if size:
        yield made("bandwidth", size * 1000 / time, "B/s", f"{size} B {over}")
    if count:
        yield made("iops", count * 1000 / time, "op/s", f"{count} operations {over}")
    if size:
        yield made("size", Decimal(size), "B", "the sum over all jobs")
    yield made("time", time, "ms", "the longest of all jobs")
    for quantity in amounts[0].spreads:
        spreads = [amount.spreads.get(quantity) for amount in amounts]
        whole = [spread for spread in spreads if spread]
        if len(whole) < len(jobs):
            continue
        yield made(quantity, min(s.least for s in whole), "s", "the least of all jobs", "min")
        yield made(quantity, max(s.most for s in whole), "s", "the most of all jobs", "max")
        if count:
            mean = sum(s.mean * a.operations for s, a in zip(whole, amounts, strict=True)) / count
            yield made(quantity, mean, "s", "the mean over the operations of all jobs", "mean")
