"""Columns whose product or quotient is the same in each row: time and rate, rate and IOPS.

Such a pair proves that rows are put together right, also where a table was wrapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import permutations
from typing import NamedTuple

from sitegen.parsers._tables.cells import number
from sitegen.parsers._tables.plain_text import is_unit_of
from sitegen.record import Source
from sitegen.table_description import Table

_FEWEST = 3
_MOST_COLUMNS = 12

Span = tuple[Decimal, Decimal]


class Sum(NamedTuple):
    """What the product (or quotient) of two columns comes to in each row, without units."""

    quotient: bool
    first: int
    second: int
    value: Decimal


class Wrapped(NamedTuple):
    """A table of which only the sum of its rows shows where they begin: its cells, and its sum.

    `head` are the words above the first cell, `below` those under the last.
    """

    columns: Sequence[Sequence[str]]
    sum: Sum
    head: str
    below: str


def known_sum(columns: Sequence[Sequence[str]]) -> Sum | None:
    """Return the first pair of columns that always come to the same, if there is one."""
    if len(columns) > _MOST_COLUMNS or len(columns[0]) < _FEWEST:
        return None
    spans = [[_span(text) for text in cells] for cells in columns]
    for first, second in permutations(range(len(columns)), 2):
        for quotient in (False, True):
            if first > second and not quotient:
                continue
            value = _constant(spans[first], spans[second], quotient=quotient)
            if value is not None:
                return Sum(quotient, first, second, value)
    return None


def _span(text: str) -> Span | None:
    """Return the least and the most that a printed number can stand for."""
    its = number(text)
    value = its.read("", stated=False) if its else None
    if value is None or value <= 0:
        return None
    exponent = value.as_tuple().exponent
    half = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2
    return (value - half, value + half)


def _constant(
    first: Sequence[Span | None], second: Sequence[Span | None], *, quotient: bool
) -> Decimal | None:
    """Return the roundest number that all rows come to; both columns must vary."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a and b]
    if len(pairs) < _FEWEST or len(pairs) < len(first) - 1:
        return None
    if min(len({a for a, _ in pairs}), len({b for _, b in pairs})) < _FEWEST:
        return None
    low, high = Decimal(0), Decimal("Infinity")
    for a, b in pairs:
        least, most = _result(a, b, quotient=quotient)
        low, high = max(low, least), min(high, most)
    if low > high:
        return None
    middle = (low + high) / 2
    rounded = (Decimal(f"{middle:.{digits}e}") for digits in range(7))
    return next((value for value in rounded if low <= value <= high), None)


def wrapped(source: Source) -> Wrapped | None:
    """Return the table at the end of the numbers of a file whose rows only a sum can find."""
    tokens: list[tuple[str, int]] = []
    nothing = Table((), source.at(0))
    for line, text in enumerate(source.lines):
        for word in text.split():
            if tokens and is_unit_of(word, tokens[-1][0], nothing):
                tokens[-1] = (f"{tokens[-1][0]} {word}", tokens[-1][1])
            else:
                tokens.append((word, line))
    end = len(tokens)
    while end and number(tokens[end - 1][0]) is None:
        end -= 1
    cells = [text for text, _ in tokens[:end]]
    for width in range(2, min(_MOST_COLUMNS, end // (_FEWEST + 1)) + 1):
        start = end - width * (_FEWEST + 1)
        its = known_sum(_columns(cells[start:], width))
        if its is None or not _holds(cells[start : start + width], its):
            continue
        while start >= width and _holds(cells[start - width : start], its):
            start -= width
        # No head ends in a number: a cell that was cut in two has shifted the rows.
        shift = 0
        while start and shift < width - 1 and number(cells[start - 1]):
            start, shift = start - 1, shift + 1
        its = its._replace(first=its.first + shift, second=its.second + shift)
        if max(its.first, its.second) >= width:
            continue
        head = " ".join(cells[_paragraph(source, tokens, start) : start])
        below = source.lines[tokens[end][1]] if end < len(tokens) else ""
        whole = cells[start : end - (end - start) % width]
        return Wrapped(_columns(whole, width), its, head, " ".join(below.split()))
    return None


def _holds(row: Sequence[str], its: Sum) -> bool:
    a, b = _span(row[its.first]), _span(row[its.second])
    if a is None or b is None:
        return False
    low, high = _result(a, b, quotient=its.quotient)
    return low <= its.value <= high


def _result(a: Span, b: Span, *, quotient: bool) -> Span:
    if quotient:
        return (a[0] / b[1], a[1] / b[0])
    return (a[0] * b[0], a[1] * b[1])


def _columns(cells: Sequence[str], width: int) -> list[Sequence[str]]:
    return [cells[place::width] for place in range(width)]


def _paragraph(source: Source, tokens: Sequence[tuple[str, int]], start: int) -> int:
    """Return the first token of the paragraph that ends before a token."""
    first = start
    while first > 0 and not any(
        not source.lines[line].strip()
        for line in range(tokens[first - 1][1], tokens[min(first, len(tokens) - 1)][1] + 1)
    ):
        first -= 1
    return first
