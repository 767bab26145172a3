"""The results of hardware: the most telling on its page, all of them on pages of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sitegen import tables, urls, vocabulary
from sitegen.dataset import Sample, ids, samples
from sitegen.diagnostics import Position
from sitegen.hardware import Hardware
from sitegen.lab import Lab
from sitegen.names import Names
from sitegen.pages import paging, tabled
from sitegen.pages.evidence import NAMED, Evidence, Group
from sitegen.pages.paging import Pager
from sitegen.pages.tabled import TableView
from sitegen.query import Query
from sitegen.record import Gap, Record

if TYPE_CHECKING:
    from sitegen.site import Page, Written

BESIDE = frozenset({"cpu", "user-cpu", "system-cpu", "size", "time", "count"})
"""Quantities that say how a result came about."""

_NUMBER = 380
"""About how many bytes a number takes: its cell, and its row in the list of evidence."""

_REPEATED = 300
"""About how many bytes it takes to say how far repeats lie apart."""

_PLACE = 90
"""About how many bytes each further line takes that the evidence for a number names."""


_ROOM = 76_000
"""How many bytes of numbers a page takes that has nothing else."""


class Case(NamedTuple):
    """Results that stand side by side in the rows of one testbed, and the bytes they take."""

    records: tuple[Record, ...]
    size: int


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """What the template of a page of results gets."""

    title: str
    summary: str
    of: str
    hardware: str
    tables: tuple[TableView, ...]
    evidence: tuple[Group, ...]
    pager: Pager | None


def size(found: Iterable[Sample]) -> int:
    """Return about how many bytes the numbers of samples take on a page."""
    return sum(
        _NUMBER + (one.n > 1) * _REPEATED + _PLACE * (min(one.n, NAMED + 1) - 1) for one in found
    )


def cases(records: Iterable[Record]) -> list[Case]:
    """Return results by testbed, and those of a large one by workload too."""
    found: list[Case] = []
    for own in _grouped(records, "testbed").values():
        whole = Case(tuple(own), size(samples(own)))
        if whole.size <= paging.ROOM // 2:
            found.append(whole)
        else:
            parts = _grouped(own, *(name for name in own[0].columns if name.startswith("workload")))
            found += [Case(tuple(part), size(samples(part))) for part in parts.values()]
    return found


def _grouped(records: Iterable[Record], *columns: str) -> dict[object, list[Record]]:
    found: dict[object, list[Record]] = {}
    for record in records:
        found.setdefault(tuple(record.columns.get(name) for name in columns), []).append(record)
    return found


def telling(found: Sequence[Case], room: int) -> list[Record]:
    """Return the results of the cases that have the best of each metric, as many as there is room.

    The cases stand in their own order; the best one is there however large it is.
    """
    kept: dict[int, None] = {}
    taken = 0
    for number in _ranked(found):
        if kept and taken + found[number].size > room:
            break
        kept[number] = None
        taken += found[number].size
    return [record for number in sorted(kept) for record in found[number].records]


def _ranked(found: Sequence[Case]) -> Iterator[int]:
    """Yield the numbers of cases: the best of each metric, then the second best of each ..."""
    values: dict[str, list[tuple[float, int]]] = {}
    for number, case in enumerate(found):
        for metric, own in _best(case).items():
            values.setdefault(metric, []).append((own, number))
    orders = [[number for _, number in sorted(own)] for own in values.values()]
    yield from dict.fromkeys(
        order[place]
        for place in range(max(map(len, orders), default=0))
        for order in orders
        if place < len(order)
    )


def _best(case: Case) -> dict[str, float]:
    """Return for each metric of a case a number that is the smaller the better its value is."""
    found: dict[str, float] = {}
    for one in samples(case.records):
        better = vocabulary.QUANTITIES[str(one.record.columns["quantity"])].better
        its = float(one.value) if better == "lower" else -float(one.value)
        found[one.record.metric] = min(its, found.get(one.record.metric, its))
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


def pages(its: Written, hardware: Hardware) -> Iterator[Page]:
    """Yield the pages of all results of a piece of hardware."""
    from sitegen.site import Page

    address = urls.hardware_results(hardware.id)
    records = its.lab.dataset.by_hardware[hardware.id]
    failed = gaps(hardware, its.lab)
    known = among(failed, records)
    parts = paging.parts(cases(records), lambda case: case.size, _ROOM)
    for number, part in enumerate(parts, 1):
        evidence = Evidence(its.lab, binary=its.words.binary)
        shown = [record for case in part for record in case.records]
        own = among(failed, shown)
        if number == len(parts):  # testbeds on which everything failed
            own += [gap for gap in failed if gap not in known]
        found = tuple(
            table(hardware, quantity, found, own, its.words, evidence)
            for quantity, found in by_quantity(shown).items()
        )
        view = ResultsPage(
            f"All results of {hardware.title}",
            f"{len(records):,} values, by testbed. The best of each column is the best on this"
            " page.",
            hardware.title,
            urls.hardware(hardware.id),
            found,
            evidence.groups,
            paging.pager(address, number, len(parts)),
        )
        path = hardware.position.path
        yield Page(paging.address(address, number), "results.html", view, path, False)
