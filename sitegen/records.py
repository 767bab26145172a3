"""From the measurements of a run to records: flat columns, base units, and where each stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sitegen import soundness
from sitegen.diagnostics import Diagnostic, Position
from sitegen.record import Gap, Record, Run, Source, Value, maker

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
    """Return the records of a run, noting why a measurement is none. This is the innermost loop."""
    found: list[Record] = []
    path, numbers = source.path, source.numbers
    shared: dict[int, dict[str, Value]] = {}
    rules = beside.rows if beside else ()
    for (
        operation, quantity, value, symbol, line, written, statistic, workload, testbed, certainty,
        note, pointer,
    ) in run.measurements:  # fmt: skip
        # Parsers give all values of one case the same mapping.
        common = shared.get(id(workload))
        if common is None:
            common = shared[id(workload)] = _columns(number, run, workload)
        position = _position((path, numbers[line], 0, pointer))
        unit = soundness.meant(operation, quantity, statistic, symbol)
        if unit is None:
            why = soundness.undefined(operation, quantity, statistic, symbol)
            findings.append(Diagnostic(position, "unknown-metric", why))
            continue
        columns = common.copy()
        columns["operation"] = operation
        columns["quantity"] = quantity
        if statistic:
            columns["statistic"] = statistic
        if testbed:
            columns.update((f"testbed.{name}", stated) for name, stated in testbed.items())
        for rule in rules:
            if rule.matches(columns):
                columns.update(rule.set)
        try:
            base = unit.tidy(value)
        except (ArithmeticError, ValueError):
            text = f"'{soundness.short(value)}' is not a number"
            findings.append(Diagnostic(position, "bad-number", text))
            continue
        if not 0 <= base < _LARGEST and (wrong := soundness.impossible(base, quantity)):
            text = f"'{soundness.short(value)}': {wrong}"
            findings.append(Diagnostic(position, "impossible-value", text))
            continue
        its = (base, unit.base, columns, position, written, certainty, note, unit.symbol, "", ())
        found.append(_record(its))
    return found


def gaps(source: Source, number: int, run: Run, beside: Sidecar | None) -> Iterator[Gap]:
    """Yield the places of a run where its tool says that there is no value."""
    for hole in run.holes:
        columns = {
            **_columns(number, run, hole.workload),
            "operation": hole.operation,
            "quantity": hole.quantity,
            **({"statistic": hole.statistic} if hole.statistic else {}),
            **{f"testbed.{name}": stated for name, stated in hole.testbed.items()},
        }
        for rule in beside.rows if beside else ():
            if rule.matches(columns):
                columns.update(rule.set)
        yield Gap(columns, source.at(hole.line), hole.said)
