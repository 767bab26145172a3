"""A file whose last line has no line end: what of it may be the beginning of another value.

`12` at the very end may be cut from `1238`, `1.4 M` from `1.4 MB/s`. A value that reads otherwise
as soon as the last line goes on is not published; one that another figure, or the form of the
output, proves to be whole reads the same, or not at all. In a table that somebody has described in
a sidecar, and so has looked at, the last number is published, and said to be open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.record import Fact, Measurement, Reading, Run, Source, Value

# How a last line may go on: more digits, a group of three, an exponent, the rest of a unit.
_CONTINUATIONS = (
    "7", ".7", ",777", "e+07", ":07", "K", "M", "%", " K", " M", " ms", " kB/s", "kB", "B", "iB",
    "/s", "B/s", "iB/s", "bits/sec", "its/sec", "s", "sec", "in",
)  # fmt: skip
_DECIMALS = re.compile(r"\d[.,](\d+)(?!\d)")
_ENOUGH = 2
_HINT = "copy the file again; if it is whole, end its last line"
_LAST_WORD = re.compile(r"\S+(?: +[A-Za-z%/]+)?\s*$")


class _Said(NamedTuple):
    """A value or a fact: what it is of, what it is, and the load it is for."""

    tool: str
    name: str
    value: str
    load: frozenset[tuple[str, Value]] = frozenset()


_Doubts = dict[_Said, set[str]]
"""What may be cut off; where only columns of the load are in doubt, their names."""


def settled(
    source: Source, read: Callable[[Source], Reading], *, described: bool = False
) -> Reading:
    """Return what a source yields, without the values that may be cut off at its end.

    `read` is called again for a source that is open and whose last line matters. Of a table that is
    `described` in a sidecar all values stay, with a finding.
    """
    reading = read(source)
    if not source.is_open or not any(run.measurements or run.facts for run in reading.runs):
        return reading
    said = _all(reading)
    suspects = said - _all(read(_without_last_line(source)))
    doubts: _Doubts = {}
    for continuation in _CONTINUATIONS if suspects else ():
        other = _all(read(_continued(source, continuation)))
        _doubt(suspects - other, other - said, doubts)
    for run in reading.runs if doubts else ():
        for m in run.measurements:
            if doubts.get(its := _value(run, m)) == set() and _is_aligned(m, run.measurements):
                del doubts[its]
    if described and doubts:
        names = sorted({one.name for one in doubts})
        message = (
            f"{_end(source)}; if it is cut off, this is not the whole number: {_listed(names)}"
        )
        finding = source.problem(len(source.lines) - 1, "open-table", message, _HINT)
        return reading._replace(diagnostics=[*reading.diagnostics, finding])
    return _without(source, reading, doubts) if doubts else reading


def _all(reading: Reading) -> set[_Said]:
    return {
        one
        for run in reading.runs
        for one in (
            *(_value(run, m) for m in run.measurements),
            *(_fact(run, fact) for fact in run.facts),
        )
    }


def _value(run: Run, m: Measurement) -> _Said:
    name = ".".join(filter(None, (m.operation, m.quantity, m.statistic)))
    testbed = {f"testbed.{column}": value for column, value in m.testbed.items()}
    load = {**run.workload, **m.workload, **testbed}
    return _Said(run.tool, name, f"{m.value} {m.unit}", frozenset(load.items()))


def _fact(run: Run, fact: Fact) -> _Said:
    return _Said(run.tool, fact.column, str(fact.value))


def _without_last_line(source: Source) -> Source:
    html = source.html.rpartition("\n")[0]
    return Source(source.path, source.lines[:-1], source.numbers[:-1], html)


def _continued(source: Source, continuation: str) -> Source:
    """Return a source whose last line goes on."""
    lines = [*source.lines[:-1], source.lines[-1] + continuation]
    html = source.html and source.html + continuation
    return Source(source.path, lines, source.numbers, html, is_open=True)


def _doubt(gone: Iterable[_Said], new: Iterable[_Said], doubts: _Doubts) -> None:
    """Note which of the values that are gone have another one in their place."""
    instead: dict[tuple[str, str], list[_Said]] = {}
    for other in new:
        instead.setdefault((other.tool, other.name), []).append(other)
    for one in gone:
        others = instead.get((one.tool, one.name))
        if not others:
            continue
        alike = [one.load ^ other.load for other in others if other.value == one.value]
        if not alike:
            doubts[one] = set()
        elif doubts.get(one) != set():
            columns = {column for column, _ in min(alike, key=len)}
            doubts.setdefault(one, set()).update(columns)


def _without(source: Source, reading: Reading, doubts: _Doubts) -> Reading:
    """Return a reading without what is in doubt, and with the findings that say so."""
    runs: list[Run] = []
    names: dict[str, None] = {}
    words: dict[str, None] = {}
    for run in reading.runs:
        measurements: list[Measurement] = []
        unsure: set[str] = set()
        for m in run.measurements:
            its = _value(run, m)
            columns = doubts.get(its)
            if columns:
                measurements.append(m._replace(workload=_less(m.workload, columns)))
                unsure |= columns
            elif columns is None:
                measurements.append(m)
            else:
                names[its.name] = None
        facts: list[Fact] = []
        for fact in run.facts:
            if _fact(run, fact) not in doubts:
                facts.append(fact)
            elif _ends_in_number(fact):
                names[fact.column] = None
            else:
                words[fact.column] = None
                facts.append(fact)
        names.update((f"workload.{column}", None) for column in sorted(unsure))
        load = _less(run.workload, unsure)
        runs.append(run._replace(measurements=measurements, facts=facts, workload=load))
    findings = [*reading.diagnostics, *_findings(source, names, words)]
    return reading._replace(runs=runs, diagnostics=findings)


def _less(load: Mapping[str, Value], columns: set[str]) -> Mapping[str, Value]:
    """Return a load without some columns; the same mapping where it has none of them."""
    if columns.isdisjoint(load):
        return load
    return {column: value for column, value in load.items() if column not in columns}


def _findings(source: Source, names: Iterable[str], words: Iterable[str]) -> Iterator[Diagnostic]:
    last, end = len(source.lines) - 1, _end(source)
    if listed := _listed(names):
        message = f"{end}; what may be cut off is not published: {listed}"
        yield source.problem(last, "cut-off-value", message, _HINT)
    if listed := _listed(words):
        message = f"{end}; perhaps not the whole name: {listed}"
        yield source.problem(last, "open-end", message, _HINT)


def _end(source: Source) -> str:
    match = _LAST_WORD.search(source.lines[-1])
    return f"the file ends with '{match[0].strip() if match else ''}' and no line end"


def _listed(names: Iterable[str]) -> str:
    first, rest = list(names)[:3], list(names)[3:]
    return ", ".join(first) + (f" and {len(rest)} more" if rest else "")


def _ends_in_number(fact: Fact) -> bool:
    return not isinstance(fact.value, str) or fact.value[-1:].isdecimal()


def _is_aligned(measurement: Measurement, others: Sequence[Measurement]) -> bool:
    """Return whether a value has the decimals that all others of its kind have.

    A program that prints `12.30` in one row prints two decimals in each.
    """
    its = _decimals(measurement)
    kind = (measurement.operation, measurement.quantity, measurement.statistic, measurement.unit)
    alike = [
        _decimals(other)
        for other in others
        if other is not measurement
        and (other.operation, other.quantity, other.statistic, other.unit) == kind
    ]
    return its > 0 and len(alike) >= _ENOUGH and set(alike) == {its}


def _decimals(measurement: Measurement) -> int:
    found: list[str] = _DECIMALS.findall(measurement.written)
    return len(found[-1]) if found else 0
