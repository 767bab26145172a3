"""Facts as a data sheet shows them: what is stated, by whom, and who states something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sitegen import urls
from sitegen.facts import Fact, Limit, Property
from sitegen.lab import Lab
from sitegen.names import label as column_label
from sitegen.names import words
from sitegen.testbed import Testbed


class Other(NamedTuple):
    """What another source states."""

    value: str
    source: str


class Entry(NamedTuple):
    """One line of a data sheet; `address` is a page for its value, `origin` its folder."""

    label: str
    value: str
    address: str
    source: str
    note: str
    others: tuple[Other, ...]
    origin: str = ""


class Group(NamedTuple):
    """A part of a data sheet with its heading."""

    title: str
    entries: tuple[Entry, ...]


def entry(label: str, fact: Fact, address: str = "", origin: str = "") -> Entry:
    """Return the line for a fact, with the statements that contradict it."""
    first, *rest = fact.statements
    others = tuple(Other(one.value, one.source) for one in rest) if fact.contradictory else ()
    return Entry(label, first.value, address, first.source, first.note, others, origin)


def entries(facts: Mapping[str, Fact]) -> tuple[Entry, ...]:
    """Return the lines for named facts."""
    return tuple(entry(words(name), fact) for name, fact in facts.items())


def limits(named: Mapping[str, Limit]) -> tuple[Entry, ...]:
    """Return the lines for limits."""
    return tuple(entry(words(name), limit.fact) for name, limit in named.items())


def testbed_groups(its: Testbed, lab: Lab) -> tuple[Group, ...]:
    """Return the data sheet of a testbed, with what it inherits and from which folder."""
    hardware = []
    for part in its.parts:
        known = lab.hardware.get(part.id)
        title = known.title if known else part.id
        count = f"{part.count} × " if part.count else ""
        hardware.append(
            Entry(words(part.role), count + title, urls.hardware(part.id), "", "", (), "")
        )
    groups = [Group("Hardware", tuple(hardware))]
    for section in ("software", "layout", "settings"):
        chosen = [one for one in its.properties.values() if one.section == section]
        groups.append(Group(section.capitalize(), tuple(_property(one, its) for one in chosen)))
    groups.append(Group("Limits", limits(its.limits)))
    groups.append(Group("Workload", tuple(_property(one, its) for one in its.workload.values())))
    return tuple(group for group in groups if group.entries)


def _property(one: Property, its: Testbed) -> Entry:
    name = one.column.removeprefix("testbed.")
    label = column_label(one.column) if one.section == "workload" else words(name)
    folder = "/".join(one.fact.position.path.split("/")[1:-1])
    return entry(label, one.fact, origin="" if folder == its.path else folder)


def differing(testbeds: Iterable[Testbed]) -> dict[str, dict[str, str]]:
    """Return the columns in which testbeds differ, with the value of each testbed by its path."""
    chosen = list(testbeds)
    names = dict.fromkeys(name for one in chosen for name in one.properties)
    found = {}
    for name in names:
        values = {
            one.path: one.properties[name].fact.value if name in one.properties else ""
            for one in chosen
        }
        if len(set(values.values())) > 1:
            found[name] = values
    return found
