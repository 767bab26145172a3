"""The reference part of the documentation, made from the code that it describes.

A topic is a page of Markdown. Nothing here is kept in a file, so it is that of this version.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sitegen.manual import addresses, command_line, findings, keys, names, tools


class Topic(NamedTuple):
    """A page: its title, one sentence on it, and what makes its text."""

    title: str
    summary: str
    text: Callable[[], str]


TOPICS = {
    "commands": Topic(
        "Commands", "Every command with its arguments and options.", command_line.text
    ),
    "documents": Topic(
        "Documents and sitegen.yaml",
        "The keys of the front matter of each kind of document, and of sitegen.yaml.",
        keys.documents,
    ),
    "testbeds": Topic(
        "testbed.yaml", "The keys that say what was tested, and on what.", keys.testbeds
    ),
    "sidecars": Topic(
        "Sidecars",
        "The keys of FILE.yaml beside a result file, for what its output does not say.",
        keys.sidecars,
    ),
    "blocks": Topic(
        "Blocks", "The keys of tables, charts, testbeds and comparisons in a document.", keys.blocks
    ),
    "metrics": Topic(
        "Metrics and columns",
        "The names of operations, quantities, statistics and conditions, and of the units.",
        names.text,
    ),
    "tools": Topic(
        "Tools that are read",
        "Each parser, the forms of output that it reads, and where its units are from.",
        tools.text,
    ),
    "checks": Topic("Checks", "Every code of a finding, how bad it is, and its meaning.",
                    findings.text),
    "addresses": Topic(
        "Addresses", "Every address of a site. They are promises.", addresses.text
    ),
}  # fmt: skip
"""Every topic by its name, in the order of the pages."""


def page(name: str) -> str:
    """Return a topic as a document of content/pages/."""
    topic = TOPICS[name]
    order = list(TOPICS).index(name) + 1
    front = f"---\ntitle: {topic.title}\nsummary: '{topic.summary}'\norder: {order}\n---\n"
    return f"{front}\n{topic.text()}"
