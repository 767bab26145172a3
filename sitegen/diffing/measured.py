"""Values of two sides: what got worse, what better, and what cannot be compared.

What is compared is what pages publish: repeats of one measurement taken together. Two measurements
are the same if they stand in one folder and have the same metric, tool and workload. What they were
measured on and with may have changed between the sides, and then they are not compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from sitegen import dataset, ratios
from sitegen.record import Record, Value
from sitegen.samples import Sample, sample
from sitegen.vocabulary import QUANTITIES

Kind = Literal[
    "worse",
    "better",
    "changed",  # other, where no direction is better
    "unclear",  # within what repeats differ by
    "not-comparable",
    "added",
    "removed",
    "repeated",  # the same value, from other repeats
    "metadata",  # the same value, measured on or with something else
    "reprinted",  # the same value in other words
]

_CONDITIONS = ("testbed.", "workload.")
_NONE = "not recorded"


class Change(NamedTuple):
    """A measurement that differs between the sides.

    `differs` are the conditions that changed, each with its value before and after; `ratio` is the
    change of the value, where there is one.
    """

    kind: Kind
    folder: str
    metric: str
    workload: Mapping[str, Value]
    base: Sample | None
    head: Sample | None
    ratio: ratios.Ratio | None = None
    reason: str = ""
    differs: Mapping[str, tuple[str, str]] = {}

    @property
    def sample(self) -> Sample:
        """Return the sample after the change, or the one that is gone."""
        its = self.head or self.base
        assert its is not None
        return its


def compare(
    base: Sequence[Record], head: Sequence[Record], moved: Mapping[str, str]
) -> list[Change]:
    """Return the measurements that differ; `moved` leads from old raw files to new ones."""
    old, new = _by_folder(base, moved), _by_folder(head, {})
    found: list[Change] = []
    for folder in sorted({*old, *new}):
        before, after = old.get(folder, []), new.get(folder, [])
        if _plain(before) != _plain(after):
            found += _in_folder(folder, before, after, moved)
    return found


def _by_folder(records: Iterable[Record], moved: Mapping[str, str]) -> dict[str, list[Record]]:
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for record in records:
        path = record.position.path
        found[moved.get(path, path).rpartition("/")[0].removeprefix("results/")].append(record)
    return found


def _plain(records: Iterable[Record]) -> list[Record]:
    """Return records without what other checks and other files say of them."""
    return [record._replace(doubts=()) for record in records]


class _Key(NamedTuple):
    """What two measurements of a folder have in common if they are the same."""

    metric: str
    conditions: tuple[tuple[str, Value | None], ...]


def _in_folder(
    folder: str, before: Sequence[Record], after: Sequence[Record], moved: Mapping[str, str]
) -> Iterator[Change]:
    old, new = _measurements(before), _measurements(after)
    pairs = [(key, key) for key in old if key in new]
    lost = [key for key in old if key not in new]
    fresh = [key for key in new if key not in old]
    # Another workload or testbed in the same file: the measurement was made anew.
    files = {key: {moved.get(one.position.path, one.position.path) for one in its}
             for key, its in old.items()}  # fmt: skip
    files |= {key: {one.position.path for one in new[key]} for key in fresh}
    for key in list(lost):
        mates = [one for one in fresh if _may_be(one, key, files)]
        rivals = [one for one in lost if _may_be(one, key, files)]
        if len(mates) == len(rivals) == 1:
            pairs.append((key, mates[0]))
            lost.remove(key)
            fresh.remove(mates[0])
    for one, other in pairs:
        change = _change(folder, sample(old[one]), sample(new[other]))
        if change:
            yield change
    for key in fresh:
        yield _alone("added", folder, sample(new[key]))
    for key in lost:
        yield _alone("removed", folder, sample(old[key]))


def _may_be(one: _Key, other: _Key, files: Mapping[_Key, set[str]]) -> bool:
    """Return whether two measurements have their metric and a file in common."""
    return one.metric == other.metric and not files[one].isdisjoint(files[other])


def _measurements(records: Sequence[Record]) -> dict[_Key, list[Record]]:
    """Return records by measurement; what differs inside the folder tells them apart too."""
    apart = [
        name
        for name in dataset.varying(records)
        if name == "tool_version" or name.startswith("testbed.")
    ]
    found: defaultdict[_Key, list[Record]] = defaultdict(list)
    for record in records:
        columns = record.columns
        names = sorted({one for one in columns if one.startswith("workload.")} | {"tool", *apart})
        key = _Key(record.metric, tuple((name, columns.get(name)) for name in names))
        found[key].append(record)
    return found


def _alone(kind: Kind, folder: str, its: Sample) -> Change:
    return Change(kind, folder, its.record.metric, _workload(its), *_sides(kind, its))


def _sides(kind: Kind, its: Sample) -> tuple[Sample | None, Sample | None]:
    return (None, its) if kind == "added" else (its, None)


def _workload(its: Sample) -> dict[str, Value]:
    columns = its.record.columns
    return {name: value for name, value in columns.items() if name.startswith("workload.")}


def _change(folder: str, base: Sample, head: Sample) -> Change | None:
    """Return how a measurement differs, or None if it does not."""
    differs = dict(_differs(base, head))
    found = Change(
        "changed", folder, head.record.metric, _workload(head), base, head, differs=differs
    )
    if _numbers(base) == _numbers(head):
        if differs:
            return found._replace(kind="metadata")
        same = sorted(one.written for one in base.records) == sorted(
            one.written for one in head.records
        )
        return None if same else found._replace(kind="reprinted")
    if differs:
        return found._replace(kind="not-comparable")
    ratio = ratios.ratio(head, base)
    if _same(base, head, ratio):
        return found._replace(kind="repeated")
    if isinstance(ratio, str):
        return found._replace(reason=ratio)
    if ratio.doubt:
        return found._replace(kind="unclear", ratio=ratio, reason=ratio.doubt)
    better = QUANTITIES[str(head.record.columns["quantity"])].better
    if better == "neither":
        return found._replace(ratio=ratio)
    rose = ratio.change > 0
    return found._replace(kind="better" if rose == (better == "higher") else "worse", ratio=ratio)


def _same(base: Sample, head: Sample, ratio: ratios.Ratio | str) -> bool:
    """Return whether other repeats come to the same value, or to one that nobody could tell."""
    if base.n == head.n == 1 or base.certainty != head.certainty:
        return False
    nothing = not isinstance(ratio, str) and bool(ratio.doubt) and not ratio.shown
    return base.value == head.value or nothing


def _numbers(its: Sample) -> list[tuple[object, str]]:
    return sorted((one.value, one.certainty) for one in its.records)


def _differs(base: Sample, head: Sample) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the conditions in which two samples differ."""
    names = {
        name
        for record in (*base.records, *head.records)
        for name in record.columns
        if name in ("tool", "tool_version") or name.startswith(_CONDITIONS)
    }
    for name in sorted(names):
        before, after = _values(base, name), _values(head, name)
        if before != after:
            yield name, (before, after)


def _values(its: Sample, name: str) -> str:
    values = dict.fromkeys(record.columns.get(name, _NONE) for record in its.records)
    return ", ".join(sorted(map(str, values)))
