"""Work shared among forks of this process, which see all that it sees; what they made is sent back.

Each fork has a pipe of its own, so one that dies amid an answer ends that pipe and nothing else.
"""

from __future__ import annotations

import gc
import multiprocessing
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
"""How many pieces of work a fork is given at a time."""


class _Fork(NamedTuple):
    process: ForkProcess
    pipe: _Pipe


def may_fork() -> bool:
    """Return whether this process can be forked: another thread would be torn from its locks."""
    return sys.platform == "linux" and threading.active_count() == 1


def shared(work: Callable[[int], T], count: int, workers: int) -> Iterator[T]:
    """Yield what `work` returns for each number below `count`, in their order.

    They end early where a fork dies, or `work` fails in it: the rest is for who asks.
    """
    # Memory that the collector does not touch stays shared with the forks.
    gc.freeze()
    forks: list[_Fork] = []
    try:
        for _ in range(workers):
            forks.append(_begun(work, [one.pipe for one in forks]))
        pieces = [range(n, min(n + _TOGETHER, count)) for n in range(0, count, _TOGETHER)]
        for made in _in_order(forks, pieces):
            yield from made
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


def _in_order(forks: Sequence[_Fork], pieces: Sequence[range]) -> Iterator[list[Any]]:
    """Yield what became of each piece; whoever is done with one gets the next."""
    left = iter(enumerate(pieces))
    made: dict[int, list[Any]] = {}
    busy = {}
    for fork, (number, piece) in zip(forks, left, strict=False):
        fork.pipe.send(piece)
        busy[fork.pipe] = number
    wanted = 0
    while busy:
        for pipe in wait(list(busy)):
            assert isinstance(pipe, Connection)
            try:
                made[busy.pop(pipe)] = pipe.recv()
                if following := next(left, None):
                    busy[pipe], piece = following
                    pipe.send(piece)
            except (EOFError, OSError):
                return
        while wanted in made:
            yield made.pop(wanted)
            wanted += 1


def _answer(work: Callable[[int], object], pipe: _Pipe, inherited: Iterable[_Pipe]) -> None:
    """Do what is asked for until nobody is left who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for all of a terminal's processes
    gc.disable()
    for one in inherited:
        one.close()
    # What fails here fails again where the rest is done, and is told there.
    with suppress(Exception):
        while True:
            pipe.send([work(number) for number in pipe.recv()])
