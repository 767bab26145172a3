"""Vdbench: what one call of it printed, and the load that a run definition states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _vdbench_rows as rows
from sitegen.parsers._text import binary_size
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "vdbench"
DONE = "Vdbench execution completed successfully"

_LOOP = re.compile(r"([a-z]+)=([^\s;,()]+)")
_RATE = re.compile(r"I/O rate: (\d+)")


@dataclass(slots=True)
class Call:
    """What one call of Vdbench printed: run definitions one after another."""

    source: Source
    first: int = -1
    last: int = -1
    version: str = ""
    date: str = ""
    heads: list[str] = field(default_factory=list)
    files: bool = False
    megabyte: str = "MiB/s"
    rd: str = ""
    loops: str = ""
    begun: int = -1
    told: list[tuple[str, str]] = field(default_factory=list)
    announced: list[tuple[str, int]] = field(default_factory=list)
    unfinished: int = -1
    measurements: list[Measurement] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    furniture: set[int] = field(default_factory=set)

    def understand(self, index: int) -> None:
        """Note a line that belongs to the call and is understood."""
        if self.first < 0:
            self.first = index
        self.last = index
        self.furniture.add(index)

    def add(self, row: rows.Row) -> None:
        """Take in a row of averages."""
        for found in rows.values(self.source, row):
            if isinstance(found, Measurement):
                self.measurements.append(found)
            elif isinstance(found, Fact):
                self.facts.append(found)
            else:
                self.findings.append(found)

    def cut(self) -> None:
        """Note that the run definition that has begun got no averages, if one has."""
        if self.begun >= 0:
            message = f"RD={self.rd} has no row of averages (avg_): the run was cut off"
            hint = "intervals are no result: the first of them are still warming up"
            problem = self.source.problem(self.begun, "incomplete-run", message, hint)
            self.findings.append(problem)
        self.begun = -1

    def lacks(self) -> Iterator[Diagnostic]:
        """Yield that run definitions are missing that were to follow, or the last line."""
        begun = [name for name, _ in self.told]
        for name, line in self.announced:
            if name in begun:
                begun.remove(name)
            elif self.told:
                message = f"RD={name} is announced here, but does not follow: the run was cut off"
                yield self.source.problem(line, "incomplete-run", message)
        if self.unfinished >= 0 and self.told and not self.findings:
            message = f"the last line, '{DONE}', is missing: the output may be cut off"
            yield self.source.problem(self.last, "missing-field", message)

    def results(self) -> Iterator[Run | Diagnostic]:
        """Yield the run, and what is wrong with it."""
        yield from self.findings
        yield from self.lacks()
        if self.measurements:
            yield Run(
                TOOL,
                self.version,
                self.first,
                self.last,
                self.measurements,
                self.facts,
                date=self.date,
                furniture=frozenset(self.furniture),
            )


def load(rd: str, loops: str) -> tuple[dict[str, Value], str]:
    """Return what the line of a run definition says of its load, and 'rand-' or 'seq-'."""
    its: dict[str, Value] = {"test": rd} if rd else {}
    said = dict(_LOOP.findall(loops))
    if (size := binary_size(said.get("xfersize", ""))) is not None:
        its["block_size"] = size
    for column, name in (("threads", "threads"), ("runtime", "elapsed"), ("ramp", "warmup")):
        if said.get(name, "").isdecimal():
            its[column] = int(said[name])
    rate = said.get("iorate") or said.get("fwdrate", "").strip(".")
    if match := _RATE.search(loops):
        rate = match[1]
    if rate and rate != "max":
        its["arguments"] = f"iorate={rate}"
    return its, random(said.get("seekpct", ""))


def random(seeks: str) -> str:
    """Return 'rand-' where all I/O seeks, 'seq-' where none does, and nothing in between."""
    if seeks in ("seqnz", "eof", "sequential"):
        return "seq-"
    try:
        return {Decimal(100): "rand-", Decimal(0): "seq-"}.get(Decimal(seeks or "50"), "")
    except ArithmeticError:
        return "rand-" if seeks == "random" else ""
