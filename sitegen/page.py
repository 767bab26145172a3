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


Unit = Callable[[list[Diagnostic]], Iterable[Page | File]]
"""Makes some pages and files of a site, and adds to the findings what is wrong with them.

It depends on no other unit and changes nothing, so that units can be made in any process.
"""
