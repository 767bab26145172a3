"""Plain pages: what people wrote below content/pages/ that is neither a report nor hardware.

A folder is a section. Its index.md, if there is one, gives it a title, a place and a text; else its
name does. `content/pages/how-to/cite.md` has the id `how-to/cite`, `content/pages/how-to/index.md`
the id `how-to`, and the section of all pages the id ``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from sitegen import urls
from sitegen.diagnostics import Diagnostic, Position
from sitegen.metadata import Node
from sitegen.schema import Key, Problems, fields, integer, text
from sitegen.silences import SILENCE

FOLDER = "content/pages/"
TITLE = "Pages"
"""What all plain pages are called if content/pages/index.md does not say."""

_LAST = 10**18
"""The place of a page that has none: behind all that have one."""


@dataclass(frozen=True, slots=True)
class PlainPage:
    """A page or a section; one without a file has no path."""

    id: str
    path: str
    title: str
    summary: str = ""
    order: int = _LAST


PAGE = fields(
    "a page",
    {
        "title": Key(text, "what the page is called", required=True),
        "summary": Key(text, "one sentence on what it holds, for lists"),
        "order": Key(integer, "its place in its section: 1 is the first; others follow by title"),
        "silence": SILENCE,
    },
)
"""The reader of the front matter of a page below content/pages/."""


def read(front: Node, path: str, problems: Problems) -> PlainPage:
    """Return the page that front matter describes, after noting what is wrong with it."""
    place = PurePosixPath(path.removeprefix(FOLDER)).with_suffix("")
    name = str(place.parent if place.name == "index" else place).removeprefix(".").strip("/")
    if urls.path_slug(name) != name:
        message = f"'{name}' has letters that an address cannot have"
        hint = f"name files and folders so that it is '{urls.path_slug(name)}'"
        problems.append(Diagnostic(Position(path), "bad-id", message, hint))
        name = urls.path_slug(name)
    values = PAGE.read(front, problems) or {}
    return PlainPage(
        name,
        path,
        values.get("title", _title(name)),
        values.get("summary", ""),
        values.get("order", _LAST),
    )


def with_sections(pages: Iterable[PlainPage]) -> dict[str, PlainPage]:
    """Return pages by their id in the order of the site, with sections that have no file."""
    known = {one.id: one for one in pages}
    for name in [above for one in known for above in _above(one)]:
        known.setdefault(name, PlainPage(name, "", _title(name)))
    return {one.id: one for one in _walk(known, "")} if known else {}


def below(pages: Mapping[str, PlainPage], section: str) -> tuple[PlainPage, ...]:
    """Return the pages and sections right in a section, in their order."""
    inside = (one for one in pages.values() if one.id and _parent(one.id) == section)
    return tuple(sorted(inside, key=lambda one: (one.order, one.title.casefold(), one.id)))


def above(pages: Mapping[str, PlainPage], name: str) -> tuple[PlainPage, ...]:
    """Return the sections that a page lies in, the outermost first."""
    return tuple(pages[one] for one in reversed(list(_above(name))))


def _walk(known: Mapping[str, PlainPage], name: str) -> Iterator[PlainPage]:
    yield known[name]
    for one in below(known, name):
        yield from _walk(known, one.id)


def _parent(name: str) -> str:
    return name.rpartition("/")[0]


def _above(name: str) -> Iterator[str]:
    while name:
        name = _parent(name)
        yield name


def _title(name: str) -> str:
    """Return the title of a section that says none: `how-to` is 'How to'."""
    words = name.rpartition("/")[2].replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:] or TITLE
