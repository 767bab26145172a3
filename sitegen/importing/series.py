"""What the names of rows say of their testbed: 'Raid5 (8 disk)' is RAID 5 of eight drives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sitegen.importing.cuts import Cut
from sitegen.importing.page import Page
from sitegen.importing.yaml_text import mapping, scalar
from sitegen.results import read_file

_RAID = re.compile(r"\braid[ -]?(\d\+\d|\d{1,2}|z[123]?)s?\b(?!\d)", re.IGNORECASE)
_MIRROR = re.compile(
    r"(?:zfs |zpool |\d+[- ]?way |\d+ ?x ?)*mirror(?:ed|s)?(?: pool)?(?: \(.*\))?", re.IGNORECASE
)
_DRIVES = re.compile(r"\b(\d{1,3})[ -]?(?:disks?|drives?|hdds?|ssds?|spindles)\b", re.IGNORECASE)
_HEAD = """\
# Written by `sitegen import`: what the names of the rows say of their testbed.
"""


def with_rows(page: Page, cuts: Sequence[Cut]) -> list[Cut]:
    """Return cuts with what the names of their rows say in a sidecar."""
    return [_with_rows(page, its) for its in cuts]


def _with_rows(page: Page, its: Cut) -> Cut:
    names = dict.fromkeys(
        str(one.columns["workload.series"])
        for one in its.reading.records
        if "workload.series" in one.columns and "testbed.raid.level" not in one.columns
    )
    lines = [line for name in names for line in _rule(name)]
    if not lines:
        return its
    text = (its.sidecar or _HEAD) + "rows:\n" + "\n".join(lines) + "\n"
    reading = read_file(f"cut{its.ending}", page.content[its.start : its.end], text)
    if len(reading.records) != len(its.reading.records):
        return its
    return replace(its, sidecar=text, reading=reading)


def _rule(name: str) -> Iterator[str]:
    """Yield the rule that sets the columns that a name gives, if it gives any."""
    columns = {}
    if raid := _RAID.search(name):
        columns["testbed.raid.level"] = raid[1]
    elif _MIRROR.fullmatch(name):
        columns["testbed.raid.level"] = "mirror"
    if drives := _DRIVES.search(name):
        columns["testbed.drive.count"] = drives[1]
    if columns:
        yield f"  - where: {{series: {scalar(name)}}}"
        yield f"    set: {mapping(columns)}"
