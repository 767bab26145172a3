"""What a whole process takes: seconds, processors, memory; and what it wrote."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

EVERY = 0.2
"""Seconds between two looks at the memory of all processes of a build."""


_KIBIBYTE = 1024  # of Linux: ru_maxrss (getrusage(2)) and smaps_rollup (proc(5)) count in it


class Took(NamedTuple):
    """What a build took.

    `wall` and `work` are seconds, of the clock and of all processors. `memory` is the most that
    one process had, in bytes; `all_memory` is the most that all had at a time, pages that they
    share counted once, as seen every 0.2 s (0: it ended before the first look).
    """

    wall: float
    work: float
    memory: int
    all_memory: int


class Tree(NamedTuple):
    """How many files a folder holds, and of how many bytes."""

    files: int
    size: int


class FailedError(Exception):
    """A process that failed, or that had not ended when its time was up."""


def timed(command: Sequence[str], where: Path, limit: float) -> Took:
    """Run a command and return what it took; raise FailedError where that fails."""
    began = time.perf_counter()
    with subprocess.Popen(
        command,
        cwd=where,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        watch = _Watch(process.pid, began + limit)
        error = process.stderr.read() if process.stderr else b""
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.stop()
    if process.returncode:
        said = error.decode(errors="replace").strip().splitlines()[-1:]
        why = f"{limit:.0f} s were over" if watch.killed else f"{process.returncode}, {said}"
        raise FailedError(f"{Path(command[0]).name} {' '.join(command[1:])}: {why}")
    work = used.ru_utime + used.ru_stime
    return Took(wall, work, used.ru_maxrss * _KIBIBYTE, watch.most * _KIBIBYTE)


class _Watch:
    """Looks at the memory of a process and its descendants, and ends them all when time is up."""

    def __init__(self, pid: int, until: float) -> None:
        self.most = 0
        self.killed = False
        self._pid = pid
        self._until = until
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End looking."""
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(EVERY):
            self.most = max(self.most, sum(map(_share, _family(self._pid))))
            if time.perf_counter() > self._until:
                self.killed = True
                os.killpg(self._pid, signal.SIGKILL)
                return


def _family(pid: int) -> Iterable[int]:
    """Yield a process and all that descend from it, as Linux lists them."""
    yield pid
    for place in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = place.read_text().split()
        except OSError:  # it has just ended
            continue
        for child in children:
            yield from _family(int(child))


def _share(pid: int) -> int:
    """Return the memory of a process in KiB, its part of what is shared; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def tree(folder: Path) -> Tree:
    """Return how much a folder holds."""
    sizes = [
        (Path(place) / name).stat().st_size for place, _, names in os.walk(folder) for name in names
    ]
    return Tree(len(sizes), sum(sizes))


def copied(inputs: Iterable[Path], outputs: Path, target: Path) -> float:
    """Return the seconds of reading some files and of writing those below `outputs` to a new place.

    This is the least that any generator has to do. Reading what is to be written is not counted.
    """
    began = time.perf_counter()
    for path in inputs:
        path.read_bytes()
    seconds = time.perf_counter() - began
    for place, _, names in os.walk(outputs):
        folder = target / Path(place).relative_to(outputs)
        contents = [(folder / name, (Path(place) / name).read_bytes()) for name in names]
        began = time.perf_counter()
        folder.mkdir(parents=True)
        for path, content in contents:
            path.write_bytes(content)
        seconds += time.perf_counter() - began
    return seconds


def median(some: Iterable[float]) -> float:
    """Return the median of some numbers."""
    return float(statistics.median(some))
