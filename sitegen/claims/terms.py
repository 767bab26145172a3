"""What the evidence says, and what that is in the terms in which a text speaks of it."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import Literal, NamedTuple

from sitegen import units, vocabulary
from sitegen.claims import agreement
from sitegen.claims.agreement import Span
from sitegen.claims.numerals import Numeral
from sitegen.record import Value
from sitegen.references import Measured, Relation, Stated
from sitegen.references.places import exchange
from sitegen.samples import Sample
from sitegen.vocabulary import Better

Kind = Literal["value", "difference", "change", "points", "ratio", "share"]
"""What a number in a text is of; see `reading`."""

ONE = agreement.value(Decimal(1))


class Known(NamedTuple):
    """What the evidence says: the value, and what it is set against, both in one base unit."""

    name: str
    base: str
    own: Span
    other: Span | None
    relation: Relation
    better: Better
    conditions: Collection[Value]

    @property
    def ratio(self) -> Span:
        """Return the value as a multiple of the other."""
        return self.own / self.other if self.other else Span(None, None)

    @property
    def change(self) -> Span:
        """Return how much more the value is than the other, as a part of the other."""
        return self.ratio - ONE

    @property
    def speeds(self) -> Known:
        """Return two times as speeds, of which more is better."""
        assert self.other is not None
        return self._replace(own=ONE / self.own, other=ONE / self.other, better="higher")


def known(found: Measured | Stated) -> Known:
    """Return what a reference leads to, as it is compared with text."""
    if isinstance(found, Stated):
        quantity = found.quantity or units.Quantity(Decimal(0), units.UNITS["1"])
        value = agreement.value(Decimal(str(quantity.value)))
        return Known(found.name, quantity.unit.base, value, None, "", "neither", ())
    sample, record = found.sample, found.sample.record
    kind = vocabulary.QUANTITIES[str(record.columns["quantity"])]
    return Known(
        record.metric,
        sample.unit,
        span(sample),
        _other(found.other, sample.unit),
        found.reference.relation,
        kind.better,
        frozenset(value for column, value in record.columns.items() if "." in column),
    )


def _other(other: Sample | Stated | None, base: str) -> Span | None:
    if isinstance(other, Sample):
        return span(other)
    if other is None or other.quantity is None:
        return None
    factor = exchange(other.quantity.unit.base, base) or Decimal(1)
    return agreement.value(Decimal(str(other.quantity.value)) * factor)


def span(sample: Sample) -> Span:
    """Return where the value of a sample lies: a bound has one end only."""
    value = Decimal(str(sample.value))
    match sample.certainty:
        case "at-least":
            return Span(value, None)
        case "at-most" | "below-resolution":
            return Span(None, value)
    return agreement.value(value)


def in_terms(numeral: Numeral, kind: Kind, its: Known) -> Span:
    """Return what was measured in the unit of a number, with its own sign."""
    hundred = Decimal(1 if numeral.form == "fraction" else 100)
    match kind:
        case "change":
            return its.change.times(hundred)
        case "share":
            return its.ratio.times(hundred)
        case "ratio":
            return ONE / its.ratio if numeral.inverse else its.ratio
        case "points" if its.other:
            return (its.own - its.other).times(hundred)
    own = its.own - its.other if kind == "difference" and its.other else its.own
    unit = numeral.unit or units.UNITS["%" if numeral.form == "percent" else "1"]
    return own.times((exchange(its.base, unit.base) or Decimal(1)) * unit.divisor / unit.factor)
