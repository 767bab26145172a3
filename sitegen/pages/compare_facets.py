"""By what the choice on the compare page can be narrowed down: facets with their values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen import ordering
from sitegen.hardware import KINDS
from sitegen.lab import Lab
from sitegen.names import NOT_RECORDED, Names, label
from sitegen.pages.compare_samples import Columns, Load, Samples
from sitegen.pages.compare_subjects import Subject, hardware
from sitegen.record import Value
from sitegen.residue import LABELS

MOST = 40
"""A workload column with more values than this is no help in choosing."""

_FACETS = {
    "kind": "Kind",
    "vendor": "Vendor",
    "drive": "Drive",
    "raid": "RAID level",
    "filesystem": "File system",
    "tool": "Tool",
    "operation": "Operation",
    "workload": "Workload",
}
_COLUMNS = {
    "raid": "testbed.raid.level",
    "filesystem": "testbed.filesystem",
    "tool": "tool",
}
_KINDS = (*KINDS, "testbed", "run")

Rank = tuple[str, tuple[int, float, str]]
Traits = Mapping[str, Mapping[str, Rank]]
"""By facet the values of a set-up, a load or a subject, each with its place in the order of all."""

_LAST: Rank = ("\U0010ffff", (0, 0.0, ""))


class Facet(NamedTuple):
    """A facet: its name in addresses, its label, and its values in their natural order."""

    key: str
    label: str
    values: tuple[str, ...]


Profile = tuple[tuple[int, ...], ...]
"""For each facet the numbers of its values that a subject has, counted from 1."""


class Facets(NamedTuple):
    """All facets, and the profile of each subject by its id.

    Many subjects are alike in all facets, so each profile stands once in `profiles`, and `of` has
    its number.
    """

    facets: tuple[Facet, ...]
    profiles: tuple[Profile, ...]
    of: Mapping[str, int]


def facets(subjects: Sequence[Subject], samples: Samples, lab: Lab, names: Names) -> Facets:
    """Return the facets of subjects; one in which all subjects are alike is left out."""
    known = _Known(samples, lab, names)
    found = [known.of(its) for its in subjects]
    chosen = []
    for key, text in _FACETS.items():
        ranks = {value: rank for its in found for value, rank in its[key].items()}
        if len(ranks) > 1:
            values = sorted(ranks, key=lambda value: (ranks[value], value))
            chosen.append(Facet(key, text, tuple(values)))
    numbers = [{value: n for n, value in enumerate(its.values, 1)} for its in chosen]
    profiles: dict[Profile, int] = {}
    of = {}
    for subject, its in zip(subjects, found, strict=True):
        profile = tuple(
            tuple(sorted(number[value] for value in its[facet.key]))
            for facet, number in zip(chosen, numbers, strict=True)
        )
        of[subject.id] = profiles.setdefault(profile, len(profiles))
    return Facets(tuple(chosen), tuple(profiles), of)


class _Known:
    """The traits of the set-ups and loads of a lab, and what they come to for each subject."""

    def __init__(self, samples: Samples, lab: Lab, names: Names) -> None:
        self._samples = samples
        self._lab = lab
        self._setups = [_of_setup(its.columns, lab, names) for its in samples.setups]
        columns = _few(samples.loads)
        self._loads = [_of_load(its, columns, names) for its in samples.loads]
        self._loads_of = [self._numbers(its.samples) for its in samples.setups]
        self._whole: dict[Collection[int], Traits] = {}

    def of(self, its: Subject) -> Traits:
        """Return the traits of a subject."""
        if its.kind == "run":
            loads = self._numbers(its.samples(self._samples))
        else:
            loads = frozenset().union(*(self._loads_of[number] for number in its.setups))
        if loads not in self._whole:
            self._whole[loads] = _all(self._loads[number] for number in sorted(loads))
        own = self._lab.hardware.get(its.key) if its.kind == "hardware" else None
        kind = own.kind if own else its.kind
        found = {
            **_all(self._setups[number] for number in its.setups),
            **self._whole[loads],
            "kind": {kind: ("", (0, float(_KINDS.index(kind)), ""))},
        }
        return found | {"vendor": _texts([own.vendor])} if own else found

    def _numbers(self, samples: Iterable[int]) -> frozenset[int]:
        load_of = self._samples.load_of
        return frozenset(load_of[number] for number in samples)


def _few(loads: Iterable[Load]) -> Collection[str]:
    """Return the workload columns that have few enough values to choose by."""
    values: dict[str, set[Value]] = {}
    for load in loads:
        for column, value in load.workload.items():
            if column not in LABELS:
                values.setdefault(column, set()).add(value)
    return {column for column, its in values.items() if len(its) <= MOST}


def _of_setup(columns: Columns, lab: Lab, names: Names) -> Traits:
    its = [lab.hardware[one] for one in hardware(columns, lab.hardware)]
    drives = [one.title for one in its if one.kind == "drive"]
    return {
        "vendor": _texts(one.vendor for one in its),
        "drive": _texts(drives) if drives else _value("testbed.drive", columns, names),
        **{key: _value(column, columns, names) for key, column in _COLUMNS.items()},
    }


def _of_load(load: Load, columns: Collection[str], names: Names) -> Traits:
    return {
        "operation": _value("operation", {"operation": load.metric.partition(".")[0]}, names),
        "workload": {
            f"{label(column)} {names.value(column, value)}": (
                label(column),
                ordering.order(column, value),
            )
            for column, value in load.workload.items()
            if column in columns
        },
    }


def _all(several: Iterable[Traits]) -> Traits:
    found: dict[str, dict[str, Rank]] = {}
    for its in several:
        for facet, values in its.items():
            found.setdefault(facet, {}).update(values)
    return found


def _texts(texts: Iterable[str]) -> dict[str, Rank]:
    return {text: ("", (0, 0.0, text.casefold())) for text in texts if text} or {
        NOT_RECORDED: _LAST
    }


def _value(column: str, columns: Columns, names: Names) -> dict[str, Rank]:
    value = columns.get(column)
    if value is None or value == "":
        return {NOT_RECORDED: _LAST}
    return {names.value(column, value): ("", ordering.order(column, value))}
