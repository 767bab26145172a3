"""Dates on an axis: where they stand, and round ones for its ticks."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from sitegen.charts import axes
from sitegen.charts.axes import Axis

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?)?)?")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_WIDEST = 62


def place(written: str) -> float | None:
    """Return where a date stands, in days; one without a day stands at its month's or year's first.

    None is for a text that is no date.
    """
    match = _DATE.match(written)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    try:
        whole = datetime.datetime(year, month or 1, day or 1, hour, minute, second)
    except ValueError:
        return None
    return whole.toordinal() + (hour * 60 + minute + second / 60) / 1440


def axis(low: float, high: float, room: float) -> Axis:
    """Return an axis over days, with as many round dates as have room for their texts."""
    if low == high:
        low, high = low - 1, high + 1
    most = max(2, int(room // _WIDEST))
    for ticks in _candidates(low, high):
        if len(ticks) <= most:
            break
    return axes.Axis(low, high, tuple(at for at, _ in ticks), tuple(text for _, text in ticks))


def _candidates(low: float, high: float) -> Iterator[list[tuple[float, str]]]:
    """Yield ever fewer round dates between two days: days, months, years."""
    days = range(int(low), int(high) + 2)
    if len(days) <= 400:
        for every in (1, 2, 7, 14):
            yield [
                (float(day), _day(day, first=n == 0))
                for n, day in enumerate(day for day in days[::every] if low <= day <= high)
            ]
    firsts = [day for day in _firsts(low, high) if low <= day.toordinal() <= high]
    for every in (1, 2, 3, 6):
        chosen = [day for day in firsts if (day.month - 1) % every == 0]
        if chosen:
            yield [
                (float(day.toordinal()), _month(day, first=n == 0)) for n, day in enumerate(chosen)
            ]
    for every in (1, 2, 5, 10, 20, 50):
        chosen = [day for day in firsts if day.month == 1 and day.year % every == 0]
        if chosen:
            yield [(float(day.toordinal()), str(day.year)) for day in chosen]


def _firsts(low: float, high: float) -> Iterator[datetime.date]:
    first, last = (datetime.date.fromordinal(int(day)) for day in (low, high))
    for month in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        yield datetime.date(month // 12, month % 12 + 1, 1)


def _day(day: int, *, first: bool) -> str:
    its = datetime.date.fromordinal(day)
    year = f" {its.year}" if first or (its.month, its.day) == (1, 1) else ""
    return f"{its.day} {_MONTHS[its.month - 1]}{year}"


def _month(day: datetime.date, *, first: bool) -> str:
    return (
        f"{_MONTHS[day.month - 1]} {day.year}"
        if first or day.month == 1
        else _MONTHS[day.month - 1]
    )
