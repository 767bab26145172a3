"""What a rendered document consists of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sitegen.diagnostics import Diagnostic, Position

BLOCKS = ("table", "chart", "testbed", "compare")
"""The words that make a fenced block one of ours."""

Kind = Literal["result", "testbed", "hardware", "run", "document", "image"]
"""What a link leads to: the scheme of a reference, another document, or a picture to be shown."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link or picture that the pages resolve.

    `target` is as it was written, with Markdown's and HTML's escapes resolved; `text` is plain, and
    `html` the same with its emphasis, which may hold the tokens of pictures. The position is that
    of the opening bracket.
    """

    kind: Kind
    target: str
    text: str
    html: str
    title: str
    position: Position


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of ours: its word and its YAML, which begins at `position`."""

    word: str
    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with the id it has in the page; `declared` if that was written as {#id}."""

    level: int
    id: str
    text: str
    declared: bool
    position: Position


@dataclass(frozen=True, slots=True)
class Prose:
    """A document as HTML.

    In `html` the n-th link stands as the token `link:n` and the n-th block as `block:n`, between
    U+E000 and U+E001, which occur nowhere else.
    """

    html: str
    links: tuple[Link, ...]
    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...]
    diagnostics: tuple[Diagnostic, ...]


def token(kind: str, number: int) -> str:
    """Return what stands in the HTML for the link or block of this number."""
    return f"\ue000{kind}:{number}\ue001"
