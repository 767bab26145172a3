"""The files that lead on from old addresses: a page for each, and lists for servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from sitegen import urls
from sitegen.moves import Moves

_PUBLISHED = (".svg", ".png", ".csv", ".json")
_LINES = {
    # Netlify, Cloudflare Pages and GitLab Pages read this file of the site. Cloudflare always leads
    # on; the others show the page that lies there, which leads on as well.
    "_redirects": ("{old} {new} 301\n", ""),
    "redirects.nginx": (
        '{old} "{new}";\n',
        "# nginx: inside 'http', with the path of this file,\n"
        "#     map_hash_bucket_size 256;\n"
        "#     map $uri $moved { include /var/www/site/redirects.nginx; }\n"
        "# and inside 'server':\n"
        "#     if ($moved) { return 301 $moved; }\n",
    ),
    "redirects.apache": (
        "{old} {new}\n",
        "# Apache: in the configuration of the server or of a virtual host,\n"
        "#     RewriteEngine on\n"
        '#     RewriteMap moved "txt:/var/www/site/redirects.apache"\n'
        "#     RewriteCond ${moved:%{REQUEST_URI}} (.+)\n"
        "#     RewriteRule ^ %1 [R=301,NE,L]\n",
    ),
}


class Part(NamedTuple):
    """An old anchor of the page, and the address that took its place."""

    anchor: str
    address: str


@dataclass(frozen=True, slots=True)
class RedirectPage:
    """What the template of an old page gets."""

    title: str
    summary: str
    to: str
    parts: tuple[Part, ...]


def pages(moves: Moves, titles: Mapping[str, str]) -> dict[str, RedirectPage]:
    """Return the view of each old page; `titles` are those of the new ones, by address."""
    return {
        old: RedirectPage(
            titles.get(to, to),
            "",
            to,
            tuple(Part(*part) for part in sorted(moves.anchors.get(old, {}).items())),
        )
        for old, to in sorted(moves.pages.items())
    }


def files(moves: Moves, site: Mapping[str, bytes], base_url: str) -> dict[str, bytes]:
    """Return the lists for servers, and under its old name every picture of a chart."""
    made: dict[str, bytes] = {}
    for old, to in moves.pages.items():
        if to.startswith(urls.CHARTS):
            stem, earlier = to.removesuffix("/") + ".", old.removesuffix("/") + "."
            for name in _of_charts(site, stem):
                before = earlier + name.removeprefix(stem)
                if before not in site:
                    made[before] = site[name]
    if moves.pages:
        root = urlsplit(base_url).path or "/"
        pairs = [
            (root + form, root + quote(to, safe="/#~"))
            for old, to in sorted(moves.pages.items())
            for form in dict.fromkeys((old, urls.file_of(old)))
        ]
        for name, (line, head) in _LINES.items():
            text = head + "".join(line.format(old=old, new=new) for old, new in pairs)
            made[name] = text.encode()
    return made


def _of_charts(site: Iterable[str], stem: str) -> Iterator[str]:
    """Yield the files of a chart that others may show or load, frozen pictures among them."""
    return (name for name in site if name.startswith(stem) and name.endswith(_PUBLISHED))
