"""The rows of the compare page: a metric under a load, in one unit for the whole lab.

What is compared differs from one visit to the next, but every value that can stand in a row is
known here: so the unit and the decimals are chosen once, by the rules of tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from sitegen import ordering, vocabulary
from sitegen.display import Scale, common_scale
from sitegen.pages import in_words
from sitegen.pages.compare_samples import Load, Samples
from sitegen.pages.compare_words import Words
from sitegen.samples import Sample
from sitegen.tables import scales
from sitegen.units import Number

BESIDE = ("cpu", "user-cpu", "system-cpu", "size", "count")
"""Quantities that say how a result came about: they stand below the others."""

Printer = Callable[[Number], str]

_QUANTITIES = list(vocabulary.QUANTITIES)


class Metric(NamedTuple):
    """What all rows of a metric have in common.

    `base` is its base unit; `lower` says so where lower is better; `beside` is 1 if it stands below
    the others. Rows are sorted by the `place` of their metric first.
    """

    metric: str
    label: str
    base: str
    lower: str
    beside: int
    place: str


class Under(NamedTuple):
    """A load in words, and the text by which the rows of a metric are sorted."""

    load: str
    rank: str


class Row(NamedTuple):
    """A row by the numbers of its metric and its load: no two rows have the same two.

    Its values are printed in `unit`, which is `factor` times the base unit.
    """

    metric: int
    load: int
    unit: str
    factor: Number


class Rows:
    """The rows of a lab by the numbers of its loads, and how their values are printed."""

    def __init__(self, samples: Samples, words: Words, *, binary: bool) -> None:
        by_load: list[list[Sample]] = [[] for _ in samples.loads]
        for number, one in zip(samples.load_of, samples.all, strict=True):
            by_load[number].append(one)
        self.all: list[Row] = []
        self.printers: list[Printer] = []
        self.metrics: list[Metric] = []
        metrics: dict[str, int] = {}
        loads: dict[Under, int] = {}
        for number, its in enumerate(by_load):
            load = samples.loads[number]
            scale = scales.scale_of(its, binary=binary)
            if scales.fits(scale, its):
                self.printers.append(scale.printer())
            else:
                middle = sorted(its, key=lambda one: one.value)[len(its) // 2]
                scale = scales.scale_of([middle], binary=binary)
                self.printers.append(_printer(scale))
            metric = metrics.setdefault(load.metric, len(metrics))
            if metric == len(self.metrics):
                self.metrics.append(_metric(its[0]))
            under = Under(words.load(load.workload.items()), _rank(load))
            factor = int(scale.factor) if scale.factor >= 1 else float(scale.factor)
            self.all.append(Row(metric, loads.setdefault(under, len(loads)), scale.symbol, factor))
        self.loads = list(loads)
        signs = [1 if self.metrics[row.metric].lower else -1 for row in self.all]
        # The best sample of a row costs least.
        self._costs = [
            signs[number] * one.value
            for number, one in zip(samples.load_of, samples.all, strict=True)
        ]
        self._doubted = [bool(one.doubts) for one in samples.all]

    def best(self, samples: Sequence[int]) -> tuple[int, str]:
        """Return the best of the samples of one row, and of how many it is the best.

        What is doubted is not the best; where all are doubted it is the one that would be.
        """
        if len(samples) == 1:
            return samples[0], ""
        sure = [number for number in samples if not self._doubted[number]]
        found = min(sure or samples, key=self._costs.__getitem__)
        return found, _of(len(sure), len(samples))


def _printer(scale: Scale) -> Printer:
    """Return what prints values of which some are too small for their unit: with more decimals."""
    factor = float(scale.factor)

    def text(value: Number) -> str:
        own = common_scale([value / factor], "1")
        return replace(scale, decimals=max(scale.decimals, own.decimals)).text(value)

    return text


@cache
def _of(sure: int, of: int) -> str:
    if not sure:
        return f"1 of {of}"
    notes = [f"best of {sure}"] if sure > 1 else []
    return ", ".join([*notes, f"{of - sure} doubted left out"] if sure < of else notes)


def _metric(its: Sample) -> Metric:
    record = its.record
    quantity = scales.quantity(its)
    place = int(ordering.order("operation", record.columns["operation"])[1])
    return Metric(
        record.metric,
        in_words.metric(record),
        vocabulary.QUANTITIES[quantity].unit,
        "lower is better" if vocabulary.QUANTITIES[quantity].better == "lower" else "",
        int(quantity in BESIDE),
        f"{place:03}{_QUANTITIES.index(quantity):02} {record.metric}",
    )


def _rank(load: Load) -> str:
    found = []
    for column, value in load.workload.items():
        kind, number, text = ordering.order(column, value)
        whole = f"{number * 1000:.0f}"
        # Of whole numbers the longer one is the larger.
        found.append(f" {column} {kind}{len(whole):02}{whole}{text}")
    return "".join(found)
