"""Tables and code as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table with a blank line below it."""
    lines = [_row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return "\n".join([*lines, "", ""])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def code(words: str) -> str:
    """Return words as code."""
    return f"`{words}`"


def listed(words: Iterable[str]) -> str:
    """Return words as code, with commas between them."""
    return ", ".join(map(code, words))


def plain(words: str) -> str:
    """Return a sentence in which no sign is Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#" else sign for sign in words)
