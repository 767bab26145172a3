"""References to the results of an import: the shortest that comes to one, and what it proves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from sitegen import claims, labels, references
from sitegen.claims import Claim
from sitegen.claims.numerals import Numeral
from sitegen.diagnostics import Diagnostic, Position
from sitegen.lab import Lab
from sitegen.prose import Link
from sitegen.record import Record, Value
from sitegen.selection import meant

_PLACE = Position("content/reports/draft.md", 1, 1)


_SIZE = re.compile(r"(?<![\w.])(\d+) ?([kKMG])(?:i?B)?(?![\w/])")
_BYTES = {"k": 2**10, "K": 2**10, "M": 2**20, "G": 2**30}
_SIZES = ("workload.file_size", "workload.block_size")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where in the page a record stands: its line from 0, and the section that it is in."""

    line: int
    section: int


def named(told: str, measured: str) -> bool:
    """Return whether an operation can be the one that is told: 'read' and 'seq-read' can."""
    return bool(told) and (
        told == measured or told.endswith(f"-{measured}") or measured.endswith(f"-{told}")
    )


def sized(sentence: str, numeral: Numeral, records: Sequence[Record]) -> list[Record]:
    """Return the records of the size that a sentence names nearest to the number."""
    sizes: dict[Value, int] = {}
    for match in _SIZE.finditer(sentence):
        size = int(match[1]) * _BYTES[match[2]]
        gap = max(match.start() - numeral.end, numeral.start - match.end())
        if gap >= 0:
            sizes[size] = min(gap, sizes.get(size, gap))
    known = {one.columns.get(column) for one in records for column in _SIZES}
    near = sorted((gap, str(size), size) for size, gap in sizes.items() if size in known)
    if not near:
        return list(records)
    nearest = near[0][2]
    return [one for one in records if nearest in [one.columns.get(column) for column in _SIZES]]


def target(record: Record, lab: Lab) -> str:
    """Return the shortest reference that comes to a record, '' if none does."""
    path = quote(record.run.partition(":")[0]) + (":" + record.run.partition(":")[2]).rstrip(":")
    fragment = f"#{record.metric}"
    filters: list[str] = []
    for more in ("", *_filters(record, lab)):
        if more:
            filters.append(more)
        link = f"result:{path}{'?' + '&'.join(filters) if filters else ''}{fragment}"
        parsed = references.parse(link, _PLACE)
        if isinstance(parsed, Diagnostic):
            return ""
        found = references.resolve(parsed, lab)
        if isinstance(found, references.Measured):
            return link if record in found.sample.records else ""
    return ""


def _filters(record: Record, lab: Lab) -> Iterator[str]:
    """Yield filters on the columns in which the values of a run differ."""
    like = [
        one
        for one in lab.dataset.under(record.run.partition(":")[0])
        if one.metric == record.metric
    ]
    for column in sorted(record.columns):
        section, _, name = column.partition(".")
        if section in ("workload", "testbed") and name:
            values = {one.columns.get(column) for one in like}
            if len(values) > 1:
                yield f"{column}={quote(_written(column, record.columns[column]))}"


def _written(column: str, value: Value) -> str:
    shown = labels.value(column, value).replace(" ", "")
    return shown if not isinstance(value, str) and meant(shown, [value]) else str(value)


def judged(text: str, link: str, title: str, lab: Lab) -> Claim:
    """Return the claim that a link with this text, target and title makes."""
    parsed = references.parse(link, _PLACE)
    found = parsed if isinstance(parsed, Diagnostic) else references.resolve(parsed, lab)
    return claims.judge(Link("result", link, text, text, title, _PLACE), found)
