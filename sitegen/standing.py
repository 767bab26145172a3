"""Where a piece of hardware stands: its best results beside those of others in its role."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sitegen import vocabulary
from sitegen.diagnostics import Position
from sitegen.hardware import Hardware
from sitegen.lab import Lab
from sitegen.query import Query
from sitegen.record import Record, Value
from sitegen.samples import Sample, samples
from sitegen.selection import METRIC
from sitegen.units import Number

QUANTITIES = ("bandwidth", "iops", "latency")
"""The quantities that get a picture, if there is anything to see."""

_NUMBERS = 24
"""About how many values a picture shows: more of them could not be told apart."""

_FAR_APART = 50
"""From this ratio between the largest and the smallest value on, an axis is logarithmic."""


_PLAIN = ("", "mean")
"""The statistics of a plain value."""


def ids(hardware: str) -> list[str]:
    """Return the ids that pictures of a piece of hardware can have."""
    return [_id(hardware, quantity) for quantity in QUANTITIES]


def _id(hardware: str, quantity: str) -> str:
    return f"{hardware}-{quantity}"


class Standing(NamedTuple):
    """A query for a dot plot, and the records it is about: the best of each one and operation."""

    query: Query
    records: Sequence[Record]


class Ranking:
    """The best results of all hardware of a lab, put together once for each role and quantity.

    What was withdrawn has no part in it.
    """

    def __init__(self, lab: Lab) -> None:
        """Rank what a lab has measured."""
        self.lab = lab
        self.old = frozenset(run for run in lab.runs if lab.withdrawals([run]))
        self._best: dict[tuple[str, str], list[Sample]] = {}
        self._ranked: dict[str, list[_Ranked]] = {}
        self._by_quantity: dict[str, list[Record]] = {}
        for record in lab.dataset.records:
            if record.run not in self.old and _plainly(record):
                quantity = str(record.columns["quantity"])
                self._by_quantity.setdefault(quantity, []).append(_plain(record))

    def best(self, role: str, quantity: str) -> list[Sample]:
        """Return the best sample of each piece of hardware in a role and each operation."""
        if (role, quantity) not in self._best:
            if quantity not in self._ranked:
                found = samples(self._by_quantity.get(quantity, ()))
                self._ranked[quantity] = _ranked(found, vocabulary.QUANTITIES[quantity].better)
            self._best[role, quantity] = _best(self._ranked[quantity], role, self.lab.hardware)
        return self._best[role, quantity]


def _plainly(record: Record) -> bool:
    """Return whether a record is a value or a mean, and no other statistic."""
    return record.columns.get("statistic", "") in _PLAIN


def standings(its: Hardware, ranking: Ranking) -> list[Standing]:
    """Return what to draw for a piece of hardware, one picture for each quantity."""
    lab = ranking.lab
    own = lab.dataset.by_hardware.get(its.id, ())
    if ranking.old:
        own = [one for one in own if one.run not in ranking.old]
    role = lab.dataset.roles.get(its.id)
    if not role:
        return []
    found = []
    measured = _measured(own)
    for quantity in QUANTITIES:
        operations = measured.get(quantity, ())
        rivals = [
            sample
            for sample in (ranking.best(role, quantity) if operations else ())
            if sample.records[0].columns["operation"] in operations
        ]
        others = {str(sample.records[0].columns[role]) for sample in rivals} - {its.id}
        if len(operations) > 1 or others:
            shown = _leading(rivals, role, its.id, max(2, _NUMBERS // len(operations) - 1))
            named = (its.id, *shown)
            best = [
                one for sample in rivals for one in sample.records if one.columns[role] in named
            ]
            query = _query(its, quantity, role, best, len(others), len(shown))
            limits = _limits(own, lab) if quantity == "bandwidth" else ()
            found.append(Standing(replace(query, limits=limits), best))
    return found


def _plain(record: Record) -> Record:
    """Return a record whose mean is its value: tools that print one value do not name it so."""
    if "statistic" not in record.columns:
        return record
    return record._replace(
        columns={name: value for name, value in record.columns.items() if name != "statistic"}
    )


def _limits(records: Iterable[Record], lab: Lab) -> tuple[str, ...]:
    """Return the names of the limits of the testbeds that records were measured on."""
    testbeds = dict.fromkeys(str(record.columns.get("testbed", "")) for record in records)
    return tuple(
        dict.fromkeys(
            name
            for path in testbeds
            if path in lab.testbeds
            for name, limit in lab.testbeds[path].limits.items()
            if limit.quantity.unit.base == "B/s"
        )
    )


def _measured(records: Iterable[Record]) -> dict[str, set[str]]:
    """Return by quantity the operations of which records have a value or a mean."""
    metrics = {tuple([one.columns.get(name, "") for name in METRIC]) for one in records}
    found: dict[str, set[str]] = {}
    for operation, quantity, statistic in metrics:
        if statistic in _PLAIN:
            found.setdefault(str(quantity), set()).add(str(operation))
    return found


_Ranked = tuple[tuple[bool, Number], Sample]
"""A sample with its rank: what is doubted stands behind all else, and the smaller is ahead."""


def _ranked(found: Iterable[Sample], better: str) -> list[_Ranked]:
    sign = 1 if better == "lower" else -1
    return [((bool(one.doubts), sign * one.value), one) for one in found]


def _best(rivals: Iterable[_Ranked], role: str, hardware: Container[object]) -> list[Sample]:
    """Return the best sample of each hardware and operation."""
    chosen: dict[tuple[Value, Value], _Ranked] = {}
    for one in rivals:
        columns = one[1].records[0].columns
        name = columns.get(role)
        if name is None or name not in hardware:
            continue
        key = (name, columns["operation"])
        known = chosen.get(key)
        if known is None or one[0] < known[0]:
            chosen[key] = one
    return [sample for _, sample in chosen.values()]


def _leading(rivals: Sequence[Sample], role: str, own: str, most: int) -> list[str]:
    """Return the others with the best values: the best of each operation, then the second ..."""
    lower = any(
        vocabulary.QUANTITIES[str(one.records[0].columns["quantity"])].better == "lower"
        for one in rivals[:1]
    )
    ordered = sorted(rivals, key=lambda one: one.value if lower else -one.value)
    places: dict[Value, int] = {}
    ranks: dict[str, int] = {}
    for one in ordered:
        columns = one.records[0].columns
        name, operation = str(columns[role]), columns["operation"]
        if name != own:
            places[operation] = places.get(operation, 0) + 1
            ranks[name] = min(places[operation], ranks.get(name, places[operation]))
    return sorted(ranks, key=lambda name: (ranks[name], name))[:most]


def _query(
    its: Hardware, quantity: str, role: str, best: Sequence[Record], others: int, shown: int
) -> Query:
    words = vocabulary.QUANTITIES[quantity].label
    number = f"{shown} of {others}" if shown < others else str(others)
    rest = f" beside {number} other{'' if others == 1 else 's'}" if others else ""
    values = [record.value for record in best if record.value > 0]
    doubted = any(record.doubts for record in best)
    wide = values and max(values) / min(values) >= _FAR_APART
    return Query(
        id=_id(its.id, quantity),
        kind="dot",
        position=Position(its.position.path),
        title=f"{words[0].upper()}{words[1:]} of {its.title}{rest}"
        if doubted
        else f"Best {words} of {its.title}{rest}",
        caption="The best configuration of each, as far as no check doubts its value."
        if doubted
        else "The best configuration of each.",
        rows=("operation",),
        series=role,
        scale="log" if wide else "linear",
        focus=(its.id,),
    )
