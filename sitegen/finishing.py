"""What a site gets once all its pages are there: what leads to them, and what lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sitegen import anchors, feeds, inventory, moves, redirects, sitemap, urls, vanished
from sitegen.diagnostics import Diagnostic
from sitegen.feeds import Feed
from sitegen.moves import Moves
from sitegen.permalinks import permalinks
from sitegen.render import Renderer
from sitegen.rendering import Rendered

if TYPE_CHECKING:
    from sitegen.site import Written

NOT_FOUND = "404.html"


@dataclass(frozen=True, slots=True)
class NotFoundPage:
    """What the template of the page for unknown addresses gets."""

    title: str = "There is no such page"
    summary: str = "Nothing was published at this address: search for it, or begin at a list."


class About(NamedTuple):
    """What is true of a whole site; search engines are to list it if it is `indexed`."""

    title: str
    base_url: str
    indexed: bool
    feeds: Sequence[Feed]


class Finished(NamedTuple):
    """More files of a site, every address it publishes, what has moved, and what is wrong there."""

    files: Mapping[str, bytes]
    addresses: Sequence[str]
    moves: Moves
    findings: Sequence[Diagnostic]


def finish(
    its: Written,
    about: About,
    renderer: Renderer,
    pages: Mapping[str, Rendered],
    files: Mapping[str, bytes],
) -> Finished:
    """Return what is added to the pages of a site, and the pages that old anchors change."""
    named = tuple(permalinks(its))
    moved, findings = moves.resolve(moves.declared(its), files)
    made: dict[str, bytes] = {}
    for address, old in moved.anchors.items():
        file = urls.file_of(address)
        if file in files:
            made[file] = anchors.kept(files[file], address, old)
    titles = {address: page.title for address, page in pages.items()}
    # A page that is shown at any address cannot have relative links: without a base_url it takes
    # the site to be at the root of its host.
    root = urlsplit(about.base_url).path or "/"
    extra: list[tuple[str, str, object, str]] = [("404.html", NOT_FOUND, NotFoundPage(), root)]
    extra += [
        ("redirect.html", old, view, "") for old, view in redirects.pages(moved, titles).items()
    ]
    for template, address, view, at in extra:
        rendered = renderer.page(template, address, view, at)
        if isinstance(rendered, Diagnostic):
            findings.append(rendered)
        else:
            made[urls.file_of(address)] = rendered
    made |= redirects.files(moved, files, about.base_url)
    made |= inventory.files(named, about.title, about.base_url)
    made |= feeds.files(about.feeds, about.base_url)
    if about.indexed:
        shown = [one for one in pages if one[-1:] in ("", "/") and not _embedded(one)]
        made |= sitemap.files(shown, about.base_url)
    sources = {address: page.source for address, page in pages.items()}
    whole = vanished.Whole({**files, **made}, moved, sources)
    findings += vanished.check(its.locked, whole)
    parts = (place for one in named if not one.record for place in (one.address, one.part))
    lasting = (address for address, page in pages.items() if page.lasting)
    addresses = sorted({*lasting, *parts} - {urls.INDEX})
    return Finished(made, addresses, moved, findings)


def _embedded(address: str) -> bool:
    """Return whether a page is there to be shown inside others."""
    return address.endswith("/embed/")
