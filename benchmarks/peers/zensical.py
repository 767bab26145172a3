"""Zensical: the numbers of a page stand in its text, as HTML that is ready.

It has no hooks, and takes longer to read front matter of this size (YAML) than HTML. Its own theme
is replaced by a template of ours, and there is no search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.page import Page
from benchmarks.peers import Peer, markup

CONFIGURATION = """\
[project]
site_name = "A lab of rigs"
nav = [{ "Lab" = "index.md" }]
[project.theme]
custom_dir = "theme"
[project.plugins.search]
enabled = false
[project.markdown_extensions.tables]
"""
TEMPLATE = f"""\
{markup.HEAD.replace("its.title", "page.title")}{{{{ page.content }}}}
{markup.FOOT}"""


def site(_: Mapping[str, Page]) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of every site."""
    yield "zensical.toml", CONFIGURATION
    yield "theme/main.html", TEMPLATE
    yield from page(Page("index", "A lab of rigs"))


def page(its: Page) -> Iterator[tuple[str, str]]:
    """Yield the file of a page."""
    place = f"{its.address}/index" if its.is_list else its.address
    head = f"---\ntitle: {its.title}\n---\n"
    yield f"docs/{place}.md", f"{head}\n{its.body}\n\n<div>\n{markup.expanded(its)}\n</div>\n"


PEER = Peer(
    name="Zensical",
    package="zensical==0.0.73",
    program="zensical",
    version=("--version",),
    command=("zensical", "build"),
    output="site",
    kept=(".cache",),
    template="theme/main.html",
    serving=("zensical", "serve", "--dev-addr", "127.0.0.1:{port}"),
    site=site,
    page=page,
)
