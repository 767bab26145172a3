"""Where an axis begins and ends, where its ticks stand, and what is written at them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import ROUND_FLOOR, Decimal
from functools import lru_cache
from typing import NamedTuple

_MOST_STEPS = 6
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


def powers(values: Iterable[float], write: Callable[[float], str], room: float) -> Axis:
    """Return an axis by powers of two over positive values.

    There is a tick at each value if all are powers of two, else at the powers between them; those
    whose text has no room are left out.
    """
    chosen = sorted(values)
    low, high = chosen[0], chosen[-1]
    if any(math.frexp(value)[0] != 0.5 for value in chosen):
        exponents = range(math.frexp(low)[1] - 1, math.frexp(high)[1])
        chosen = [2.0**power for power in exponents if low <= 2.0**power <= high] or chosen
    if low == high:
        low, high = low / 2, high * 2
    axis = Axis(low, high, tuple(chosen), tuple(map(write, chosen)), 2)
    return thinned(axis, room)


def thinned(axis: Axis, room: float) -> Axis:
    """Return an axis with as many of its ticks as have room for their texts: all, each second..."""
    step = every(axis.labels, room) if len(axis.labels) > 2 else 1
    return axis._replace(ticks=axis.ticks[::step], labels=axis.labels[::step])


def steps(values: Iterable[float], unit: str, *, logarithmic: bool) -> Axis:
    """Return an axis cut into at most six steps at round numbers; each tick is an edge."""
    known = [Decimal(repr(value)) for value in values]
    low, high = min(known), max(known)
    grids = _by_powers(low, high) if logarithmic else _by_sums(low, high)
    for grid in grids:
        first = max(n for n, edge in enumerate(grid) if edge <= low)
        last = max(first + 1, min(n for n, edge in enumerate(grid) if edge >= high))
        edges = grid[first : last + 1]
        if len(edges) <= _MOST_STEPS + 1:
            break
    texts = _with_unit([f"{edge.normalize():,f}" for edge in edges], unit, "last")
    ticks = tuple(map(float, edges))
    return Axis(ticks[0], ticks[-1], ticks, texts, 10 if logarithmic else 0)


def _by_sums(low: Decimal, high: Decimal) -> Iterator[list[Decimal]]:
    """Yield round numbers around two others, at ever larger distances."""
    for parts in range(_MOST_STEPS, 0, -1):
        step = _step((high - low) / parts or abs(high) or Decimal(1))
        first = (low / step).to_integral_value(ROUND_FLOOR)
        yield [step * (first + number) for number in range(parts + 4)]


def _by_powers(low: Decimal, high: Decimal) -> Iterator[list[Decimal]]:
    """Yield 1, 2, 5, 10 ... around two positive numbers, then 1, 3, 10 ... and so on."""
    powers = range(low.adjusted() - 1, high.adjusted() + 3)
    for multiples in ((1, 2, 5), (1, 3)):
        yield [Decimal(n).scaleb(power) for power in powers for n in multiples]
    for every in range(1, len(powers) + 1):
        last = low.adjusted() + every * len(powers)
        yield [Decimal(1).scaleb(power) for power in range(low.adjusted(), last + 1, every)]


def places(texts: Sequence[str], room: float) -> Axis:
    """Return an axis on which texts stand at equal distances, as 0, 1, 2 ..."""
    step = every(texts, room)
    ticks = tuple(float(number) for number in range(0, len(texts), step))
    return Axis(0.0, float(max(len(texts) - 1, 1)), ticks, tuple(texts[::step]))


def every(texts: Sequence[str], room: float) -> int:
    """Return 1 if all texts fit side by side into `room`, 2 if every second one does, and so on."""
    widest = max(width(text, 12) for text in texts) + 10
    return max(1, math.ceil(len(texts) * widest / room))


def width(text: str, size: float) -> float:
    """Return about how wide a text is drawn, in pixels, at most."""
    return _ems(text) * size


@lru_cache(10_000)
def _ems(text: str) -> float:
    return sum(
        _NARROW if letter in "iljtfr.,:;'|!()[] " else _WIDE if letter in "mwMW%@" else _NORMAL
        for letter in text
    )
