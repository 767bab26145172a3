"""What can be compared: hardware, testbeds and runs, each with its samples."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from sitegen import urls
from sitegen.dataset import ids
from sitegen.lab import Lab
from sitegen.names import Names
from sitegen.pages.compare_samples import Samples
from sitegen.record import Value
from sitegen.selection import METRIC
from sitegen.withdrawal import Withdrawal

PER_SHARD = 64
"""How many subjects below one folder have their values in one script, about."""


class Subject(NamedTuple):
    """Something that can be compared: `key` is its hardware id, its folder, or its run.

    `bed` is the folder of a run's testbed; `shard` names the script that holds its values;
    `setups` are the numbers of all set-ups it was measured in. `gaps` are the words of tools for
    what has no value, by metric. `withdrawn` is what it is or rests on.
    """

    kind: str
    key: str
    title: str
    shard: str
    bed: str
    setups: Sequence[int]
    gaps: Mapping[str, str]
    withdrawn: Sequence[Withdrawal]

    @property
    def id(self) -> str:
        """Return how the address of a comparison names it: `testbed:lsi-3994/mirrored`."""
        return f"{self.kind}:{self.key}"

    def samples(self, known: Samples) -> Sequence[int]:
        """Return the numbers of its samples, in the order of their first records."""
        return known.of_run[self.key] if self.kind == "run" else known.of(self.setups)


def all_of(lab: Lab, names: Names, samples: Samples) -> list[Subject]:
    """Return all that has results: hardware, then testbeds, then runs."""
    by_hardware: dict[str, list[int]] = {}
    by_testbed: dict[str, list[int]] = {}
    for number, its in enumerate(samples.setups):
        for name in hardware(its.columns, lab.hardware):
            by_hardware.setdefault(name, []).append(number)
        for path in _above(its.columns):
            by_testbed.setdefault(path, []).append(number)
    gaps = _gaps(lab)
    old = _withdrawn(lab, samples)

    def subject(kind: str, key: str, title: str, its: Sequence[int], bed: str = "") -> Subject:
        shard = "hardware" if kind == "hardware" else _outer(key)
        own = lab.hardware[key].withdrawal if kind == "hardware" else None
        below = lab.withdrawals([key]) if kind == "run" else chain(*(old.get(n, ()) for n in its))
        withdrawn = tuple(dict.fromkeys(filter(None, (own, *below))))
        return Subject(kind, key, title, shard, bed, its, gaps.get((kind, key), {}), withdrawn)

    found = [
        subject("hardware", name, its.title, by_hardware[name])
        for name, its in lab.hardware.items()
        if name in by_hardware
    ]
    found += [
        subject("testbed", path, names.testbeds[path], by_testbed[path])
        for path in lab.testbeds
        if path in by_testbed
    ]
    for name, numbers in samples.of_run.items():
        setups = list(dict.fromkeys(samples.setup_of[number] for number in numbers))
        bed = str(samples.setups[setups[0]].columns.get("testbed", ""))
        found.append(subject("run", name, names.testbeds.get(bed, name), setups, bed))
    return _spread(found)


def _withdrawn(lab: Lab, samples: Samples) -> Mapping[int, list[Withdrawal]]:
    """Return what was withdrawn of the runs of each set-up."""
    found: dict[int, list[Withdrawal]] = {}
    for run, numbers in samples.of_run.items():
        if its := lab.withdrawals([run]):
            for setup in {samples.setup_of[number] for number in numbers}:
                found.setdefault(setup, []).extend(its)
    return found


def _above(columns: Mapping[str, Value]) -> Iterable[str]:
    """Yield the folder of a testbed, and those that it lies in."""
    path = str(columns.get("testbed", ""))
    yield from (path[:end] for end, letter in enumerate(path) if letter == "/")
    yield path


def _gaps(lab: Lab) -> Mapping[tuple[str, str], dict[str, str]]:
    """Return what has no value because its tool says so: by subject and metric, 'invalid'."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for gap in lab.dataset.gaps:
        metric = ".".join(str(gap.columns[c]) for c in METRIC if c in gap.columns)
        owners = [("run", gap.run)]
        owners += [("testbed", path) for path in _above(gap.columns)]
        owners += [("hardware", name) for name in hardware(gap.columns, lab.hardware)]
        for owner in owners if metric else ():
            found.setdefault(owner, {})[metric] = gap.said
    return found


def hardware(columns: Mapping[str, Value], known: Collection[str]) -> Sequence[str]:
    """Return the ids of the hardware that a record's columns name, each once."""
    return sorted(one for one in ids(columns) if one in known)


def _outer(path: str) -> str:
    return urls.slug(path.partition("/")[0].partition(":")[0])


def _spread(found: Sequence[Subject]) -> list[Subject]:
    """Return subjects with those of large folders spread over several scripts by their ids."""
    pieces: Mapping[str, int] = {
        name: -(-count // PER_SHARD) for name, count in Counter(its.shard for its in found).items()
    }

    def shard(its: Subject) -> str:
        if pieces[its.shard] == 1:
            return its.shard
        number = int.from_bytes(hashlib.sha256(its.id.encode()).digest()[:4])
        return f"{its.shard}.{number % pieces[its.shard]}"

    return [its._replace(shard=shard(its)) for its in found]
