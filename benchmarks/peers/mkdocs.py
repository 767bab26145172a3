"""MkDocs: the numbers of a page stand in a JSON file that a hook reads for its template.

It has a theme of two templates and no search. Its own themes write more and take longer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from benchmarks.page import Page
from benchmarks.peers import Peer, markup

CONFIGURATION = """\
site_name: A lab of rigs
theme: {name: null, custom_dir: theme}
plugins: []
hooks: [hooks.py]
nav: [index.md]
watch: [numbers, theme]
"""
HOOKS = """\
import json
from pathlib import Path

NUMBERS = Path(__file__).parent / "numbers"


def on_page_context(context, page, config, nav):
    place = NUMBERS / page.file.src_uri.replace(".md", ".json")
    return {**context, "its": json.loads(place.read_text("utf-8"))}
"""


def site(_: Mapping[str, Page]) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of every site."""
    yield "mkdocs.yml", CONFIGURATION
    yield "hooks.py", HOOKS
    yield "theme/main.html", markup.template("{{ page.content }}")
    yield from page(Page("index", "A lab of rigs"))


def page(its: Page) -> Iterator[tuple[str, str]]:
    """Yield the two files of a page."""
    place = f"{its.address}/index" if its.is_list else its.address
    yield f"numbers/{place}.json", json.dumps(its.numbers())
    yield f"docs/{place}.md", f"{its.body}\n"


PEER = Peer(
    name="MkDocs",
    package="mkdocs==1.6.1",
    program="mkdocs",
    version=("--version",),
    command=("mkdocs", "build", "--quiet"),
    output="site",
    template="theme/main.html",
    serving=("mkdocs", "serve", "--quiet", "--dev-addr=127.0.0.1:{port}"),
    site=site,
    page=page,
)
