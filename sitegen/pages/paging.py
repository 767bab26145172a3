"""Long lists in several pages of bounded size: the first at the address of the list itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

MOST = 100
"""How many entries a page of a list has at most."""

ROOM = 60_000
"""How many bytes the entries of a page come to at most, so that the whole stays below 100 kB."""

_NEIGHBOURS = 2

T = TypeVar("T")


class Step(NamedTuple):
    """A link to a page of a list; the page itself and a gap have no address."""

    text: str
    address: str


class Pager(NamedTuple):
    """Which page of how many this is, and the way to the others."""

    number: int
    last: int
    before: str
    after: str
    steps: tuple[Step, ...]


def parts(
    entries: Iterable[T], size: Callable[[T], int], room: int = ROOM, most: int = MOST
) -> list[tuple[T, ...]]:
    """Return entries in pages, in their order; a page has at least one, and there is a page."""
    found: list[list[T]] = [[]]
    taken = 0
    for one in entries:
        its = size(one)
        if found[-1] and (taken + its > room or len(found[-1]) >= most):
            found.append([])
            taken = 0
        found[-1].append(one)
        taken += its
    return [tuple(one) for one in found]


def address(of: str, number: int) -> str:
    """Return the address of a page of the list whose first page is at `of`."""
    return of if number == 1 else f"{of}page/{number}/"


def pager(of: str, number: int, count: int) -> Pager | None:
    """Return the way from a page of a list to the others, if there are any."""
    if count == 1:
        return None
    return Pager(
        number,
        count,
        address(of, number - 1) if number > 1 else "",
        address(of, number + 1) if number < count else "",
        tuple(_steps(of, number, count)),
    )


def _steps(of: str, number: int, count: int) -> Iterator[Step]:
    """Yield the first page, the last one, and those around this one, with gaps between."""
    near = range(number - _NEIGHBOURS, number + _NEIGHBOURS + 1)
    shown = [one for one in range(1, count + 1) if one in (1, count) or one in near]
    last = 0
    for one in shown:
        if one > last + 1:
            yield Step("…", "")
        yield Step(str(one), "" if one == number else address(of, one))
        last = one
