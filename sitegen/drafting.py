"""Who draws charts and when: processes beside a build, or the preview once it is asked.

The build has no thread for this, so that it can be forked meanwhile.
"""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sitegen import drawn
from sitegen.drawn import Fetch, Picture

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

FEW = 8
"""So many charts are drawn by the build itself: to start a process takes as long."""

AHEAD = 24
"""So many charts in a row are for one process, the next ones for another."""

MOST = 2
"""How many processes draw: each takes 150 MB, and the build is one more."""

_PATIENCE = 5.0
"""After how many seconds a process without work looks whether its build is still there."""


class Drafting:
    """Processes that draw charts while a build goes on; as a context manager they are ended."""

    def __init__(self) -> None:
        """Start nothing: that is done once there are more than a few charts."""
        self._few: list[_Order] = []
        self._started = 0
        self.desks: list[Desk] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for desk in self.desks:
            desk.close()

    def draw(self, poster: str) -> Fetch:
        """Take a chart to be drawn; what comes back waits for the picture."""
        self._few.append(order := _Order(poster))
        if self._started or len(self._few) > FEW:
            for one in self._few:
                one.desk = self._desk()
                one.desk.order(self._started, one.poster)
                one.number = self._started
                self._started += 1
            self._few.clear()
        return order

    def _desk(self) -> Desk:
        place = self._started // AHEAD % MOST
        if place == len(self.desks):
            self.desks.append(Desk())
        return self.desks[place]


class Desk:
    """A process that draws one chart after the other and keeps each until it is asked for it."""

    def __init__(self) -> None:
        """Start it. What is imported here is not needed where all pictures are kept."""
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, os.getpid()), daemon=True)
        self.process.start()
        theirs.close()

    def order(self, number: int, poster: str) -> None:
        """Ask for a chart to be drawn."""
        self._say((number, poster))

    def fetch(self, number: int) -> Picture | None:
        """Wait for a chart and return it; None if the process is gone."""
        self._say(number)
        try:
            picture: Picture = self._ours.recv()
        except (EOFError, OSError):
            return None
        return picture

    def _say(self, message: object) -> None:
        try:
            self._ours.send(message)
        except OSError:
            self._ours.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        self._ours.close()
        self.process.kill()
        self.process.join()


@dataclass(slots=True)
class _Order:
    """A chart that is to be drawn, and where, if that is not in this process."""

    poster: str
    number: int = 0
    desk: Desk | None = None
    picture: Picture | None = None

    def __call__(self) -> Picture:
        """Wait for the picture; what another process could not draw is drawn here."""
        if self.picture is None and self.desk:
            self.picture = self.desk.fetch(self.number)
        return self.picture or drawn.draw(self.poster)()


def _work(asked: Connection[Any, Any], build: int) -> None:
    """Draw what is ordered until the build is gone; Ctrl-C is left to that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders: SimpleQueue[tuple[int, str]] = SimpleQueue()
    made: dict[int, Picture] = {}
    news = threading.Condition()

    def listen() -> None:
        try:
            while True:
                message = asked.recv()
                if isinstance(message, tuple):
                    orders.put(message)
                    continue
                with news:
                    while message not in made:
                        news.wait()
                    picture = made.pop(message)
                asked.send(picture)
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    # The pipe may outlive the build in processes that were forked from it.
    while os.getppid() == build:
        try:
            number, poster = orders.get(timeout=_PATIENCE)
        except Empty:
            continue
        picture = drawn.picture(poster)
        with news:
            made[number] = picture
            news.notify_all()


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
