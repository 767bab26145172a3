"""Eleventy: the numbers of a page stand in its front matter, which is JSON; layouts in Nunjucks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from benchmarks.page import Page
from benchmarks.peers import Peer, markup

# Prose is not looked through for template commands, which spares Eleventy a pass over it.
CONFIGURATION = """\
export default function (configuration) {
  configuration.setQuietMode(true);
  return { markdownTemplateEngine: false, dir: { input: "src", output: "_site" } };
}
"""


def site(_: Mapping[str, Page]) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of every site."""
    yield "package.json", '{"type": "module", "private": true}\n'
    yield "eleventy.config.js", CONFIGURATION
    yield "src/_includes/page.njk", markup.template("{{ content | safe }}")
    yield from page(Page("index", "A lab of rigs"))


def page(its: Page) -> Iterator[tuple[str, str]]:
    """Yield the file of a page."""
    place = f"{its.address}/index" if its.is_list else its.address
    front = json.dumps({"layout": "page.njk", "its": its.numbers()})
    yield f"src/{place}.md", f"---json\n{front}\n---\n\n{its.body}\n"


PEER = Peer(
    name="Eleventy",
    package="@11ty/eleventy@3.1.8",
    program="eleventy",
    version=("--version",),
    command=("eleventy",),
    output="_site",
    template="src/_includes/page.njk",
    serving=("eleventy", "--serve", "--incremental", "--port={port}"),
    site=site,
    page=page,
)
