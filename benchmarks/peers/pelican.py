"""Pelican: the numbers of a page stand in a JSON file that its template asks for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from benchmarks.page import Page
from benchmarks.peers import Peer, markup

# Feeds, articles and lists by author, date and tag are left out: no other generator makes them.
CONFIGURATION = """\
import json
from pathlib import Path

HERE = Path(__file__).parent
SITENAME = "A lab of rigs"
SITEURL = ""
PATH = "content"
OUTPUT_PATH = "output"
THEME = str(HERE / "theme")
PAGE_PATHS = ["pages"]
ARTICLE_PATHS = []
STATIC_PATHS = []
DIRECT_TEMPLATES = []
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = None
AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
AUTHOR_SAVE_AS = CATEGORY_SAVE_AS = TAG_SAVE_AS = ""
JINJA_FILTERS = {"numbers": lambda name: json.loads((HERE / "numbers" / name).read_text("utf-8"))}
"""


def site(_: Mapping[str, Page]) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of every site."""
    yield "pelicanconf.py", CONFIGURATION
    template = markup.template("{{ page.content }}")
    asked = '{% set its = (page.address ~ ".json") | numbers %}'
    yield "theme/templates/page.html", f"{asked}{template}"
    yield "theme/static/.keep", ""
    yield from page(Page("", "A lab of rigs"))


def page(its: Page) -> Iterator[tuple[str, str]]:
    """Yield the two files of a page."""
    name = its.address or "index"
    place = f"{its.address}/" if its.address else ""
    yield f"numbers/{name}.json", json.dumps(its.numbers())
    head = (
        f"Title: {its.title}\nSlug: {name.replace('/', '-')}\nAddress: {name}\n"
        f"URL: {place}\nSave_as: {place}index.html\n"
    )
    yield f"content/pages/{name}.md", f"{head}\n{its.body or '&nbsp;'}\n"


PEER = Peer(
    name="Pelican",
    package="pelican[markdown]==4.12.0",
    program="pelican",
    version=("--version",),
    command=("pelican", "--quiet", "--settings", "pelicanconf.py", "--fatal", "errors"),
    output="output",
    kept=("cache",),
    template="theme/templates/page.html",
    site=site,
    page=page,
)
