"""Raw files read by others: in chunks of like weight, on any executor of `concurrent.futures`.

The answers come in the order of the files, and are those that `reading.here` gives.
"""

from __future__ import annotations

import hashlib
import pickle
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from sitegen.project import Content
from sitegen.reading import EACH, Raw, Read, read, size

LEAST, MOST = 1 << 17, 1 << 20
"""How many bytes of files a chunk has: so many that sending it does not matter, so few that all
who read are busy until the end."""

SHARES = 8
"""How many chunks there are for each of those who read, if these get large enough."""

AHEAD = 3
"""How many chunks wait for each of those who read, so that nobody waits for one."""

PATIENCE = 10.0
"""After how many seconds without an answer it is asked whether anybody is left who reads."""


class LostError(Exception):
    """Those who read cannot go on; the message says why."""


class Pool(NamedTuple):
    """An executor, how many calls it works on at once, and whether anybody is still at work.

    Where it begins processes as forks with its first call, these inherit the files: none is sent.
    """

    executor: Executor
    lanes: int
    alive: Callable[[], bool]
    inherits: bool = False


Parcel = tuple[Raw, int]
"""A raw file as it is sent, with its size: by that a large one is known where it is read."""


_inherited: Sequence[Parcel] = ()
"""What forks find in their memory."""


def spread(raws: Sequence[Raw], pool: Pool) -> Generator[Read]:
    """Read raw files with a pool; raises what calls raise, or LostError."""
    global _inherited
    parcels = [(raw._replace(content=_absolute(raw.content)), size(raw.content)) for raw in raws]
    chunks = list(_chunks(parcels, pool.lanes))
    waiting = deque(sorted(range(len(chunks)), key=lambda one: -_excess(parcels, chunks[one])))
    running: dict[Future[list[Read | None]], int] = {}
    answers: dict[int, list[Read | None]] = {}
    _inherited = parcels if pool.inherits else ()
    try:
        for number, chunk in enumerate(chunks):
            while number not in answers:
                while waiting and len(running) < AHEAD * pool.lanes:
                    one = waiting.popleft()
                    running[_submitted(pool, parcels, chunks[one])] = one
                done, _ = wait(running, PATIENCE, FIRST_COMPLETED)
                if not done and not pool.alive():
                    raise LostError("nobody is left who reads files")
                for future in done:
                    answers[running.pop(future)] = future.result()
            for place, answer in zip(chunk, answers.pop(number), strict=True):
                yield answer or read(raws[place])
    finally:
        _inherited = ()
        for future in running:
            future.cancel()


def _submitted(pool: Pool, parcels: Sequence[Parcel], chunk: range) -> Future[list[Read | None]]:
    if pool.inherits:
        # Nothing that fills the pipe: whoever writes to one that nobody reads waits for ever.
        return pool.executor.submit(read_inherited, chunk)
    return pool.executor.submit(read_chunk, own_code(), parcels[chunk.start : chunk.stop])


def read_inherited(chunk: range) -> list[Read | None]:
    """Return what raw files yield that this process has from the one that it is a fork of."""
    return _all(_inherited[chunk.start : chunk.stop])


def read_chunk(code: bytes, chunk: Sequence[Parcel]) -> list[Read | None]:
    """Return what raw files yield, and None for a large one that is not there, or not the same.

    Raises LostError where the code is another one, since answers could be others then.
    """
    if code != own_code():
        raise LostError("another sitegen is installed where files are read")
    return _all(chunk)


def _all(chunk: Sequence[Parcel]) -> list[Read | None]:
    return [_timed(raw) if _is_here(raw.content, whole) else None for raw, whole in chunk]


def reason(why: Exception) -> str:
    """Return in one line why a pool cannot go on."""
    if isinstance(why, BrokenExecutor):
        return "a process that reads files died"
    if isinstance(why, CancelledError):
        return "the cluster that reads files has gone"
    if isinstance(why, pickle.PicklingError | TypeError | AttributeError):
        return f"what was read cannot be sent between processes ({why})"
    return str(why).strip().partition("\n")[0] or type(why).__name__


@cache
def own_code() -> bytes:
    """Return what is the same wherever the same sitegen is installed."""
    digest = hashlib.blake2b(digest_size=16)
    for path, file in sorted(_files(resources.files("sitegen"), "")):
        digest.update(path.encode() + hashlib.blake2b(file.read_bytes()).digest())
    return digest.digest()


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    for one in folder.iterdir():
        path = f"{above}/{one.name}"
        if one.is_dir() and one.name not in ("__pycache__", "templates"):
            yield from _files(one, path)
        elif path.endswith((".py", ".json")):
            yield path, one


def _chunks(parcels: Sequence[Parcel], lanes: int) -> Iterator[range]:
    """Yield the places of the files in chunks of like weight, one after the other."""
    whole = sum(one + EACH for _, one in parcels)
    least = min(max(whole // (lanes * SHARES), LEAST), MOST)
    start = heavy = 0
    for place, (_, one) in enumerate(parcels):
        heavy += one + EACH
        if heavy >= least or place == len(parcels) - 1:
            yield range(start, place + 1)
            start, heavy = place + 1, 0


def _excess(parcels: Sequence[Parcel], chunk: range) -> int:
    """Return by how much a chunk is too heavy; such a one is begun before all others."""
    heavy = sum(parcels[place][1] for place in chunk)
    return heavy if heavy > 2 * MOST else 0


def _timed(raw: Raw) -> Read:
    began = time.perf_counter()
    return read(raw)._replace(took=time.perf_counter() - began)


def _absolute(content: Content) -> Content:
    return content if isinstance(content, bytes) else content.absolute()


def _is_here(content: Content, whole: int) -> bool:
    """Return whether a large file is the same on this machine as where it was found."""
    return isinstance(content, bytes) or (content.is_file() and size(content) == whole)
