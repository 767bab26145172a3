"""Fenced blocks: their marks, and which of them are ours."""

from __future__ import annotations

import difflib
import html
import re
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic, Position
from sitegen.prose.parts import BLOCKS, Block

_OPENING = re.compile(r"(?P<fence>`{3,}(?=[^`]*$)|~{3,})[ \t]*(?P<info>.*)$")

# None of the names of languages that Pygments 2.21 knows is as like one of our words as this.
_LIKENESS = 0.8


class Opening(NamedTuple):
    """The line that begins a fenced block: its fence, and what stands behind it."""

    fence: str
    info: str

    def closed_by(self, text: str) -> bool:
        """Return whether a line, without its blanks, ends the block."""
        own = self.fence[0]
        return text.startswith(self.fence) and not text.strip(own + " \t")


class Fence(NamedTuple):
    """A fenced block: what stands behind the fence, the text inside, and where both begin."""

    info: str
    text: str
    opening: Position
    content: Position


def opening(text: str) -> Opening | None:
    """Return how a line, without its blanks, begins a fenced block, if it does."""
    if not text.startswith(("```", "~~~")):
        return None
    match = _OPENING.match(text)
    return Opening(match["fence"], match["info"].strip()) if match else None


def block(its: Fence) -> Block | None:
    """Return a fenced block as one of ours, if its word says that it is."""
    word = its.info.split(maxsplit=1)[0] if its.info else ""
    return Block(word, its.text, its.content) if word in BLOCKS else None


def code(its: Fence) -> str:
    """Return a fenced block as code."""
    return f"<pre><code>{html.escape(its.text, quote=False)}</code></pre>"


def problem(its: Fence) -> Diagnostic | None:
    """Return what is wrong with the words behind a fence, if anything is."""
    word, _, rest = its.info.partition(" ")
    if word in BLOCKS:
        if not rest.strip():
            return None
        message = f"'{rest.strip()}' behind the word '{word}'"
        hint = "what the block is to show goes into its lines, as 'key: value'"
    else:
        close = difflib.get_close_matches(word.lower().strip("{}."), BLOCKS, 1, _LIKENESS)
        if not close:
            return None
        message = f"'{word}' is no block of ours and is shown as code"
        hint = f"did you mean '{close[0]}'?"
    return Diagnostic(its.opening, "bad-block", message, hint)
