"""Where an axis begins and ends, where its ticks stand, and what is written at them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_FLOOR, Decimal
from typing import NamedTuple

_STEPS = (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10))

# Widths of letters in the widest face that a page may fall back to (DejaVu Sans), in ems.
_NARROW, _NORMAL, _WIDE = 0.4, 0.64, 0.96


class Axis(NamedTuple):
    """The ends of an axis and its ticks, with the text at each; `log` is the base, 0 for linear."""

    low: float
    high: float
    ticks: tuple[float, ...]
    labels: tuple[str, ...]
    log: int = 0

    @property
    def scale(self) -> dict[str, object]:
        """Return the axis as the scale of a Vega-Lite specification."""
        domain = [self.low, self.high]
        if self.log:
            return {"type": "log", "base": self.log, "domain": domain, "nice": False}
        return {"type": "linear", "domain": domain, "nice": False, "zero": False}


def linear(values: Iterable[float], unit: str, *, named: str = "first") -> Axis:
    """Return a linear axis from zero over `values`, with about five ticks at round numbers.

    The unit stands at the `first` or the `last` of them.
    """
    exact = [Decimal(repr(value)) for value in values]
    top, bottom = max([*exact, Decimal(0)]), min([*exact, Decimal(0)])
    if top == bottom:
        top = Decimal(1)
    step = _step((top - bottom) / 5)
    first = (bottom / step).to_integral_value(ROUND_FLOOR)
    last = (top / step).to_integral_value(ROUND_FLOOR)
    ticks = [step * number for number in range(int(first), int(last) + 1)]
    high = max(top + (top - bottom) * Decimal("0.02"), ticks[-1])
    return Axis(
        float(ticks[0]),
        float(high),
        tuple(map(float, ticks)),
        _with_unit([f"{tick.normalize():,f}" for tick in ticks], unit, named),
    )


def _with_unit(texts: Sequence[str], unit: str, named: str) -> tuple[str, ...]:
    place = 0 if named == "first" else len(texts) - 1
    return tuple(f"{text} {unit}".strip() if n == place else text for n, text in enumerate(texts))


def _step(width: Decimal) -> Decimal:
    """Return a round number of about `width`: 1, 2, 2.5 or 5 times a power of ten."""
    power = Decimal(1).scaleb(width.adjusted())
    return next(step * power for step in _STEPS if step * power >= width * Decimal("0.9"))


def logarithmic(values: Sequence[float], unit: str, *, named: str = "first") -> Axis:
    """Return an axis by powers of ten over positive values, with 2 and 5 where that is too few."""
    low, high = (Decimal(repr(value)) for value in (min(values), max(values)))
    first, last = low.adjusted(), high.adjusted()
    multiples = (1,) if last - first >= 3 else (1, 2, 5)
    steps = [Decimal(n).scaleb(power) for power in range(first, last + 2) for n in multiples]
    below = [step for step in steps if step <= low]
    above = [step for step in steps if step >= high]
    ticks = [step for step in steps if below[-1] <= step <= above[0]]
    if len(ticks) == 1:
        ticks.append(ticks[0] * 10)
    texts = _with_unit([f"{tick.normalize():,f}" for tick in ticks], unit, named)
    return Axis(float(ticks[0]), float(ticks[-1]), tuple(map(float, ticks)), texts, 10)


def powers(values: Iterable[float], texts: Mapping[float, str], room: float) -> Axis:
    """Return an axis by powers of two over positive values, with a tick at each that has room."""
    ticks = sorted(values)
    low, high = ticks[0], ticks[-1]
    if low == high:
        low, high = low / 2, high * 2
    every = _every([texts[tick] for tick in ticks], room)
    return Axis(low, high, tuple(ticks[::every]), tuple(texts[t] for t in ticks[::every]), 2)


def places(texts: Sequence[str], room: float) -> Axis:
    """Return an axis on which texts stand at equal distances, as 0, 1, 2 ..."""
    every = _every(texts, room)
    ticks = tuple(float(number) for number in range(0, len(texts), every))
    return Axis(0.0, float(max(len(texts) - 1, 1)), ticks, tuple(texts[::every]))


def _every(texts: Sequence[str], room: float) -> int:
    """Return 1 if all texts fit side by side into `room`, 2 if every second one does, and so on."""
    widest = max(width(text, 12) for text in texts) + 10
    return max(1, math.ceil(len(texts) * widest / room))


def width(text: str, size: float) -> float:
    """Return about how wide a text is drawn, in pixels, at most."""
    ems = sum(
        _NARROW if letter in "iljtfr.,:;'|!()[] " else _WIDE if letter in "mwMW%@" else _NORMAL
        for letter in text
    )
    return ems * size
