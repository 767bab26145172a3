"""One testbed.yaml as it is written: its keys, and the columns that they make."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from sitegen import metadata
from sitegen.diagnostics import Diagnostic, Position
from sitegen.facts import (
    Fact,
    Property,
    Statement,
    ambiguity,
    contradictions,
    fact,
    limits,
    with_unit,
    word,
)
from sitegen.metadata import Node, Text
from sitegen.record import Value
from sitegen.schema import (
    Key,
    Problems,
    Reader,
    date,
    fields,
    identifier,
    integer,
    list_of,
    mapping_of,
    misfit,
    text,
)
from sitegen.silences import SILENCE
from sitegen.withdrawal import STATUS_KEYS
from sitegen.workload import workload

SECTIONS = ("hardware", "software", "layout", "settings")
"""The sections of a testbed.yaml whose keys become columns, in the order they are shown."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of hardware in a testbed: role, id, and how many there are if that is said."""

    role: str
    id: str
    count: int | None
    position: Position


class Fitted(NamedTuple):
    """What the section of hardware says: parts that have a page, and what is told as a quantity."""

    parts: tuple[Part, ...] = ()
    facts: Mapping[str, Fact] = {}


def folder(path: str) -> str:
    """Return the folder below results/ in which the file `path` of the project lies."""
    return "/".join(PurePosixPath(path).parts[1:-1])


def column_value(written: str) -> Value:
    """Return what a testbed column holds for a text: quantities in base units, whole numbers, text.

    So RAID level 10 sorts after 5, and 64 KiB before 1 MiB; '1+0', '6.10' and '0123456' stay text.
    """
    if re.fullmatch(r"0|[1-9][0-9]{0,17}", written):
        return int(written)
    quantity = with_unit(written)
    return quantity.value if quantity else written


_PART = fields(
    "a piece of hardware",
    {
        "id": Key(identifier, "the name of its file in content/hardware/", required=True),
        "count": Key(integer, "how many there are"),
    },
)


def _part(node: Node, problems: Problems) -> Part | None:
    if isinstance(node, Text):
        its = identifier.read(node, problems)
        return Part("", its, None, node.position) if its is not None else None
    values = _PART.read(node, problems)
    place = node.get("id") if isinstance(node, metadata.Mapping) else None
    if values is None or "id" not in values or place is None:
        return None
    return Part("", values["id"], values.get("count"), place.position)


def _nested(node: Node, problems: Problems) -> dict[str, Fact] | None:
    """Return the facts of a section, by names with a dot for each level of nesting."""
    if not isinstance(node, metadata.Mapping):
        problems.append(misfit(node, "a mapping"))
        return None
    named: dict[str, Fact] = {}
    for key, value in node.entries:
        if word.read(key, problems) is None:
            continue
        keys = {k.value for k, _ in value.entries} if isinstance(value, metadata.Mapping) else set()
        if isinstance(value, metadata.Mapping) and not keys & {"value", "source", "note"}:
            inner = _nested(value, problems) or {}
            named.update((f"{key.value}.{rest}", its) for rest, its in inner.items())
        elif its := fact.read(value, problems):
            named[key.value] = its
    return named


_roles = mapping_of(
    list_of(Reader("a hardware id", _part, {"anyOf": [identifier.json_schema, _PART.json_schema]})),
    word,
)


def _hardware(node: Node, problems: Problems) -> Fitted:
    facts: Mapping[str, Fact] = {}
    if isinstance(node, metadata.Mapping):
        # '16 GiB' is no id: how much memory there is counts, and not who made it.
        told = [(key, value) for key, value in node.entries if _is_quantity(value)]
        facts = _nested(metadata.Mapping(tuple(told), node.position), problems) or {}
        entries = tuple(one for one in node.entries if one not in told)
        node = metadata.Mapping(entries, node.position)
    roles = _roles.read(node, problems) or {}
    parts = (replace(part, role=role) for role, parts in roles.items() for part in parts)
    return Fitted(tuple(parts), facts)


def _is_quantity(node: Node) -> bool:
    return isinstance(node, Text) and with_unit(node.value) is not None


_section = Reader("a mapping", _nested, {"type": "object"})

TESTBED = fields(
    "a testbed",
    {
        "title": Key(text, "a short name; an inner folder names only what is special", True),
        "summary": Key(text, "one sentence on the testbed"),
        "date": Key(date, "when the tests were made, where their output does not say"),
        "hardware": Key(
            Reader("a mapping", _hardware, _roles.json_schema),
            "role: id, {id:, count:} or 16 GiB",
        ),
        "software": Key(_section, "os, kernel, drivers, database ..."),
        "layout": Key(_section, "RAID level, chunk, file system, mount options ..."),
        "settings": Key(_section, "what was switched on, off or set"),
        "limits": Key(limits, "what the hardware can do at most: a name and a quantity"),
        "workload": Key(workload, "what the output of the tool does not say about the load"),
        **STATUS_KEYS,
        "silence": SILENCE,
    },
    others="What is true of the machine goes under hardware, software, layout or settings.",
)
"""The reader of a testbed.yaml."""


def properties(values: Mapping[str, Any], problems: Problems) -> dict[str, Property]:
    """Return the columns that one file states; one name in two sections is an error."""
    its: dict[str, Property] = {}
    for section in SECTIONS:
        if section == "hardware":
            fitted: Fitted = values.get(section, Fitted())
            named = {**_counted(fitted.parts), **fitted.facts}
        else:
            named = values.get(section, {})
            problems += contradictions(named)
            problems += [problem for one in named.values() if (problem := ambiguity(one))]
        for name, one in named.items():
            column = f"testbed.{name}"
            mine = Property(column, section, column_value(one.value), one)
            if column in its:
                problems.append(clash(its[column], mine))
            else:
                its[column] = mine
    return its


def _counted(parts: tuple[Part, ...]) -> dict[str, Fact]:
    """Return the ids of each role, and its count where each of its parts has one, as facts."""
    named: dict[str, Fact] = {}
    for role in dict.fromkeys(part.role for part in parts):
        its = [part for part in parts if part.role == role]
        place = its[0].position
        ids = " + ".join(part.id for part in its)
        named[role] = Fact((Statement(ids, "", "", place),))
        counts = [part.count for part in its if part.count is not None]
        if len(counts) == len(its):
            named[f"{role}.count"] = Fact((Statement(str(sum(counts)), "", "", place),))
    return named


def clash(first: Property, second: Property) -> Diagnostic:
    """Return the finding that two sections state the same column."""
    name = first.column.removeprefix("testbed.")
    return Diagnostic(
        second.fact.position,
        "duplicate-key",
        f"'{name}' is given under {second.section} and, at {first.fact.position}, "
        f"under {first.section}",
        "keep one of the two: both would be the column " + repr(first.column),
    )
