"""The samples of a lab as the compare page needs them, found in one pass over all records.

Each has a number, and so have its row (a metric under a load) and its set-up (the testbed and the
tool): what stands in many samples is looked at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

from sitegen.alike import Part, Parts
from sitegen.dataset import Dataset
from sitegen.record import Record, Value
from sitegen.samples import SESSION, Sample, sample
from sitegen.selection import METRIC

Columns = Mapping[str, Value]

Thing = TypeVar("Thing", bound=Hashable)


class Load(NamedTuple):
    """What stands in one row: a metric, and the workload that it was measured under."""

    metric: str
    workload: Columns


class Setup(NamedTuple):
    """What was measured on what and with which tool; its dates, and the numbers of its samples.

    Of samples that repeats in several runs have, the first stands for all.
    """

    columns: Columns
    dates: set[Value | None]
    samples: list[int]


class Samples(NamedTuple):
    """The samples of each run, in the order of their first records, then those of several runs.

    For each of `all` there is the number of its load and of its set-up. `several` says which sample
    takes the place of the first where runs repeat each other. `examples` are records that hold all
    columns and values but runs and dates.
    """

    all: Sequence[Sample]
    load_of: Sequence[int]
    setup_of: Sequence[int]
    loads: Sequence[Load]
    setups: Sequence[Setup]
    of_run: Mapping[str, Sequence[int]]
    several: Mapping[int, int]
    examples: Sequence[Record]

    def of(self, setups: Iterable[int]) -> Sequence[int]:
        """Return the samples of set-ups, in the order of their first records."""
        first = sorted(chain.from_iterable(self.setups[setup].samples for setup in setups))
        return [self.several.get(number, number) for number in first] if self.several else first


class Numbers(dict[Thing, int]):
    """Numbers things in the order in which they are first asked for."""

    def __missing__(self, thing: Thing) -> int:
        number = self[thing] = len(self)
        return number


def of(dataset: Dataset) -> Samples:
    """Return the samples of all records."""
    parts = Parts(_is_of_load, _is_of_setup)
    known_loads, known_setups = Numbers[Part](), Numbers[Part]()
    loads: list[Load] = []
    setups: list[Setup] = []
    examples: list[Record] = []
    samples: list[Sample] = []
    load_of: list[int] = []
    setup_of: list[int] = []
    of_run: dict[str, Sequence[int]] = {}
    first_of: dict[tuple[int, int], int] = {}
    repeats: dict[int, list[int]] = {}
    for run, records in dataset.by_run.items():
        own: defaultdict[tuple[int, int], list[Record]] = defaultdict(list)
        for record in records:
            its_load, its_setup = parts.of(record.columns)
            load, setup = known_loads[its_load], known_setups[its_setup]
            if load == len(loads) or setup == len(setups):
                examples.append(record)
                if load == len(loads):
                    loads.append(Load(record.metric, _workload(its_load)))
                if setup == len(setups):
                    setups.append(Setup(dict(zip(*its_setup, strict=True)), set(), []))
            setups[setup].dates.add(record.columns.get("date"))
            own[load, setup].append(record)
        of_run[run] = range(len(samples), len(samples) + len(own))
        for place, some in own.items():
            number = len(samples)
            first = first_of.setdefault(place, number)
            if first == number:
                setups[place[1]].samples.append(number)
            else:
                repeats.setdefault(first, [first]).append(number)
            samples.append(sample(some))
            load_of.append(place[0])
            setup_of.append(place[1])
    several: dict[int, int] = {}
    for first, numbers in repeats.items():
        several[first] = len(samples)
        samples.append(sample([one for number in numbers for one in samples[number].records]))
        load_of.append(load_of[first])
        setup_of.append(setup_of[first])
    return Samples(samples, load_of, setup_of, loads, setups, of_run, several, examples)


def _is_of_load(column: str) -> bool:
    return column in METRIC or column.startswith("workload.")


def _is_of_setup(column: str) -> bool:
    return column not in SESSION and not _is_of_load(column)


def _workload(its: Part) -> Columns:
    return {
        column: value for column, value in zip(*its, strict=True) if column.startswith("workload.")
    }
