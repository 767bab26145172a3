"""The pages of a site, made and rendered in as many processes as are worth it.

Processes are forks, which see everything that was read without any of it being sent to them; only
what they made is sent back. Where the system has no forks, or another thread runs that a fork would
tear from its locks, this process does it all.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.page import Page, Unit
from sitegen.pages import fitting
from sitegen.render import Renderer

MANY = 400
"""From how many units on further processes are worth their beginning."""

_TOGETHER = 16
"""How many units a process is given at a time."""


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
    """Yield what each unit came to, in their order: the same, however many `workers` there are."""
    done = 0
    if workers > 1 and _may_fork():
        for its in _in_forks(units, renderer, workers):
            yield its
            done += 1
    for unit in units[done:]:
        yield _make(unit, renderer)


def _make(unit: Unit, renderer: Renderer) -> Made:
    pages: list[Rendered] = []
    files: list[tuple[str, bytes]] = []
    findings: list[Diagnostic] = []
    for one in unit(findings):
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


def _may_fork() -> bool:
    return sys.platform == "linux" and threading.active_count() == 1


_work: tuple[Sequence[Unit], Renderer] | None = None
"""What forks inherit, since nothing of it is sent."""


def _in_forks(units: Sequence[Unit], renderer: Renderer, workers: int) -> Iterator[Made]:
    """Yield what units came to; fewer than all of them if a process was killed."""
    global _work
    _work = (units, renderer)
    renderer.warm()
    # Memory that the collector does not touch stays shared with the forks.
    gc.freeze()
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(workers, context, initializer=_begin)
    try:
        yield from pool.map(_make_numbered, range(len(units)), chunksize=_TOGETHER)
    except BrokenProcessPool:
        return
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()
        _work = None


def _begin() -> None:
    # At Ctrl-C the process that waits for this one ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()


def _make_numbered(number: int) -> Made:
    assert _work is not None
    units, renderer = _work
    return _make(units[number], renderer)
