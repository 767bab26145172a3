"""What search engines read: the list of all pages, where it is known where the site stands."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote
from xml.sax.saxutils import escape

_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'

MOST = 50_000
"""How many addresses one sitemap may have (sitemaps.org)."""


def files(addresses: Sequence[str], base_url: str, most: int = MOST) -> dict[str, bytes]:
    """Return sitemap.xml, which lists others if there are too many pages for one, and robots.txt.

    robots.txt counts at the root of a host alone. Below another address it does no harm.
    """
    if not base_url:
        return {}
    parts = [addresses[start : start + most] for start in range(0, len(addresses), most)] or [()]
    robots = f"User-agent: *\nAllow: /\nSitemap: {base_url}sitemap.xml\n"
    made = {"robots.txt": robots.encode()}
    if len(parts) == 1:
        return made | {"sitemap.xml": _listing("urlset", "url", parts[0], base_url)}
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    made["sitemap.xml"] = _listing("sitemapindex", "sitemap", names, base_url)
    for name, part in zip(names, parts, strict=True):
        made[name] = _listing("urlset", "url", part, base_url)
    return made


def _listing(root: str, tag: str, addresses: Sequence[str], base_url: str) -> bytes:
    lines = (
        f"<{tag}><loc>{escape(base_url + quote(address))}</loc></{tag}>\n" for address in addresses
    )
    return f"{_HEAD}<{root} {_NAMESPACE}>\n{''.join(lines)}</{root}>\n".encode()
