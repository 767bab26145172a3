"""The pages of a site, made and rendered in as many processes as are worth it.

Where the system has no forks this process makes them all, and what a fork that dies leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.forks import even, may_fork, shared
from sitegen.page import Page, Unit
from sitegen.pages import fitting
from sitegen.render import Renderer

MANY = 400
"""From how many units on further processes are worth their beginning."""


class Rendered(NamedTuple):
    """A page with its bytes or what is wrong, and of its view what the rest of the site needs."""

    address: str
    template: str
    source: str
    title: str
    lasting: bool
    content: bytes | Diagnostic


class Made(NamedTuple):
    """What a unit came to."""

    pages: Sequence[Rendered]
    files: Sequence[tuple[str, bytes]]
    findings: Sequence[Diagnostic]


def made(units: Sequence[Unit], renderer: Renderer, workers: int = 1) -> Iterator[Made]:
    """Return what each unit comes to, in their order: the same with any number of `workers`."""

    def work(number: int) -> Made:
        return make(units[number], renderer)

    if workers > 1 and may_fork():
        renderer.warm()
        return shared(work, even(len(units)), workers)
    return map(work, range(len(units)))


def make(unit: Unit, renderer: Renderer) -> Made:
    """Return what a unit comes to."""
    pages: list[Rendered] = []
    files: list[tuple[str, bytes]] = []
    findings: list[Diagnostic] = []
    for one in unit.make(findings):
        if isinstance(one, Page):
            pages += _fitting(one, renderer)
        else:
            files.append((one.address, one.content))
    return Made(pages, files, findings)


def _fitting(page: Page, renderer: Renderer) -> Iterator[Rendered]:
    """Yield a page as it is served, and further ones with what it has no room for."""
    further: list[Page] = []
    its = _rendered(page, renderer)
    for step in fitting.STEPS:
        if isinstance(its.content, Diagnostic):
            break
        size = fitting.size(page, its.content)
        if size < fitting.MOST:
            break
        if lighter := step(page, size):
            page = lighter.page
            further += lighter.further
            its = _rendered(page, renderer)
    yield its
    for one in further:
        yield _rendered(one, renderer)


def _rendered(one: Page, renderer: Renderer) -> Rendered:
    content = renderer.page(one.template, one.address, one.view)
    title = str(getattr(one.view, "title", ""))
    return Rendered(one.address, one.template, one.source, title, one.lasting, content)
