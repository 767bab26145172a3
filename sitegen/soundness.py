"""Whether a measurement can be a record: a known metric in a unit of its own, a possible value."""

from __future__ import annotations

from functools import lru_cache

from sitegen import units, vocabulary

LARGEST = 10**24
"""What no value reaches in any base unit."""

_SIGNED = frozenset(("temperature", "score", "ratio"))


@lru_cache(4096)
def unit_of(operation: str, quantity: str, statistic: str, symbol: str) -> units.Unit | str:
    """Return the unit that a parser names, or why it is none for this metric."""
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
    return unit


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
