"""Addresses of permalinks.lock that a site does not have any more, and what to do about each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen import lock, urls
from sitegen.anchors import has, ids
from sitegen.diagnostics import Diagnostic, Position
from sitegen.lock import Locked
from sitegen.moves import Moves
from sitegen.nearest import nearest

_TREES = (urls.TESTBEDS, urls.RUNS)
_BLOCKS = (urls.CHARTS, urls.TABLES)
_FRONT_MATTER = (urls.REPORTS, urls.HARDWARE)
_GIVE_UP = "; to give it up, remove this line"


class Whole(NamedTuple):
    """A finished site: its files, what has moved, and the source of each page, by address."""

    files: Mapping[str, bytes]
    moves: Moves
    sources: Mapping[str, str]


def check(locked: Sequence[Locked], site: Whole) -> list[Diagnostic]:
    """Return a finding for each published address that is gone and leads nowhere."""
    published = {one.address for one in locked}
    findings = []
    pages: list[Locked] = []
    for one in lost(locked, site.files, site.moves):
        there = _now(one, site.moves)
        if urls.file_of(there) in site.files:
            findings.append(_anchor(one, there, published, site))
        else:
            pages.append(one)
    for top, own in _by_folder(pages, site.files).items():
        findings.append(_page(top, own, published, site))
    return findings


def lost(locked: Iterable[Locked], files: Mapping[str, bytes], moves: Moves) -> Iterator[Locked]:
    """Yield the published addresses that are gone and lead nowhere."""
    for one in locked:
        anchor = one.address.partition("#")[2]
        content = files.get(urls.file_of(_now(one, moves)))
        if content is None or (anchor and not has(content, anchor)):
            yield one


def _now(one: Locked, moves: Moves) -> str:
    """Return the page that an address leads to."""
    page = one.address.partition("#")[0]
    return moves.pages.get(page, page).partition("#")[0]


def _by_folder(pages: Iterable[Locked], files: Iterable[str]) -> dict[str, list[Locked]]:
    """Return lost addresses by the page that they belong to, or the folder lost with all in it."""
    alive = {path[: end + 1] for path in files for end in _slashes(path)}
    found: dict[str, list[Locked]] = {}
    for one in pages:
        page = one.address.partition("#")[0]
        top = page
        if page.startswith(_TREES):
            # The first part of the address is the kind of page, which is always there.
            above = (page[: end + 1] for end in _slashes(page))
            top = next((folder for folder in above if folder not in alive), page)
        found.setdefault(top, []).append(one)
    return found


def _slashes(path: str) -> list[int]:
    return [match.start() for match in re.finditer("/", path)]


def _page(top: str, own: Sequence[Locked], published: set[str], site: Whole) -> Diagnostic:
    """Return the finding for a page that is gone with its parts, or for all below a folder."""
    lost = sorted({one.address.partition("#")[0] for one in own})
    message = f"'{lost[0]}' was published and is gone"
    if len(lost) > 1:
        message = f"{len(lost)} pages below '{top}' were published and are gone"
    kind = top.partition("/")[0] + "/"
    new = [page for page in site.sources if page.startswith(kind) and page not in published]
    near = next(iter(nearest(top, new, 1)), "")
    name = top.removeprefix(kind).removesuffix("/")
    if kind in _FRONT_MATTER:
        place = site.sources[near] if near else "the document that takes its place"
        hint = f"write 'aliases: [{name}]' in {place}"
    elif kind in _BLOCKS:
        place = f"'{_name(near)}'" if near else "the one that takes its place"
        hint = f"write 'aliases: [{name}]' in the block {place}"
    elif kind in _TREES:
        folder = _moved_folder(top, lost, new) or near or "..."
        hint = f"lead it on in sitegen.yaml, by 'redirects: {{{top}*: {folder}*}}'"
    else:
        hint = f"lead it on in sitegen.yaml, by 'redirects: {{{top}: {near or '...'}}}'"
    return Diagnostic(Position(lock.FILE, own[0].line), "vanished", message, hint + _GIVE_UP)


def _moved_folder(top: str, lost: Iterable[str], new: Iterable[str]) -> str:
    """Return the folder that has most of what was lost with another, by the names below it."""
    rests = [rest for page in lost if (rest := page.removeprefix(top))]
    found = Counter(
        page.removesuffix(rest) for page in new for rest in rests if page.endswith("/" + rest)
    )
    return max(sorted(found), key=lambda folder: found[folder], default="")


def _name(page: str) -> str:
    return page.removesuffix("/").rpartition("/")[2]


def _quoted(address: str) -> str:
    """Return an address as YAML takes it: what begins with '#' would be a comment."""
    return f"'{address}'" if address.startswith("#") else address


def _anchor(one: Locked, there: str, published: set[str], site: Whole) -> Diagnostic:
    """Return the finding for a part that a page does not have any more."""
    page, _, anchor = one.address.partition("#")
    where = f"'{there}'" if there else "the first page"
    message = f"'{one.address}' was published, and {where} has no such part any more"
    content = site.files[urls.file_of(there)]
    new = [name for name in ids(content) if f"{there}#{name}" not in published]
    near = nearest(anchor, new, 1)
    to = near[0] if near else "NEW"
    source = site.sources.get(there, "")
    if source.endswith(".md") and there:
        hint = f"write 'aliases: [{_name(page)}#{anchor} -> {to}]' in {source}"
    else:
        was, now = _quoted(one.address), _quoted(f"{there}#{to}")
        hint = f"lead it on in sitegen.yaml, by 'redirects: {{{was}: {now}}}'"
    hint += f", or give the part its id again{_GIVE_UP}"
    return Diagnostic(Position(lock.FILE, one.line), "vanished", message, hint)
