"""Which parser reads what in a raw file: by content, each line for one of them at the most."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from sitegen.diagnostics import Diagnostic, Position
from sitegen.marks import Marks
from sitegen.parsers import parser, profiles
from sitegen.record import Reading, Run, Source
from sitegen.unwrap import UnreadableError


@cache
def _marks() -> Marks:
    return Marks({name: its.marks for name, its in profiles().items()})


@cache
def _order() -> dict[str, int]:
    """Return the place of each name in the order in which parsers are tried."""
    return {name: place for place, name in enumerate(profiles())}


@cache
def _quoted_marks() -> list[tuple[str, str]]:
    """Return those marks that can occur in JSON, each with the name of its parser."""
    return [(name, mark) for name, its in profiles().items() for mark in its.marks if '"' in mark]


def read_lines(source: Source, head: str, lines: Iterable[str]) -> Reading | None:
    """Return what a log yields that is read line by line, or None if no parser knows its head.

    `source` has the path and the numbers of the lines, and no lines itself. Raises UnreadableError
    if the file is damaged.
    """
    for name in (name for name, its in profiles().items() if its.reads_lines):
        its: Any = parser(name)
        if its.reads_lines(source.path, head):
            found = list(_guarded(name, source, its.parse_lines(source.path, lines)))
            runs = [item for item in found if isinstance(item, Run)]
            return Reading(runs, [item for item in found if not isinstance(item, Run)])
    return None


def read(source: Source, only: str = "") -> Reading:
    """Return the runs of all tools in a source, and the findings.

    Each line belongs to one parser at the most; a run that is printed twice is returned once.
    With `only`, the name of a tool, no other parser is tried, and this one in any case: its output
    may be mere numbers.
    """
    text = source.text
    is_json = _is_json(text)
    runs: list[Run] = []
    findings: list[Diagnostic] = []
    tried: list[str] = []
    for name in _named(only) if only else _possible(text, is_json=is_json):
        tried.append(name)
        for item in _guarded(name, source, parser(name).parse(source)):
            if isinstance(item, Run):
                runs.append(item)
            else:
                findings.append(item)
        if is_json and runs and (runs[0].first, runs[-1].last) == (0, len(source.numbers) - 1):
            break  # the documents are all told
    if not runs and not findings:
        from sitegen import unclaimed  # it looks for tables, which few files need

        findings += [unclaimed.finding(source, tried), *unclaimed.ambiguous(source)]
    return reading(source, runs, findings)


def _named(tool: str) -> Iterator[str]:
    """Yield the names of the parsers of a tool, or the name itself."""
    return (name for name, its in profiles().items() if tool in (name, its.tool))


def _possible(text: str, *, is_json: bool) -> Iterator[str]:
    """Yield the names of the parsers that have a mark in a text, in the order of all."""
    if not is_json:
        yield from sorted(_marks().names_in(text), key=_order().__getitem__)
        return
    last = ""
    for name, mark in _quoted_marks():
        if name != last and mark in text:
            last = name
            yield name


_JSON_HEAD = re.compile(r'\s*\[?\s*\{\s*"')
_JSON_END = re.compile(r"\}\s*\]?\s*")
_WORDS_AT_START = re.compile(r"\n[A-Za-z$#]")


def _is_json(text: str) -> bool:
    """Return whether a text is JSON and nothing else.

    Then only the marks with a quotation mark are looked for: searching for all takes longer than
    reading the file.
    """
    return bool(
        _JSON_HEAD.match(text)
        and _JSON_END.fullmatch(text[text.rfind("}") :])
        and not _WORDS_AT_START.search(text)
    )


def reading(source: Source, runs: Iterable[Run], findings: Iterable[Diagnostic]) -> Reading:
    """Return runs in the order of their lines, each once, with the lines that nobody understood."""
    found = _once(source, sorted(runs, key=lambda run: (run.first, run.last)))
    told = [*findings, *_contested(source, found)]
    return Reading(found, told, _unread(source, found, told))


def _guarded(
    name: str, source: Source, statements: Iterator[Run | Diagnostic]
) -> Iterator[Run | Diagnostic]:
    """Yield what a parser yields; a fault of the parser becomes a finding and costs one file."""
    # The one broad except of the project: a bad file must never cost the whole site.
    try:
        yield from statements
    except UnreadableError:
        raise
    except Exception as fault:
        yield Diagnostic(
            Position(source.path),
            "parser-failed",
            f"the {name} parser stopped with {type(fault).__name__}: {fault}",
            "this is a fault of sitegen; please report it with the file",
        )


_VALUES, _DIGITS = 5, 4
"""In how many values, of how many digits each, two runs do not agree by chance.

Fewer do: whole seconds, rounded rates.
"""


def _once(source: Source, runs: Sequence[Run]) -> list[Run]:
    """Return runs without those that are printed a second time.

    The values of both are the same, digit for digit, and no line of the one is missing in the other
    but progress. A repeat that came to the same numbers has other times, processes or names.
    """
    if len(runs) < 2:
        return list(runs)
    seen: dict[object, list[Run]] = {}
    kept = []
    for run in runs:
        key = (
            run.tool,
            run.date,
            tuple(sorted(run.workload.items())),
            tuple(
                (
                    m.operation,
                    m.quantity,
                    m.statistic,
                    str(m.value),
                    m.unit,
                    tuple(sorted(m.workload.items())),
                    tuple(sorted(m.testbed.items())),
                )
                for m in run.measurements
            ),
        )
        earlier = seen.setdefault(key, [])
        if _tells_apart(run) and any(_same_text(source, run, other) for other in earlier):
            continue
        earlier.append(run)
        kept.append(run)
    return kept


def _tells_apart(run: Run) -> bool:
    """Return whether two runs can hardly agree in all these values by chance."""
    precise = sum(
        len(str(m.value).replace(".", "").strip("0")) >= _DIGITS for m in run.measurements
    )
    return precise >= _VALUES


def _same_text(source: Source, one: Run, other: Run) -> bool:
    """Return whether all lines of one of two runs stand in the other one too."""
    first, second = (
        {" ".join(line.split()) for line in source.lines[run.first : run.last + 1]}
        for run in (one, other)
    )
    return first <= second or second <= first


def _contested(source: Source, runs: Sequence[Run]) -> Iterator[Diagnostic]:
    if len({run.tool for run in runs}) < 2:
        return
    owners: dict[int, str] = {}
    for run in runs:
        for line in {m.line for m in run.measurements} | {one.line for one in run.holes}:
            owner = owners.setdefault(line, run.tool)
            if owner != run.tool:
                yield source.problem(
                    line,
                    "contested-file",
                    f"{owner} and {run.tool} both claim this line",
                    "name the tool in a sidecar: tool: " + owner,
                )
                break


def _unread(source: Source, runs: Sequence[Run], findings: Sequence[Diagnostic]) -> tuple[int, ...]:
    """Return the numbers of lines inside a run on which nothing was understood."""
    told = {finding.position.line for finding in findings}
    unread: list[int] = []
    for run in runs:
        span = range(run.first, run.last + 1)
        if run.furniture == span or not (others := set(span).difference(run.furniture)):
            continue
        others.difference_update(
            {m.line for m in run.measurements},
            {one.line for one in run.holes},
            {fact.line for fact in run.facts},
        )
        unread += [
            source.numbers[index]
            for index in sorted(others)
            if source.lines[index].strip() and source.numbers[index] not in told
        ]
    return tuple(unread)
