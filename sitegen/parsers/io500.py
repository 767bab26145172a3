"""IO500: the results of its phases and its scores, from the summary or from result.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._io500_phases import Phase, Score, Session, operation, summaries
from sitegen.parsers._io500_sections import sections
from sitegen.parsers._wrapped import whole
from sitegen.record import Hole, Measurement, Run, Source, Value, holes

TOOL = "io500"
MARKS = ("[RESULT", "[SCORE", "[ior-easy-write]")
VARIANTS = (
    "result_summary.txt since 2020: ior phases in GiB/s, mdtest and find in kIOPS, 1000 a second; "
    "lines without RESULT are measured but not part of the score (main.c of IO500/io500)",
    "result_summary.txt of 2017 to 2019, 'BW   phase 1', 'IOPS phase 1': GB/s there is GiB/s, as "
    "the IOR output of the same submissions shows",
    "result.txt: a section for each phase with its score, in GiB/s or thousands a second",
    "[SCORE ] and [SCOREX]: geometric means over the phases, and the root of their product",
    "phases marked as invalid, [RESULT-invalid], [INVALID] or ERROR INVALID, give no value, "
    "nor does a score over such phases",
)

_RATES = {"GIB/S": "GiB/s", "GB/S": "GiB/s", "KIOPS": "kIOPS"}
# A phase or the score, with its mark of being invalid behind it.
_ROWS = re.compile(
    r"\s*\[(?:RESULT|SCORE| )[^\]]*\] [^\[]*(?:time +\d+(?:\.\d+)? s\w*|TOTAL +\d+(?:\.\d+)?)"
    r"(?: +\[INVALID\])?\s*"
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, _ROWS)
    for session in chain(summaries(source.lines), sections(source.lines)):
        if session.phases or session.scores:
            yield from _run(source, session)


def _run(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    measurements: list[Measurement] = []
    missing: list[str] = []
    void: list[Hole] = []
    for phase in session.phases:
        if phase.fault:
            missing.append(phase.name)
            void += holes(_phase(phase))
            message = f"{phase.name} is no valid result: {phase.fault}"
            hint = f"printed as {phase.number} {phase.word}; nothing is published"
            yield source.problem(phase.line, "failed-run", message, hint)
        elif source.is_open and phase.line == len(source.lines) - 1:
            missing.append(phase.name)
            message = f"the file ends with {phase.name}, where its mark of being invalid may follow"
            hint = "copy the file again; if it is whole, end its last line"
            yield source.problem(phase.line, "cut-off-value", message, hint)
        elif _is_zero(phase.number):
            missing.append(phase.name)
            message = f"{phase.name} has no result: {phase.number} {phase.word}"
            yield source.problem(phase.line, "not-recorded", message, "the phase was not run")
        else:
            measurements += _phase(phase)
    for score in session.scores:
        reasons = [score.fault] if score.fault else []
        reasons += [reason for reason, _ in session.faults]
        if missing:
            reasons.append(f"phases without a result are part of it: {', '.join(missing)}")
        if reasons:
            void += holes(_score(score))
            message = f"the score is not valid: {'; '.join(reasons)}"
            yield source.problem(score.lines[2], "failed-run", message)
        elif not _is_zero(score.total):
            measurements += _score(score)
    if not session.scores:
        for reason, line in session.faults:
            yield source.problem(line, "failed-run", f"IO500 found the run invalid: {reason}")
        if not missing:
            message = "there is no score below the phases: the output is cut off, or a part of it"
            yield source.problem(session.last, "missing-field", message)
    if measurements or void:
        yield Run(
            TOOL,
            session.version,
            session.first,
            session.last,
            measurements,
            date=session.date,
            furniture=frozenset(session.furniture),
            holes=void,
        )


def _is_zero(number: str) -> bool:
    return not number.strip("0.") or not number.replace(".", "", 1).isdecimal()


def _phase(phase: Phase) -> Iterator[Measurement]:
    its = operation(phase.name)
    workload: dict[str, Value] = {"phase": phase.name}
    unit = _RATES[phase.word.upper()]
    quantity = "bandwidth" if unit == "GiB/s" else "iops"
    written = f"{phase.number} {phase.word}"
    yield Measurement(its, quantity, phase.number, unit, phase.line, written, "", workload)
    if phase.seconds and not _is_zero(phase.seconds):
        written = f"{phase.seconds} seconds"
        yield Measurement(its, "time", phase.seconds, "s", phase.time_line, written, "", workload)


def _score(score: Score) -> Iterator[Measurement]:
    workload: dict[str, Value] = {"mode": "extended"} if score.extended else {}
    means = (
        ("bandwidth", score.bandwidth, "GiB/s", "geometric mean of the ior phases"),
        ("iops", score.iops, "kIOPS", "geometric mean of the mdtest and find phases"),
        ("score", score.total, "1", "square root of the product of both means"),
    )
    for line, (quantity, number, unit, note) in zip(score.lines, means, strict=True):
        written = number if unit == "1" else f"{number} {unit}"
        yield Measurement("total", quantity, number, unit, line, written, "", workload, note=note)
