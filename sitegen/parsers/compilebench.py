"""compilebench (Chris Mason): rates of creating, compiling and reading kernel trees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

TOOL = "compilebench"
MARKS = (" total runs ", "no runs for ")
VARIANTS = (
    "the summary: rows 'intial create total runs N avg X MB/s' (spelt so by the tool) and "
    "'delete tree total runs N avg X seconds'; MB is read as 1024^2 bytes (assumed)",
)

PHASES = {
    "intial create": ("create", "initial"),
    "initial create": ("create", "initial"),
    "create": ("create", "aged"),
    "patch": ("patch", ""),
    "compile": ("compile", ""),
    "clean": ("clean", ""),
    "read tree": ("read", "tree"),
    "read compiled tree": ("read", "compiled tree"),
    "delete tree": ("tree-delete", "tree"),
    "delete compiled tree": ("tree-delete", "compiled tree"),
    "stat tree": ("stat", "tree"),
    "stat compiled tree": ("stat", "compiled tree"),
}
"""What each row of the summary is, in the order of the tool: the operation and its phase."""

NOTE = "what MB is, compilebench does not say: read as 1024^2 bytes"

_NAMES = "|".join(sorted(PHASES, key=len, reverse=True))
_ROW = re.compile(
    rf"\s*({_NAMES}) total runs (\d+) avg (\d+\.?\d*) (MB/s|seconds)"
    r" \(user (\d+\.?\d*)s sys (\d+\.?\d*)s\)\s*"
)
_NONE = re.compile(rf"\s*no runs for ({_NAMES})\s*")
_RULE = re.compile(r"\s*={8,}\s*")
_ORDER = {name: number for number, name in enumerate(PHASES)}


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    rows: list[tuple[int, re.Match[str]]] = []
    for index, line in enumerate(source.lines):
        match = _ROW.fullmatch(line) or _NONE.fullmatch(line)
        if not match:
            continue
        if rows and _ORDER[match[1]] <= _ORDER[rows[-1][1][1]]:
            yield from _run(source, rows)
            rows = []
        rows.append((index, match))
    if rows:
        yield from _run(source, rows)


def _run(source: Source, rows: list[tuple[int, re.Match[str]]]) -> Iterator[Run | Diagnostic]:
    first, last = rows[0][0], rows[-1][0]
    measurements: list[Measurement] = []
    for index, match in rows:
        if match.re is _ROW:
            measurements += _row(index, match)
    if not measurements:
        return
    known = {index for index, _ in rows}
    load: dict[str, Value] = {}
    if first > 1 and _RULE.fullmatch(source.lines[first - 1]):
        known.add(first - 1)
        first -= 1
        title = source.lines[first - 1].strip(" #:*")
        if title == "run complete":
            first -= 1
            known.add(first)
        elif title and len(title.split()) <= 4:
            # The name that somebody gave to the run.
            load["series"] = title
    if rows[-1][1][1] != "stat compiled tree":
        missing = [name for name in PHASES if _ORDER[name] > _ORDER[rows[-1][1][1]]]
        message = f"there is no row for {', '.join(missing)}: the summary ends early"
        yield source.problem(last, "missing-field", message)
    yield Run(TOOL, "", first, last, measurements, (), load, furniture=frozenset(known))


def _row(index: int, match: re.Match[str]) -> Iterator[Measurement]:
    name, runs, digits, unit, user, system = match.groups()
    operation, phase = PHASES[name]
    load: dict[str, Value] = {"iterations": int(runs)}
    if phase:
        load["phase"] = phase
    written = f"{digits} {unit}"
    if unit == "MB/s":
        yield Measurement(
            operation,
            "bandwidth",
            digits,
            "MiB/s",
            index,
            written,
            "mean",
            load,
            certainty="assumed",
            note=NOTE,
        )
    else:
        yield Measurement(operation, "time", digits, "s", index, written, "mean", load)
    yield Measurement(operation, "user-time", user, "s", index, f"user {user}s", "mean", load)
    yield Measurement(operation, "system-time", system, "s", index, f"sys {system}s", "mean", load)
