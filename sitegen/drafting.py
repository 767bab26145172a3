"""Who draws charts and when: processes beside a build, or the preview once it is asked."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sitegen import drawn
from sitegen.drawn import Fetch, Picture

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

FEW = 8
"""So many charts are drawn by the build itself: to start a process takes as long."""

AHEAD = 24
"""So many charts in a row are for one process, the next ones for another."""

MOST = 2
"""How many processes draw: each takes 150 MB, and the build is one more."""


@dataclass(slots=True)
class _Order:
    """A chart that is to be drawn, and who draws it, if that is not the build itself."""

    poster: str
    future: Future[Picture] | None = None

    def __call__(self) -> Picture:
        """Wait for the picture; what another process could not draw is drawn here."""
        if self.future:
            from concurrent.futures.process import BrokenProcessPool

            try:
                return self.future.result()
            except BrokenProcessPool:
                self.future = None
        return drawn.draw(self.poster)()


class Drafting:
    """Processes that draw charts while a build goes on; as a context manager they are ended."""

    def __init__(self) -> None:
        """Start nothing: that is done once there are more than a few charts."""
        self._few: list[_Order] = []
        self._started = 0
        self._processes: list[ProcessPoolExecutor] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for one in self._processes:
            one.shutdown(wait=False, cancel_futures=True)

    def draw(self, poster: str) -> Fetch:
        """Take a chart to be drawn; what comes back waits for the picture."""
        self._few.append(order := _Order(poster))
        if self._started or len(self._few) > FEW:
            for one in self._few:
                one.future = self._process().submit(drawn.picture, one.poster)
                self._started += 1
            self._few.clear()
        return order

    def _process(self) -> ProcessPoolExecutor:
        place = self._started // AHEAD % MOST
        if place == len(self._processes):
            import multiprocessing
            from concurrent.futures import ProcessPoolExecutor

            context = multiprocessing.get_context("spawn")
            self._processes.append(ProcessPoolExecutor(1, context, _end_with_parent))
        return self._processes[place]


def _end_with_parent() -> None:
    """End this process as soon as the one is gone that started it, and leave Ctrl-C to that one."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class Waking:
    """Draws charts when they are asked for, but the first one at once, so that Vega is awake."""

    def __init__(self) -> None:
        """Draw nothing yet."""
        self._awake = False

    def draw(self, poster: str) -> Fetch:
        """Take a chart to be drawn."""
        fetch = drawn.draw(poster)
        if not self._awake:
            self._awake = True
            threading.Thread(target=fetch, daemon=True).start()
        return fetch
