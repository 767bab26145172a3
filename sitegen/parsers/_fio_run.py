"""From the jobs that fio reports to one run: what failed, and what each job and group did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _fio_groups
from sitegen.parsers._fio_jobs import ALL_CLIENTS, TOOL, Job, Report
from sitegen.parsers._fio_load import UNKNOWN
from sitegen.record import Fact, Hole, Measurement, Run, Source, Value, holes


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
    void = _void(report, failed)
    if not measurements and not void:
        return
    facts = [*report.facts, *(Fact("job", job.name, job.line) for job in report.jobs if job.name)]
    yield Run(
        TOOL,
        report.version,
        report.first,
        report.last,
        measurements,
        facts if measurements else (),
        date=report.date,
        furniture=report.furniture,
        holes=void,
    )


def _void(report: Report, failed: Collection[int]) -> list[Hole]:
    """Return the places of what the jobs of failed groups would have yielded."""
    if not failed:
        return []
    single = [job for job in report.jobs if job.name != ALL_CLIENTS] or report.jobs
    return [
        hole
        for job, label in zip(single, _labels(single), strict=True)
        if job.group in failed
        for hole in holes(_of_job(job, label), "failed")
    ]


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
    found += _fio_groups.together(sound, whole[0] if whole else None, totals)
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
