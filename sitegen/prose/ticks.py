"""Where code between backticks ends."""

from __future__ import annotations

import re
from bisect import bisect_left

_RUN = re.compile("`+")


class Ticks:
    """The runs of backticks in a text; a run is closed by the next one of the same length."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: dict[int, list[int]] = {}
        for match in _RUN.finditer(text):
            self._starts.setdefault(len(match[0]), []).append(match.start())

    def closing(self, end: int, length: int) -> int | None:
        """Return where the code begins to end whose opening run of `length` ends at `end`."""
        starts = self._starts.get(length, [])
        number = bisect_left(starts, end)
        return starts[number] if number < len(starts) else None
