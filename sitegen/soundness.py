"""Whether a measurement can be a record: a known metric in a unit of its own, a possible value."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from sitegen import units, vocabulary

LARGEST = 10**24
"""What no value reaches in any base unit."""

_SIGNED = frozenset(("temperature", "score", "ratio"))


class Meant(NamedTuple):
    """What a parser means by a unit: its symbol, the base unit, and what comes to that."""

    symbol: str
    base: str
    tidy: units.Tidier


@lru_cache(4096)
def meant(operation: str, quantity: str, statistic: str, symbol: str) -> Meant:
    """Return the unit that a parser names; if it is none for this metric, no value comes to it."""
    if why := undefined(operation, quantity, statistic, symbol):
        return Meant("", "", partial(_refused, why))
    unit = units.UNITS[symbol]
    return Meant(unit.symbol, unit.base, units.tidier(unit))


def _refused(why: str, _value: object) -> units.Number:
    raise ValueError(why)


def undefined(operation: str, quantity: str, statistic: str, symbol: str) -> str:
    """Return why there is no such metric in this unit, or nothing."""
    kind = vocabulary.QUANTITIES.get(quantity)
    if kind is None or operation not in vocabulary.OPERATIONS:
        return f"'{operation}.{quantity}' is not a defined metric"
    if not vocabulary.is_statistic(statistic):
        return f"'{statistic}' is not a statistic"
    unit = units.UNITS.get(symbol)
    if unit is None:
        return f"'{symbol}' is not a unit"
    if unit.base != kind.unit:
        return f"{operation}.{quantity} is measured in {kind.unit}, not in {symbol}"
    return ""


def impossible(value: units.Number, quantity: str) -> str:
    """Return why a value cannot have been measured, or nothing."""
    if not -LARGEST < value < LARGEST:
        return "no value that a tool measures is that large"
    if value < 0 and quantity not in _SIGNED:
        return f"{vocabulary.QUANTITIES[quantity].label} cannot be negative"
    return ""


def short(value: object) -> str:
    """Return a value as text, in the middle cut where it has very many digits."""
    text = str(value)
    return text if len(text) < 40 else f"{text[:16]}...{text[-8:]}"
