"""What a build takes from the cache in place of making it again: the pictures of charts."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache, lru_cache
from importlib import resources
from importlib.metadata import version

from sitegen import drawing, drawn, lettering, palette
from sitegen.cache import Cache, key
from sitegen.drawn import Draw, Fetch, Picture

PICTURES = "picture"

RECENT = 16
"""How many pictures stay in memory: the files that have one in them are written in a row."""


def drawing_with(kept: Cache, otherwise: Draw = drawn.draw) -> Draw:
    """Return what draws a chart, unless the cache has the picture of one that looks the same.

    A picture is known by what it is drawn from alone, so that no page, no place and no other chart
    has to be the same.
    """

    @lru_cache(RECENT)
    def known(name: bytes) -> Picture:
        found = kept.get(PICTURES, name)
        if not found:
            raise KeyError(name)
        return _unpacked(found)

    def draw(poster: str) -> Fetch:
        name = key(poster, _drawing_code())
        order = None if kept.has(PICTURES, name) else otherwise(poster)

        def fetch() -> Picture:
            nonlocal order
            with suppress(KeyError):
                return known(name)
            picture = (order or otherwise(poster))()
            order = None
            if picture.png:
                kept.put(PICTURES, name, _packed(picture))
            return picture

        return fetch

    return draw


@cache
def _drawing_code() -> bytes:
    """Return what changes when a chart is drawn in another way: our code, and the package."""
    digest = hashlib.blake2b(version("vl-convert-python").encode())
    for module in (drawing, drawn, lettering, palette):
        name = module.__name__.rpartition(".")[2]
        digest.update((resources.files("sitegen") / f"{name}.py").read_bytes())
    return digest.digest()


def _packed(its: Picture) -> bytes:
    parts = (its.svg.encode(), its.file.encode(), its.png)
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def _unpacked(content: bytes) -> Picture:
    parts = []
    while content:
        end = 8 + int.from_bytes(content[:8], "big")
        parts.append(content[8:end])
        content = content[end:]
    svg, file, png = parts
    return Picture(svg.decode(), file.decode(), png)
