"""In which unit and with how many decimals values are printed: every rounding of the project."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, lru_cache
from itertools import pairwise
from math import inf
from sys import float_info

from sitegen.units import BINARY, DECIMAL, Number


@dataclass(frozen=True, slots=True)
class Scale:
    """How the values of one column or axis are printed: a unit, its factor, and decimals."""

    symbol: str
    factor: Decimal
    decimals: int

    def number(self, value: Number) -> Decimal:
        """Return `value`, given in the base unit, in this scale and rounded half up."""
        exact = Decimal(str(value)) / self.factor
        return exact.quantize(Decimal(1).scaleb(-self.decimals), rounding=ROUND_HALF_UP)

    def text(self, value: Number) -> str:
        """Return the number alone, with groups of three: the unit stands in the column's head."""
        return self.printer()(value)

    def printer(self) -> Callable[[Number], str]:
        """Return `text` for many values: what it needs of the scale is worked out once."""
        factor, form = float(self.factor), f",.{self.decimals}f"
        # A float has no more digits than that, and none is as large as some powers of ten.
        power = 10.0**self.decimals if self.decimals <= float_info.dig else inf
        return lambda value: _quick(value, factor, power, form) or format(self.number(value), ",f")

    def quantity(self, value: Number) -> str:
        """Return the number with its unit."""
        return f"{self.text(value)} {self.symbol}".rstrip()


_EXACT = 1e12
"""Below this many units of the last decimal, a float is off by less than `_CLOSE` of one."""

_CLOSE = 1e-3


def _quick(value: Number, factor: float, power: float, form: str) -> str:
    """Return the text of a number where floats are sure of it, in a fifth of the time.

    They are not where it is large, or close to the middle between two texts.
    """
    if -_EXACT < value < _EXACT:
        scaled = value / factor
        steps = scaled * power
        if -_EXACT < steps < _EXACT and abs(steps % 1 - 0.5) > _CLOSE:
            return format(scaled, form)
    return ""


_Ladder = tuple[tuple[str, Decimal], ...]


def _ladder(*steps: tuple[str, int | str]) -> _Ladder:
    return tuple((symbol, Decimal(factor)) for symbol, factor in steps)


_BYTES = ("", "k", "M", "G", "T", "P")
_LADDERS = {
    ("B", False): _ladder(*((f"{p}B", DECIMAL[p]) for p in _BYTES)),
    ("B/s", False): _ladder(*((f"{p}B/s", DECIMAL[p]) for p in _BYTES)),
    ("B", True): _ladder(("B", 1), *((f"{p}B", factor) for p, factor in BINARY.items())),
    ("B/s", True): _ladder(("B/s", 1), *((f"{p}B/s", factor) for p, factor in BINARY.items())),
    ("bit/s", False): _ladder(*((f"{p}bit/s", DECIMAL[p]) for p in _BYTES)),
    ("op/s", False): _ladder(("op/s", 1), ("Mop/s", 10**6), ("Gop/s", 10**9)),
    ("s", False): _ladder(("ns", "1e-9"), ("µs", "1e-6"), ("ms", "1e-3"), ("s", 1)),
    ("Hz", False): _ladder(*((f"{p}Hz", DECIMAL[p]) for p in ("", "k", "M", "G"))),
    ("instr/s", False): _ladder(("instr/s", 1), ("MIPS", 10**6), ("GIPS", 10**9)),
    ("flop/s", False): _ladder(*((f"{p}flop/s", DECIMAL[p]) for p in ("", "k", "M", "G", "T"))),
    ("1", False): _ladder(("", 1)),
}
"""The units a column or axis may be printed in, smallest first, by base unit and 'binary'."""

FRACTION = Scale("%", Decimal("0.01"), 1)
"""How a fraction (a CPU share, a ratio to a baseline) is printed."""


@cache
def _ladder_for(base: str, binary: bool) -> tuple[_Ladder, tuple[Decimal, ...]]:
    """Return the units for a base unit, and from which value on each but the first is taken.

    What would be rounded up to a full step is printed as one: 999.95 kB/s is 1.00 MB/s.
    """
    ladder = _LADDERS.get((base, binary)) or _LADDERS.get((base, False)) or _ladder((base, 1))
    limits = (to - own * Decimal("0.05") for (_, own), (_, to) in pairwise(ladder))
    return ladder, tuple(limits)


def common_scale(values: Iterable[Number], base: str, *, binary: bool = False) -> Scale:
    """Return the one scale for all `values` of a column or an axis.

    The prefix is the largest at which the smallest value that is not zero is still 1 or more, so
    no value is printed as 0.00; it gets at least three significant digits, and so do all others.
    Values that are all whole at that scale are printed without decimals.
    """
    sizes = [abs(value) for value in values if value]
    ladder, limits = _ladder_for(base, binary)
    if not sizes:
        symbol, factor = next((step for step in ladder if step[1] == 1), ladder[0])
        return Scale(symbol, factor, 0)
    smallest = Decimal(str(min(sizes)))
    symbol, factor = ladder[bisect_right(limits, smallest)]
    least = smallest / factor if symbol == ladder[0][0] else max(smallest / factor, Decimal(1))
    whole = all(_is_whole(size, factor) for size in sizes)
    decimals = 0 if whole else max(1, 2 - least.adjusted())
    return Scale(symbol, factor, decimals)


def _is_whole(size: Number, factor: Decimal) -> bool:
    if isinstance(size, int) and factor == 1:
        return True
    scaled = Decimal(str(size)) / factor
    return scaled == int(scaled)


@lru_cache(100_000)
def show(value: Number, base: str, *, binary: bool = False) -> str:
    """Return one value as text with a fitting unit: `240.7 MB/s`, `16 GiB`."""
    if base == "1":
        return f"{Decimal(str(value)).normalize():,f}"
    return _shown(value, base, binary) or common_scale([value], base, binary=binary).quantity(value)


_NEAR = 1e-6
"""So close to a whole number of its unit, a value is left to decimals."""


@cache
def _floats_for(base: str, binary: bool) -> tuple[Sequence[float], Sequence[float]]:
    """Return the factors and the limits of the ladder for a base unit."""
    ladder, limits = _ladder_for(base, binary)
    return [float(factor) for _, factor in ladder], list(map(float, limits))


def _shown(value: Number, base: str, binary: bool) -> str:
    """Return what `common_scale` comes to for one value where floats are sure of it, or nothing."""
    factors, limits = _floats_for(base, binary)
    size = abs(value)
    step = bisect_right(limits, size)
    scaled = size / factors[step]
    if scaled <= 1 + _NEAR or (step < len(limits) and size >= limits[step] * (1 - _NEAR)):
        return ""
    if isinstance(value, int) and size % factors[step] == 0:
        decimals = 0
    elif abs(scaled - round(scaled)) < _NEAR:
        return ""
    else:
        decimals = 2 if scaled < 10 else 1
    text = _quick(value, factors[step], 10.0**decimals, f",.{decimals}f")
    return f"{text} {_ladder_for(base, binary)[0][step][0]}" if text else ""
