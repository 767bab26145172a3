"""Whether a number as it is written agrees with what was measured, and which number would.

The digits that the author wrote say how exact a number is meant: 412 stands for anything from 411.5
to 412.5, and 0.4 for anything from 0.35 to 0.45. Words change that; see `wording`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal

from sitegen.claims.numerals import Numeral
from sitegen.claims.wording import Margin

ROUND = Decimal("0.05")
"""How far a number that is meant to be round may be off, as a part of it."""

_ROUNDING = {
    "almost": ROUND_UP,
    "under": ROUND_UP,
    "ceiling": ROUND_UP,
    "over": ROUND_DOWN,
    "floor": ROUND_DOWN,
}
_MOST_DECIMALS = 12


@dataclass(frozen=True, slots=True)
class Span:
    """Where a measured value lies: both ends are the same but for a bound, which lacks one."""

    low: Decimal | None
    high: Decimal | None

    @property
    def exact(self) -> bool:
        """Return whether this is a plain value and no bound."""
        return self.low is not None and self.low == self.high

    @property
    def known(self) -> Decimal | None:
        """Return the value, or the end that is known."""
        return self.low if self.low is not None else self.high

    @property
    def sign(self) -> int:
        """Return 1 or -1 where the value certainly lies above or below zero, else 0."""
        if self.low is not None and self.low > 0:
            return 1
        return -1 if self.high is not None and self.high < 0 else 0

    def __neg__(self) -> Span:
        return Span(_minus(self.high), _minus(self.low))

    def __abs__(self) -> Span:
        if not self.exact and not self.sign:
            return Span(None, None)
        return -self if self.sign < 0 else self

    def __truediv__(self, other: Span) -> Span:
        """Return the ratio of two values that are not negative."""
        return Span(_over(self.low, other.high), _over(self.high, other.low))

    def __sub__(self, other: Span) -> Span:
        return Span(_less(self.low, other.high), _less(self.high, other.low))

    def times(self, factor: Decimal) -> Span:
        """Return the value times a factor above zero."""
        low, high = (end if end is None else end * factor for end in (self.low, self.high))
        return Span(low, high)


def value(exact: Decimal) -> Span:
    """Return the span of a plain value."""
    return Span(exact, exact)


def _minus(end: Decimal | None) -> Decimal | None:
    return None if end is None else -end


def _over(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return None if one is None or not other else one / other


def _less(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return None if one is None or other is None else one - other


def agrees(numeral: Numeral, margin: Margin, measured: Span) -> bool:
    """Return whether a number, with the margin that its words give, is what was measured.

    A lower bound can only bear out 'over' and 'at least', an upper one 'under' and 'at most'. Zero
    agrees with nothing but zero, however few digits it has.
    """
    number = numeral.number
    if number < 0:
        number, measured = -number, -measured
    if numeral.by_word:
        margin = _ROUND_WORDS.get(margin, margin)
    five = number * ROUND
    low, high = measured.low, measured.high
    if measured.exact and low is not None:
        if not number and margin in ("exact", "about", "almost"):
            return low == 0
        off = low - number
        return {
            "exact": abs(off) <= numeral.half,
            "about": abs(off) <= (five if numeral.by_word else max(five, numeral.half)),
            "almost": -five <= off <= 0,
            "under": -five <= off < 0,
            "over": 0 < off <= five,
            "floor": off >= 0,
            "ceiling": off <= 0,
        }[margin]
    if low is not None:
        return low >= number and margin in ("floor", "over")
    return high is not None and high <= number and margin in ("ceiling", "under")


# 'less than half' and 'more than twice' say on which side; how far is not said.
_ROUND_WORDS: dict[Margin, Margin] = {"exact": "about", "under": "ceiling", "over": "floor"}


def rounded(numeral: Numeral, margin: Margin, measured: Span) -> Decimal | None:
    """Return the number to be written instead of a wrong one, with as many digits if possible.

    More are taken only where a number with those of the author would not agree: 'almost 2' becomes
    'almost 1.9', and 0.00 becomes 0.0015. A number in words has none instead.
    """
    down = numeral.number < 0
    upright = -measured if down else measured
    if upright.known is None or numeral.by_word:
        return None
    mode = _ROUNDING.get(margin, ROUND_HALF_UP)
    for decimals in range(numeral.decimals, _MOST_DECIMALS + 1):
        step = Decimal(1).scaleb(-decimals)
        number = upright.known.quantize(step, rounding=mode)
        if number == upright.known and margin in ("under", "over"):
            number += step if margin == "under" else -step
        few = decimals > numeral.decimals and len(number.as_tuple().digits) < 2
        if not few and agrees(replace(numeral, number=number), margin, upright):
            return -number if down else number
    return None
