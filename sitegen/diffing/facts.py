"""Facts that people state of testbeds, hardware and reports, on two sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sitegen.build import Site
from sitegen.diagnostics import Position
from sitegen.withdrawal import Withdrawal

_NONE = "not recorded"


class Restated(NamedTuple):
    """A fact with what was and what is said of it; `subject` is whose fact it is."""

    subject: str
    name: str
    before: str
    after: str
    position: Position


class _Stated(NamedTuple):
    text: str
    position: Position


_Facts = Mapping[tuple[str, str], _Stated]


def restated(
    base: Site, head: Site, folders: Mapping[str, str], moved: Mapping[str, str]
) -> list[Restated]:
    """Return the facts that differ, by subject and name; of what is new or gone just the title.

    What folders inherit is told once, of the outermost of them.
    `folders` leads from folders of results/ to those that took their place, `moved` from files.
    """
    before, after = dict(_facts(base, folders, moved)), dict(_facts(head, {}, {}))
    found = []
    told: set[tuple[str, str, str, Position]] = set()
    both = {one for one, _ in before} & {one for one, _ in after}
    for key in sorted({*before, *after}):
        old, new = before.get(key), after.get(key)
        if old and new and old.text == new.text:
            continue
        if key[0] not in both and key[1] != "title":
            continue
        its = new or old
        assert its is not None
        one = Restated(*key, _said(old), _said(new), its.position)
        if one[1:] not in told:
            told.add(one[1:])
            found.append(one)
    return found


def _said(its: _Stated | None) -> str:
    return (its.text if its else "") or _NONE


def _facts(
    site: Site, folders: Mapping[str, str], moved: Mapping[str, str]
) -> Iterator[tuple[tuple[str, str], _Stated]]:
    for path, bed in site.lab.testbeds.items():
        now = folders.get(f"results/{path}", path).removeprefix("results/")
        subject = f"testbed {now}"
        yield (subject, "title"), _Stated(bed.title, bed.position)
        own = bed.withdrawal if bed.withdrawal and bed.withdrawal.id == path else None
        yield from _withdrawal(subject, own, bed.position)
        for name, its in bed.properties.items():
            yield (
                (subject, name.removeprefix("testbed.")),
                _Stated(its.fact.value, its.fact.position),
            )
        for name, limit in bed.limits.items():
            yield (subject, f"limit {name}"), _Stated(limit.fact.value, limit.fact.position)
    for id_, hardware in site.lab.hardware.items():
        subject = f"hardware {id_}"
        yield (subject, "title"), _Stated(hardware.title, hardware.position)
        yield from _withdrawal(subject, hardware.withdrawal, hardware.position)
        for name, fact in hardware.specs.items():
            yield (subject, name), _Stated(fact.value, fact.position)
        for name, limit in hardware.limits.items():
            yield (subject, f"limit {name}"), _Stated(limit.fact.value, limit.fact.position)
    for raw in site.lab.files.values():
        place = Position(raw.path)
        yield from _withdrawal(f"raw file {moved.get(raw.path, raw.path)}", raw.withdrawal, place)
    for report in site.documents.reports.values():
        path = moved.get(report.path, report.path)
        subject = f"report {path.removeprefix('content/reports/').removesuffix('.md')}"
        place = Position(report.path)
        yield from _withdrawal(subject, report.withdrawal, place)
        for name in ("title", "status", "date", "summary"):
            yield (subject, name), _Stated(getattr(report, name), place)


def _withdrawal(
    subject: str, its: Withdrawal | None, place: Position
) -> Iterator[tuple[tuple[str, str], _Stated]]:
    for name in ("status", "reason", "successor"):
        text = getattr(its, name) if its else ""
        yield (subject, name), _Stated(text, its.position if its else place)
