"""The same members of fio's JSON in file after file: found once, then read as whole columns.

Nearly all files of a lab have the same members in each direction, each on a line of its own. What
is read of them, and how far below the head it stands, is the same too. This is the fast way for
such text, and no other: what is laid out or numbered otherwise is left to `_fio_rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from operator import add, contains, itemgetter
from typing import Any, NamedTuple

from sitegen.parsers._fio_jobs import Workload
from sitegen.parsers._fio_rows import LONG, RATES, ZEROS, Place, is_something, rows_of
from sitegen.parsers._json import Digits
from sitegen.record import NOTHING, Measurement, maker

_measurement = maker(Measurement)

_NUMBERS = {Digits}
_WIDEST = 120
"""How many letters the lines of a direction have at the most, as a mean: fio prints fewer."""
_ONE = Digits("1")

_Pick = Callable[[Any], tuple[Any, ...]]
"""Picks values out of a mapping, or lines out of several."""

_Inner = tuple[str, bool, tuple[str, ...], tuple[str, ...]]
"""A latency: its key, whether it was measured, its members, the ranks of its percentiles."""


class _Shape(NamedTuple):
    """What is read of a direction with certain members: columns with an entry for each value.

    `rates` picks the values, and so do those of each latency from its members and its percentiles.
    `below` picks the lines below the head, of which there are `height`, that must hold `keys`.
    """

    rates: _Pick
    latencies: Sequence[tuple[str, _Pick, _Pick]]
    below: _Pick
    keys: Sequence[str]
    height: int
    quantities: Sequence[str]
    units: Sequence[str]
    lines: Sequence[int]
    names: Sequence[str]
    statistics: Sequence[str]


def measured(
    part: Mapping[str, Any],
    place: Place,
    operation: str,
    workload: Workload,
    note: str,
    *,
    old: bool,
) -> list[Measurement] | None:
    """Return the values of a direction as fio itself prints them, or None where that is in doubt.

    `place` is that of its head; `old` is true for fio 2.
    """
    shape = _shape(tuple(part), tuple(_inner(part)), old=old)
    if shape is None:
        return None
    rates = values = shape.rates(part)
    for key, of_members, of_ranks in shape.latencies:
        its = part[key]
        values += of_members(its) + of_ranks(its.get("percentile"))
    first = place.line
    begin = place.offset
    below = place.source.text[begin : begin + shape.height * _WIDEST].split("\n", shape.height)
    if not (
        {*map(type, values)} == _NUMBERS
        and max(map(len, values)) <= LONG
        and "".join(values).replace(".", "").isdecimal()
        and "0" not in values
        and ZEROS.isdisjoint(rates)
        and len(below) > shape.height
        and all(map(contains, shape.below(below), shape.keys))
    ):
        return None
    columns = zip(
        repeat(operation), shape.quantities, values, shape.units, map(first.__add__, shape.lines),
        map(add, values, shape.names), shape.statistics, repeat(workload), repeat(NOTHING),
        repeat("exact"), repeat(note), repeat(""),
    )  # fmt: skip
    return [*map(_measurement, columns)]


def _inner(part: Mapping[str, Any]) -> Iterator[_Inner]:
    for key, value in part.items():
        if value.__class__ is dict:
            ranks = value.get("percentile")
            names = tuple(ranks) if ranks.__class__ is dict else ()
            yield key, is_something(value.get("max")), tuple(value), names


@lru_cache(256)
def _shape(keys: Sequence[str], inner: Sequence[_Inner], *, old: bool) -> _Shape | None:
    """Return what is read of a direction with these members, or None if they stand otherwise."""
    # A direction with these members in which every number is 1.
    part: dict[str, Any] = dict.fromkeys(keys, _ONE)
    for word, is_used, members, ranks in inner:
        part[word] = dict.fromkeys(members, _ONE if is_used else Digits("0"))
        if ranks:
            part[word]["percentile"] = dict.fromkeys(ranks, _ONE)
    rows = rows_of(part, old=old)
    told = [row for row in rows if row.value]
    if not told:
        return None
    rates = [row.name for row in told if row.name in RATES]
    latencies: dict[str, tuple[list[str], list[str]]] = {}
    for row in told[len(rates) :]:
        word, _, member = row.name.partition(" ")
        latencies.setdefault(word, ([], []))[member != row.statistic].append(member)
    picked = [f"{word} {one}" for word, (its, more) in latencies.items() for one in (*its, *more)]
    lines = _lines(part)
    below = [lines[row.name or row.key.strip('"')] for row in rows]
    if [row.name for row in told] != rates + picked or sorted(below) != below:
        return None
    return _Shape(
        _picker(rates),
        [(word, _picker(its), _picker(more)) for word, (its, more) in latencies.items()],
        _picker(below),
        [row.key for row in rows],
        below[-1] + 1,
        [row.quantity for row in told],
        [row.unit for row in told],
        [lines[row.name] for row in told],
        [f" ({row.name})" for row in told],
        [row.statistic for row in told],
    )


def _picker(names: Sequence[Any]) -> _Pick:
    """Return what picks several values at once."""
    if not names:
        return lambda _: ()
    return itemgetter(*names) if len(names) > 1 else lambda its: (its[names[0]],)


def _lines(part: Mapping[str, Any]) -> dict[str, int]:
    """Return how far below the head of a direction fio prints each member."""
    found: dict[str, int] = {}
    line = 0
    for key, value in part.items():
        line += 1
        found[key] = line
        if isinstance(value, dict):
            for name, its in value.items():
                line += 1
                found[f"{key} {name}"] = line
                if isinstance(its, dict):
                    for rank in its:
                        line += 1
                        found[f"{key} {rank}"] = line
                    line += 1
            line += 1
    return found
