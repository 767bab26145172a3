"""The natural order of the values of a column: RAID 0, 1, 5, 10; 4 KiB before 128 KiB."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from sitegen.record import Value
from sitegen.vocabulary import OPERATIONS

_ORDER_OF_OPERATIONS = {name: index for index, name in enumerate(OPERATIONS)}


@lru_cache(100_000)
def order(column: str, value: Value | None) -> tuple[int, float, str]:
    """Return the key by which values of a column are put in order.

    Numbers by size, then text by its leading number and its letters, then what is not recorded:
    RAID 0, 1, 1+0, 5, 10; 4 KiB before 128 KiB.
    """
    if value is None or value == "":
        return (2, 0.0, "")
    if column == "operation":
        return (0, float(_ORDER_OF_OPERATIONS.get(str(value), len(OPERATIONS))), str(value))
    if isinstance(value, int | float):
        return (0, float(value), "")
    digits = ""
    for letter in value:
        if not (letter.isdecimal() or (letter == "." and "." not in digits)):
            break
        digits += letter
    if digits.strip("."):
        return (0, float(digits), value)
    return (1, 0.0, value)


def in_order(column: str, values: Iterable[Value | None]) -> Sequence[Value | None]:
    """Return the distinct values of a column in their natural order, 'not recorded' last."""
    return sorted(set(values), key=lambda value: order(column, value))
