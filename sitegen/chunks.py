"""Raw files in chunks of like weight, for others to read, and how long each file takes there."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from sitegen.reading import EACH, Raw, Read, read

LEAST, MOST = 1 << 17, 1 << 20
"""How many bytes of files a chunk has: so many that sending it does not matter, so few that all
who read are busy until the end."""

SHARES = 8
"""How many chunks there are for each of those who read, if these get large enough."""


def chunks(sizes: Sequence[int], lanes: int) -> list[range]:
    """Return the places of files of such sizes in chunks, in the order in which to begin them.

    Those that are too heavy come first: who has one is done when all others are.
    """
    return sorted(_alike(sizes, lanes), key=lambda one: -_excess(sizes, one))


def timed(raw: Raw) -> Read:
    """Return what a raw file yields, and how long that took."""
    began = time.perf_counter()
    return read(raw)._replace(took=time.perf_counter() - began)


def _alike(sizes: Sequence[int], lanes: int) -> Iterator[range]:
    whole = sum(one + EACH for one in sizes)
    least = min(max(whole // (lanes * SHARES), LEAST), MOST)
    start = heavy = 0
    for place, one in enumerate(sizes):
        heavy += one + EACH
        if heavy >= least or place == len(sizes) - 1:
            yield range(start, place + 1)
            start, heavy = place + 1, 0


def _excess(sizes: Sequence[int], chunk: range) -> int:
    heavy = sum(sizes[chunk.start : chunk.stop])
    return heavy if heavy > 2 * MOST else 0
