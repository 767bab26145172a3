"""What the compare page is told of a subject, as its scripts hold it."""

from __future__ import annotations

from typing import Any

from sitegen.build import Site
from tests.handed import handed


def compared(site: Site, shard: str, subject: str) -> dict[str, dict[str, Any]]:
    """Return the values of a subject in a script, by metric, each with words for what doubts it."""
    its = handed(site.files[f"compare/data/{shard}.js"])
    cells = its["subjects"]["numbers"][its["subjects"]["id"].index(subject)]
    found = {}
    for cell in cells:
        number = cell[0] if isinstance(cell, list) else cell
        value = {name: column[number] for name, column in its["values"].items()}
        metric = its["metrics"]["metric"][its["rows"]["metrics"][value["rows"]]]
        found[metric] = value | {"doubt": its["doubts"]["doubt"][value["doubts"]]}
    return found
