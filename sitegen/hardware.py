"""The hardware catalogue: what the front matter of content/hardware/<id>.md states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.aliases import Alias, alias
from sitegen.diagnostics import Diagnostic, Position
from sitegen.facts import Fact, Limit, contradictions, facts, limits
from sitegen.metadata import Node, Text
from sitegen.schema import Key, Problems, date, fields, identifier, list_of, one_of, text
from sitegen.silences import SILENCE
from sitegen.withdrawal import STATUS_KEYS, Withdrawal, withdrawal


class Kind(NamedTuple):
    """A kind of hardware: its plural as a heading, and the specs that a reader looks for.

    `cache|cache-per-controller` stands for either of two specs.
    """

    plural: str
    expected: tuple[str, ...]


KINDS: dict[str, Kind] = {
    "array": Kind(
        "Arrays",
        (
            "controllers|controller-nodes",
            "cache|cache-per-controller|memory-per-node",
            "cache-protection",
            "drive-bays",
            "drive-interface",
            "host-ports",
            "port-rate",
        ),
    ),
    "server": Kind("Servers", ("cpu", "cpus-fitted", "memory|memory-fitted", "drive-bays", "bus")),
    "controller": Kind(
        "Controllers", ("bus", "cache", "cache-protection", "drive-interface", "ports", "firmware")
    ),
    "hba": Kind("Host adapters", ("bus", "ports", "port-rate", "firmware")),
    "nic": Kind("Network adapters", ("bus", "ports", "port-rate", "firmware")),
    "switch": Kind("Switches", ("ports", "port-rate", "buffer", "firmware")),
    "enclosure": Kind("Enclosures", ("drive-bays", "drive-interface", "host-ports", "port-rate")),
    "drive": Kind(
        "Drives",
        ("capacity", "interface", "interface-rate", "rotation", "cache", "form-factor"),
    ),
    "cpu": Kind("Processors", ("cores", "threads", "clock", "l2-cache|l3-cache", "sockets")),
    "memory": Kind("Memory", ("capacity", "type", "clock", "ecc")),
    "motherboard": Kind("Motherboards", ("socket", "chipset", "memory-slots", "sata-ports")),
    "raid-software": Kind("Software RAID", ("levels|levels-tested", "version", "license")),
    "filesystem": Kind("File systems", ("version", "license")),
    "software": Kind("Software", ("license",)),
    "other": Kind("Other", ()),
}
"""Every kind of hardware that a page can have, in the order they are listed."""

_NOT_APPLICABLE = {"not applicable", "n/a"}


@dataclass(frozen=True, slots=True)
class Hardware:
    """One piece of hardware, with what is stated about it."""

    id: str
    title: str
    kind: str
    vendor: str
    year: str
    summary: str
    specs: Mapping[str, Fact]
    limits: Mapping[str, Limit]
    source: str
    aliases: tuple[Alias, ...]
    position: Position
    withdrawal: Withdrawal | None = None


class Coverage(NamedTuple):
    """Which of the specs that a reader looks for are recorded."""

    recorded: tuple[str, ...]
    missing: tuple[str, ...]
    not_applicable: tuple[str, ...]

    def __str__(self) -> str:
        asked = len(self.recorded) + len(self.missing)
        return f"{len(self.recorded)} of {asked} recorded"


HARDWARE = fields(
    "a hardware document",
    {
        "title": Key(text, "the name, with the vendor", required=True),
        "kind": Key(one_of(*KINDS), "what it is", required=True),
        "vendor": Key(text, "who made it"),
        "year": Key(date, "when it came out"),
        "summary": Key(text, "one sentence on it"),
        "specs": Key(facts, "what is known of it: a name and a fact"),
        "limits": Key(limits, "what it can do at most: a name and a quantity"),
        "source": Key(text, "where all this is from: words or an address"),
        **STATUS_KEYS,
        "aliases": Key(list_of(alias), "earlier ids and anchors, which lead here"),
        "silence": SILENCE,
    },
)
"""The reader of the front matter of a hardware document."""


def read(node: Node, name: str) -> tuple[Hardware, list[Diagnostic]]:
    """Return the hardware that front matter describes, and all that is wrong with it.

    `name` is the id: the name of the file without `.md`. What cannot be used is left out.
    """
    problems: Problems = []
    path = node.position.path
    identifier.read(Text(name, Position(path)), problems)
    values = HARDWARE.read(node, problems) or {}
    specs = values.get("specs", {})
    problems += contradictions(specs)
    problems += contradictions({what: one.fact for what, one in values.get("limits", {}).items()})
    its = Hardware(
        id=name,
        title=values.get("title", name),
        kind=values.get("kind", "other"),
        vendor=values.get("vendor", ""),
        year=values.get("year", ""),
        summary=values.get("summary", ""),
        specs=specs,
        limits=values.get("limits", {}),
        source=values.get("source", ""),
        aliases=values.get("aliases", ()),
        position=node.position,
        withdrawal=withdrawal("hardware", name, values, node.position),
    )
    return its, problems


def catalogue(found: Iterable[Hardware]) -> tuple[dict[str, Hardware], list[Diagnostic]]:
    """Return all hardware by id, and a finding for each id that two files declare.

    Of ids that differ in capitals or blanks alone, the one that is an id is used.
    """
    by_id: dict[str, Hardware] = {}
    owners: dict[str, Hardware] = {}
    problems: Problems = []
    for its in sorted(found, key=lambda its: (not _is_id(its.id), its.position)):
        owner = owners.setdefault(its.id.strip().casefold(), its)
        if owner is its:
            by_id[its.id] = its
            continue
        problems.append(
            Diagnostic(
                its.position,
                "duplicate-id",
                f"the id '{its.id}' is that of {owner.position} already",
                f"rename one of the two; '{owner.id}' ({owner.title}) is used",
            )
        )
    return by_id, problems


def _is_id(name: str) -> bool:
    problems: Problems = []
    identifier.read(Text(name, Position("")), problems)
    return not problems


def coverage(its: Hardware) -> Coverage:
    """Return which of the specs that a reader of this kind of page looks for are recorded."""
    recorded, missing, not_applicable = [], [], []
    for wanted in KINDS[its.kind].expected:
        names = wanted.split("|")
        fact = next((its.specs[name] for name in names if name in its.specs), None)
        if fact is None:
            missing.append(names[0])
        elif fact.value.casefold() in _NOT_APPLICABLE:
            not_applicable.append(names[0])
        else:
            recorded.append(names[0])
    return Coverage(tuple(recorded), tuple(missing), tuple(not_applicable))
