"""Work shared among forks of this process, which see all that it sees; what they made is sent back.

Each fork has a pipe of its own, so one that dies amid an answer ends that pipe and nothing else.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    _Pipe = Connection[Any, Any]

T = TypeVar("T")

_TOGETHER = 16
"""How many numbers make an even piece of work."""


class _Fork(NamedTuple):
    process: ForkProcess
    pipe: _Pipe


def may_fork() -> bool:
    """Return whether this process can be forked: another thread would be torn from its locks."""
    return sys.platform == "linux" and threading.active_count() == 1


def even(count: int) -> list[range]:
    """Return all numbers below `count` in pieces of a few."""
    return [range(start, min(start + _TOGETHER, count)) for start in range(0, count, _TOGETHER)]


def shared(
    work: Callable[[int], T],
    pieces: Sequence[range],
    workers: int,
    died: Callable[[], None] = lambda: None,
) -> Iterator[T]:
    """Yield what `work` returns for each number from 0 on, in their order.

    They are given away in `pieces`, which hold each number once, in the order in which these stand.
    What a fork leaves that dies, or in which `work` fails, is done in this process; `died` is
    called for each of them before.
    """
    # Memory that the collector does not touch stays shared with the forks.
    gc.freeze()
    forks: list[_Fork] = []
    try:
        for _ in range(min(workers, len(pieces))):
            forks.append(_begun(work, [one.pipe for one in forks]))
        yield from _in_order(work, pieces, [one.pipe for one in forks], died)
    finally:
        for fork in forks:
            fork.pipe.close()
            fork.process.kill()
            fork.process.join()
        gc.unfreeze()


def _begun(work: Callable[[int], object], others: Sequence[_Pipe]) -> _Fork:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_answer, args=(work, theirs, [*others, ours]), daemon=True)
    process.start()
    theirs.close()
    return _Fork(process, ours)


def _in_order(
    work: Callable[[int], T],
    pieces: Sequence[range],
    pipes: Sequence[_Pipe],
    died: Callable[[], None],
) -> Iterator[T]:
    """Yield what became of each number; whoever is done with a piece gets the next."""
    left = iter(pieces)
    made: dict[int, Iterable[T]] = {}
    busy = dict(zip(pipes, left, strict=False))
    for free, first in busy.items():
        _give(free, first)
    wanted = 0
    while busy:
        for pipe in [one for one in wait(list(busy)) if isinstance(one, Connection)]:
            piece = busy.pop(pipe)
            try:
                made[piece.start] = pipe.recv()
            except (EOFError, OSError):
                died()
                made[piece.start] = map(work, piece)
                continue
            if following := next(left, None):
                _give(pipe, following)
                busy[pipe] = following
        if not busy:
            made |= {piece.start: map(work, piece) for piece in left}
        while wanted in made:
            for its in made.pop(wanted):
                yield its
                wanted += 1


def _give(pipe: _Pipe, piece: range) -> None:
    # One that has died gives no answer either.
    with suppress(OSError):
        pipe.send(piece)


def _answer(work: Callable[[int], object], pipe: _Pipe, inherited: Iterable[_Pipe]) -> None:
    """Do what is asked for until nobody is left who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for all of a terminal's processes
    for one in inherited:
        one.close()
    threading.Thread(target=_end_after_parent, daemon=True).start()
    # What fails here is done again, and told, in the process that asks.
    with suppress(Exception):
        while True:
            pipe.send([work(number) for number in pipe.recv()])


def _end_after_parent() -> None:
    """End this process with the one that began it, however that one ends: a piece may take long."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
