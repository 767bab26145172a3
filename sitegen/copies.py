"""Raw files of a testbed with the same bytes: a copy would count as a repeat of itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic, Position
from sitegen.project import Content
from sitegen.record import Record

_NUMBER = re.compile(r"\d[\d.,]*")
_VALUES, _DIGITS = 5, 4
"""In how many values, of how many digits each, two runs do not agree by chance."""


class Kept(NamedTuple):
    """A raw file: its path, the testbed it lies on, what it holds, and what that yields."""

    path: str
    testbed: str
    content: Content
    records: Iterable[Record]


def findings(files: Iterable[Kept]) -> Iterator[Diagnostic]:
    """Yield the files that are copies of one before them on their testbed; large ones are left out.

    Output of a few rounded values can be the same twice, and so can that of a machine.
    """
    first: dict[tuple[str, bytes], Kept] = {}
    for file in files:
        if not isinstance(file.content, bytes):
            continue
        other = first.setdefault((file.testbed, file.content), file)
        if other is not file and _tells_apart(file.records):
            message = (
                f"the same bytes as {other.path}: what was measured once is no repeat of itself"
            )
            hint = "keep one of the two, and refer to that"
            yield Diagnostic(Position(file.path), "copied-file", message, hint)


def _tells_apart(records: Iterable[Record]) -> bool:
    """Return whether two runs can hardly agree in all these values by chance."""
    precise = (one for one in records if len(_digits(one.written)) >= _DIGITS)
    return sum(1 for _ in zip(precise, range(_VALUES), strict=False)) == _VALUES


def _digits(written: str) -> str:
    match = _NUMBER.search(written)
    return re.sub("[.,]", "", match[0]).strip("0") if match else ""
