"""The rows of the compare page: a metric under a load, in one unit for the whole lab.

What is compared differs from one visit to the next, but every value that can stand in a row is
known here: so the unit and the decimals are chosen once, by the rules of tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sitegen import ordering, vocabulary
from sitegen.dataset import Sample
from sitegen.display import Scale, common_scale
from sitegen.pages import evidence
from sitegen.pages.compare_words import Words
from sitegen.record import Record, Value
from sitegen.tables import scales
from sitegen.units import Number

BESIDE = ("cpu", "user-cpu", "system-cpu", "size", "count")
"""Quantities that say how a result came about: they stand below the others."""

_QUANTITIES = list(vocabulary.QUANTITIES)

_Load = tuple[tuple[str, Value], ...]
"""Workload columns with their values."""


class Metric(NamedTuple):
    """What all rows of a metric have in common.

    `base` is its base unit; `lower` says so where lower is better; `beside` is 1 if it stands below
    the others.
    """

    label: str
    base: str
    lower: str
    beside: int


class Row(NamedTuple):
    """A row: `order` sorts rows and tells them apart, `title` is the metric with its load.

    Its values are printed in `unit`, which is `factor` times as large as the base unit.
    """

    metric: str
    order: str
    title: str
    load: str
    unit: str
    factor: float


class Rows:
    """The rows of a lab, and how their values are printed."""

    def __init__(self, samples: Iterable[Sample], words: Words, *, binary: bool) -> None:
        by_row: dict[tuple[str, _Load], list[Sample]] = {}
        for one in samples:
            by_row.setdefault((one.record.metric, _load(one.record)), []).append(one)
        self.metrics: dict[str, Metric] = {}
        self._rows: dict[tuple[str, _Load], Row] = {}
        self._scales: dict[str, Scale] = {}
        self._uneven: set[str] = set()
        for (name, load), its in by_row.items():
            metric = self.metrics.setdefault(name, _metric(its[0]))
            scale = scales.scale_of(its, binary=binary)
            fits = scales.fits(scale, its)
            if not fits:
                middle = sorted(its, key=lambda one: one.value)[len(its) // 2]
                scale = scales.scale_of([middle], binary=binary)
            text = words.load(load)
            title = ", ".join(filter(None, (metric.label, text)))
            # Rows of two builds, one of them from a cache, are only joined in the same unit.
            order = " ".join([*_order(its[0].record, load), scale.symbol])
            self._rows[name, load] = Row(
                name, order, title, text, scale.symbol, float(scale.factor)
            )
            self._scales[order] = scale
            if not fits:
                self._uneven.add(order)

    def of(self, record: Record) -> Row:
        """Return the row that a record belongs to."""
        return self._rows[record.metric, _load(record)]

    def text(self, value: Number, row: Row) -> str:
        """Return a value of a row as it is printed."""
        its = self._scales[row.order]
        if row.order in self._uneven:
            # The unit is too large for some, which need more decimals than others.
            own = common_scale([value / row.factor], "1")
            its = replace(its, decimals=max(its.decimals, own.decimals))
        return its.text(value)


def best(samples: Sequence[Sample]) -> tuple[Sample, str]:
    """Return the best of the samples of one row, and of how many: what is doubted is none.

    Where all are doubted it is the one that would be the best.
    """
    sure = [one for one in samples if not one.doubts]
    known = sure or samples
    values = [one.value for one in known]
    found = known[values.index(min(values) if _better(known[0]) == "lower" else max(values))]
    if len(samples) == 1:
        return found, ""
    if not sure:
        return found, f"1 of {len(samples)}"
    left = len(samples) - len(sure)
    notes = [f"best of {len(sure)}"] if len(sure) > 1 else []
    return found, ", ".join([*notes, f"{left} doubted left out"] if left else notes)


def _better(sample: Sample) -> str:
    return vocabulary.QUANTITIES[scales.quantity(sample)].better


def _load(record: Record) -> _Load:
    return tuple(
        (column, value)
        for column, value in sorted(record.columns.items())
        if column.startswith("workload.")
    )


def _metric(its: Sample) -> Metric:
    quantity = scales.quantity(its)
    return Metric(
        evidence.metric(its.record),
        vocabulary.QUANTITIES[quantity].unit,
        "lower is better" if _better(its) == "lower" else "",
        int(quantity in BESIDE),
    )


def _order(record: Record, load: _Load) -> Iterable[str]:
    """Yield the parts of a text by which rows are sorted: operations, quantities, then loads."""
    place = int(ordering.order("operation", record.columns["operation"])[1])
    yield f"{place:03}{_QUANTITIES.index(str(record.columns['quantity'])):02}"
    yield record.metric
    for column, value in load:
        kind, number, text = ordering.order(column, value)
        whole = f"{number * 1000:.0f}"
        # Of whole numbers the longer one is the larger.
        yield f"{column} {kind}{len(whole):02}{whole}{text}"
