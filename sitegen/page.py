"""Pages before they are rendered, and what makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic


class Page(NamedTuple):
    """A page before it is rendered: where it goes, its template, its view, and its source.

    A page that is there only while much is on the site is not `lasting`: its address is no promise.
    """

    address: str
    template: str
    view: object
    source: str
    lasting: bool = True


class File(NamedTuple):
    """A file that is no page: its address, and what is in it."""

    address: str
    content: bytes


Making = Callable[[list[Diagnostic]], Iterable[Page | File]]
"""Makes some pages and files of a site, and adds to the findings what is wrong with them."""


class Unit(NamedTuple):
    """What makes some pages and files of a site, and where they are.

    `at` are addresses of files, and of folders, with a slash at their end, for all that may lie
    below them. A unit depends on no other and changes nothing, so units can be made in any process.
    What a unit came to in a build before need not be made again if what it is made `of` is the same
    (`sitegen.memo.same`), unless that is not said.
    """

    at: tuple[str, ...]
    make: Making
    of: Callable[[], object] | None = None
