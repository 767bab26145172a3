"""Every unit and every factor of the project; how values are printed is in `display`.

Inside there are only base units: B, B/s, bit/s, op/s, s, Hz, W, J, °C, rpm, instr/s, flop/s and
plain numbers ('1'). A prefix is what IEC 80000-13 and the SI say it is: kB = 1000 bytes,
KiB = 1024. What a *tool* means by 'K/sec' is the business of its parser, which says 'KiB/s'.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import NamedTuple

Number = int | float

DECIMAL = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15, "E": 10**18}
BINARY = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "Pi": 2**50, "Ei": 2**60}
"""The factors of the prefixes that stand before units."""

_SMALL = {"m": "1e-3", "u": "1e-6", "µ": "1e-6", "μ": "1e-6", "n": "1e-9"}


class Unit(NamedTuple):
    """A unit as it is written, the base unit it comes to, and factor / divisor between them."""

    symbol: str
    base: str
    factor: Decimal = Decimal(1)
    divisor: int = 1


class Quantity(NamedTuple):
    """A number with its unit, as somebody wrote it."""

    number: Decimal
    unit: Unit

    @property
    def value(self) -> Number:
        """Return the value in the base unit."""
        return tidy(self.number, self.unit)

    @property
    def resolution(self) -> Decimal:
        """Return half of the last digit that was written, in the written unit."""
        exponent = self.number.as_tuple().exponent
        return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2


def _table() -> dict[str, Unit]:
    units: dict[str, Unit] = {}

    def add(
        spelling: str, base: str, factor: int | str = 1, symbol: str = "", per: int = 1
    ) -> None:
        units[spelling] = Unit(symbol or spelling, base, Decimal(factor), per)

    for prefix, factor in {**DECIMAL, **BINARY}.items():
        byte, bit = f"{prefix}B", f"{prefix}bit"
        add(byte, "B", factor)
        add(bit, "bit", factor)
        for second in ("/s", "/sec", "/second"):
            add(byte + second, "B/s", factor, f"{byte}/s")
            add(bit + second, "bit/s", factor, f"{bit}/s")
            # A lower-case b is a bit (IEC 80000-13); 'b/s' alone is left out as too easy a slip.
            if prefix:
                add(f"{prefix}b{second}", "bit/s", factor, f"{bit}/s")
                add(f"{prefix}bits{second}", "bit/s", factor, f"{bit}/s")
        if prefix:
            add(f"{prefix}b", "bit", factor, bit)
            add(f"{prefix}bps", "bit/s", factor, f"{bit}/s")
            add(f"{prefix}Bps", "B/s", factor, f"{byte}/s")
    add("bits/s", "bit/s", 1, "bit/s")
    add("bits/sec", "bit/s", 1, "bit/s")
    add("bytes", "B", 1, "B")
    add("byte", "B", 1, "B")
    add("bytes/s", "B/s", 1, "B/s")
    add("bytes/sec", "B/s", 1, "B/s")
    for word in ("op/s", "ops/s", "op/sec", "ops/sec", "IOPS", "iops", "io/s", "IO/s", "1/s", "/s"):
        add(word, "op/s", 1, "op/s")
    for noun in ("files", "transactions", "requests", "seeks", "tps", "events", "entries"):
        add(noun if noun == "tps" else f"{noun}/s", "op/s", 1, "op/s")
    for prefix in ("k", "M", "G"):
        for word in ("op/s", "ops/s", "IOPS", "iops", "tps"):
            add(prefix + word, "op/s", DECIMAL[prefix], f"{prefix}op/s")
    for word in ("op/min", "1/min", "tpm", "TPM", "NOPM"):
        add(word, "op/s", 1, "op/min", per=60)
    add("op/h", "op/s", 1, "op/h", per=3600)
    for word in ("s", "sec", "secs", "second", "seconds"):
        add(word, "s", 1, "s")
    for prefix, factor_text in _SMALL.items():
        for word in ("s", "sec", "secs"):
            add(prefix + word, "s", factor_text, ("µ" if prefix in "uμ" else prefix) + "s")
    for word, seconds in (
        ("min", 60),
        ("minute", 60),
        ("minutes", 60),
        ("h", 3600),
        ("hours", 3600),
    ):
        add(word, "s", seconds, word[0] if seconds == 3600 else "min")
    for prefix, factor in DECIMAL.items():
        add(f"{prefix}Hz", "Hz", factor)
        add(f"{prefix}W", "W", factor)
        add(f"{prefix}J", "J", factor)
    add("mW", "W", "1e-3")
    add("mJ", "J", "1e-3")
    add("Wh", "J", 3600)
    add("kWh", "J", 3_600_000)
    for word in ("°C", "degC", "C"):
        add(word, "°C", 1, "°C")
    for word in ("rpm", "RPM", "r/min"):
        add(word, "rpm", 1, "rpm")
    for word, factor in (("instr/s", 1), ("MIPS", 10**6), ("GIPS", 10**9)):
        add(word, "instr/s", factor)
    for prefix in ("", "M", "G", "T"):
        add(f"{prefix}flop/s", "flop/s", DECIMAL[prefix])
        add(f"{prefix}FLOPS", "flop/s", DECIMAL[prefix], f"{prefix}flop/s")
    add("%", "1", "0.01")
    add("1", "1")
    return units


UNITS = _table()
"""Every spelling that is understood in text that people write, and by parsers."""

AMBIGUOUS = {
    "KB": ("kB", "KiB"),
    "KB/s": ("kB/s", "KiB/s"),
    "KB/sec": ("kB/s", "KiB/s"),
    "K": ("kB", "KiB"),
    "K/s": ("kB/s", "KiB/s"),
    "K/sec": ("kB/s", "KiB/s"),
}
"""Spellings that can be read in two ways, with the two unambiguous ones."""


_SHORT = 16
_EXACT = 10.0**15
"""Whole numbers up to here are exact as floats, and so are texts of fewer letters than _SHORT."""
_LARGEST = 200
"""The exponent up to which a value can be one: less than a float can hold with any factor."""


def tidy(value: str | Number | Decimal, unit: str | Unit) -> Number:
    """Return `value` in the base unit of `unit`: an int where it is whole, else a float.

    The product is taken in decimal, so that 281.610 MB/s comes to 281610000 and not near it. Raises
    ValueError or ArithmeticError for what is no number, and for one that is beyond all measure.
    """
    its = UNITS[unit] if isinstance(unit, str) else unit
    read = _TIDIERS.get(its.symbol) or tidier(its)
    return read(value)


Tidier = Callable[[str | Number | Decimal], Number]


def tidier(unit: Unit) -> Tidier:
    """Return `tidy` for one unit; it reads short texts without decimals, to the same values."""
    factor, exponent = unit.factor, unit.factor.adjusted()
    whole = int(factor) if factor == int(factor) and unit.divisor == 1 else 0
    is_shift = factor == Decimal(1).scaleb(exponent) and unit.divisor == 1
    if not (whole or is_shift):
        return partial(_exactly, unit)
    shift, divisor = (f"e{exponent}", 10.0**-exponent) if is_shift else ("", 1.0)

    def read(value: str | Number | Decimal) -> Number:
        if isinstance(value, str) and len(value) < _SHORT:
            if value.isdecimal():
                if whole:
                    return int(value) * whole
                near = int(value) / divisor
                return near if not near.is_integer() else int(near)
            if shift:
                try:
                    near = float(value + shift)
                except ValueError:  # it has an exponent of its own, or is no number
                    return _exactly(unit, value)
                if not near.is_integer():
                    return near
                if -_EXACT < near < _EXACT:
                    return int(near)
        return _exactly(unit, value)

    return read


def _exactly(unit: Unit, value: str | Number | Decimal) -> Number:
    exact = value if isinstance(value, Decimal) else Decimal(str(value))
    if unit.factor != 1:
        exact *= unit.factor
    if unit.divisor != 1:
        exact /= unit.divisor
    if exact.adjusted() > _LARGEST:
        raise OverflowError(f"{value} {unit.symbol} is no measured value")
    whole = int(exact)
    return whole if whole == exact else float(exact)


_TIDIERS = {unit.symbol: tidier(unit) for unit in UNITS.values()}


def untidy(value: Number, unit: str | Unit) -> Decimal:
    """Return a value of the base unit in `unit`."""
    its = UNITS[unit] if isinstance(unit, str) else unit
    return Decimal(str(value)) * its.divisor / its.factor


# A sign, digits in groups of three or not, a fraction; then the unit with or without a blank.
_QUANTITY = re.compile(
    r"\s*([+\-−–]?)\s*(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE]([+-]?\d{1,2}))?"
    r"[\s\u00a0\u202f\u2009]*(.*?)\s*"
)

# Anyone can write a quantity, also one with a million digits.
_LONGEST = 80


def quantity(text: str) -> Quantity | None:
    """Return the quantity that `text` states and nothing else, or None.

    `1,234.5 MB/s` and `1234.5MB/s` are the same; `12,3 ms` and `64 KB` are not understood, because
    they can be read in two ways.
    """
    match = _QUANTITY.fullmatch(text) if len(text) <= _LONGEST else None
    if not match:
        return None
    sign, digits, exponent, word = match.groups()
    unit = UNITS.get(word or "1")
    if unit is None:
        return None
    number = Decimal(digits.replace(",", "")).scaleb(int(exponent or 0))
    return Quantity(-number if sign and sign != "+" else number, unit)
