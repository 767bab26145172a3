"""Values that a check doubts: which they are, and how every page says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sitegen import silences
from sitegen.checks import plausibility
from sitegen.dataset import Dataset, Sample
from sitegen.diagnostics import Diagnostic
from sitegen.lab import Lab
from sitegen.record import Record, maker
from sitegen.residue import Note

MARK = "?"
"""What stands behind a number that is doubted."""

CONTRADICTION = "does-not-add-up"
"""The code of the findings that a raw file contradicts itself at a line."""

_SHOWN = 5
"""How many findings are told below a table before they are only counted."""


_record = maker(Record)


def marked(lab: Lab, *, binary: bool = False) -> tuple[Lab, list[Diagnostic]]:
    """Return a lab whose records have the findings that doubt them, and the new ones of these.

    What is silenced for a testbed is a doubt all the same, with the reason. New are the findings of
    `plausibility`, whose rates are in MiB/s if `binary`; that a raw file contradicts itself was
    found when it was read.
    """
    doubts: dict[int, list[Diagnostic]] = {}
    for record, finding in plausibility.check(lab, binary=binary):
        doubts.setdefault(id(record), []).append(finding)
    every = {id(one): one for its in doubts.values() for one in its}
    found = list(dict.fromkeys(every.values()))
    known = {
        path: [one for one in file.reading.diagnostics if one.code == CONTRADICTION]
        for path, file in lab.files.items()
    }
    for record in lab.dataset.records:
        for finding in known.get(record.position.path, ()):
            if _is_at(finding, record):
                doubts.setdefault(id(record), []).append(finding)
    if not doubts:
        return lab, found
    rules = [rule for its in lab.testbeds.values() for rule in its.silences]
    # The same findings doubt many values, which then share them.
    applied: dict[tuple[int, ...], tuple[Diagnostic, ...]] = {}
    records = []
    for record in lab.dataset.records:
        if its := doubts.get(id(record)):
            same = tuple(map(id, its))
            if same not in applied:
                applied[same] = tuple(silences.apply(its, rules))
            record = _record((*record[:-1], applied[same]))
        records.append(record)
    return replace(lab, dataset=Dataset(records, lab.dataset.gaps)), found


def _is_at(finding: Diagnostic, record: Record) -> bool:
    return finding.position.line in (0, record.position.line) and finding.position.pointer in (
        "",
        record.position.pointer,
    )


def words(doubts: Iterable[Diagnostic]) -> tuple[str, ...]:
    """Return what is said beside a number of each finding that doubts it."""
    return tuple(dict.fromkeys(f"doubted: {_said(one)}" for one in doubts))


def _said(doubt: Diagnostic) -> str:
    return f"{doubt.message} ({doubt.silenced})" if doubt.silenced else doubt.message


def notes(samples: Iterable[Sample]) -> list[Note]:
    """Return what stands below a table or a chart of the values in it that are doubted."""
    found = list(dict.fromkeys(_said(one) for its in samples for one in its.doubts))
    few = [Note("doubted", f"{MARK} doubted: {message}.") for message in found[:_SHOWN]]
    if len(found) > _SHOWN:
        few.append(Note("doubted", f"{MARK} doubted: {len(found) - _SHOWN} more findings."))
    return few
