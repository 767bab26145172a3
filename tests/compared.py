"""What the compare page is told of a subject, as its scripts hold it."""

from __future__ import annotations

import json
from typing import Any

from sitegen.build import Site


def compared(site: Site, shard: str, subject: str) -> dict[str, dict[str, Any]]:
    """Return the cells of a subject in a script, by metric; what is usual has no name in them."""
    text = site.files[f"compare/data/{shard}.js"].decode()
    written = text.partition("shard('")[2].rpartition("')")[0].replace("\\\\", "\\")
    its = json.loads(written)
    names = ["row", "run", "value", *its["keys"]["cell"]]
    (cells,) = (one[-1] for one in its["subjects"] if one[0] == subject)
    return {its["rows"][one[0]][0]: dict(zip(names, one, strict=False)) for one in cells}
