"""By what the choice on the compare page can be narrowed down: facets with their values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen import ordering
from sitegen.hardware import KINDS
from sitegen.lab import Lab
from sitegen.names import NOT_RECORDED, Names, label
from sitegen.pages.compare_subjects import Subject, hardware
from sitegen.record import Record
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
    "operation": "operation",
}
_KINDS = (*KINDS, "testbed", "run")

Rank = tuple[str, tuple[int, float, str]]
Traits = Mapping[str, Mapping[str, Rank]]
"""By facet the values of a record or a subject, each with its place in the order of all."""

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


def facets(subjects: Sequence[Subject], lab: Lab, names: Names) -> Facets:
    """Return the facets of subjects; one in which all subjects are alike is left out."""
    loads = _loads(lab.dataset.records)
    known: dict[object, Traits] = {}
    found = [_of_subject(its, lab, names, loads, known) for its in subjects]
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


def _loads(records: Iterable[Record]) -> Collection[str]:
    """Return the workload columns that have few enough values to choose by."""
    values: dict[str, set[object]] = {}
    for record in records:
        for column, value in record.columns.items():
            if column.startswith("workload.") and column not in LABELS:
                values.setdefault(column, set()).add(value)
    return {column for column, its in values.items() if len(its) <= MOST}


def _of_subject(
    its: Subject, lab: Lab, names: Names, loads: Collection[str], known: dict[object, Traits]
) -> Traits:
    found: dict[str, dict[str, Rank]] = {key: {} for key in _FACETS}
    for one in its.samples:
        columns = one.record.columns
        parts = tuple(hardware(columns, lab.hardware))
        load = tuple((c, columns[c]) for c in columns if c in loads)
        key = (parts, load, *(columns.get(column) for column in _COLUMNS.values()))
        if key not in known:
            known[key] = _of_record(one.record, parts, load, lab, names)
        for facet, values in known[key].items():
            found[facet] |= values
    own = lab.hardware.get(its.key) if its.kind == "hardware" else None
    kind = own.kind if own else its.kind
    found["kind"] = {kind: ("", (0, float(_KINDS.index(kind)), ""))}
    if own:
        found["vendor"] = _texts([own.vendor])
    return found


def _of_record(
    record: Record,
    parts: Iterable[str],
    load: Iterable[tuple[str, str | int | float]],
    lab: Lab,
    names: Names,
) -> Traits:
    its = [lab.hardware[one] for one in parts]
    drives = [one.title for one in its if one.kind == "drive"]
    found = {
        "vendor": _texts(one.vendor for one in its),
        "drive": _texts(drives) if drives else _value("testbed.drive", record, names),
        "workload": {
            f"{label(c)} {names.value(c, v)}": (label(c), ordering.order(c, v)) for c, v in load
        },
    }
    return found | {key: _value(column, record, names) for key, column in _COLUMNS.items()}


def _texts(texts: Iterable[str]) -> dict[str, Rank]:
    return {text: ("", (0, 0.0, text.casefold())) for text in texts if text} or {
        NOT_RECORDED: _LAST
    }


def _value(column: str, record: Record, names: Names) -> dict[str, Rank]:
    value = record.columns.get(column)
    if value is None or value == "":
        return {NOT_RECORDED: _LAST}
    return {names.value(column, value): ("", ordering.order(column, value))}
