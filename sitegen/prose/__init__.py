"""Markdown to HTML, with our links and blocks taken out and the place of each kept.

Nothing here depends on results or on other documents, so a rendered document can be cached and be
made in another process.
"""

from __future__ import annotations

from sitegen.prose.parts import BLOCKS, Block, Heading, Link, Prose
from sitegen.prose.targets import locate

__all__ = ["BLOCKS", "Block", "Heading", "Link", "Prose", "locate", "render"]


def render(body: str, path: str, first_line: int = 1) -> Prose:
    """Return a document rendered; `body` begins at line `first_line` of the file `path`."""
    # Python-Markdown takes 50 ms to load, and a build that finds its pages in the cache needs none.
    from sitegen.prose.convert import convert

    return convert(body, path, first_line)
