"""What the builds are to reach, beside what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmarks.cases import CASES, Pair
from benchmarks.serve import Saved
from benchmarks.tables import groups, ratio, times
from benchmarks.timing import median


class Target(NamedTuple):
    """At most how many times what another generator takes, at so many reports."""

    case: str
    name: str
    most: float
    what: str = "wall"


REPORTS = 1000
"""The size of lab that the targets are for."""

TARGETS = (
    Target("cold", "Hugo", 1.5),
    Target("cold", "Eleventy", 0.9),
    Target("cold", "Pelican", 0.45),
    Target("cold", "MkDocs", 0.25),
    Target("cold", "Zensical", 0.2),
    Target("cold", "Hugo", 0.3, "memory"),
    Target("unchanged", "Hugo", 0.06),
    Target("report", "Hugo", 0.2),
    Target("result", "Hugo", 0.25),
    Target("template", "Hugo", 1.0),
)

GROWTH = 11.0
"""At most how many times as long a cold build of ten times the lab takes."""

SAVED = {"edits": 0.05, "results": 0.1}
"""At most how many seconds from saving to serving."""


def table(pairs: Sequence[Pair], saved: Sequence[Saved]) -> str:
    """Return the table of targets; what was not measured at their size is at the largest that was.

    The size stands in each row.
    """
    its = groups(pairs)
    rows = [
        "| Target | Reports | At most | Measured | Reached |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for one in TARGETS:
        reports = _largest(its, one)
        found = ratio(its[reports, one.name, one.case], one.what) if reports else None
        what = CASES[one.case] + (", memory of the largest process" if one.what == "memory" else "")
        rows.append(_row(f"{what}, beside {one.name}", reports, one.most, "", found))
    reports, grown = growth(pairs)
    rows.append(_row("cold, beside a tenth of the lab", reports, GROWTH, "", grown))
    for kind, label in (("edits", "a report"), ("results", "a raw file")):
        ours = [each for each in saved if each.name == "sitegen" and getattr(each, kind)]
        last = max(ours, key=lambda each: each.reports) if ours else None
        measured = median(getattr(last, kind)) * 1000 if last else None
        name = f"from saving {label} to serving"
        most = SAVED[kind] * 1000
        rows.append(_row(name, last.reports if last else 0, most, " ms", measured))
    return "\n".join(rows)


def growth(pairs: Sequence[Pair]) -> tuple[int, float | None]:
    """Return the largest size of which a tenth was measured too, and our time over that of it."""
    walls: dict[int, list[float]] = {}
    for one in pairs:
        if one.case == "cold":
            walls.setdefault(one.reports, []).append(one.ours.wall)
    sizes = [size for size in walls if size % 10 == 0 and size // 10 in walls]
    if not sizes:
        return 0, None
    return max(sizes), median(walls[max(sizes)]) / median(walls[max(sizes) // 10])


def _largest(its: Mapping[tuple[int, str, str], object], one: Target) -> int:
    sizes = [key[0] for key in its if key[1:] == (one.name, one.case)]
    return max((size for size in sizes if size <= REPORTS), default=0)


def _row(what: str, reports: int, most: float, unit: str, found: float | None) -> str:
    if found is None:
        return f"| {what} |  | {most:g}{unit} | not measured |  |"
    measured = f"{found:.0f}" if unit else times(found)
    reached = "yes" if found <= most else "no"
    return f"| {what} | {reports:,} | {most:g}{unit} | {measured}{unit} | {reached} |"
