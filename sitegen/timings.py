"""Where the time of a build goes: by stage, and by raw file."""

from __future__ import annotations

import time
from collections.abc import Iterator

from sitegen.lab import Reader
from sitegen.project import Content
from sitegen.results import FileReading

SLOWEST = 10
"""How many raw files are named."""


class Timings:
    """A clock that is told when a stage begins, and that stands by while raw files are read."""

    def __init__(self) -> None:
        """Start the clock."""
        self._stages: list[tuple[str, float]] = [("begin", time.perf_counter())]
        self._files: list[tuple[float, str]] = []

    def stage(self, name: str) -> None:
        """Begin a stage, and end the one before."""
        self._stages.append((name, time.perf_counter()))

    def timed(self, reader: Reader) -> Reader:
        """Return a reader of raw files whose time is noted for each file."""

        def read(path: str, content: Content, beside: str | None) -> FileReading:
            began = time.perf_counter()
            its = reader(path, content, beside)
            self._files.append((time.perf_counter() - began, path))
            return its

        return read

    def lines(self) -> Iterator[str]:
        """Yield a line for each stage, for the whole, and for each of the slowest raw files."""
        self.stage("end")
        whole = self._stages[-1][1] - self._stages[0][1]
        for (name, began), (_, ended) in zip(self._stages, self._stages[1:], strict=False):
            yield f"{ended - began:9.3f} s  {(ended - began) / whole:4.0%}  {name}"
        yield f"{whole:9.3f} s        the whole"
        yield f"the slowest of {len(self._files):,} raw files:"
        for took, path in sorted(self._files, reverse=True)[:SLOWEST]:
            yield f"{took:9.3f} s        {path}"
