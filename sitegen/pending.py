"""What of a site is made last, or when it is asked for: pictures, and the pages they stand on.

A page has a token where a drawing goes, so it need not wait until that is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from sitegen import drawing, drawn, urls
from sitegen.drawn import Figure

_BEGIN, _END = "\ue000drawing:", "\ue001"
_TOKEN = re.compile(f"{_BEGIN}([^:{_END}]+):([^:{_END}]*):([^:{_END}]*):([^{_END}]*){_END}")


@dataclass(frozen=True, slots=True)
class Pending:
    """A file that is made when it is called; two are equal if what they make is.

    `content` is what is known before: a page with tokens, or what a picture shows.
    """

    content: bytes
    make: Callable[[], bytes] = field(compare=False)

    def __call__(self) -> bytes:
        """Return the file."""
        return self.make()


class Whole(Mapping[str, bytes]):
    """The files of a site; one that is pending is made each time it is looked up, and not kept."""

    def __init__(self, files: Mapping[str, bytes], waiting: Mapping[str, Pending]) -> None:
        """Take files, and those that are made in their place."""
        self._files = files
        self._waiting = waiting

    def __getitem__(self, path: str) -> bytes:
        """Return a file as it is to be written."""
        known = self._files[path]
        waiting = self._waiting.get(path)
        return waiting() if waiting else known

    def __contains__(self, path: object) -> bool:
        """Return whether there is a file at an address."""
        return path in self._files

    def __iter__(self) -> Iterator[str]:
        """Yield the addresses of all files."""
        return iter(self._files)

    def __len__(self) -> int:
        """Return how many files there are."""
        return len(self._files)

    def __eq__(self, other: object) -> bool:
        """Return whether the files are the same."""
        return isinstance(other, Mapping) and dict(self) == dict(other)

    # What is equal by content has no hash, as a dict has none; typeshed says each object has one.
    __hash__ = None  # type: ignore[assignment]


def mark(figure: Figure) -> str:
    """Return what a template gets for a drawing, nothing if there is none."""
    return f"{figure.id}:{figure.whole}" if figure.drawn else ""


def token(mark: str, target: str, address: str) -> str:
    """Return what stands for a drawing on the page at an address; its links open in `target`."""
    return f"{_BEGIN}{mark}:{target}:{address}{_END}"


def pending(
    files: Mapping[str, bytes], figures: Iterable[Figure], moved: Mapping[str, str]
) -> dict[str, Pending]:
    """Return the pictures of figures, and the pages among some files that drawings belong on.

    A chart whose page has `moved` has its pictures at its old address too.
    """
    known = {figure.id: figure for figure in figures if figure.drawn}
    found: dict[str, Pending] = {}
    for figure in known.values():
        found |= pictures(figure)
    for old, to in moved.items():
        stem, earlier = f"{to.removesuffix('/')}.", f"{old.removesuffix('/')}."
        own = [address for address in found if address.startswith(stem)]
        names = {earlier + address.removeprefix(stem): address for address in own}
        found |= {before: found[name] for before, name in names.items() if before in files}
    for path, page in files.items():
        its = whole(page, known.get) if path.endswith(".html") else page
        if isinstance(its, Pending):
            found[path] = its
    return found


def pictures(figure: Figure) -> dict[str, Pending]:
    """Return the picture files of a figure, by address."""
    shown = figure.look.encode()
    return {address: Pending(shown, make) for address, make in drawn.pictures(figure).items()}


Find = Callable[[str], Figure | None]
"""Returns the figure with an id, if there is one with a drawing."""


def empty(waiting: Mapping[str, Pending], figures: Iterable[Figure]) -> set[str]:
    """Return the addresses of pictures, new and old, of figures that could not be drawn."""
    nothing = {id(waiting[one]) for figure in figures for one in drawn.pictures(figure)}
    return {path for path, one in waiting.items() if id(one) in nothing}


def whole(page: bytes, find: Find) -> bytes | Pending:
    """Return a page, or what makes it if drawings belong on it."""
    return Pending(page, partial(_whole, page, find)) if _BEGIN.encode() in page else page


def _whole(page: bytes, find: Find) -> bytes:
    """Return a page with its drawings; what only looks like a token stays."""

    def put(match: re.Match[str]) -> str:
        name, whole, target, address = match.groups()
        figure = find(name)
        if figure is None or figure.whole != whole:
            return match[0]
        svg = drawing.placed(figure.svg(), lambda to: urls.relative(to, address))
        return svg.replace("<a ", f'<a target="{target}" ') if target else svg

    return _TOKEN.sub(put, page.decode()).encode()
