"""What a report of fio in any of its forms is made of: jobs, what each did, sums of groups."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._fio_load import Load
from sitegen.record import Fact, Measurement, Value

TOOL = "fio"
ALL_CLIENTS = "All clients"
"""The name of the entry with the sum of what all clients of a server did (client.c)."""

Workload = Mapping[str, Value]


class Spread(NamedTuple):
    """The latencies of one kind, in seconds."""

    least: Decimal
    mean: Decimal
    most: Decimal


class Amount(NamedTuple):
    """What one job did in one direction: bytes, milliseconds, operations, latencies by quantity."""

    size: Decimal
    runtime: Decimal
    operations: Decimal
    spreads: Mapping[str, Spread]


class Part(NamedTuple):
    """What one job did in one direction.

    `measure` returns its values, given an operation, a workload and a note; `amount` is for sums.
    """

    line: int
    measure: Callable[[str, Workload, str], Sequence[Measurement]]
    amount: Callable[[], Amount | None]


class Job(NamedTuple):
    """One entry of fio's report: one job, or all jobs of a group together.

    `error` is what fio says went wrong, or nothing. `parts` are by direction: read, write, trim,
    mixed and sync. `beside` yields what is true of all directions: the CPU time.
    """

    name: str
    group: int
    line: int
    load: Load
    parts: Mapping[str, Part]
    error: str = ""
    jobs: int | None = None
    beside: Callable[[str, Workload], Iterable[Measurement]] = lambda _operation, _workload: ()

    def operation(self) -> str:
        """Return the operation of the job as a whole."""
        used = [direction for direction in self.parts if direction != "sync"]
        return self.load.operation(used[0] if len(used) == 1 else "mixed")


class Total(NamedTuple):
    """What fio itself prints as the sum of a group in one direction."""

    group: int
    direction: str
    part: Part


class Report(NamedTuple):
    """One report of fio: the jobs of one call.

    `totals` are sums that fio printed itself; of the groups in `cut`, the end is missing.
    """

    version: str
    date: str
    first: int
    last: int
    jobs: Sequence[Job]
    totals: Sequence[Total] = ()
    facts: Sequence[Fact] = ()
    furniture: frozenset[int] | range = frozenset()
    findings: Sequence[Diagnostic] = ()
    cut: Collection[int] = ()
