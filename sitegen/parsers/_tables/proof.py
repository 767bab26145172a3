"""Whether the numbers of a row come to what is known of them."""

from __future__ import annotations

from decimal import Decimal
from itertools import product
from typing import NamedTuple

from sitegen import units
from sitegen.parsers._tables.figures import Figure
from sitegen.table_description import Proof


class Verdict(NamedTuple):
    """Whether a proof holds: the numbers with which it does, by place, and the sum in words.

    `ways` is how many ways to read the numbers make it hold: one is needed. It is `sharp` if it
    would not hold were a unit by 1024 and not by 1000.
    """

    ways: int
    sharp: bool
    numbers: dict[int, Decimal]
    words: str

    @property
    def holds(self) -> bool:
        """Return whether the row adds up in one way only."""
        return self.ways == 1


def judge(proof: Proof, figures: dict[int, Figure]) -> Verdict | None:
    """Return whether a row adds up, or None where one of its numbers is missing.

    Where numbers can be read in several ways, exactly one of them must add up.
    """
    places = [proof.first, proof.second]
    if isinstance(proof.equals, int):
        places.append(proof.equals)
    if not all(place in figures for place in places):
        return None
    ways = [
        dict(zip(places, numbers, strict=True))
        for numbers in product(*(figures[place].ways for place in places))
    ]
    right = [numbers for numbers in ways if _adds_up(proof, figures, numbers)]
    shown = right[0] if right else min(ways, key=lambda numbers: _off(proof, figures, numbers))
    return Verdict(
        len(right),
        _is_sharp(proof, figures, shown),
        shown,
        _words(proof, figures, shown, bool(right)),
    )


def _span(
    proof: Proof, figures: dict[int, Figure], numbers: dict[int, Decimal]
) -> tuple[Decimal, Decimal]:
    """Return the least and the most that the numbers of a row can come to."""
    first, second = (
        _bounds(figures[place], numbers[place]) for place in (proof.first, proof.second)
    )
    if not proof.quotient:
        return first[0] * second[0], first[1] * second[1]
    return first[0] / second[1], first[1] / second[0] if second[0] else Decimal("Infinity")


def _is_sharp(proof: Proof, figures: dict[int, Figure], numbers: dict[int, Decimal]) -> bool:
    low, high = _span(proof, figures, numbers)
    return high < low * Decimal("1.02")


def _adds_up(proof: Proof, figures: dict[int, Figure], numbers: dict[int, Decimal]) -> bool:
    low, high = _span(proof, figures, numbers)
    if isinstance(proof.equals, int):
        least, most = _bounds(figures[proof.equals], numbers[proof.equals])
    else:
        least = most = _equals(proof.equals)
    if proof.within is not None:
        least, most = least * (1 - proof.within), most * (1 + proof.within)
        low = high = _result(proof, figures, numbers)
    return low <= most and high >= least


def _bounds(figure: Figure, number: Decimal) -> tuple[Decimal, Decimal]:
    """Return the least and the most that a printed number can stand for, in base units."""
    exponent = number.as_tuple().exponent
    half = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2
    return figure.base(max(number - half, Decimal(0))), figure.base(number + half)


def _equals(quantity: units.Quantity) -> Decimal:
    return quantity.number * quantity.unit.factor / quantity.unit.divisor


def _result(proof: Proof, figures: dict[int, Figure], numbers: dict[int, Decimal]) -> Decimal:
    first, second = (figures[place].base(numbers[place]) for place in (proof.first, proof.second))
    if proof.quotient:
        return first / second if second else Decimal(0)
    return first * second


def _off(proof: Proof, figures: dict[int, Figure], numbers: dict[int, Decimal]) -> Decimal:
    """Return how far a row is from adding up."""
    if isinstance(proof.equals, int):
        wanted = figures[proof.equals].base(numbers[proof.equals])
    else:
        wanted = _equals(proof.equals)
    return abs(_result(proof, figures, numbers) - wanted)


def _words(
    proof: Proof, figures: dict[int, Figure], numbers: dict[int, Decimal], right: bool
) -> str:
    """Return the sum as people write it: '18.5 s × 1,729 MB/s = 32000 MB'."""
    sign = "/" if proof.quotient else "×"
    first, second = (figures[place].written for place in (proof.first, proof.second))
    equals = proof.equals
    if isinstance(equals, int):
        unit, wanted = units.UNITS[figures[equals].unit], figures[equals].written
    else:
        unit, wanted = equals.unit, f"{equals.number:f} {equals.unit.symbol}"
    if right:
        return f"{first} {sign} {second} = {wanted}"
    result = _result(proof, figures, numbers) * unit.divisor / unit.factor
    rounded = Decimal(f"{result:.6g}")
    return f"{first} {sign} {second} is {rounded:f} {unit.symbol}, not {wanted}"
