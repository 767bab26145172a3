"""Processes of this machine that read raw files."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from sitegen.spreading import Pool


@contextmanager
def processes(count: int) -> Iterator[Pool]:
    """Yield a pool of processes; where it is left in a hurry they are ended."""
    context = multiprocessing.get_context(_way())
    context.set_forkserver_preload(["sitegen.spreading"])
    others = multiprocessing.active_children()
    executor = ProcessPoolExecutor(count, context, _begin)
    try:
        yield Pool(executor, count, lambda: True)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        raise
    executor.shutdown()


def _way() -> str:
    """Return how processes are begun: as forks, where no other thread would lose its locks."""
    ways = multiprocessing.get_all_start_methods()
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "forkserver" if "forkserver" in ways else "spawn"


def _begin() -> None:
    """Make a process one that reads, and ends when the one that began it ends, however it does."""
    # As for a build: records make no cycles, and looking for some takes its time.
    gc.set_threshold(100_000, 50, 50)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for all of a terminal's processes
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_after, args=(parent.join,), daemon=True).start()


def _end_after(join: Callable[[], None]) -> None:
    join()
    os._exit(1)
