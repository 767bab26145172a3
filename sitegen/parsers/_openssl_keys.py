"""The tables of openssl speed for public keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.record import Measurement, Value

HEAD = ("verify/s", " op/s", "keygens/s")

COLUMNS = {
    "sign": "sign",
    "verify": "verify",
    "encrypt": "encrypt",
    "decrypt": "decrypt",
    "encr.": "encrypt",
    "decr.": "decrypt",
    "op": "key-exchange",
    "keygen": "key-generation",
    "keygens": "key-generation",
    "encaps": "encapsulate",
    "decaps": "decapsulate",
    "signs": "sign",
    "verifys": "verify",
}

_BITS = re.compile(r"(.*?)\s*\b(\d+)[ -]bits?\b\s*(.*)")
_TIME = re.compile(r"(\d+\.\d+)s")
_RATE = re.compile(r"\d+\.\d+")
_SIZED = re.compile(r"([A-Za-z]+)(\d{3,5})")


def key_head(text: str) -> list[str]:
    """Return the columns that a head names: `sign`, `verify`, `sign/s`, `verify/s`."""
    words = text.split()
    if len(words) < 2 or not any(word.endswith("/s") for word in words):
        return []
    return words if all(word.removesuffix("/s") in COLUMNS for word in words) else []


def key_row(text: str, columns: list[str], index: int) -> list[Measurement]:
    """Return the values of a row, if it is one."""
    words = text.split()
    cells = words[-len(columns) :]
    name = " ".join(words[: -len(columns)])
    if not name or len(cells) < len(columns):
        return []
    for cell, column in zip(cells, columns, strict=True):
        if not (_RATE if column.endswith("/s") else _TIME).fullmatch(cell):
            return []
    return list(_values(name, cells, columns, index))


def _values(name: str, cells: list[str], columns: list[str], index: int) -> Iterator[Measurement]:
    load: dict[str, Value] = {"algorithm": name}
    if match := _BITS.fullmatch(name):
        before, bits, behind = match.groups()
        load = {"algorithm": f"{before} {behind}".strip(), "key_size": int(bits)}
    elif match := _SIZED.fullmatch(name):
        load = {"algorithm": match[1], "key_size": int(match[2])}
    for cell, column in zip(cells, columns, strict=True):
        operation = COLUMNS[column.removesuffix("/s")]
        digits = cell.removesuffix("s")
        # 0.0001s has one digit that counts; the rate beside it has more.
        if len(digits.replace(".", "").lstrip("0")) < 2:
            continue
        if column.endswith("/s"):
            yield Measurement(
                operation, "rate", digits, "op/s", index, f"{digits} {column}", "", load
            )
        else:
            yield Measurement(operation, "latency", digits, "s", index, cell, "mean", load)
