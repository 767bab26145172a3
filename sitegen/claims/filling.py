"""The text that the build gives to a link to evidence without one, as tables write it."""

from __future__ import annotations

from sitegen import display
from sitegen.claims import figures
from sitegen.claims.terms import Known
from sitegen.ratios import Ratio, ratio
from sitegen.references import Measured
from sitegen.samples import Sample


def filled(found: Measured, its: Known, *, binary: bool) -> str:
    """Return what a link leads to, as text: a value, a change or a share."""
    sample, other = found.sample, found.other
    bound = figures.bound(its.ratio if its.other else its.own)
    if found.reference.relation == "vs" and isinstance(other, Sample) and not bound:
        compared = ratio(sample, other)
        return compared.text if isinstance(compared, Ratio) else compared
    if its.other is not None and its.ratio.known is not None:
        return bound + display.FRACTION.quantity(float(its.ratio.known))
    if its.base == "1" and its.name.split(".")[1].endswith("cpu"):
        return bound + display.FRACTION.quantity(sample.value)
    return bound + display.show(sample.value, sample.unit, binary=binary)
