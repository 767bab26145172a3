"""Every link and anchor of a finished site, followed.

Reports are checked before, with their lines. This finds what templates, blocks and addresses made
elsewhere lead to, so a finding names a page. Our pages are well-formed, so one expression reads
their attributes: some 100 MB/s, where an HTML parser needs a hundred times as long.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sitegen import anchors, urls
from sitegen.diagnostics import Diagnostic, Position
from sitegen.nearest import nearest

FOLDER = "site/"
"""What stands before the files of a site in findings."""

# An attribute is followed by the rest of its tag. In text, where it looks the same, `>` is escaped.
_ATTRIBUTE = re.compile(
    rb'\s(id|(?:xlink:)?href|src|srcset|content|data-(?:spec|vega|lite|embed))="([^"<]*)"'
    rb'(?=[^<>"]*(?:"[^"]*"[^<>"]*)*>)'
)
_SCRIPT = re.compile(rb'"site:([^"\\]*)"')
_REFRESH = re.compile(r"\d+; *url=(.*)", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class _Link(NamedTuple):
    """A link as it stands in a file of the site."""

    file: str
    written: str


def check(files: Mapping[str, bytes], base_url: str) -> list[Diagnostic]:
    """Return a finding for each link that leads nowhere and each anchor that is there twice."""
    findings: list[Diagnostic] = []
    # Anchors are looked up once all links are known: few of the many that pages have are asked for.
    wanted: dict[str, dict[str, list[_Link]]] = {}
    for file, content in files.items():
        page = file.endswith(".html")
        ids, links = _read(content) if page else ([], _of_chart(file, content))
        twice = (name for name, number in Counter(ids).items() if number > 1)
        findings += (_twice(_Link(file, name), content) for name in twice)
        for written in links:
            place = _place(written, file if page else "", base_url)
            if place is None:
                continue
            link = _Link(file, written)
            target, anchor = place
            if target not in files:
                findings.append(_broken(link, content, f"there is no file '{target}'"))
            elif anchor and target.endswith(".html"):
                wanted.setdefault(target, {}).setdefault(anchor, []).append(link)
    for target, asked in wanted.items():
        known = anchors.ids(files[target])
        for anchor in asked.keys() - set(known):
            message = f"'{target}' has no anchor '#{anchor}'"
            near = nearest(anchor, known, 1)
            hint = f"did you mean '#{near[0]}'?" if near else ""
            findings += (_broken(link, files[link.file], message, hint) for link in asked[anchor])
    return sorted(findings)


def _read(content: bytes) -> tuple[list[str], set[str]]:
    """Return the anchors of a page and its links."""
    ids: list[str] = []
    links: set[str] = set()
    for name, value in _ATTRIBUTE.findall(content):
        text = html.unescape(value.decode())
        if name == b"id":
            ids.append(text)
        elif name == b"srcset":
            links.update(one.split()[0] for one in text.split(",") if one.strip())
        elif name == b"content":
            refresh = _REFRESH.fullmatch(text)
            links.update([refresh[1]] if refresh else [text] if "://" in text else [])
        else:
            links.add(text)
    return ids, links


def _of_chart(file: str, content: bytes) -> set[str]:
    """Return the links in the script of a chart, which begin at the root of the site."""
    if not file.startswith(urls.CHARTS) or not file.endswith(".js"):
        return set()
    return {found.decode() for found in _SCRIPT.findall(content)}


def _place(written: str, file: str, base_url: str) -> tuple[str, str] | None:
    """Return the file and the anchor of the site that a link leads to, or None if to elsewhere."""
    address = written
    if base_url and written.startswith(base_url):
        address, file = written.removeprefix(base_url), ""
    elif written.startswith("/") and not written.startswith("//"):
        # Only the page for unknown addresses has links from the root of the host.
        address, file = written.removeprefix(urlsplit(base_url).path or "/"), ""
    elif _SCHEME.match(written) or written.startswith("//"):
        return None
    path, _, anchor = address.partition("#")
    path = unquote(path.partition("?")[0])
    # The compare page keeps its choice behind the '#'.
    anchor = "" if "=" in anchor else unquote(anchor)
    if written.startswith("#"):
        return file, anchor
    target = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
    if path.rpartition("/")[2] in ("", ".", ".."):
        target = posixpath.normpath(f"{target}/index.html")
    return target, anchor


def _broken(link: _Link, content: bytes, message: str, hint: str = "") -> Diagnostic:
    place = _line(content, html.escape(link.written))
    whole = f"'{link.written}' leads nowhere: {message}"
    return Diagnostic(Position(FOLDER + link.file, place), "broken-link", whole, hint)


def _twice(link: _Link, content: bytes) -> Diagnostic:
    place = Position(FOLDER + link.file, _line(content, f' id="{html.escape(link.written)}"'))
    message = f"the page has the anchor '#{link.written}' more than once"
    hint = "declare another id where one of them is written: '## Heading {#id}'"
    return Diagnostic(place, "duplicate-id", message, hint)


def _line(content: bytes, text: str) -> int:
    at = content.find(text.encode())
    return content.count(b"\n", 0, at) + 1 if at >= 0 else 0
