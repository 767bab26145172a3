"""Links from documents to each other, to raw files and to pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegen import prose, urls
from sitegen.diagnostics import Diagnostic
from sitegen.nearest import did_you_mean
from sitegen.pages import prose as text
from sitegen.pages import raw_links, usage
from sitegen.pages.evidence import Evidence
from sitegen.pages.prose import LinkView

if TYPE_CHECKING:
    from sitegen.site import Written

PICTURES = ("png", "jpg", "jpeg", "gif", "webp", "avif")
"""Endings of pictures that can be shown; an SVG could hold scripts."""


def links(
    its: Written, path: str, evidence: Evidence, findings: list[Diagnostic]
) -> tuple[LinkView, ...]:
    """Return the links of a document with what they lead to, noting those that lead nowhere."""
    others = {}
    for number, link in enumerate(its.prose[path].links):
        if link.kind in ("document", "image"):
            find = _document if link.kind == "document" else _picture
            to = find(its, path, link.target)
            if isinstance(to, str):
                others[number] = to
            else:
                findings.append(Diagnostic(link.position, "broken-link", *to))
    return text.views(its.prose[path].links, its.judged[path], others, evidence)


def _document(its: Written, path: str, target: str) -> str | tuple[str, str]:
    """Return the address that a link to another document leads to, or what is wrong with it."""
    place = prose.locate(target, path)
    if place is None:
        return f"'{target}' leads out of the project", "link to files below content/ and results/"
    file, anchor = place
    if file in its.lab.files:
        return raw_links.address(its.lab.files[file], anchor, its.lab)
    if file not in its.documents.all:
        return f"no document '{file}'", did_you_mean(file, its.documents.all)
    if anchor:
        known = {one.id for one in its.prose[file].headings} | _block_ids(its, file)
        if anchor not in known:
            hint = did_you_mean(anchor, known) or "it has no anchors: link to the page itself"
            return f"'{file}' has no anchor '#{anchor}'", hint
    return usage.address(its, file) + (f"#{anchor}" if anchor else "")


def _picture(its: Written, path: str, target: str) -> str | tuple[str, str]:
    """Return the address of a picture, or why it cannot be shown."""
    place = prose.locate(target, path)
    if place is None:
        return f"'{target}' leads out of the project", "keep pictures below content/"
    if place[0] in its.pictures:
        return urls.picture(place[0])
    ending = place[0].rpartition(".")[2].lower()
    if ending not in PICTURES:
        return f"'{target}' is no picture that can be shown", f"use one of {', '.join(PICTURES)}"
    return f"no picture '{place[0]}'", did_you_mean(place[0], its.pictures)


def pictures(its: Written) -> dict[str, bytes]:
    """Return the pictures that documents show, by their address."""
    shown = (
        prose.locate(link.target, path)
        for path, one in its.prose.items()
        for link in one.links
        if link.kind == "image"
    )
    return {
        urls.picture(place[0]): its.pictures[place[0]]
        for place in shown
        if place and place[0] in its.pictures
    }


def _block_ids(its: Written, path: str) -> set[str]:
    found = set()
    for made in its.figures.blocks.get(path, ()):
        for one in (made.table, made.figure, made.testbed, made.compare):
            if one:
                found.add(one.id)
    return found
