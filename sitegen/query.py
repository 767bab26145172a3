"""Blocks in documents: which records a table, a chart or a comparison shows, and how.

A block is YAML in a fenced piece of a document. What its names stand for in the data is found out
in `selection`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sitegen import metadata
from sitegen.diagnostics import Diagnostic, Position
from sitegen.metadata import Node, Text
from sitegen.nearest import did_you_mean
from sitegen.schema import Key, Problems, Reader, fields, identifier, list_of, misfit, one_of, text
from sitegen.silences import SILENCE, Silence

CHARTS = ("bar", "dot", "line")
"""The kinds of chart."""

PATH = ""
"""The column of a baseline that is given as a path under results/."""


@dataclass(frozen=True, slots=True)
class Query:
    """What one figure shows: the records it takes, and what its rows, columns and marks are.

    `kind` is 'table', 'compare' or a kind of chart. Columns may be written without `workload.` or
    `testbed.`; in a query that `selection.select` returns they are complete. `vs` is the column and
    the value of the baseline. `focus` are values of the series that stand out from the others.
    `aliases` are ids that it had before, `silence` the findings on it that are known of.
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
Conditions = tuple[tuple[Text, tuple[Text, ...]], ...]


def _word(node: Node, problems: Problems) -> Text | None:
    value = text.read(node, problems)
    return None if value is None else Text(value, node.position)


def _conditions(node: Node, problems: Problems) -> Conditions | None:
    if not isinstance(node, metadata.Mapping):
        problems.append(misfit(node, conditions.noun))
        return None
    return tuple((column, words.read(value, problems) or ()) for column, value in node.entries)


def _baseline(node: Node, problems: Problems) -> tuple[Text, Text] | None:
    if isinstance(node, Text):
        path = _word(node, problems)
        return (Text(PATH, node.position), path) if path else None
    if isinstance(node, metadata.Mapping) and len(node.entries) == 1:
        column, value = node.entries[0]
        its = _word(value, problems)
        return (column, its) if its else None
    problems.append(misfit(node, baseline.noun, "write a path, or 'column: value'"))
    return None


word = Reader("text", _word, text.json_schema)
words = list_of(word)
_WORDS = {"anyOf": [text.json_schema, {"type": "array", "items": text.json_schema}]}
conditions = Reader(
    "a mapping of columns to values",
    _conditions,
    {"type": "object", "additionalProperties": _WORDS},
)
baseline = Reader(
    "the path or the column of a baseline",
    _baseline,
    {"anyOf": [text.json_schema, {"type": "object", "maxProperties": 1}]},
)

_FIGURE = {
    "id": Key(identifier, "the name of the figure in addresses: lower-case words and -", True),
    "title": Key(text, "what the figure shows, as a sentence"),
    "caption": Key(text, "what else a reader must know"),
    "aliases": Key(list_of(identifier), "earlier ids, which lead here"),
    "silence": SILENCE,
}
_RUNS = Key(words, "paths under results/ of runs, or of folders with runs")
_METRICS = Key(words, "operation.quantity, such as seq-write.bandwidth")
_CHOICE = {
    "runs": _RUNS,
    "metrics": _METRICS,
    "where": Key(conditions, "columns, with the values that records must have"),
    "ignore": Key(words, "columns that may differ without being shown"),
    "order": Key(conditions, "columns, with their values in the order to be shown"),
}
BLOCKS: Mapping[str, Reader[dict[str, Any]]] = {
    "table": fields(
        "a table block",
        {
            **_FIGURE,
            **_CHOICE,
            "rows": Key(words, "columns of the data whose values make the rows"),
            "columns": Key(words, "columns of the data whose values make the columns"),
            "vs": Key(baseline, "what the others are compared with: a path, or 'column: value'"),
        },
    ),
    "chart": fields(
        "a chart block",
        {
            **_FIGURE,
            **_CHOICE,
            "kind": Key(one_of(*CHARTS), f"one of {', '.join(CHARTS)}", True),
            "x": Key(word, "the column of the horizontal axis of a line chart"),
            "rows": Key(words, "the column whose values make the rows of a bar or dot chart"),
            "series": Key(word, "the column whose values get marks of their own"),
            "scale": Key(one_of("linear", "log"), "linear or log"),
            "limits": Key(words, "names of limits of the testbed, drawn as lines"),
            "focus": Key(words, "values of the series that stand out from the others"),
        },
    ),
    "compare": fields(
        "a compare block",
        {**_FIGURE, **_CHOICE, "runs": Key(words, "paths under results/ to compare", True)},
    ),
    "testbed": fields(
        "a testbed block",
        {**_FIGURE, "path": Key(text, "the folder of a testbed.yaml, below results/", True)},
    ),
}
"""The kinds of block, by the word after the fence, with the readers of their keys."""


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
        problems += _chart_problems(values, node)
    if problems:
        return None, problems
    if word == "testbed":
        return TestbedBlock(**values, position=position), problems
    return _query(values.pop("kind", word), values, position), problems


def _chart_problems(values: Mapping[str, Any], node: Node) -> Iterator[Diagnostic]:
    kind = values.get("kind")
    place = node.position
    if kind == "line" and "x" not in values:
        yield Diagnostic(
            place, "missing-key", "a line chart without the key 'x'", "name a workload column"
        )
    if kind == "line" and "rows" in values:
        hint = "write 'x' for the axis and 'series' for the lines"
        yield Diagnostic(place, "bad-block", "a line chart has no rows", hint)
    if kind in ("bar", "dot") and "x" in values and "rows" in values:
        hint = "remove 'x': values lie along the horizontal axis, and 'rows' down the side"
        yield Diagnostic(place, "bad-block", f"a {kind} chart with both 'x' and 'rows'", hint)
    if kind == "bar" and values.get("scale") == "log":
        hint = "write 'kind: dot': the length of a bar means nothing on a logarithmic axis"
        yield Diagnostic(place, "bad-block", "a bar chart with a logarithmic scale", hint)


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
    return Query(kind=kind, position=position, places=places, **plain)
