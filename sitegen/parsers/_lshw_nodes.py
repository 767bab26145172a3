"""The tree of lshw, in whatever form it is printed: JSON, XML and text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sitegen.parsers import _xml
from sitegen.parsers._dumps import binary, labelled
from sitegen.parsers._json import Digits, Document
from sitegen.record import Source

_CLASSES = {
    "disk": "disk", "cdrom": "cdrom", "namespace": "disk", "volume": "volume", "cpu": "processor",
    "memory": "memory", "bank": "memory", "cache": "memory", "firmware": "memory", "core": "bus",
    "network": "network", "storage": "storage", "raid": "storage", "scsi": "storage",
    "sata": "storage", "sas": "storage", "ide": "storage", "nvme": "storage", "fiber": "storage",
}  # fmt: skip
"""The class of a node by its id: text does not print classes."""

_HEAD = re.compile(r"(\s*)\*-([a-z][\w-]*)(:\d+)?( [^\Wa-z][\w-]*)?\s*")
_DISABLED = (" DISABLED", " DÉSACTIVÉ")
_LABELS = frozenset(
    (
        "description", "product", "vendor", "physicalid", "businfo", "logicalname", "version",
        "date", "serial", "slot", "size", "capacity", "width", "clock", "capabilities",
        "configuration", "resources",
    )
)  # fmt: skip
_FRENCH = {
    "produit": "product", "fabriquant": "vendor", "fabricant": "vendor",
    "identifiantmatériel": "physicalid", "informationbus": "businfo", "nomlogique": "logicalname",
    "numérodesérie": "serial", "emplacement": "slot", "taille": "size", "capacité": "capacity",
    "bits": "width", "horloge": "clock", "fonctionnalités": "capabilities",
    "ressources": "resources",
}  # fmt: skip
"""The labels in the one language that the package of Debian has (po/fr.po)."""

_QUANTITY = re.compile(
    r"(\d+(?:\.\d+)?)(GiB|MiB|KiB|TiB|Gbit/s|Mbit/s|GHz|MHz|KB|MB|GB|TB|B)?(?: \(.*\))?"
)
_FACTORS = {"Gbit/s": 10**9, "Mbit/s": 10**6, "GHz": 10**9, "MHz": 10**6}


@dataclass(slots=True)
class Node:
    """One device: its id and class, what is said of it with the line, and what is in it."""

    id: str
    kind: str
    line: int
    said: dict[str, tuple[str, int]] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    inner: list[Node] = field(default_factory=list)
    disabled: bool = False

    def text(self, name: str) -> str:
        """Return what is said under a name, or ''."""
        return self.said.get(name, ("", 0))[0]

    def walk(self) -> Iterator[Node]:
        """Yield the node and all below it, in order."""
        yield self
        for node in self.inner:
            yield from node.walk()


def from_json(document: Document, value: Mapping[str, Any], path: tuple[str | int, ...]) -> Node:
    """Return the tree of a JSON object."""
    node = Node(str(value.get("id", "")), str(value.get("class", "")), document.line(*path))
    node.disabled = value.get("disabled") is True
    for name, its in value.items():
        if isinstance(its, list) and its and not isinstance(its[0], dict):
            its = its[0]
        if isinstance(its, str):
            node.said[name] = (str(its).strip(), document.line(*path, name))
    settings = value.get("configuration")
    if isinstance(settings, dict):
        node.settings = {name: str(its) for name, its in settings.items()}
    children = value.get("children")
    for place, child in enumerate(children if isinstance(children, list) else ()):
        if isinstance(child, dict):
            node.inner.append(from_json(document, child, (*path, "children", place)))
    return node


def from_xml(element: _xml.Node) -> Node:
    """Return the tree of an XML element."""
    node = Node(element.attribute("id").partition(":")[0], element.attribute("class"), element.line)
    node.id = element.attribute("id")
    node.disabled = element.attribute("disabled") == "true"
    for its in element.inner:
        if its.name == "node":
            node.inner.append(from_xml(its))
        elif its.name == "configuration":
            node.settings = {one.attribute("id"): one.attribute("value") for one in its.inner}
        elif not its.inner:
            node.said.setdefault(its.name, (its.text.strip(), its.line))
    return node


def from_text(source: Source) -> Iterator[tuple[Node, int, int]]:
    """Yield each tree of text with its first and last line.

    The node above all is the name of the host, at the margin; with -class there is none.
    """
    lines = source.lines
    index = 0
    while index < len(lines):
        if not _HEAD.fullmatch(lines[index]):
            index += 1
            continue
        first = index
        root = Node("", "system", first)
        stack: list[tuple[int, Node]] = [(-1, root)]
        # What stands above the first `*-` is said of the system.
        above = index - 1
        while above >= 0 and lines[above][:1].isspace() and labelled(lines[above]):
            _say(root, lines[above], above)
            above -= 1
        if above >= 0 and above < index - 1 and lines[above].split() == [lines[above].strip()]:
            first = above
        while index < len(lines):
            if head := _HEAD.fullmatch(lines[index]):
                depth = len(head[1].expandtabs(8))
                while stack[-1][0] >= depth:
                    stack.pop()
                node = Node(f"{head[2]}{head[3] or ''}", _CLASSES.get(head[2], ""), index)
                node.disabled = head[4] in _DISABLED
                stack[-1][1].inner.append(node)
                stack.append((depth, node))
            elif not (lines[index][:1].isspace() and _say(stack[-1][1], lines[index], index)):
                break
            index += 1
        yield root, first, index - 1


def untranslated(root: Node) -> tuple[str, int] | None:
    """Return the first label that lshw has in no language known here, with its line."""
    nodes = list(root.walk())
    if len(nodes) < 3 or not any(node.kind for node in nodes[1:]):
        return None
    unknown = (
        (label, line)
        for node in nodes[1:]
        for label, (_, line) in node.said.items()
        if label not in _LABELS
    )
    return next(unknown, None)


def _say(node: Node, line: str, index: int) -> bool:
    """Add a line `name: value` of text to a node, and return whether it is one."""
    match = labelled(line)
    if not match:
        return False
    name, value = match[1].replace(" ", ""), match[2]
    name = _FRENCH.get(name, name)
    if name == "configuration":
        node.settings = dict(
            pair.split("=", 1) for pair in re.split(r" (?=\w+=)", value) if "=" in pair
        )
    else:
        node.said.setdefault(name, (value, index))
    return True


def quantity(written: str) -> int | None:
    """Return a number in its base unit: digits as they are, `8GiB`, `10Gbit/s`, `3400MHz`."""
    if isinstance(written, Digits) or written.isdecimal():
        return int(written)
    match = _QUANTITY.fullmatch(written)
    if not match:
        return None
    if match[2] in _FACTORS:
        return int(Decimal(match[1]) * _FACTORS[match[2]])
    return binary(f"{match[1]}{match[2] or ''}")
