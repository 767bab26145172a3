"""What people write so that old addresses lead on: `aliases` of a page, `redirects` of a site.

    aliases:
      - zfs-san              # the page had this id: its address leads here
      - zfs-san#write -> seq # a part of that page is the part `seq` of this one
      - zfs#read -> reads    # written in zfs.md: a part of the page itself has a new anchor

    redirects:               # in sitegen.yaml, for all that has no front matter
      testbeds/lsi/*: testbeds/lsi-3994/*
      charts/zfs-write/: charts/zfs-writes/
      2009/06/zfs.html: reports/zfs/

Where both sides end with `*`, everything below one folder is now below the other.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sitegen import metadata, urls
from sitegen.diagnostics import Diagnostic, Position
from sitegen.metadata import Node, Text, quote
from sitegen.schema import Problems, Reader, misfit

_ALIAS = re.compile(r"([^\s#]*)(?:#([^\s#]+)\s*->\s*#?([^\s#]+))?")
_NOUN = "an earlier id, or 'id#anchor -> anchor'"
_ADDRESS = re.compile(r"((?:[\w.~-]+/)*)([\w.~-]+\.html?|\*?)(?:#([^\s#]+))?", re.ASCII)


class Alias(NamedTuple):
    """An id that a page had, or the anchor of a part and what that part is called now."""

    id: str
    anchor: str
    now: str
    position: Position


class Move(NamedTuple):
    """An address that was published, the one that took its place, and where that is written.

    Each may have an anchor; where both end with `*`, all pages below one folder are now below the
    other.
    """

    old: str
    new: str
    position: Position


def _alias(node: Node, problems: Problems) -> Alias | None:
    if not isinstance(node, Text) or not node.value.strip():
        # What follows a '#' at the beginning of a word is a comment in YAML.
        hint = "write the id of the page before a '#'" if isinstance(node, Text) else ""
        problems.append(misfit(node, _NOUN, hint))
        return None
    written = node.value.strip()
    match = _ALIAS.fullmatch(written)
    if match is None:
        message = f"{quote(written)} is not {_NOUN}"
        hint = "write 'old-id', or 'id#old-anchor -> new-anchor'"
        problems.append(Diagnostic(node.position, "bad-value", message, hint))
        return None
    name = match[1]
    if urls.slug(name) != name:
        message = f"{quote(name)} is no id that a page can have had"
        hint = f"write '{urls.slug(name)}'" if name else "write the id of the page before the '#'"
        problems.append(Diagnostic(node.position, "bad-id", message, hint))
        return None
    return Alias(name, match[2] or "", match[3] or "", node.position)


alias: Reader[Alias] = Reader(
    _NOUN, _alias, {"type": "string", "pattern": r"^[^\s#]+(#[^\s#]+\s*->\s*#?[^\s#]+)?$"}
)
"""Reads one item of `aliases`."""


def _redirects(node: Node, problems: Problems) -> tuple[Move, ...] | None:
    if not isinstance(node, metadata.Mapping):
        problems.append(misfit(node, redirects.noun, "write 'reports/old/: reports/new/'"))
        return None
    found = []
    for key, value in node.entries:
        old, new = _address(key, problems), _address(value, problems)
        if old is None or new is None:
            continue
        if old.endswith("*") != new.endswith("*"):
            message = f"{quote(key.value)} leads to {quote(new)}: one has a '*', the other not"
            hint = "a '*' at both ends stands for every page below"
            problems.append(Diagnostic(key.position, "bad-value", message, hint))
        else:
            found.append(Move(old, new, key.position))
    return tuple(found)


def _address(node: Node, problems: Problems) -> str | None:
    """Return an address below the root of the site, without a slash before it."""
    if not isinstance(node, Text):
        problems.append(misfit(node, "an address of the site"))
        return None
    written = node.value.strip().removeprefix("/")
    path, _, anchor = written.partition("#")
    match = _ADDRESS.fullmatch(written)
    if match and not re.search(r"(^|/)\.\.?(/|$)", path) and not (anchor and "*" in path):
        return written
    message = f"{quote(node.value)} is no address of a page of the site"
    hint = "write it from the root of the site, like 'reports/zfs/' or 'reports/zfs/#writes'"
    problems.append(Diagnostic(node.position, "bad-value", message, hint))
    return None


_PATTERN = rf"^/?{_ADDRESS.pattern}$"
redirects: Reader[tuple[Move, ...]] = Reader(
    "a mapping of old addresses to new ones",
    _redirects,
    {
        "type": "object",
        "propertyNames": {"pattern": _PATTERN},
        "additionalProperties": {"type": "string", "pattern": _PATTERN},
    },
)
"""Reads `redirects` of sitegen.yaml."""
