"""Raw files read by several processes of this machine: forks, which find the files in memory."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress

from sitegen.chunks import chunks, timed
from sitegen.forks import shared
from sitegen.reading import Raw, Read, read, size


def in_forks(raws: Sequence[Raw], count: int, died: Callable[[], None]) -> Generator[Read]:
    """Read raw files with so many forks; `died` is called for each that dies before its end."""

    def answer(place: int) -> Read | None:
        # What fails here fails again in the process that asks, and is told there.
        with suppress(Exception):
            return timed(raws[place])
        return None

    pieces = chunks([size(raw.content) for raw in raws], count)
    for place, its in enumerate(shared(answer, pieces, count, died)):
        yield its or read(raws[place])
