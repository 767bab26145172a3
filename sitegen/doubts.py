"""Values that a check doubts: which they are, and how every page says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from sitegen import silences
from sitegen.checks import plausibility
from sitegen.diagnostics import Diagnostic
from sitegen.lab import Lab
from sitegen.memo import ANEW, Memo
from sitegen.record import Record, maker
from sitegen.residue import Note
from sitegen.samples import Sample
from sitegen.silences import Silence
from sitegen.testbed import Testbed

MARK = "?"
"""What stands behind a number that is doubted."""

CONTRADICTION = "does-not-add-up"
"""The code of the findings that a raw file contradicts itself at a line."""

_SHOWN = 5
"""How many findings are told below a table before they are only counted."""


_record = maker(Record)


def marked(lab: Lab, *, binary: bool = False, memo: Memo = ANEW) -> tuple[Lab, list[Diagnostic]]:
    """Return a lab whose records have the findings that doubt them, and the new ones of these.

    What is silenced for a testbed is a doubt all the same, with the reason. New are the findings of
    `plausibility`, whose rates are in MiB/s if `binary`; that a raw file contradicts itself was
    found when it was read.
    """
    known = {
        path: told
        for path, file in lab.files.items()
        if (told := [one for one in file.reading.diagnostics if one.code == CONTRADICTION])
    }
    rules = [rule for its in lab.testbeds.values() for rule in its.silences]
    found: list[Diagnostic] = []
    records: dict[str, Sequence[Record]] = {}
    for run, its in lab.dataset.by_run.items():
        bed = lab.testbeds.get(lab.runs[run].file.testbed)
        paths = dict.fromkeys(one.position.path for one in its) if known else {}
        told = [one for path in paths for one in known.get(path, ())]
        made_from = its, bed, plausibility.half_turns(bed, lab.hardware), told, rules, binary
        records[run], new = memo.take("doubted", run, made_from, partial(_marked, *made_from))
        found += new
    if all(records[run] is its for run, its in lab.dataset.by_run.items()):
        return lab, found
    return replace(lab, dataset=replace(lab.dataset, by_run=records)), found


def _marked(
    records: Sequence[Record],
    bed: Testbed | None,
    turns: float | None,
    told: Sequence[Diagnostic],
    rules: Sequence[Silence],
    binary: bool,
) -> tuple[Sequence[Record], Sequence[Diagnostic]]:
    """Return the records of a run with the findings that doubt them, and the new ones of these."""
    doubts: dict[int, list[Diagnostic]] = {}
    for record, finding in plausibility.check(records, bed, turns, binary=binary):
        doubts.setdefault(id(record), []).append(finding)
    every = {id(one): one for its in doubts.values() for one in its}
    found = tuple(dict.fromkeys(every.values()))
    for record in records if told else ():
        for finding in told:
            if finding.position.path == record.position.path and _is_at(finding, record):
                doubts.setdefault(id(record), []).append(finding)
    if not doubts:
        return records, found
    # The same findings doubt many values, which then share them.
    applied: dict[tuple[int, ...], tuple[Diagnostic, ...]] = {}
    marked = []
    for record in records:
        if its := doubts.get(id(record)):
            alike = tuple(map(id, its))
            if alike not in applied:
                applied[alike] = tuple(silences.apply(its, rules))
            marked.append(_record((*record[:-1], applied[alike])))
        else:
            marked.append(record)
    return marked, found


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
