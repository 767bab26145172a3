"""Which unit and how many decimals the numbers of a table or an axis get."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from sitegen.display import FRACTION, Scale, common_scale
from sitegen.record import Certainty
from sitegen.samples import Sample
from sitegen.units import Number

PER_CENT = frozenset({"cpu", "user-cpu", "system-cpu", "loss"})
"""Quantities that are shares of a whole."""

WIDEST = 1_000_000
"""A scale at which a number of this size has to be written is too small for it."""

_SIGNS: Mapping[Certainty, str] = {"at-least": "≥ ", "at-most": "≤ ", "below-resolution": "< "}


def sign(certainty: Certainty, value: Number) -> str:
    """Return the sign that stands before a bound: '≥ '; of a 0 nothing is known but that."""
    return "≈ " if certainty == "below-resolution" and not value else _SIGNS.get(certainty, "")


def quantity(sample: Sample) -> str:
    """Return the name of what a sample measures, without the operation."""
    return str(sample.records[0].columns["quantity"])


def scale_of(samples: Sequence[Sample], *, binary: bool) -> Scale:
    """Return the one scale for samples of a quantity."""
    values = [sample.value for sample in samples]
    if quantity(samples[0]) in PER_CENT:
        least = min((abs(Decimal(str(value))) for value in values if value), default=Decimal(1))
        decimals = max(FRACTION.decimals, 1 - (least / FRACTION.factor).adjusted())
        return Scale(FRACTION.symbol, FRACTION.factor, decimals)
    return common_scale(values, samples[0].unit, binary=binary)


def fits(scale: Scale, samples: Iterable[Sample], most: float = WIDEST) -> bool:
    """Return whether no sample is written as `most` or more: with more digits than people read."""
    widest = max((abs(sample.value) for sample in samples), default=0)
    return abs(scale.number(widest)) < most


def scales(rows: Sequence[Mapping[int, Sample]], *, binary: bool = False) -> list[dict[int, Scale]]:
    """Return the scale of each cell of a table; its rows hold samples by column.

    The cells of one quantity have one unit. Where a column is the only one with its metric, it has
    decimals of its own: 732.5 seeks beside 19,599 creates. Where one unit would write some value
    with seven digits or more, each row has a unit of its own; no value is printed as 0.00.
    """
    found: list[dict[int, Scale]] = [{} for _ in rows]
    for name in dict.fromkeys(quantity(its) for row in rows for its in row.values()):
        of_name = [{n: its for n, its in row.items() if quantity(its) == name} for row in rows]
        columns: dict[int, list[Sample]] = {}
        for row in of_name:
            for column, its in row.items():
                columns.setdefault(column, []).append(its)
        whole = [its for row in of_name for its in row.values()]
        common = scale_of(whole, binary=binary)
        if fits(common, whole):
            often = Counter(metric for own in columns.values() for metric in _metrics(own))
            chosen = {c: _own_scale(its, often, common, binary) for c, its in columns.items()}
            for place, row in zip(found, of_name, strict=True):
                place |= {column: chosen[column] for column in row}
            continue
        for place, row in zip(found, of_name, strict=True):
            beside = list(row.values())
            shared = scale_of(beside, binary=binary) if beside else common
            for column, its in row.items():
                place[column] = shared if fits(shared, beside) else scale_of([its], binary=binary)
    return found


def _metrics(own: Iterable[Sample]) -> set[str]:
    return {its.records[0].metric for its in own}


def _own_scale(
    column: Sequence[Sample], often: Mapping[str, int], common: Scale, binary: bool
) -> Scale:
    """Return the scale of a column: with its own decimals if no other has its metric.

    `often` says of each metric how many columns have it.
    """
    if any(often[metric] > 1 for metric in _metrics(column)):
        return common
    own = scale_of(column, binary=binary)
    return own if own.symbol == common.symbol else common


def text(sample: Sample, scale: Scale) -> str:
    """Return the number of a sample, with the sign of a bound: '≥ 192.9'."""
    return sign(sample.certainty, sample.value) + scale.text(sample.value)
