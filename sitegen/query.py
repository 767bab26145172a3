"""Blocks in documents: which records a table, a chart or a comparison shows, and how.

A block is YAML in a fenced piece of a document. What its names stand for in the data is found out
in `selection`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sitegen import metadata
from sitegen.blocks import BLOCKS, chart_problems
from sitegen.diagnostics import Diagnostic, Position
from sitegen.metadata import Text
from sitegen.nearest import did_you_mean
from sitegen.silences import Silence

PATH = ""
"""The column of a baseline that is given as a path under results/."""


@dataclass(frozen=True, slots=True)
class Query:
    """What one figure shows: the records it takes, and what its rows, columns and marks are.

    `kind` is 'table', 'compare' or a kind of chart. Columns may be written without `workload.` or
    `testbed.`; in a query that `selection.select` returns they are complete. `vs` is the column and
    the value of the baseline. `focus` are values of the series that stand out from the others,
    `events` dates with what happened then.
    `aliases` are ids that it had before.
    `places` says where a word was written: by its key, and the word.
    """

    id: str
    kind: str
    position: Position
    title: str = ""
    caption: str = ""
    runs: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ignore: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    vs: tuple[str, str] | None = None
    order: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    x: str = ""
    series: str = ""
    scale: str = "linear"
    limits: tuple[str, ...] = ()
    focus: tuple[str, ...] = ()
    events: tuple[tuple[str, str], ...] = ()
    aliases: tuple[str, ...] = ()
    silence: tuple[Silence, ...] = ()
    places: Mapping[tuple[str, str], Position] = field(default_factory=dict)

    def problem(self, key: str, word: str, code: str, message: str, hint: str = "") -> Diagnostic:
        """Return a finding at the place where `word` was written under `key`."""
        return Diagnostic(self.places.get((key, word), self.position), code, message, hint)


@dataclass(frozen=True, slots=True)
class TestbedBlock:
    """A block that shows the data sheet of a testbed."""

    id: str
    path: str
    position: Position
    title: str = ""
    caption: str = ""
    aliases: tuple[str, ...] = ()
    silence: tuple[Silence, ...] = ()


Block = Query | TestbedBlock


def read(word: str, content: str, position: Position) -> tuple[Block | None, list[Diagnostic]]:
    """Return the block with `content` after a fence of `word`, and what is wrong with it.

    `position` is that of the fence: the content begins on the line below it. There is no block if
    any of it cannot be used.
    """
    reader = BLOCKS.get(word)
    if reader is None:
        hint = did_you_mean(word, BLOCKS)
        return None, [Diagnostic(position, "bad-block", f"there is no block '{word}'", hint)]
    node, problems = metadata.load(content, position.path, position.line + 1)
    if node is None:
        return None, problems
    values = reader.read(node, problems) or {}
    if word == "chart":
        problems += chart_problems(values, node)
    if problems:
        return None, problems
    if word == "testbed":
        return TestbedBlock(**values, position=position), problems
    return _query(values.pop("kind", word), values, position), problems


def _query(kind: str, values: Mapping[str, Any], position: Position) -> Query:
    """Return the query that the values of a block make, with the places of its words."""
    places: dict[tuple[str, str], Position] = {}
    plain: dict[str, Any] = {}

    def put(key: str, its: Text) -> str:
        places.setdefault((key, its.value), its.position)
        return its.value

    for key, value in values.items():
        if key in ("aliases", "silence"):
            plain[key] = value
        elif key == "events":
            plain[key] = tuple((its["date"], its["label"]) for its in value)
        elif isinstance(value, Text):
            plain[key] = put(key, value)
        elif key == "vs":
            plain[key] = (put(key, value[0]), put(key, value[1]))
        elif key in ("where", "order"):
            plain[key] = {
                put(key, column): tuple(put(key, one) for one in its) for column, its in value
            }
        elif isinstance(value, tuple):
            plain[key] = tuple(put(key, one) for one in value)
        else:
            plain[key] = value
    if kind in ("bar", "dot") and "x" in plain:
        plain["rows"] = (plain.pop("x"),)
        places |= {("rows", name): place for (key, name), place in places.items() if key == "x"}
    if kind == "distribution":
        plain.setdefault("scale", "log")
    return Query(kind=kind, position=position, places=places, **plain)
