"""Raw files that may be larger than the memory: their first lines, all of them in turn, or a few.

Only packing, encoding and the ends of lines are taken off: what is that large, programs wrote.
"""

from __future__ import annotations

import gzip
import io
import lzma
from collections import deque
from collections.abc import Container, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from sitegen.project import LARGE, Content
from sitegen.unwrap import UNREADABLE, UnreadableError, decode, encoding

_START = 1 << 12
_PACKED = (b"\x1f\x8b", b"\xfd7")


def is_stream(content: Content) -> bool:
    """Return whether a file may be too large to be taken apart in memory: packed, it can be any."""
    return isinstance(content, Path) or len(content) > LARGE or content[:2] in _PACKED


def lines(content: Content) -> Iterator[str]:
    """Yield the lines of a file one after another, in the memory that a line takes.

    Raises UnreadableError where the file is damaged.
    """
    try:
        with _text(content) as stream:
            for line in stream:
                yield line.rstrip("\r\n")
    except UNREADABLE as reason:
        raise UnreadableError.of(reason) from reason


def head(content: Content, size: int) -> str:
    """Return the text of the first `size` bytes of a file, and nothing where it is no text."""
    try:
        with _opened(content) as stream:
            return decode(stream.read(size))
    except UNREADABLE:
        return ""


def whole(content: Content) -> str | None:
    """Return the text of a file as it is, or None where that is more than LARGE.

    Raises UnreadableError where the file is damaged, or no text.
    """
    try:
        with _opened(content) as stream:
            start = stream.read(LARGE + 1)
            return decode(start) if len(start) <= LARGE else None
    except UNREADABLE as reason:
        raise UnreadableError.of(reason) from reason


def split(text: str) -> list[str]:
    """Return the lines of a text without their ends, numbered as in an editor."""
    found = [line.rstrip("\r") for line in text.split("\n")]
    return found if found[-1] else found[:-1]


def excerpt(
    content: Content, wanted: Container[int], last: int = 0
) -> tuple[list[tuple[int, str]], int]:
    """Return the wanted lines of a file and its last ones, with their numbers, and how many it has.

    Raises UnreadableError where the file is damaged.
    """
    found: list[tuple[int, str]] = []
    tail: deque[tuple[int, str]] = deque(maxlen=last)
    number = 0
    text = whole(content)
    every = lines(content) if text is None else split(text)
    for number, line in enumerate(every, 1):
        if number in wanted:
            found.append((number, line))
        tail.append((number, line))
    end = found[-1][0] if found else 0
    return [*found, *(one for one in tail if one[0] > end)], number


def _text(content: Content) -> io.TextIOWrapper:
    stream = _opened(content)
    name = encoding(stream.read(_START))
    stream.seek(0)
    return io.TextIOWrapper(stream, name or "utf-8", "replace", newline="\n")


def _opened(content: Content) -> BinaryIO:
    plain: BinaryIO = io.BytesIO(content) if isinstance(content, bytes) else content.open("rb")
    start = plain.read(6)
    plain.seek(0)
    if start.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.GzipFile(fileobj=plain))
    return cast(BinaryIO, lzma.LZMAFile(plain)) if start == b"\xfd7zXZ\x00" else plain
