"""The results that the page of hardware shows: the most telling ones, where there are many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen import tables, vocabulary
from sitegen.dataset import ids
from sitegen.diagnostics import Position
from sitegen.hardware import Hardware
from sitegen.lab import Lab
from sitegen.names import Names
from sitegen.pages import paging, tabled
from sitegen.pages.evidence import NAMED, Evidence
from sitegen.pages.tabled import TableView
from sitegen.query import Query
from sitegen.record import Gap, Record, Value
from sitegen.samples import Sample

BESIDE = frozenset({"cpu", "user-cpu", "system-cpu", "size", "time", "count"})
"""Quantities that say how a result came about."""

_NUMBER = 380
"""About how many bytes a number takes: its cell, and its row in the list of evidence."""

_REPEATED = 300
"""About how many bytes it takes to say how far repeats lie apart."""

_PLACE = 90
"""About how many bytes each further line takes that the evidence for a number names."""


Metric = tuple[Value | None, ...]
"""Operation, quantity and statistic of a record."""


class Case(NamedTuple):
    """Results that stand side by side in the rows of one testbed, and the best of each metric.

    A number in `best` is the smaller the better its value is.
    """

    records: Sequence[Record]
    best: Mapping[Metric, float]

    @property
    def size(self) -> int:
        """Return about how many bytes its numbers take on a page."""
        return _NUMBER * len(self.records)


class Cases:
    """The results of each testbed, which are the same for every piece of hardware in it."""

    def __init__(self) -> None:
        """Begin without any."""
        self._known: dict[tuple[int, ...], tuple[Case, ...]] = {}

    def of(self, records: Iterable[Record]) -> list[Case]:
        """Return the telling results among records by testbed, and of a large one by workload.

        The records have to stay: they are known again by where they lie in memory.
        """
        found: list[Case] = []
        testbeds: dict[Value | None, list[Record]] = {}
        for record in records:
            testbeds.setdefault(record.columns.get("testbed"), []).append(record)
        for own in testbeds.values():
            name = tuple(map(id, own))
            if name not in self._known:
                self._known[name] = tuple(_cases(own))
            found += self._known[name]
        return found


def size(found: Iterable[Sample]) -> int:
    """Return about how many bytes the numbers of samples take on a page."""
    return sum(
        _NUMBER + (one.n > 1) * _REPEATED + _PLACE * (min(one.n, NAMED + 1) - 1) for one in found
    )


def _cases(own: Sequence[Record]) -> Iterator[Case]:
    whole = main(own)
    if not whole:
        return
    if _NUMBER * len(whole) <= paging.ROOM // 2:
        parts: Iterable[Sequence[Record]] = (whole,)
    else:
        names = sorted({name for record in whole for name in record.columns})
        parts = _grouped(whole, *(name for name in names if name.startswith("workload"))).values()
    for part in parts:
        yield Case(part, _best(part))


def main(records: Iterable[Record]) -> list[Record]:
    """Return the records that say what came out, not how."""
    return [one for one in records if one.columns["quantity"] not in BESIDE]


def _grouped(records: Iterable[Record], *columns: str) -> dict[tuple[object, ...], list[Record]]:
    found: dict[tuple[object, ...], list[Record]] = {}
    for record in records:
        its = record.columns
        found.setdefault(tuple([its.get(name) for name in columns]), []).append(record)
    return found


def telling(found: Sequence[Case], room: int) -> list[Record]:
    """Return the results of the cases that have the best of each metric, as many as there is room.

    The cases stand in their own order; the best one is there however large it is.
    """
    kept: dict[int, None] = {}
    taken = 0
    least = min((one.size for one in found), default=0)
    for number in _ranked(found):
        if kept and taken + least > room:
            break
        if number in kept or (kept and taken + found[number].size > room):
            continue
        kept[number] = None
        taken += found[number].size
    return [record for number in sorted(kept) for record in found[number].records]


def _ranked(found: Sequence[Case]) -> Iterator[int]:
    """Yield the numbers of cases: the best of each metric, then the second best of each ...

    A case comes again for each metric.
    """
    values: dict[Metric, list[tuple[float, int]]] = {}
    for number, case in enumerate(found):
        for metric, own in case.best.items():
            values.setdefault(metric, []).append((own, number))
    orders = [[number for _, number in sorted(own)] for own in values.values()]
    for place in range(max(map(len, orders), default=0)):
        yield from (order[place] for order in orders if place < len(order))


def _best(records: Iterable[Record]) -> dict[Metric, float]:
    found: dict[Metric, float] = {}
    for record in records:
        columns = record.columns
        metric = (columns["operation"], columns["quantity"], columns.get("statistic"))
        better = vocabulary.QUANTITIES[str(columns["quantity"])].better
        its = float(record.value) if better == "lower" else -float(record.value)
        if metric not in found or its < found[metric]:
            found[metric] = its
    return found


def by_quantity(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Return records by what was measured, in the order of the vocabulary."""
    order = list(vocabulary.QUANTITIES)
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(str(record.columns["quantity"]), []).append(record)
    return dict(sorted(found.items(), key=lambda one: order.index(one[0])))


def gaps(its: Hardware, lab: Lab) -> list[Gap]:
    """Return the places without a value in runs on a piece of hardware."""
    return [gap for gap in lab.dataset.gaps if its.id in ids(gap.columns)]


def among(gaps: Iterable[Gap], records: Iterable[Record]) -> list[Gap]:
    """Return the gaps on the testbeds that records were measured on."""
    testbeds = {record.columns.get("testbed") for record in records}
    return [gap for gap in gaps if gap.columns.get("testbed") in testbeds]


def table(
    its: Hardware,
    quantity: str,
    records: Sequence[Record],
    gaps: Iterable[Gap],
    names: Names,
    evidence: Evidence,
) -> TableView:
    """Return the table of results of one quantity; `gaps` are of any quantity."""
    words = vocabulary.QUANTITIES[quantity].label
    query = Query(
        id=f"{its.id}-all-{quantity}",
        kind="table",
        position=Position(its.position.path),
        title=words[0].upper() + words[1:],
        rows=("testbed",),
        columns=("operation",),
    )
    own = [gap for gap in gaps if gap.columns.get("quantity") == quantity]
    made, _ = tables.build(query, records, names, own, extend=True)
    return tabled.view(made, evidence, names)
