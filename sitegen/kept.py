"""What a build takes from the cache in place of making it again: the pictures of charts."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from importlib.metadata import version

from sitegen import drawing, drawn, palette
from sitegen.cache import Cache, key
from sitegen.charts import Chart
from sitegen.drawn import Draw, Picture

PICTURES = "picture"


def drawing_with(kept: Cache) -> Draw:
    """Return what draws a chart, unless the cache has the pictures of one that is the same."""

    def draw(chart: Chart) -> Picture:
        if not chart.specification or drawing.obstacle():
            return drawn.draw(chart)
        name = key(
            chart.specification, chart.poster, chart.id, chart.title, chart.alt, _drawing_code()
        )
        if found := kept.get(PICTURES, name):
            return _unpacked(found)
        picture = drawn.draw(chart)
        if picture.png:
            kept.put(PICTURES, name, _packed(picture))
        return picture

    return draw


@cache
def _drawing_code() -> bytes:
    """Return what changes when a chart is drawn in another way: our code, and the package."""
    digest = hashlib.blake2b(version("vl-convert-python").encode())
    for module in (drawing, drawn, palette):
        name = module.__name__.rpartition(".")[2]
        digest.update((resources.files("sitegen") / f"{name}.py").read_bytes())
    return digest.digest()


def _packed(its: Picture) -> bytes:
    parts = (its.svg.encode(), its.file, its.png)
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def _unpacked(content: bytes) -> Picture:
    parts = []
    while content:
        end = 8 + int.from_bytes(content[:8], "big")
        parts.append(content[8:end])
        content = content[end:]
    svg, file, png = parts
    return Picture(svg.decode(), file, png)
