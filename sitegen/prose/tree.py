"""Text taken out of the tree that Python-Markdown has made."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from sitegen.prose import targets
from sitegen.prose.places import unmarked


def plain(element: ElementTree.Element) -> str:
    """Return the text of an element as it is read: no entities, pictures as their description."""
    return " ".join(unmarked(targets.decoded("".join(_pieces(element)))).split())


def _pieces(element: ElementTree.Element) -> Iterator[str]:
    if element.get("id", "").startswith("fnref"):
        return
    yield element.get("alt", element.text or "")
    if element.tag == "br":
        yield " "
    for child in element:
        yield from _pieces(child)
        yield child.tail or ""


def shortened(text: str) -> str:
    """Return a piece of a document short enough for a message."""
    shown = " ".join(unmarked(text).split())
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
