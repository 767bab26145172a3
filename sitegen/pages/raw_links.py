"""Links from documents to raw files and to single lines of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sitegen import prose, urls
from sitegen.diagnostics import Diagnostic, Position
from sitegen.lab import Lab, RawFile, run_names
from sitegen.references import places

if TYPE_CHECKING:
    from sitegen.site import Written

_LINE = re.compile(r"L([1-9][0-9]{0,8})")


def address(file: RawFile, anchor: str, lab: Lab) -> str | tuple[str, str]:
    """Return the address of a raw file or a part of it, or what is wrong and what to do."""
    whole = urls.run(file.id) + (f"#{anchor}" if anchor else "")
    if not anchor or whole in map(urls.run, run_names(file).values()):
        return whole
    place = places.run(file.id, anchor, lab, Position(file.path))
    return (place.message, place.hint) if isinstance(place, Diagnostic) else whole


def cited(its: Written) -> Mapping[str, set[int]]:
    """Return the lines of each raw file that documents lead to, by its path."""
    found: dict[str, set[int]] = {}
    for path, line in _cited(its):
        found.setdefault(path, set()).add(line)
    return found


def _cited(its: Written) -> Iterator[tuple[str, int]]:
    for judged in its.judged.values():
        for one in judged:
            if isinstance(one.found, places.Place) and one.found.position:
                yield one.found.position.path, one.found.line
    for path, document in its.prose.items():
        for link in document.links:
            place = prose.locate(link.target, path) if link.kind == "document" else None
            match = _LINE.fullmatch(place[1]) if place else None
            if place and match and place[0] in its.lab.files:
                yield place[0], int(match[1])
