"""Which two results a change or a ratio in the prose compares, where only two can be meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from sitegen.diagnostics import Position
from sitegen.importing.prose_numbers import Told
from sitegen.importing.referring import Origin, judged, named, sized, target
from sitegen.lab import Lab
from sitegen.record import Record

_COMPARED = frozenset({"bandwidth", "iops", "rate", "latency", "time"})
_SERIES = "workload.series"


class Pair(NamedTuple):
    """Two results that differ in one thing: the first in the page, and the second.

    `sure` is whether there are no others that could be meant.
    """

    first: Record
    second: Record
    sure: bool


def compared(its: Told, lab: Lab, origins: Mapping[Position, Origin]) -> tuple[str, str]:
    """Return the target of a link for a change, and its title if it is disputed; '' if not clear.

    It is disputed where nothing else can be meant and the two results say something else.
    """
    if not its.operation:
        return "", ""
    pairs = list(_pairs(its, lab, origins))
    for pair in pairs:
        for one, other in ((pair.second, pair.first), (pair.first, pair.second)):
            link = _against(one, other, lab)
            if link and judged(its.claim, link, "", lab).verdict == "holds":
                return (link, "") if len(pairs) == 1 else ("", "")
    if len(pairs) == 1 and pairs[0].sure:
        link = _against(pairs[0].second, pairs[0].first, lab)
        measured = judged(its.claim, link, "", lab).measured if link else ""
        title = f"disputed: by these two results it is {measured}"
        if measured and judged(its.claim, link, title, lab).verdict == "disputed":
            return link, title
    return "", ""


def _pairs(its: Told, lab: Lab, origins: Mapping[Position, Origin]) -> Iterator[Pair]:
    """Yield the pairs that a sentence may compare: two columns of a table, or the two above it."""
    records = [
        one
        for one in lab.dataset.records
        if one.columns["quantity"] in _COMPARED
        and one.columns.get("statistic", "") in ("", "mean")
        and named(its.operation, str(one.columns["operation"]))
    ]
    records = sized(its.sentence, its.numeral, records)
    for _, like in groupby(sorted(records, key=_alike), key=_alike):
        group = list(like)
        series = dict.fromkeys(one.columns.get(_SERIES) for one in group)
        if len(group) == len(series) == 2 and None not in series:
            yield Pair(group[0], group[1], sure=True)
    if any(_SERIES in one.columns for one in records):
        return
    above = [one for one in records if origins[one.position].line < its.line]
    above.sort(key=lambda one: origins[one.position].line)
    if len(above) > 1 and above[-1].run != above[-2].run and above[-1].metric == above[-2].metric:
        yield Pair(above[-2], above[-1], sure=False)


def _alike(one: Record) -> tuple[str, ...]:
    """Return what two columns of a table have in common: all but their heading."""
    load = sorted(
        f"{column}={value}"
        for column, value in one.columns.items()
        if column.startswith(("workload.", "testbed.")) and column != _SERIES
    )
    return (one.run, one.metric, *load)


def _against(one: Record, other: Record, lab: Lab) -> str:
    """Return the target that compares one record with another; '' if it cannot be said."""
    link = target(one, lab)
    if not link:
        return ""
    address, _, fragment = link.partition("#")
    if one.run == other.run:
        more = f"vs.{_SERIES}={quote(str(other.columns[_SERIES]))}"
    else:
        more = f"vs={quote(other.run)}"
    return f"{address}{'&' if '?' in address else '?'}{more}#{fragment}"
