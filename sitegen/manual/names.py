"""The names that records have, and the units that people may write."""

from __future__ import annotations

from sitegen import machine, units
from sitegen.manual.markdown_tables import code, listed, plain, table
from sitegen.parsers import known, profiles
from sitegen.vocabulary import OPERATIONS, QUANTITIES, STATISTICS, WORKLOAD

_METRICS = """\
A metric is `operation.quantity` or `operation.quantity.statistic`: `seq-write.bandwidth`,
`rand-read.latency.p99`. Where a statistic is left out, a value that has none is meant,
else the mean, else the only one there is.

## Quantities

Inside there are base units only; pages show a prefix that fits the whole column.

"""
_STATISTICS = """\
## Statistics

Percentiles are `p50`, `p99`, `p99.9` and so on. Where a tool prints one number and does not say
what it is, there is no statistic.

"""
_OPERATIONS = """\
## Operations

The tools are those of which the fixtures of `sitegen` have a value.

"""
_WORKLOAD = """\
## Columns of the workload

What a tool reports of its load, or a `workload:` of a `testbed.yaml` or a sidecar says for it.
In front of each stands `workload.`, which may be left out where the rest is unique. Sizes,
durations and rates are written with their unit.

"""
_MACHINE = """\
## Columns of the testbed

Every key of a `testbed.yaml` is a column with `testbed.` in front of it. What dumps of a system say
has the names below; the second of several things of a kind is `cpu.2.model`. What says how a
machine was just then, and not what it is, is marked with \\*.

"""
_UNITS = """\
## Units in text

A prefix is what the SI and IEC 80000-13 say: kB is 1000 bytes, KiB is 1024. A lower-case b is a
bit. These spellings are understood in prose and in YAML. {ambiguous} can be read in two ways: in
YAML that is an error, and in prose either meaning may hold.

"""


def text() -> str:
    """Return all names, from quantities to units."""
    columns = ((name, its.label, its.type) for name, its in WORKLOAD.items())
    return "".join([
        _METRICS,
        table(("Quantity", "Label", "Base unit", "Better"), [
            (code(name), its.label, its.unit, its.better) for name, its in QUANTITIES.items()
        ]),
        _STATISTICS,
        table(("Statistic", "Meaning"), [
            (code(name), label) for name, label in STATISTICS.items() if name
        ]),
        _OPERATIONS, _operations(), _WORKLOAD,
        table(("Column", "Label", "Value"), [(code(n), label, kind) for n, label, kind in columns]),
        _MACHINE,
        table(("Begins with", "Goes on with"), [
            (code(root), listed_names(its)) for root, its in machine.ROOTS.items()
        ]),
        _units(),
    ])  # fmt: skip


def _operations() -> str:
    by_operation: dict[str, dict[str, set[str]]] = {name: {} for name in OPERATIONS}
    for name, its in known().items():
        for metric in its.metrics:
            operation, quantity = metric.split(".")[:2]
            found = by_operation[operation].setdefault(quantity, set())
            found.add(profiles()[name].tool)
    rows = []
    for operation, quantities in by_operation.items():
        tools = sorted(set().union(*quantities.values()), key=str.casefold)
        rows.append(
            (code(operation), OPERATIONS[operation], listed(sorted(quantities)),
             plain(", ".join(tools)))
        )  # fmt: skip
    return table(("Operation", "Label", "Quantities", "Tools"), rows)


def listed_names(its: machine.Names) -> str:
    """Return the names of facts below one root; the root itself is '(alone)'."""
    named = [
        (code(name) if name else "(alone)") + ("\\*" if one.momentary else "")
        for name, one in its.items()
    ]
    return ", ".join(named)


def _units() -> str:
    by_base: dict[str, dict[str, list[str]]] = {}
    for spelling, unit in units.UNITS.items():
        symbols = by_base.setdefault(unit.base, {})
        symbols.setdefault(unit.symbol, []).append(spelling)
    rows = [
        (code(base), code(symbol), listed(spellings))
        for base, symbols in by_base.items()
        for symbol, spellings in symbols.items()
    ]
    head = ("Base unit", "Unit", "Spellings")
    return _UNITS.format(ambiguous=listed(units.AMBIGUOUS)) + table(head, rows)
