"""What only a person at a terminal gets: a sign that work goes on, and colours in lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

STYLES = {"error": "red", "warning": "yellow", "info": "cyan"}


@contextmanager
def working(text: str, stream: TextIO) -> Iterator[None]:
    """Show that something is being done, on a terminal only."""
    if not stream.isatty():
        yield
        return
    from rich.console import Console

    with Console(file=stream).status(text):
        yield


def columns(rows: Sequence[Sequence[str]], stream: TextIO) -> None:
    """Write rows in aligned columns; on a terminal one that names a severity has its colour."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    lines = [
        "".join(f"  {cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if not stream.isatty():
        stream.writelines(f"{line}\n" for line in lines)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream)
    for row, line in zip(rows, lines, strict=True):
        style = next((STYLES[cell] for cell in row if cell in STYLES), "")
        # A terminal wraps long lines by itself, and a path in them can still be clicked.
        console.print(Text(line, style), soft_wrap=True)
