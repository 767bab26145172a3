"""What other processes cost that read raw files, and what they gain: `make bench-workers`.

The raw files of labs of several sizes are read by one process, by one and two forks, and on a Dask
cluster of two workers, each time by a new process, so that its memory is that of nothing else.
Processor time is of the process that asks and of all that read for it; what they take together over
reading alone is the overhead. Of the clock there are the seconds as they were, which on a machine
that does other things too say little, and the least that they can be where each of two cores is
free: half of all processor time, or all of that of one process.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks import labs
from sitegen import readers
from sitegen.reading import Raw, Reader, here
from sitegen.workers import in_forks

CORES = 2
_KIBIBYTE = 1024


class Reading(NamedTuple):
    """What one reading took: seconds, and the memory of the process that asked, in bytes.

    `asking` and `others` are of the processor, of who asks and of the `lanes` that read for it.
    """

    files: int
    lanes: int
    wall: float
    asking: float
    others: float
    memory: int

    @property
    def work(self) -> float:
        """Return all seconds of the processor."""
        return self.asking + self.others

    @property
    def least(self) -> float:
        """Return the seconds of the clock where each of two cores is free."""
        if not self.lanes:
            return self.asking
        return max(self.asking, self.others / self.lanes, self.work / CORES)


Others = Callable[[], float]
"""What tells how much processor time others have taken by now, in seconds."""


def _died() -> None:
    raise RuntimeError("a process that reads files died")


def _ended() -> float:
    its = resource.getrusage(resource.RUSAGE_CHILDREN)
    return its.ru_utime + its.ru_stime


@contextmanager
def _alone(_: int) -> Iterator[tuple[Reader, Others]]:
    yield here, lambda: 0.0


@contextmanager
def _forks(count: int) -> Iterator[tuple[Reader, Others]]:
    yield partial(in_forks, count=count, died=_died), _ended


@contextmanager
def _cluster(count: int) -> Iterator[tuple[Reader, Others]]:
    from distributed import Client, LocalCluster

    def say(line: str) -> None:
        raise RuntimeError(line)

    with (
        LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=":0") as its,
        Client(its) as client,
    ):
        yield (
            readers.on_cluster(its.scheduler_address, say),
            lambda: sum(client.run(time.process_time).values()),
        )


WAYS: Mapping[str, tuple[int, Callable[[int], AbstractContextManager[tuple[Reader, Others]]]]] = {
    "this process": (0, _alone),
    "1 fork": (1, _forks),
    "2 forks": (2, _forks),
    "2 Dask workers": (2, _cluster),
}
"""How many others read, and what begins them."""


def raws(folder: Path) -> list[Raw]:
    """Return all raw files of a lab."""
    paths = sorted(path for path in folder.glob("results/*/*/*") if path.suffix != ".yaml")
    return [
        Raw(path.relative_to(folder).as_posix(), path.read_bytes(), None, telling=True)
        for path in paths
    ]


def read(folder: Path, way: str) -> Reading:
    """Read the raw files of a lab in one way."""
    gc.set_threshold(100_000, 50, 50)  # as the command has it
    files = raws(folder)
    list(here(files[:20]))  # imports what reads them, as a build has before
    lanes, begun = WAYS[way]
    with begun(lanes) as (reader, others):
        before, began, start = others(), time.perf_counter(), time.process_time()
        answers = list(reader(files))
        asking, wall = time.process_time() - start, time.perf_counter() - began
        theirs = others() - before
    if not all(one.reading.records for one in answers):
        raise ValueError("a file yields nothing")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIBIBYTE
    return Reading(len(files), lanes, wall, asking, theirs, most)


def measured(folder: Path, rounds: int) -> Mapping[str, Sequence[Reading]]:
    """Return what each way took in each round, all of them in turn, each in a new process."""
    found = defaultdict(list)
    for _ in range(rounds):
        for way in WAYS:
            command = [
                sys.executable,
                "-m",
                "benchmarks.workers",
                "--read",
                str(folder),
                "--way",
                way,
            ]
            ran = subprocess.run(command, check=True, stdout=subprocess.PIPE)
            found[way].append(Reading(*json.loads(ran.stdout)))
    return found


def rows(its: Mapping[str, Sequence[Reading]]) -> Iterator[str]:
    """Yield the rows of one lab."""
    alone = its["this process"]
    for way, some in its.items():
        files = some[0].files

        def each(seconds: Sequence[float], files: int = files) -> str:
            return f"{statistics.median(seconds) / files * 1000:.2f}"

        more = [one.work - other.work for one, other in zip(some, alone, strict=True)]
        gain = statistics.median(
            1 - one.least / other.least for one, other in zip(some, alone, strict=True)
        )
        memory = statistics.median(one.memory for one in some)
        cells = [
            f"{files:,}",
            way,
            each([one.asking for one in some]),
            each([one.others for one in some]),
            each(more),
            each([one.wall for one in some]),
            each([one.least for one in some]),
            f"{gain:.0%}".replace("%", " %"),
            f"{memory / 1e6:.0f}",
        ]
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table, or read once and print what that took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("reports", nargs="*", type=int, default=[10, 100, 300])
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--way", choices=WAYS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.read:
        print(json.dumps(read(options.read, options.way)))
        return
    print(
        "| Raw files | Read by | Asking, ms a file | Others | Overhead | By the clock "
        "| On two free cores | Gain there | Memory, MB |"
    )
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for reports in options.reports:
        with tempfile.TemporaryDirectory(prefix="sitegen-bench-") as folder:
            labs.write(reports, Path(folder))
            for row in rows(measured(Path(folder), options.rounds)):
                print(row, flush=True)


if __name__ == "__main__":
    main()
