"""Runs of several set-ups in one block of a page, cut apart.

The same measurements twice in a block are repeats of one another if nothing stands between them
that would tell them apart; else each is of a set-up of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sitegen.importing.cuts import Cut, cut
from sitegen.importing.page import Page
from sitegen.results import FoundRun, belonging

Signature = frozenset[tuple[str, str, tuple[tuple[str, str], ...]]]


def sessions(page: Page, block: Cut) -> list[Cut]:
    """Return a block cut into its set-ups, or whole where they cannot be read alone."""
    runs = [run for run in block.reading.runs if run.measured]
    groups: list[list[FoundRun]] = []
    seen: set[object] = set()
    for run in runs:
        its = _signature(block, run)
        if groups and not (its & seen):
            groups[-1].append(run)
            seen |= its
        else:
            groups.append([run])
            seen = set(its)
    if len(groups) < 2 or _repeats(page, block, groups):
        return [block]
    parts = [_part(page, block, groups, place) for place in range(len(groups))]
    read = set().union(*(part.keys for part in parts))
    return parts if read == block.keys else [block]


def _signature(block: Cut, run: FoundRun) -> Signature:
    """Return what a run has measured, and under which load: what two set-ups would both have."""
    return frozenset(
        (
            run.tool,
            record.metric,
            tuple(
                sorted(
                    (column, str(value))
                    for column, value in record.columns.items()
                    if column.startswith(("workload.", "testbed."))
                )
            ),
        )
        for record in belonging(block.reading, run.number)
    )


def _part(page: Page, block: Cut, groups: Sequence[Sequence[FoundRun]], place: int) -> Cut:
    """Return the lines from behind the set-up before to the last one of a set-up."""
    first = 0 if place == 0 else groups[place - 1][-1].last
    last = groups[place][-1].last - 1 if place + 1 < len(groups) else block.last - block.first
    while first < last and not page.lines[block.first + first].strip():
        first += 1
    begin, end = block.first + first, block.first + last
    return cut(
        page,
        block.start if place == 0 else page.start(begin),
        block.end if end == block.last else page.end(end),
        (begin, end),
        block.depth,
    )


def _repeats(page: Page, block: Cut, groups: Sequence[Sequence[FoundRun]]) -> bool:
    """Return whether nothing, or the same each time, stands between runs of the same kind."""
    if any(len(group) > 1 for group in groups):
        return False
    between = {
        tuple(
            " ".join(page.lines[block.first + line].split())
            for line in range(one[-1].last, other[0].first - 1)
            if page.lines[block.first + line].strip()
        )
        for one, other in pairwise(groups)
    }
    return len(between) == 1
