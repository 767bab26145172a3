"""Where addresses lead that have moved: what people wrote about it, held against the site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegen import urls
from sitegen.aliases import Alias, Move
from sitegen.anchors import has, ids
from sitegen.diagnostics import Diagnostic
from sitegen.nearest import nearest
from sitegen.pages import usage

if TYPE_CHECKING:
    from sitegen.site import Written

_RAW_LINE = re.compile(r"L[0-9]+")


@dataclass(frozen=True, slots=True)
class Moves:
    """Old pages with their new addresses, and the old anchors of a page with theirs.

    The page with old anchors may be one of the site, or an old one.
    """

    pages: Mapping[str, str] = field(default_factory=dict)
    anchors: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def declared(its: Written) -> Iterator[Move]:
    """Yield what front matter, blocks and sitegen.yaml say of old addresses."""
    for name, report in its.documents.reports.items():
        for one in report.aliases:
            yield _move(one, urls.report(one.id), urls.report(name))
    for name, hardware in its.lab.hardware.items():
        for one in hardware.aliases:
            yield _move(one, urls.hardware(one.id), urls.hardware(name))
            # The charts that a piece of hardware has by itself are named after it.
            for its_own in its.figures.standings.get(name, ()) if not one.anchor else ():
                old = one.id + its_own.id.removeprefix(name)
                yield Move(urls.chart(old), urls.chart(its_own.id), one.position)
    for path, _, page in usage.titles(its):
        for made in its.figures.blocks.get(path, ()):
            block = made.block
            for old in block.aliases if block else ():
                assert block
                yield Move(f"{page}#{old}", f"{page}#{block.id}", block.position)
                if made.figure:
                    yield Move(urls.chart(old), urls.chart(block.id), block.position)
                if made.table:
                    yield Move(urls.table(old), urls.table(block.id), block.position)
    yield from its.settings.redirects


def _move(alias: Alias, old: str, new: str) -> Move:
    if not alias.anchor:
        return Move(old, new, alias.position)
    return Move(f"{old}#{alias.anchor}", f"{new}#{alias.now}", alias.position)


def resolve(moves: Iterable[Move], files: Mapping[str, bytes]) -> tuple[Moves, list[Diagnostic]]:
    """Return where each old address leads in a site with these files, and what is wrong there."""
    findings: list[Diagnostic] = []
    table: dict[str, Move] = {}
    folded = {path.casefold() for path in files}
    folders = {folder for path in folded for folder in _folders(path)}
    for move in _single(moves, files, findings):
        if problem := _in_the_way(move, table, files, folded, folders):
            findings.append(problem)
        else:
            table[move.old] = move
    for move in [move for move in table.values() if "#" in move.old]:
        # A part of a page that is gone says where the page went, unless that is said by itself.
        page = move.old.partition("#")[0]
        if page not in table and urls.file_of(page) not in files:
            table[page] = Move(page, move.new.partition("#")[0], move.position)
    pages: dict[str, str] = {}
    anchors: dict[str, dict[str, str]] = {}
    for move in table.values():
        end = _end(move, table, files, findings)
        page, _, anchor = move.old.partition("#")
        if end is not None and anchor:
            anchors.setdefault(page, {})[anchor] = end
        elif end is not None:
            pages[page] = end
    for old, to in pages.items():
        # A server that leads on to the new page takes the anchor along, so it must work there too.
        page = to.partition("#")[0]
        known = set(ids(files[urls.file_of(page)]))
        for anchor, end in anchors.get(old, {}).items():
            if anchor not in known:
                anchors.setdefault(page, {}).setdefault(anchor, end)
    return Moves(pages, anchors), findings


def _single(
    moves: Iterable[Move], files: Mapping[str, bytes], findings: list[Diagnostic]
) -> Iterator[Move]:
    """Yield a move for each page, also below a folder, and for its form inside others."""
    for move in moves:
        if not move.old.endswith("*"):
            yield move
            if move.old.endswith("/") and urls.file_of(urls.embed(move.new)) in files:
                yield Move(urls.embed(move.old), urls.embed(move.new), move.position)
            continue
        old, new = move.old.removesuffix("*"), move.new.removesuffix("*")
        below = [
            path.removesuffix("index.html")
            for path in files
            if path.startswith(new) and path.endswith("/index.html")
        ]
        if not below:
            findings.append(_problem(move, f"there is no page below '{new}'"))
        for page in below:
            yield Move(old + page.removeprefix(new), page, move.position)


def _in_the_way(
    move: Move,
    table: Mapping[str, Move],
    files: Mapping[str, bytes],
    folded: set[str],
    folders: set[str],
) -> Diagnostic | None:
    """Return why an address cannot lead elsewhere, if it is in use."""
    page, _, anchor = move.old.partition("#")
    file = urls.file_of(page)
    if other := table.get(move.old):
        message = f"'{move.old}' leads to '{other.new}' already, by {other.position}"
        return _problem(move, message, "remove one of the two") if other.new != move.new else None
    if anchor:
        if file in files and has(files[file], anchor):
            message = f"'{page}' has the anchor '#{anchor}' itself"
            return _problem(move, message, "remove this, or give that part another id")
        return None
    if file.casefold() in folded:
        message = f"'{page}' is a page of the site itself"
        return _problem(move, message, "remove this, or give that page another name")
    if file.casefold() in folders or not folded.isdisjoint(_folders(file.casefold())):
        return _problem(move, f"'{page}' cannot be a page: a file or folder has its name")
    return None


def _folders(path: str) -> Iterator[str]:
    parts = path.split("/")
    return ("/".join(parts[:count]) for count in range(1, len(parts)))


def _end(
    move: Move, table: Mapping[str, Move], files: Mapping[str, bytes], findings: list[Diagnostic]
) -> str | None:
    """Return where a move leads in the end, after noting what is wrong with the way."""
    way = [move.old, move.new]
    while (after := _step(way[-1], table)) is not None:
        if after in way:
            circle = " -> ".join([*way, after])
            findings.append(_problem(move, f"a circle: {circle}", "remove one of its steps"))
            return None
        way.append(after)
    end = way[-1]
    if len(way) > 2:
        message = f"'{move.old}' leads to '{move.new}', which has moved itself"
        findings.append(_problem(move, message, f"lead it to '{end}'"))
    page, _, anchor = end.partition("#")
    if urls.file_of(page) not in files:
        pages = [path.removesuffix("index.html") for path in files if path.endswith(".html")]
        findings.append(_problem(move, f"there is no page '{page}'", _like(page, pages)))
        return None
    content = files[urls.file_of(page)]
    if anchor and not has(content, anchor):
        hint = _like(anchor, [one for one in ids(content) if not _RAW_LINE.fullmatch(one)])
        findings.append(_problem(move, f"'{page}' has no anchor '#{anchor}'", hint))
        return None
    return end


def _step(address: str, table: Mapping[str, Move]) -> str | None:
    """Return what took the place of an address, or None if it has not moved."""
    if address in table:
        return table[address].new
    page, _, anchor = address.partition("#")
    if anchor and page in table:
        new = table[page].new
        return new if "#" in new else f"{new}#{anchor}"
    return None


def _like(word: str, words: Iterable[str]) -> str:
    near = nearest(word, words)
    return f"did you mean {' or '.join(repr(one) for one in near)}?" if near else ""


def _problem(move: Move, message: str, hint: str = "") -> Diagnostic:
    return Diagnostic(move.position, "bad-redirect", message, hint)
