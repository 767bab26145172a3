"""Who reads raw files: this process, several of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, closing
from functools import partial
from typing import TYPE_CHECKING

from sitegen import reading
from sitegen.diagnostics import UsageError
from sitegen.memo import Memo
from sitegen.reading import Raw, Read, Reader, here, weight

if TYPE_CHECKING:
    from sitegen.spreading import Pool

PAYS = 1 << 21
"""From how many bytes of raw files on several processes are begun without being asked for."""

Say = Callable[[str], None]
"""What gets a line for people."""


def remembering(memo: Memo) -> Reader:
    """Return what reads those raw files in this process that are not what they were before."""

    def read(raws: Sequence[Raw]) -> Generator[Read]:
        for raw in raws:
            yield memo.take("read", raw.path, raw, partial(reading.read, raw))

    return read


def in_processes(workers: int, say: Say, *, always: bool) -> Reader:
    """Return what reads raw files with so many processes, `always` or only where that pays.

    Where none can be begun, this process reads, and what one leaves that dies.
    """

    def died() -> None:
        say("a process that reads files died: what it left is read in this process")

    def read(raws: Sequence[Raw]) -> Generator[Read]:
        if workers == 1 or not raws or not (always or weight(raws) >= PAYS):
            return here(raws)
        from sitegen.forks import may_fork
        from sitegen.workers import in_forks

        if may_fork():
            return in_forks(raws, workers, died)
        if always:
            say("there are no forks here: raw files are read in this process")
        return here(raws)

    return read


def on_cluster(address: str, say: Say) -> Reader:
    """Return what reads raw files on the Dask cluster whose scheduler has an address."""

    def read(raws: Sequence[Raw]) -> Generator[Read]:
        from sitegen.scheduler import connected

        return with_pool(partial(connected, address), say)(raws)

    return read


def with_pool(opened: Callable[[], AbstractContextManager[Pool]], say: Say) -> Reader:
    """Return what reads raw files with a pool, which is opened only if there are any.

    Whatever keeps the pool from it is said in a line, and the rest is read in this process.
    """

    def read(raws: Sequence[Raw]) -> Generator[Read]:
        done = 0
        if raws:
            from sitegen.spreading import reason, spread

            try:
                with opened() as pool, closing(spread(raws, pool)) as answers:
                    for answer in answers:
                        done += 1
                        yield answer
            except UsageError:
                raise
            # Executors raise what they like; what a file itself raises comes again below.
            except Exception as why:
                say(f"{reason(why)}: the rest of the raw files is read in this process")
        yield from here(raws[done:])

    return read
