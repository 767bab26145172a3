"""The anchors of a finished page: which there are, and old ones put in beside the new."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from sitegen import urls

_ID = re.compile(r'<[a-zA-Z][^<>]*?\sid="([^"<>]+)"')
_MAIN = re.compile(rb"<main\b[^<>]*>")


def ids(page: bytes) -> list[str]:
    """Return the anchors of a page, in its order."""
    return _ID.findall(page.decode())


def has(page: bytes, anchor: str) -> bool:
    """Return whether a page has an anchor."""
    # The first test is fast and nearly always right; text between tags may look the same.
    return f' id="{anchor}"'.encode() in page and _tag(page, anchor) is not None


def _tag(page: bytes, anchor: str) -> re.Match[bytes] | None:
    return re.search(rb'<[a-zA-Z][^<>]*\sid="' + re.escape(anchor.encode()) + rb'"[^<>]*>', page)


def kept(page: bytes, address: str, moved: Mapping[str, str]) -> bytes:
    """Return a page with its old anchors, each given with the address that took its place.

    What is on the page still is found under both anchors. Where a part went elsewhere, a line says
    so to those who follow a link to it, and to nobody else.
    """
    for old, to in moved.items():
        name = html.escape(old)
        there, _, anchor = to.partition("#")
        tag = _tag(page, anchor) if anchor and there == address else _MAIN.search(page)
        if tag is None:
            continue
        mark = f'<span id="{name}"></span>'
        if there != address:
            link = html.escape(urls.relative(to, address))
            said = f'This part is now at <a href="{link}">{to}</a>.'
            mark = f'<p class="moved" id="{name}">{said}</p>'
        page = page[: tag.end()] + mark.encode() + page[tag.end() :]
    return page
