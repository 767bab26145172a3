"""The testbed.yaml of a page's cases, and stubs for the hardware that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.importing import models
from sitegen.importing.decide import Facts
from sitegen.importing.facts import Mention
from sitegen.importing.naming import slug
from sitegen.importing.yaml_text import mapping, scalar

_KINDS = {
    "array": "array",
    "server": "server",
    "motherboard": "motherboard",
    "cpu": "cpu",
    "controller": "controller",
    "hba": "hba",
    "nic": "nic",
    "drive": "drive",
}
"""Roles of hardware in a testbed and the kinds of their pages, in the order they are written."""

_SECTIONS = {
    "os": ("software", "os"),
    "kernel": ("software", "kernel"),
    "software.postgresql": ("software", "database"),
    "filesystem": ("layout", "filesystem"),
    "raid.level": ("layout", "raid.level"),
    "raid.chunk": ("layout", "raid.chunk"),
    "memory": ("settings", "memory"),
    "network": ("settings", "network"),
    "scheduler": ("settings", "scheduler"),
    "mkfs": ("settings", "mkfs"),
    "cpu.cores": ("settings", "cores"),
}
_ASKED = ("os", "kernel", "filesystem", "raid.level", "memory", "cpu", "drive")
"""What a reader of results wants to know, and a comment asks for where a page does not say it."""

_SPECS = (
    ("capacity", re.compile(r"\b(\d+(?:\.\d+)?)\s?([GT]B)\b")),
    ("rotation", re.compile(r"\b(\d{4,5})\s?(RPM|rpm)\b")),
    ("cores", re.compile(r"\b(\d+)C/\d+T\b")),
    ("threads", re.compile(r"\b\d+C/(\d+)T\b")),
    ("clock", re.compile(r"\b(\d+(?:\.\d+)?)\s?([GM])[Hh]z\b")),
)
_CLOCK = re.compile(r"(?:,?\s*@)?\s*\b\d+(?:\.\d+)?\s?[GM][Hh]z\b")
_NOISE = re.compile(
    r"\([^)]*\)|\b\d+(?:\.\d+)?\s?[GT]B\b|\b\d{4,5}\s?RPM\b|\b(?:Sata|SATA|SAS)\b|\b\d+C/\d+T\b"
    r"|\b(?:hard )?(?:drives?|disks?)\b|\bprocessors?\b.*$|\bidentical\b|\(TM\)|\(R\)|[®™]",
    re.IGNORECASE,
)


class Stub(NamedTuple):
    """A page for a piece of hardware: its id, and its text."""

    id: str
    text: str


def is_named(its: Mention) -> bool:
    """Return whether a mention of hardware names a model, so that it can have a page."""
    if its.key not in _KINDS:
        return False
    if its.key == "drive":
        return models.is_drive(its.value) and bool(slug(title(its)))
    if its.key == "cpu":
        return bool(models.CPU.search(its.value))
    return bool(slug(title(its)))


def title(its: Mention) -> str:
    """Return the name of a model without its size, speed and number of cores."""
    words = its.value
    if its.key == "cpu" and (match := models.CPU.search(words)):
        bare = _CLOCK.sub(" ", match[0])
        # 'Xeon 3.0 GHz' has no other name; 'Phenom II 955 3.2 GHz' has.
        words = bare if re.search(r"\d{3}|\d-\d", bare) else match[0]
    if its.key != "drive":
        return " ".join(_NOISE.sub(" ", words).split()).strip(" ,.'-")
    # Drives of one family differ in their size: it is a part of the name.
    size = _SPECS[0][1].search(words)
    bare = " ".join(_NOISE.sub(" ", words).split()).strip(" ,.'-")
    return f"{bare} {size[1]} {size[2]}" if size else bare


def stub(its: Mention, page: str, of: str) -> Stub:
    """Return a page for a piece of hardware with all that its mention says."""
    name = title(its)
    lines = [
        "---",
        f"title: {scalar(name)}",
        f"kind: {_KINDS[its.key]}",
        f"summary: {scalar(f'Named in {of}; nobody has described it yet.')}",
        f"source: {scalar(f'{page}, line {its.line + 1}')}",
    ]
    specs = list(_specs(its.value))
    if specs:
        lines += ["specs:", *(f"  {key}: {scalar(value)}" for key, value in specs)]
    return Stub(slug(name), "\n".join([*lines, "---", ""]))


def _specs(words: str) -> Iterator[tuple[str, str]]:
    for name, pattern in _SPECS:
        if match := pattern.search(words):
            unit = match[2] if pattern.groups > 1 else ""
            unit = {"G": "GHz", "M": "MHz", "RPM": "rpm"}.get(unit, unit)
            yield name, f"{match[1]} {unit}".strip()


def testbed_file(
    head: Mapping[str, str], its: Facts, ids: Mapping[str, str], remarks: Iterable[str]
) -> str:
    """Return a testbed.yaml; `ids` are those of hardware by its name.

    What is open, and what is not said, stands as comments to be filled in.
    """
    lines = [f"{key}: {scalar(value)}" for key, value in head.items() if value]
    lines += [f"# {remark}" for remark in remarks]
    sections: dict[str, list[str]] = {"hardware": [], "software": [], "layout": [], "settings": []}
    nested: list[str] = []
    for key in [*_KINDS, *(key for key in its.stated if key not in _KINDS)]:
        if (one := its.stated.get(key)) is None:
            continue
        if is_named(one):
            sections["hardware"].append(f"  {key}: {_part(one, ids)}  # line {one.line + 1}")
            continue
        section, name = _place(key)
        if "." in name:
            nested.append(f"    {name.partition('.')[2]}: {_fact(one)}")
        else:
            sections[section].append(f"  {name}: {_fact(one)}")
    if nested:
        sections["layout"] += ["  raid:", *nested]
    for section, entries in sections.items():
        if entries:
            lines += [f"{section}:", *entries]
    for key, choices in its.open.items():
        lines += list(_open(key, choices, ids))
    return "\n".join(lines) + "\n"


def unknown(every: Iterable[Facts]) -> list[str]:
    """Return what a page does not say of its machines, of all that a reader asks for."""
    known = {key for its in every for key in (*its.stated, *its.open)}
    return [key for key in _ASKED if key not in known]


def _place(key: str) -> tuple[str, str]:
    if key in _SECTIONS:
        return _SECTIONS[key]
    if key.startswith("software."):
        return "software", slug(key.removeprefix("software."))
    return "settings", f"{key}s" if key == "drive" else key


def _part(its: Mention, ids: Mapping[str, str]) -> str:
    name = ids.get(title(its), slug(title(its)))
    return mapping({"id": name, "count": str(its.number)}) if its.number else name


def _fact(its: Mention) -> str:
    value, note = its.value, ""
    if its.key == "raid.chunk" and (match := re.fullmatch(r"(\d+) ?([kKM])i?B?", value)):
        value = f"{match[1]} {'KiB' if match[2] in 'kK' else 'MiB'}"
        note = f"'{its.value}' in the page" if value != its.value else ""
    if its.key == "kernel":
        value = re.sub(r"^Linux\s+", "", value)
    if its.key == "software.postgresql":
        value = f"PostgreSQL {value}"
    if its.number:
        value = f"{its.number} x {value}"
    entries = {"value": value, "source": f"line {its.line + 1}"}
    return mapping(entries | ({"note": note} if note else {}))


def _open(key: str, choices: Sequence[Mention], ids: Mapping[str, str]) -> Iterator[str]:
    """Yield a key of which several things are said as a comment that asks which is meant."""
    section, name = ("hardware", key) if is_named(choices[0]) else _place(key)
    few = "several are" if len(choices) > 1 else "another one may be"
    yield f"# {name}: {few} named; say under '{section}' which was tested:"
    for one in choices:
        value = _part(one, ids) if is_named(one) else _fact(one)
        line = f"  # line {one.line + 1}" if is_named(one) else ""
        yield f"#   {name}: {value}{line}"
