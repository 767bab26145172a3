"""permalinks.lock in a lab's repository: every address that was published, one on a line.

It belongs to the lab, so a change that would break a link shows in review. `sitegen permalinks
update` adds what is new and removes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic, Position

FILE = "permalinks.lock"

_HEAD = (
    "# Addresses that were published: each must lead somewhere for good.\n"
    "# 'sitegen permalinks update' adds the new ones. To give one up, remove its line.\n"
)
_ADDRESS = re.compile(r"(?:[\w.~-]+/)*(?:[\w.~-]+\.html?)?(?:#\S+)?")


class Locked(NamedTuple):
    """An address that was published, and the line it stands on."""

    address: str
    line: int


def read(text: str) -> tuple[list[Locked], list[Diagnostic]]:
    """Return the addresses in the text of permalinks.lock, and the lines that hold none."""
    found: list[Locked] = []
    problems = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        written = line.strip()
        if not written or re.match(r"#(\s|$)", written):
            continue
        if _ADDRESS.fullmatch(written):
            found.append(Locked(written, number))
            continue
        message = f"'{written[:60]}' is no address"
        hint = "keep the lines of both sides of a merge" if written[0] in "<=>|" else "remove it"
        problems.append(Diagnostic(Position(FILE, number), "bad-permalinks", message, hint))
    return found, problems


def updated(locked: Iterable[Locked], addresses: Iterable[str]) -> str:
    """Return the text of permalinks.lock with the addresses that a site has now."""
    whole = sorted({*(one.address for one in locked), *addresses} - {""})
    return _HEAD + "".join(f"{address}\n" for address in whole)
