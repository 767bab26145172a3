"""Raw files read by others: in chunks of like weight, on any executor of `concurrent.futures`.

The answers come in the order of the files, and are those that `reading.here` gives.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    wait,
)
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from sitegen.chunks import chunks, timed
from sitegen.project import Content
from sitegen.reading import Raw, Read, read, size

AHEAD = 3
"""How many chunks wait for each of those who read, so that nobody waits for one."""

PATIENCE = 10.0
"""After how many seconds without an answer it is asked whether anybody is left who reads."""


class LostError(Exception):
    """Those who read cannot go on; the message says why."""


class Pool(NamedTuple):
    """An executor, how many calls it works on at once, and whether anybody is still at work."""

    executor: Executor
    lanes: int
    alive: Callable[[], bool]


Parcel = tuple[Raw, int]
"""A raw file as it is sent, with its size: by that a large one is known where it is read."""


def spread(raws: Sequence[Raw], pool: Pool) -> Generator[Read]:
    """Read raw files with a pool; raises what calls raise, or LostError."""
    parcels = [(raw._replace(content=_absolute(raw.content)), size(raw.content)) for raw in raws]
    waiting = deque(chunks([one for _, one in parcels], pool.lanes))
    running: dict[Future[list[Read | None]], int] = {}
    answers: dict[int, list[Read | None]] = {}
    wanted = 0
    try:
        while wanted < len(raws):
            while waiting and len(running) < AHEAD * pool.lanes:
                chunk = waiting.popleft()
                sent = parcels[chunk.start : chunk.stop]
                running[pool.executor.submit(read_chunk, own_code(), sent)] = chunk.start
            done, _ = wait(running, PATIENCE, FIRST_COMPLETED)
            if not done and not pool.alive():
                raise LostError("nobody is left who reads files")
            for future in done:
                answers[running.pop(future)] = future.result()
            while some := answers.pop(wanted, None):
                for answer in some:
                    yield answer or read(raws[wanted])
                    wanted += 1
    finally:
        for future in running:
            future.cancel()


def read_chunk(code: bytes, chunk: Sequence[Parcel]) -> list[Read | None]:
    """Return what raw files yield, and None for a large one that is not there, or not the same.

    Raises LostError where the code is another one, since answers could be others then.
    """
    if code != own_code():
        raise LostError("another sitegen is installed where files are read")
    return [timed(raw) if _is_here(raw.content, whole) else None for raw, whole in chunk]


def reason(why: Exception) -> str:
    """Return in one line why a pool cannot go on."""
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


def _absolute(content: Content) -> Content:
    return content if isinstance(content, bytes) else content.absolute()


def _is_here(content: Content, whole: int) -> bool:
    """Return whether a large file is the same on this machine as where it was found."""
    return isinstance(content, bytes) or (content.is_file() and size(content) == whole)
