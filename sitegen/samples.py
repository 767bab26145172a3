"""Repeats of one measurement taken together."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sitegen.alike import Part, Parts
from sitegen.diagnostics import Diagnostic
from sitegen.record import BOUNDS, Certainty, Record, maker
from sitegen.units import Number

SESSION = frozenset({"run", "date"})
"""Columns that say which of several repeats it was: these are alike in all others."""


class Sample(NamedTuple):
    """What repeats of one measurement come to: the median, how many, and how far apart they lie."""

    value: Number
    unit: str
    low: Number
    high: Number
    records: tuple[Record, ...]

    @property
    def n(self) -> int:
        """Return the number of repeats."""
        return len(self.records)

    @property
    def record(self) -> Record:
        """Return the repeat that lies nearest to the median."""
        if len(self.records) == 1:
            return self.records[0]
        return min(self.records, key=lambda record: abs(record.value - self.value))

    @property
    def certainty(self) -> Certainty:
        """Return how certain the value is: as the weakest of the repeats, and those are bounds."""
        if len(self.records) == 1:
            return self.records[0].certainty
        weak = [record.certainty for record in self.records if record.certainty != "exact"]
        return min(weak, key=lambda one: one not in BOUNDS, default="exact")

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        """Return the findings of checks that doubt any of the repeats."""
        if len(self.records) == 1 and len(self.records[0].doubts) < 2:
            return self.records[0].doubts
        return tuple(dict.fromkeys(one for record in self.records for one in record.doubts))

    @property
    def spread(self) -> float | None:
        """Return (highest - lowest) / median, or None where one run cannot tell."""
        return (self.high - self.low) / self.value if self.n > 1 and self.value else None


_sample = maker(Sample)
_ALIKE = Parts(lambda column: column not in SESSION)


def samples(records: Iterable[Record]) -> list[Sample]:
    """Return records with repeats taken together, in the order of first occurrence."""
    its = list(records)
    if len(its) == 1:
        return [sample(its)]
    found: dict[Part, list[Record]] = {}
    for record in its:
        (conditions,) = _ALIKE.of(record.columns)
        found.setdefault(conditions, []).append(record)
    return [sample(repeats) for repeats in found.values()]


def sample(repeats: Sequence[Record]) -> Sample:
    """Return the sample that repeats of one measurement form."""
    if len(repeats) == 1:
        (one,) = repeats
        return _sample((one.value, one.unit, one.value, one.value, (one,)))
    measured = sorted([record.value for record in repeats])
    return Sample(
        statistics.median(measured), repeats[0].unit, measured[0], measured[-1], tuple(repeats)
    )
