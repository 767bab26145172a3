"""What is stated of testbeds and hardware, and the pages and lines that links lead to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from sitegen import streams, units
from sitegen.diagnostics import Diagnostic, Position
from sitegen.facts import Fact, Limit
from sitegen.lab import Lab
from sitegen.nearest import did_you_mean
from sitegen.unwrap import UnreadableError

_BITS = {("B", "bit"), ("B/s", "bit/s")}
_LIMIT = re.compile(r"limits?\.(.+)")


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact of a testbed or of hardware: its name, what is written, and the quantity that is."""

    kind: Literal["testbed", "hardware"]
    path: str
    name: str
    fact: Fact
    quantity: units.Quantity | None


@dataclass(frozen=True, slots=True)
class Place:
    """A page, or a line of a raw file with its place and what stands there."""

    kind: Literal["testbed", "hardware", "run"]
    path: str
    line: int = 0
    text: str = ""
    position: Position | None = None


def testbed(path: str, name: str, lab: Lab, position: Position) -> Stated | Place | Diagnostic:
    """Return what a testbed states under a name, or the place of its page."""
    its = lab.testbeds.get(path)
    if its is None:
        hint = did_you_mean(path, lab.testbeds)
        return Diagnostic(position, "unknown-fact", f"no testbed '{path}'", hint)
    if not name:
        return Place("testbed", path)
    if limit := _LIMIT.fullmatch(name):
        return _limited("testbed", path, limit[1], its.limits, position)
    facts = {
        column.removeprefix("testbed."): one.fact
        for column, one in {**its.workload, **its.properties}.items()
    }
    return _stated("testbed", path, name.removeprefix("testbed."), facts, position)


def hardware(name: str, spec: str, lab: Lab, position: Position) -> Stated | Place | Diagnostic:
    """Return what is stated of a piece of hardware, or the place of its page."""
    its = lab.hardware.get(name)
    if its is None:
        hint = did_you_mean(name, lab.hardware)
        return Diagnostic(position, "unknown-hardware", f"no hardware '{name}'", hint)
    if not spec:
        return Place("hardware", name)
    if limit := _LIMIT.fullmatch(spec):
        return _limited("hardware", name, limit[1], its.limits, position)
    return _stated("hardware", name, spec.removeprefix("specs."), its.specs, position)


def _stated(
    kind: Literal["testbed", "hardware"],
    path: str,
    name: str,
    facts: Mapping[str, Fact],
    position: Position,
) -> Stated | Diagnostic:
    if name in facts:
        return Stated(kind, path, name, facts[name], units.quantity(facts[name].value))
    message = f"{kind} '{path}' does not state '{name}'"
    return Diagnostic(position, "unknown-fact", message, did_you_mean(name, facts))


def _limited(
    kind: Literal["testbed", "hardware"],
    path: str,
    name: str,
    limits: Mapping[str, Limit],
    position: Position,
) -> Stated | Diagnostic:
    if name in limits:
        return Stated(kind, path, f"limit {name}", limits[name].fact, limits[name].quantity)
    message = f"{kind} '{path}' states no limit '{name}'"
    return Diagnostic(position, "unknown-fact", message, did_you_mean(name, limits))


def limit(path: str, name: str, unit: str, lab: Lab, position: Position) -> Stated | Diagnostic:
    """Return the limit of a testbed, or of the hardware in it, that is the whole of a share."""
    its = lab.testbeds.get(path)
    if its is None:
        return Diagnostic(position, "unknown-fact", f"no testbed that could state a limit '{name}'")
    parts = [lab.hardware[part.id] for part in its.parts if part.id in lab.hardware]
    owners = [one for one in parts if name in one.limits]
    if name in its.limits:
        found = _limited("testbed", path, name, its.limits, position)
    elif owners:
        found = _limited("hardware", owners[0].id, name, owners[0].limits, position)
    else:
        known = {*its.limits, *(known for one in parts for known in one.limits)}
        message = f"neither testbed '{path}' nor its hardware states a limit '{name}'"
        return Diagnostic(position, "unknown-fact", message, did_you_mean(name, known))
    base = found.quantity.unit.base if isinstance(found, Stated) and found.quantity else unit
    if isinstance(found, Stated) and not exchange(base, unit):
        message = f"the limit '{name}' is in {base}, and the result in {unit}"
        return Diagnostic(position, "bad-reference", message, f"stated at {found.fact.position}")
    return found


def exchange(base: str, other: str) -> Decimal | None:
    """Return how many of the unit `other` one of the unit `base` is: a byte is 8 bits."""
    if (base, other) in _BITS:
        return Decimal(8)
    if (other, base) in _BITS:
        return Decimal(1) / 8
    return Decimal(1) if base == other else None


def run(path: str, fragment: str, lab: Lab, position: Position) -> Place | Diagnostic:
    """Return the place of a raw file, or of one of its lines."""
    ids = {file.id: file for file in lab.files.values()}
    entry = lab.runs.get(path)
    file = entry.file if entry else ids.get(path)
    if file is None:
        hint = did_you_mean(path, {*ids, *lab.runs})
        return Diagnostic(position, "unknown-result", f"no run or raw file '{path}'", hint)
    if not fragment:
        return Place("run", path)
    if not re.fullmatch(r"L[1-9]\d{0,8}", fragment):
        message, hint = f"'#{fragment}' is no line of a raw file", "write #L and a number: #L12"
        return Diagnostic(position, "bad-reference", message, hint)
    line = int(fragment[1:])
    try:
        found, count = streams.excerpt(file.content, {line})
    except UnreadableError:
        found, count = [], 0
    if not found:
        message = f"{file.path} has no line {line}"
        return Diagnostic(position, "bad-reference", message, f"it has {count} lines")
    return Place("run", path, line, found[0][1], Position(file.path, line))
