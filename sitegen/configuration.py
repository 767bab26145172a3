"""sitegen.yaml at the root of a project: all optional, few settings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from sitegen import metadata
from sitegen.aliases import Move, redirects
from sitegen.diagnostics import Diagnostic
from sitegen.redaction import DEFAULT, Redaction
from sitegen.schema import Key, fields, list_of, one_of, scalar, text

FILE = "sitegen.yaml"


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a lab sets for its whole site.

    `base_url` is where the site is published, with a slash at its end, or empty; `rates` is
    'decimal' (MB/s) or 'binary' (MiB/s); `redaction` is what is covered on all pages;
    `redirects` are old addresses with what took their place.
    """

    title: str = ""
    base_url: str = ""
    rates: str = "decimal"
    redaction: Redaction = DEFAULT
    redirects: tuple[Move, ...] = ()


def _address(written: str) -> str | None:
    try:
        parts = urlsplit(written)
        parts.port  # noqa: B018 - raises for a port that is no number
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not parts.hostname or re.search(r"\s", written):
        return None
    if parts.query or parts.fragment or parts.username is not None:
        return None
    return written.rstrip("/") + "/"


CONFIGURATION = fields(
    "sitegen.yaml",
    {
        "title": Key(text, "the name of the site"),
        "base_url": Key(
            scalar("an address", _address, lambda _: "write it as https://lab.example/reports/"),
            "where the site is published",
        ),
        "rates": Key(one_of("decimal", "binary"), "how rates are shown: MB/s or MiB/s"),
        "redact": Key(list_of(text), "texts that are covered on all pages"),
        "redact_defaults": Key(
            one_of("on", "off"), "whether serial numbers, addresses and names of hosts are covered"
        ),
        "redirects": Key(redirects, "addresses that were published, each with the one it leads to"),
    },
)
"""The reader of sitegen.yaml."""


def load(content: str) -> tuple[Configuration, list[Diagnostic]]:
    """Return the configuration that `content`, the text of sitegen.yaml, makes.

    What cannot be used keeps its default. No file is the same as an empty one.
    """
    node, problems = metadata.load(content, FILE)
    if node is None:
        return Configuration(), problems
    found: list[Diagnostic] = []
    values = CONFIGURATION.read(node, found) or {}
    problems += [one._replace(code="bad-configuration") for one in found]
    redaction = Redaction(values.pop("redact", ()), values.pop("redact_defaults", "on") == "on")
    if "title" in values:
        values["title"] = redaction.hide_texts(values["title"])
    return Configuration(redaction=redaction, **values), problems
