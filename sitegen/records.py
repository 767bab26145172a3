"""From the measurements of a run to records: flat columns, base units, and where each stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import groupby, repeat
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from sitegen import soundness
from sitegen.diagnostics import Diagnostic, Position
from sitegen.record import Gap, Measurement, Record, Run, Source, Value, maker
from sitegen.units import Number, Tidier

if TYPE_CHECKING:
    from sitegen.sidecar import Sidecar


def _columns(number: int, run: Run, workload: Mapping[str, Value]) -> dict[str, Value]:
    """Return the columns that values of a run with the same workload share."""
    columns: dict[str, Value] = {"run": number, "tool": run.tool}
    if run.version:
        columns["tool_version"] = run.version
    if run.date:
        columns["date"] = run.date
    for name, value in {**run.workload, **workload}.items():
        columns[f"workload.{name}"] = value
    return columns


class _Kinds(NamedTuple):
    """What follows from the metrics and units of measurements: columns with an entry for each.

    `metrics` are columns of records, `meant` and `bases` the symbols of units.
    """

    metrics: Sequence[dict[str, Value]]
    meant: Sequence[str]
    bases: Sequence[str]
    tidiers: Sequence[Tidier]


# Most runs of a lab have the same few lists of metrics.
@lru_cache(256)
def _kinds(
    operations: Sequence[str],
    quantities: Sequence[str],
    statistics: Sequence[str],
    symbols: Sequence[str],
) -> _Kinds:
    metrics = map(_metric, operations, quantities, statistics)
    units = map(soundness.meant, operations, quantities, statistics, symbols)
    return _Kinds([*metrics], *zip(*units, strict=True))


def _metric(operation: str, quantity: str, statistic: str) -> dict[str, Value]:
    found: dict[str, Value] = {"operation": operation, "quantity": quantity}
    return {**found, "statistic": statistic} if statistic else found


_MANY = 500
"""From how many measurements on it is not remembered what follows from their metrics."""

_position, _record = maker(Position), maker(Record)

_LARGEST = float(soundness.LARGEST)
"""Floats are compared with a float in a third of the time that a whole number takes."""


def of(
    source: Source,
    number: int,
    run: Run,
    beside: Sidecar | None,
    findings: list[Diagnostic],
) -> list[Record]:
    """Return the records of a run, noting why a measurement is none.

    This is the innermost loop, so each column of all records is made at once.
    """
    if not run.measurements:
        return []
    (
        operations, quantities, values, symbols, lines, written, statistics, workloads, testbeds,
        certainties, notes, pointers,
    ) = zip(*run.measurements, strict=True)  # fmt: skip
    kinds = (_kinds if len(lines) < _MANY else _kinds.__wrapped__)(
        operations, quantities, statistics, symbols
    )
    bases = _bases(kinds.tidiers, values, quantities)
    if bases is None:
        sound = [*_sound(source, run.measurements, findings)]
        return of(source, number, run._replace(measurements=sound), beside, findings)
    common: list[dict[str, Value]] = []
    # Parsers give all values of one case the same mapping.
    for _, group in groupby(workloads, id):
        alike = [*group]
        common += [_columns(number, run, alike[0])] * len(alike)
    every = [*map(or_, common, kinds.metrics)]
    for columns, testbed in zip(every, testbeds, strict=True) if any(testbeds) else ():
        columns.update((f"testbed.{name}", stated) for name, stated in testbed.items())
    for rule in beside.rows if beside else ():
        for columns in filter(rule.matches, every):
            columns.update(rule.set)
    numbers = map(source.numbers.__getitem__, lines)
    positions = map(_position, zip(repeat(source.path), numbers, repeat(0), pointers))
    its = zip(
        bases, kinds.bases, every, positions, written, certainties, notes, kinds.meant, repeat(""),
        repeat(()),
    )  # fmt: skip
    return [*map(_record, its)]


def _bases(
    tidiers: Sequence[Tidier],
    values: Sequence[str | Number | Decimal],
    quantities: Sequence[str],
) -> list[Number] | None:
    """Return values in base units, or None if one of them cannot be that of a record."""
    try:
        bases = [tidy(value) for tidy, value in zip(tidiers, values, strict=True)]
    except (ArithmeticError, ValueError):
        return None
    if min(bases) >= 0 and max(bases) < _LARGEST:
        return bases
    return None if any(map(soundness.impossible, bases, quantities)) else bases


def _sound(
    source: Source, measurements: Iterable[Measurement], findings: list[Diagnostic]
) -> Iterator[Measurement]:
    """Yield the measurements that can be records, noting why the others cannot."""
    for its in measurements:
        fault = _fault(its)
        if fault is None:
            yield its
        else:
            findings.append(Diagnostic(source.at(its.line, 0, its.pointer), *fault))


def _fault(its: Measurement) -> tuple[str, str] | None:
    """Return the code and the reason why a measurement cannot be a record, or None."""
    metric = (its.operation, its.quantity, its.statistic, its.unit)
    if why := soundness.undefined(*metric):
        return "unknown-metric", why
    try:
        base = soundness.meant(*metric).tidy(its.value)
    except (ArithmeticError, ValueError):
        return "bad-number", f"'{soundness.short(its.value)}' is not a number"
    if wrong := soundness.impossible(base, its.quantity):
        return "impossible-value", f"'{soundness.short(its.value)}': {wrong}"
    return None


def gaps(source: Source, number: int, run: Run, beside: Sidecar | None) -> Iterator[Gap]:
    """Yield the places of a run where its tool says that there is no value."""
    for hole in run.holes:
        columns = {
            **_columns(number, run, hole.workload),
            **_metric(hole.operation, hole.quantity, hole.statistic),
            **{f"testbed.{name}": stated for name, stated in hole.testbed.items()},
        }
        for rule in beside.rows if beside else ():
            if rule.matches(columns):
                columns.update(rule.set)
        yield Gap(columns, source.at(hole.line), hole.said)
