"""When files of a lab came and changed, and by whom, as far as its repository tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from sitegen.content import Report


class Touched(NamedTuple):
    """The days (YYYY-MM-DD) on which a file was first and last committed, and its authors.

    `before` is what a raw file held before it was last changed, where that has been looked up.
    """

    first: str
    last: str
    authors: tuple[str, ...]
    before: bytes | None = None


History = Mapping[str, Touched]
"""What is known of each file, by its path in the project."""


def dated(reports: Mapping[str, Report], history: History) -> dict[str, Report]:
    """Return reports with their first day and authors here, where they do not say their own."""
    return {name: _dated(one, history.get(one.path)) for name, one in reports.items()}


def _dated(report: Report, its: Touched | None) -> Report:
    if its is None:
        return report
    return replace(report, date=report.date or its.first, authors=report.authors or its.authors)
