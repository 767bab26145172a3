"""That a report, hardware, a testbed or a raw file was withdrawn: why, and what takes its place.

status: retracted          # or superseded
reason: the cache was on
successor: rig/second-try  # the id, folder or file of what takes its place
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sitegen.diagnostics import Position
from sitegen.schema import Key, one_of, text

WITHDRAWN = ("retracted", "superseded")

KEYS = {
    "reason": Key(text, "why it was retracted or superseded"),
    "successor": Key(text, "id or path of what takes its place"),
}
"""What may be said beside the status of something."""

STATUS_KEYS = {"status": Key(one_of(*WITHDRAWN), "that it was withdrawn"), **KEYS}
"""The same for things that have no other status."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What was withdrawn, by its kind and id, where that is said, and what takes its place.

    `kind` is report, hardware, testbed or run.
    """

    kind: str
    id: str
    status: str
    reason: str
    successor: str
    position: Position


def withdrawal(
    kind: str, name: str, values: Mapping[str, Any], position: Position
) -> Withdrawal | None:
    """Return what a file says of its withdrawal, if it says any."""
    status = values.get("status", "")
    if status not in WITHDRAWN:
        return None
    return Withdrawal(
        kind, name, status, values.get("reason", ""), values.get("successor", ""), position
    )
