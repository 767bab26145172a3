"""Where the time of a build goes: by stage, by kind of thing, and by thing."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TextIO

from sitegen.stages import Stages, rate

SLOWEST = 10
"""How many things of a stage are named."""

LEAST = 0.001
"""How many seconds a thing takes to be named."""

LONG = 1.0
"""How many seconds a stage takes to be worth a line in a log."""


class _Stage(NamedTuple):
    """A stage with when it began and the things that were done in it, each with its seconds."""

    name: str
    began: float
    things: list[tuple[float, str, str]]


class Timings:
    """A clock that is told what begins and what is done, and tells it to another."""

    def __init__(self, also: Stages) -> None:
        """Start the clock."""
        self._also = also
        self._last = time.perf_counter()
        self._stages = [_Stage("begin", self._last, [])]

    def begin(self, name: str, total: int = 0) -> None:
        """Begin a stage, and end the one before."""
        self._last = time.perf_counter()
        self._stages.append(_Stage(name, self._last, []))
        self._also.begin(name, total)

    def done(self, what: str, kind: str = "", took: float | None = None) -> None:
        """Note a thing, which took the time since the one before it if nobody says otherwise."""
        now = time.perf_counter()
        self._stages[-1].things.append((now - self._last if took is None else took, what, kind))
        self._last = now
        self._also.done(what, kind, took)

    def lines(self) -> Iterator[str]:
        """Yield a line for each stage and each kind in it, the whole, and the slowest things."""
        stages = [*self._stages, _Stage("end", time.perf_counter(), [])]
        whole = stages[-1].began - stages[0].began
        for one, after in pairwise(stages):
            took = after.began - one.began
            yield f"{took:9.3f} s  {took / whole:4.0%}  {one.name}{_number(one)}"
            yield from _kinds(one)
        yield f"{whole:9.3f} s        the whole"
        for one in stages:
            slow = [it for it in sorted(one.things, reverse=True) if it[0] >= LEAST][:SLOWEST]
            if slow:
                yield f"the slowest in {one.name}:"
                yield from (f"{took:9.3f} s        {what}" for took, what, _ in slow)


def _number(its: _Stage) -> str:
    return f": {len(its.things):,}" if its.things else ""


def _kinds(its: _Stage) -> Iterator[str]:
    """Yield a line for each kind of thing in a stage, the one that took the most time first."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    for took, _, kind in its.things:
        times[kind].append(took)
    for kind, its_times in sorted(times.items(), key=lambda one: -sum(one[1])):
        if kind:
            yield f"{sum(its_times):9.3f} s           {kind}: {len(its_times):,}"


class Log:
    """A line for each stage that took a second or more, for logs that people read afterwards."""

    def __init__(self, stream: TextIO) -> None:
        """Wait for the first stage."""
        self._stream = stream
        self._name, self._count, self._began = "", 0, time.perf_counter()

    def begin(self, name: str, total: int = 0) -> None:  # noqa: ARG002
        """Say how long the stage before took, and begin another."""
        self.end()
        self._name, self._count, self._began = name, 0, time.perf_counter()

    def done(self, what: str, kind: str = "", took: float | None = None) -> None:  # noqa: ARG002
        """Count one thing more."""
        self._count += 1

    def end(self) -> None:
        """Say how long the last stage took."""
        took = time.perf_counter() - self._began
        if not self._name or took < LONG:
            return
        counted = f"{self._count:,} in {took:.1f} s, {rate(self._count / took)}"
        self._stream.write(f"{self._name}: {counted if self._count else f'{took:.1f} s'}\n")
        self._stream.flush()
