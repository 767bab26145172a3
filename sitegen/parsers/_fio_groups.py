"""What the jobs of a group of fio did together.

fio reports each clone of a job by itself unless it is told otherwise (group_reporting). What the
jobs of a group did together is not in JSON or terse output; it is derived here as fio's own text
has it (`show_run_stats` in stat.c of fio 3.40): all bytes over the longest run time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sitegen.parsers._fio_jobs import Job, Total, Workload
from sitegen.parsers._fio_load import UNKNOWN, Load
from sitegen.record import Measurement


def together(
    jobs: Sequence[Job], whole: Job | None, printed: Sequence[Total]
) -> Iterator[Measurement]:
    """Yield what the jobs of each group did together, where several worked in one direction."""
    if len(jobs) < 2 and not printed:
        return
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
