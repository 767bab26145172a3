"""Where a link may lead: the scheme of its target as a browser would see it, and paths."""

from __future__ import annotations

import html
import posixpath
import re
from typing import Literal, cast
from urllib.parse import unquote

from sitegen.prose.parts import Kind

REFERENCES = ("result", "testbed", "hardware", "run")
"""The schemes that name a value, a page or a raw file of the lab."""

FOLDERS = ("content", "results")
"""The folders of a project that a relative link may lead into."""

# Browsers take these out of an address before they look at its scheme (WHATWG URL, basic parser:
# C0 controls and blanks at the ends, tabs and line ends anywhere); other blanks go to be safe.
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\u2000-\u200f\u2028-\u202f\u2060\ufeff]+")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);", re.IGNORECASE)


def decoded(text: str) -> str:
    """Return text with its entities resolved: those with a semicolon, as Markdown has them."""
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


def kind(target: str) -> Kind | Literal["external", "unsafe"]:
    """Return what a target is, with every disguise of its scheme taken off."""
    seen = _UNSEEN.sub("", decoded(decoded(target)))
    match = _SCHEME.match(seen)
    if match is None:
        return "unsafe" if re.match(r"[/\\]{2}", seen) else "document"
    scheme = match[1].lower()
    if scheme in REFERENCES:
        return cast("Kind", scheme)
    if scheme in ("http", "https"):
        return "external" if re.match(r"//[^/\\]", seen[match.end() :]) else "unsafe"
    return "external" if scheme == "mailto" else "unsafe"


def locate(target: str, path: str) -> tuple[str, str] | None:
    """Return the file and the anchor that a relative link in the file `path` leads to.

    Both are decoded; the file is a path of the project, as `path` is. None if the link leads out
    of content/ and results/.
    """
    before, _, anchor = target.partition("#")
    written = unquote(before.partition("?")[0])
    if not written:
        return path, unquote(anchor)
    if written.startswith("/") or re.search(r"[\\\x00-\x1f]", written):
        return None
    file = posixpath.normpath(posixpath.join(posixpath.dirname(path), written))
    return (file, unquote(anchor)) if file.split("/")[0] in FOLDERS else None
