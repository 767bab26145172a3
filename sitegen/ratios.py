"""How much more or less one sample is than another, and whether the data can tell."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from sitegen.record import BOUNDS
from sitegen.samples import Sample

NOISE = 0.05
"""Up to this share, a difference between single runs is taken for what repeats differ by anyway."""


class Ratio(NamedTuple):
    """A change against a baseline as a share of it; `doubt` says why it may mean nothing."""

    change: float
    doubt: str

    @property
    def text(self) -> str:
        """Return the change as people read it: '−19.9 %', and '2.58×' from double on."""
        if self.change >= 1:
            return f"{_rounded(1 + self.change, 2)}×"
        sign = "±" if not self.shown else "−" if self.change < 0 else "+"
        return f"{sign}{self.shown} %"

    @property
    def shown(self) -> Decimal:
        """Return the size of the change in per cent, with the digit that is shown."""
        return _rounded(100 * abs(self.change), 1)


def _rounded(number: float, digits: int) -> Decimal:
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def ratio(sample: Sample, baseline: Sample) -> Ratio | str:
    """Return the change from `baseline` to `sample`, or why there is none."""
    if sample.certainty in BOUNDS or baseline.certainty in BOUNDS:
        return "a bound has no ratio"
    if not baseline.value:
        return "the baseline is 0"
    change = float(
        (Decimal(str(sample.value)) - Decimal(str(baseline.value))) / Decimal(str(baseline.value))
    )
    return Ratio(change, _doubt(sample, baseline, change))


def _doubt(sample: Sample, baseline: Sample, change: float) -> str:
    if sample.n > 1 and baseline.n > 1:
        apart = sample.low > baseline.high or sample.high < baseline.low
        return "" if apart else "spreads overlap"
    if abs(change) < NOISE:
        return "one run each" if sample.n == baseline.n else "one run"
    several, single = (sample, baseline) if sample.n > 1 else (baseline, sample)
    inside = several.n > 1 and several.low <= single.value <= several.high
    return "one run, inside the spread" if inside else ""
