"""The page of all tools whose output is read: forms, versions, metrics, units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sitegen.parsers import Known, known, parsers


class MetricRow(NamedTuple):
    """A metric that a tool gives: the unit that it means, and a value as it prints it."""

    metric: str
    unit: str
    printed: str


class Tool(NamedTuple):
    """One parser: what it reads, and what its fixtures show."""

    id: str
    name: str
    variants: tuple[str, ...]
    versions: tuple[str, ...]
    metrics: tuple[MetricRow, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParsersPage:
    """What the template of the tools gets."""

    title: str
    summary: str
    tools: tuple[Tool, ...]


def view() -> ParsersPage:
    """Return the view of all parsers, those of other packages too."""
    nothing = Known((), {}, ())
    table = known()
    tools = []
    for name, parser in sorted(parsers().items(), key=lambda one: one[1].TOOL.casefold()):
        its = table.get(name, nothing)
        rows = tuple(
            MetricRow(metric, unit, printed)
            for metric, units in its.metrics.items()
            for unit, printed in units.items()
        )
        versions, facts = tuple(its.versions), tuple(its.facts)
        tools.append(Tool(name, parser.TOOL, parser.VARIANTS, versions, rows, facts))
    return ParsersPage(
        "Tools that are read",
        "What is read of each tool's output, and which unit it means by the words that it prints.",
        tuple(tools),
    )
