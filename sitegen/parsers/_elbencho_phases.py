"""elbencho: its phases, whichever format they were read from, and the runs that they make.

What stands under LAST DONE, or [last], is the result; FIRST DONE is what all threads together had
got to when the first of them was through (docs/csv-docs.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.record import Certainty, Measurement, Run, Source, Value

TOOL = "elbencho"

# What a phase does to data, and to files or directories (Common.h, TranslatorTk.cpp).
_PHASES = {
    "WRITE": ("write", "file-create"),
    "MKFILES": ("write", "file-create"),
    "READ": ("read", "file-read"),
    "RWMIX": ("rw", ""),
    "MIX-T": ("rw", ""),
    "RMFILES": ("", "file-delete"),
    "RMOBJECTS": ("", "file-delete"),
    "MULTIDEL": ("", "file-delete"),
    "STAT": ("", "file-stat"),
    "STATFILES": ("", "file-stat"),
    "HEADOBJ": ("", "file-stat"),
    "MKDIRS": ("", "dir-create"),
    "MKBUCKETS": ("", "dir-create"),
    "STATDIRS": ("", "dir-stat"),
    "RMDIRS": ("", "dir-delete"),
    "RMBUCKETS": ("", "dir-delete"),
    "LISTOBJ": ("", "readdir"),
    "LISTOBJ_P": ("", "readdir"),
    "SYNC": ("", "sync"),
    "DROPCACHE": ("", ""),
}
_NAME = re.compile(r"(" + "|".join(map(re.escape, _PHASES)) + r")(\d*)(?:\+[sr])*")
_HUMAN = re.compile(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)(ms|us|s))?")


@dataclass(slots=True)
class Phase:
    """One phase: what it measured, and the load as far as it is known."""

    name: str
    line: int
    workload: dict[str, Value] = field(default_factory=dict)
    random: str = ""
    command: str = ""
    measurements: list[Measurement] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Note what a mixed phase mixes: its reads and writes are not those of other phases."""
        if _known(self.name)[0] == "rw":
            self.workload["phase"] = self.name

    def operation(self, part: str = "") -> str:
        """Return what the phase does to data; `part` is write or read of a mixed one."""
        data = _known(self.name)[0]
        if not data:
            return ""
        return self.random + (part if data == "rw" and part in ("read", "write") else data)

    def entry(self, part: str = "") -> str:
        """Return what the phase does to files or directories."""
        if _known(self.name)[0] == "rw":
            return {"write": "file-create", "read": "file-read"}.get(part, "")
        return _known(self.name)[1]

    def add(
        self,
        operation: str,
        quantity: str,
        digits: str,
        unit: str,
        line: int,
        written: str,
        statistic: str = "",
        certainty: Certainty = "exact",
        note: str = "",
    ) -> None:
        """Take in a value, unless it is 0: then there was nothing, or it was too quick to tell."""
        if operation and digits.strip("0."):
            self.measurements.append(
                Measurement(
                    operation,
                    quantity,
                    digits,
                    unit,
                    line,
                    written,
                    statistic,
                    certainty=certainty,
                    note=note,
                )
            )


@dataclass(slots=True)
class Call:
    """One call of elbencho: its phases; `whole` is whether the head of its table is there."""

    first: int
    last: int
    version: str = ""
    date: str = ""
    whole: bool = False
    phases: list[Phase] = field(default_factory=list)
    furniture: set[int] = field(default_factory=set)

    def understand(self, index: int) -> None:
        """Note a line that belongs to the call and is understood."""
        self.last = max(self.last, index)
        self.furniture.add(index)


def _known(name: str) -> tuple[str, str]:
    match = _NAME.fullmatch(name)
    return _PHASES[match[1]] if match else ("", "")


def is_phase(name: str) -> bool:
    """Return whether a word is the name of a phase."""
    return bool(_NAME.fullmatch(name))


def seconds(text: str) -> str:
    """Return the seconds in `98.623s`, `1m0.261s`, `2h3m4s` or `812ms`, or nothing."""
    match = _HUMAN.fullmatch(text)
    if not match or not text:
        return ""
    hours, minutes, rest, unit = match.groups()
    scale = {"ms": Decimal("0.001"), "us": Decimal("0.000001")}.get(unit or "", Decimal(1))
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60
    return str(whole + Decimal(rest or 0) * scale)


def result(call: Call) -> Run | None:
    """Return the run that a call is, or None where it measured nothing."""
    measurements = [
        found._replace(workload=phase.workload)
        for phase in call.phases
        for found in phase.measurements
    ]
    if not measurements:
        return None
    return Run(
        TOOL,
        call.version,
        call.first,
        call.last,
        measurements,
        date=call.date,
        furniture=frozenset(call.furniture),
    )


def results(source: Source, call: Call) -> Iterator[Run | Diagnostic]:
    """Yield the run that a call is, or that it gave nothing."""
    found = result(call)
    if found:
        yield found
    else:
        message = "elbencho printed the head of its results, and none below it"
        yield source.problem(call.first, "incomplete-run", message)
