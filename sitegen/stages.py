"""What a build tells while it goes on: each stage as it begins, and each thing done in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Protocol, TypeVar

_Thing = TypeVar("_Thing")


class Stages(Protocol):
    """Who is told; whoever measures or shows anything does so on their own."""

    def begin(self, name: str, total: int = 0) -> None:
        """Take note that a stage begins, with as many things to do if that is known."""

    def done(self, what: str, kind: str = "", took: float | None = None) -> None:
        """Take note that a thing of the stage is done: a file, a page, a chart.

        `took` is how many seconds another process was at it.
        """


class Silent:
    """Takes no notice."""

    def begin(self, name: str, total: int = 0) -> None:
        """Take no notice."""

    def done(self, what: str, kind: str = "", took: float | None = None) -> None:
        """Take no notice."""


SILENT = Silent()


def rate(speed: float) -> str:
    """Return how many things are done in a second; few of them with a decimal."""
    return f"{speed:,.{0 if speed >= 10 else 1}f}/s"


def each(
    stages: Stages, name: str, things: Collection[_Thing], named: Callable[[_Thing], str]
) -> Iterator[_Thing]:
    """Yield things that a stage is about, and tell of each once the next one is asked for."""
    stages.begin(name, len(things))
    for one in things:
        yield one
        stages.done(named(one))
