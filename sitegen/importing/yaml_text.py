"""Text as YAML for the files that an import writes; what was guessed stands behind a '#'."""

from __future__ import annotations

import re
from collections.abc import Mapping

_PLAIN = re.compile(r"[A-Za-z0-9/](?:[A-Za-z0-9 _./()%+*-]*[A-Za-z0-9)%*.])?")


def scalar(text: str) -> str:
    """Return text as a scalar that can stand anywhere, inside brackets too."""
    tidy = " ".join(text.split())
    return tidy if _PLAIN.fullmatch(tidy) else "'" + tidy.replace("'", "''") + "'"


def mapping(entries: Mapping[str, str]) -> str:
    """Return entries as a mapping on one line."""
    return "{" + ", ".join(f"{name}: {scalar(value)}" for name, value in entries.items()) + "}"
