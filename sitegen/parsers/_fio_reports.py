"""From a section of fio's text to a report: which groups are whole, and what they add up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial

from sitegen import units
from sitegen.diagnostics import Diagnostic
from sitegen.parsers._fio_blocks import Block, Section
from sitegen.parsers._fio_jobs import ALL_CLIENTS, Job, Part, Report, Total
from sitegen.parsers._fio_lines import Row, measured
from sitegen.parsers._fio_load import Load, common_to
from sitegen.parsers._text import ctime
from sitegen.record import Source


def report(source: Source, section: Section) -> Report:
    """Return what a section reports: its jobs, and the sums of its groups."""
    cut = _cut_off(source, section)
    findings = list(_wholeness(source, section, cut))
    jobs = []
    totals = []
    for block in section.blocks:
        load = _load(section, block)
        alone = sum(other.group == block.group for other in section.blocks) == 1
        sums = section.sums.get(block.group, {}) if alone else {}
        parts = {}
        for direction, rows in block.rows.items():
            if direction == "cpu" or not rows:
                continue
            its = _with_base(rows, block, load, direction)
            findings += _contradictions(source, its, sums.get(direction, ()))
            parts[direction] = _part(_with_sum(its, sums.get(direction, ())))
        cpu = partial(measured, block.rows.get("cpu", ()), note="")
        jobs.append(
            Job(block.name, block.group, block.line, load, parts, block.error, block.jobs, cpu)
        )
    for group, lines in section.sums.items():
        totals += [Total(group, d, _part(rows)) for d, rows in lines.items() if rows]
    dates = [block.date for block in section.blocks if block.date]
    return Report(
        section.version,
        ctime(dates[0]) if dates else "",
        section.first,
        section.last,
        jobs,
        totals,
        section.facts,
        frozenset(section.understood),
        findings,
        cut,
    )


def _cut_off(source: Source, section: Section) -> set[int]:
    """Return the groups whose sums are missing where the source ends."""
    groups = {block.group for block in section.blocks}
    clients = next((block for block in section.blocks if block.name == ALL_CLIENTS), None)
    if section.clients > 1 and not clients:
        return groups
    if not section.heads and not any(block.name for block in section.blocks):
        # Lines that somebody quotes: where they end says nothing of the run.
        return set()
    # A line that is cut off is no other output that follows.
    end = len(source.lines) - source.is_open
    rest = (source.lines[index] for index in range(section.last + 1, end))
    if any(line.strip() for line in rest):
        return set()
    if clients:
        return set() if clients.issued else groups
    cut = set()
    for block in section.blocks:
        done = {d for d, rows in block.rows.items() if rows and d not in ("cpu", "sync")}
        summed = section.sums.get(block.group, {})
        if block.group not in section.sum_lines or (not block.error and done - set(summed)):
            cut.add(block.group)
    return cut


def _wholeness(source: Source, section: Section, cut: set[int]) -> Iterator[Diagnostic]:
    """Yield what a report lacks at its end."""
    if cut:
        message = "the output of fio ends before the sums of all groups: it is cut off"
        hint = "a whole report ends with 'Run status group' for each group"
        if section.clients > 1:
            message = "the sum of all clients of fio is missing: the output is cut off"
            hint = "a report of several clients ends with 'All clients'"
        yield source.problem(section.last, "incomplete-run", message, hint)
    elif section.blocks and not section.sum_lines:
        message = "no 'Run status group' follows the jobs of fio: this is a part of its output"
        yield source.problem(section.last, "missing-field", message)


def _load(section: Section, block: Block) -> Load:
    """Return the load of a block, which the head of its job says."""
    if block.name == ALL_CLIENTS:
        return Load()
    of_group = [load for _, group, load in section.heads if group == block.group]
    named = [
        load for name, group, load in section.heads if (name, group) == (block.name, block.group)
    ]
    if not block.name:
        return of_group[0] if len(of_group) == 1 else Load()
    together = sum(other.group == block.group for other in section.blocks) == 1
    if together and block.jobs != 1 and of_group:
        return common_to(of_group)
    return common_to(named) if named else Load()


def _value(row: Row) -> float:
    return float(units.tidy(row.value, row.unit))


def _step(row: Row) -> float:
    """Return half of the last digit of a printed number, as a part of it."""
    if isinstance(row.value, Decimal) or not float(row.value):
        return 0.01
    return 0.5 * 10.0 ** -len(row.value.partition(".")[2]) / float(row.value)


def _decimal(unit: str) -> str:
    """Return the unit of the same letter in powers of 1000."""
    return unit.replace("Ki", "k").replace("i", "")


def _with_base(rows: Sequence[Row], block: Block, load: Load, direction: str) -> Sequence[Row]:
    """Return rows of fio 2 in powers of 1000 if the count of I/Os proves that (kb_base=1000)."""
    size = next((row for row in rows if row.quantity == "size"), None)
    block_size = load.workload(direction).get("block_size")
    place = (
        ("read", "write", "trim").index(direction) if direction in ("read", "write", "trim") else 9
    )
    if (
        not size
        or place >= len(block.issued)
        or not isinstance(block_size, int)
        or "i" not in size.unit
    ):
        return rows
    true = block.issued[place] * block_size
    value = _value(size)
    decimal = float(units.tidy(size.value, _decimal(size.unit)))
    if not true or abs(decimal - true) > 0.005 * true or abs(value - true) < 0.02 * true:
        return rows
    note = f"{block.issued[place]} I/Os of {block_size} B are {true} B: powers of 1000"
    return [
        row._replace(unit=_decimal(row.unit), certainty="proved", note=note)
        if row.quantity in ("size", "bandwidth")
        else row
        for row in rows
    ]


def _with_sum(rows: Sequence[Row], total: Sequence[Row]) -> Sequence[Row]:
    """Return the rows of a job with the rate of its group, where fio gives none for the job.

    With unified_rw_reporting=both, fio 3.33 prints `mixed: IOPS=0, BW=0 (0)(0B/172msec)`.
    """
    if any(row.quantity == "bandwidth" for row in rows):
        return rows
    return [*(row for row in total if row.quantity in ("bandwidth", "size")), *rows]


def _contradictions(
    source: Source, rows: Sequence[Row], total: Sequence[Row]
) -> Iterator[Diagnostic]:
    """Yield where the numbers of a job do not agree with each other, or with the group's sum."""
    its = {row.quantity: row for row in rows if not row.statistic}
    rate, size, time = (its.get(name) for name in ("bandwidth", "size", "time"))
    if not rate or rate.certainty in ("assumed", "proved"):
        return
    value = _value(rate)
    if size and time and _value(time):
        true = _value(size) / _value(time)
        if abs(true - value) > (0.002 + _step(rate) + _step(size)) * max(true, value) + 1:
            message = (
                f"{size.written} / {time.written} is {true:.0f} B/s, but the rate is {rate.written}"
            )
            yield source.problem(rate.line, "does-not-add-up", message)
    whole = next((row for row in total if row.quantity == "bandwidth"), None)
    if whole and whole.certainty not in ("assumed", "proved"):
        other = _value(whole)
        if abs(other - value) > (0.01 + _step(rate) + _step(whole)) * max(other, value) + 1024:
            message = f"the rate of the group's only job is {rate.written}, but that of the group"
            message += f" is {whole.written} (line {source.numbers[whole.line]})"
            yield source.problem(rate.line, "does-not-add-up", message)


def _part(rows: Sequence[Row]) -> Part:
    return Part(rows[0].line, partial(measured, rows), lambda: None)
