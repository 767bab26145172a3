"""What can be compared: hardware, testbeds and runs, each with its samples."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen import urls
from sitegen.dataset import Sample, ids, samples
from sitegen.lab import Lab
from sitegen.names import Names
from sitegen.record import Value
from sitegen.selection import METRIC
from sitegen.withdrawal import Withdrawal

PER_SHARD = 64
"""How many subjects below one folder have their values in one script, about."""


class Subject(NamedTuple):
    """Something that can be compared: `key` is its hardware id, its folder, or its run.

    `bed` is the folder of a run's testbed; `shard` names the script that holds its values. `gaps`
    are the words of tools for what has no value, by metric. `withdrawn` is what it is or rests on.
    """

    kind: str
    key: str
    title: str
    shard: str
    samples: Sequence[Sample]
    bed: str
    gaps: Mapping[str, str]
    withdrawn: Sequence[Withdrawal]

    @property
    def id(self) -> str:
        """Return how the address of a comparison names it: `testbed:lsi-3994/mirrored`."""
        return f"{self.kind}:{self.key}"


def all_of(lab: Lab, names: Names) -> list[Subject]:
    """Return all that has results: hardware, then testbeds, then runs."""
    by_hardware: dict[str, list[Sample]] = {}
    by_testbed: dict[str, list[Sample]] = {}
    for sample in samples(lab.dataset.records):
        for name in hardware(sample.record.columns, lab.hardware):
            by_hardware.setdefault(name, []).append(sample)
        for path in _above(sample.record.columns):
            by_testbed.setdefault(path, []).append(sample)
    gaps = _gaps(lab)
    old = {name: one for name in lab.runs for one in lab.withdrawals([name])}

    def subject(kind: str, key: str, title: str, its: Sequence[Sample], bed: str = "") -> Subject:
        shard = "hardware" if kind == "hardware" else _outer(key)
        own = lab.hardware[key].withdrawal if kind == "hardware" else None
        runs = (record.run for one in its for record in one.records) if old else ()
        withdrawn = dict.fromkeys(filter(None, (own, *map(old.get, runs))))
        known = gaps.get((kind, key), {})
        return Subject(kind, key, title, shard, its, bed, known, tuple(withdrawn))

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
    for name, records in lab.dataset.by_run.items():
        bed = str(records[0].columns.get("testbed", ""))
        found.append(subject("run", name, names.testbeds.get(bed, name), samples(records), bed))
    return _spread(found)


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
