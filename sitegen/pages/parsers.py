"""The page of all tools whose output is read: forms, versions, metrics, units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sitegen.parsers import Known, known, profiles


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
    """What the template of the list of tools gets."""

    title: str
    summary: str
    tools: tuple[Tool, ...]


@dataclass(frozen=True, slots=True)
class ParserPage:
    """What the template of one tool gets."""

    title: str
    summary: str
    tool: Tool


def tools() -> tuple[Tool, ...]:
    """Return all parsers, those of other packages too, in the order of their names."""
    nothing = Known((), {}, ())
    table = known()
    found = []
    for name, profile in sorted(profiles().items(), key=lambda one: one[1].tool.casefold()):
        its = table.get(name, nothing)
        rows = tuple(
            MetricRow(metric, unit, printed)
            for metric, units in its.metrics.items()
            for unit, printed in units.items()
        )
        versions, facts = tuple(its.versions), tuple(its.facts)
        found.append(Tool(name, profile.tool, profile.variants, versions, rows, facts))
    return tuple(found)


def view(listed: tuple[Tool, ...]) -> ParsersPage:
    """Return the view of the list of tools."""
    return ParsersPage(
        "Tools that are read",
        "What is read of each tool's output, and which unit it means by the words that it prints.",
        listed,
    )


def page(tool: Tool) -> ParserPage:
    """Return the view of one tool."""
    return ParserPage(tool.name, f"What is read of the output of {tool.name}.", tool)
