"""Processes of this machine that read raw files."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from sitegen.spreading import Pool


@contextmanager
def processes(count: int) -> Iterator[Pool]:
    """Yield a pool of forks; where it is left in a hurry, what they have begun is the last."""
    executor = ProcessPoolExecutor(count, multiprocessing.get_context("fork"), _begin)
    try:
        yield Pool(executor, count, lambda: True, inherits=True)
    finally:
        # To kill one that is amid an answer would leave this process waiting for the rest of it.
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """Make a process one that reads, and ends when the one that began it ends, however it does."""
    gc.freeze()  # memory that the collector does not touch stays shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for all of a terminal's processes
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_after, args=(parent.join,), daemon=True).start()


def _end_after(join: Callable[[], None]) -> None:
    join()
    os._exit(1)
