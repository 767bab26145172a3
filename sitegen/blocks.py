"""The keys that blocks in documents may have, and which of them each kind of chart wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sitegen import metadata
from sitegen.diagnostics import Diagnostic
from sitegen.metadata import Node, Text
from sitegen.schema import (
    Key,
    Problems,
    Reader,
    date,
    fields,
    identifier,
    list_of,
    misfit,
    one_of,
    text,
)
from sitegen.silences import SILENCE

CHARTS: Mapping[str, str] = {
    "bar": "bars in rows",
    "dot": "dots in rows, for values that need no axis from zero",
    "line": "lines over a column such as block size, queue depth or jobs",
    "heatmap": "cells in rows and columns, shaded and with their numbers",
    "distribution": "curves of percentiles",
    "slope": "before and after, with the ratio of each row",
    "history": "lines over the dates of the runs, with what changed between them",
}
"""The kinds of chart, each with what it shows."""

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
        return (Text("", node.position), path) if path else None
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
event = fields(
    "an event",
    {
        "date": Key(date, "when it was: 2007, 2007-06 or 2007-06-15", True),
        "label": Key(text, "what it was, in a few words", True),
    },
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
            "kind": Key(
                one_of(*CHARTS),
                "; ".join(f"{kind}: {shows}" for kind, shows in CHARTS.items()),
                True,
            ),
            "x": Key(word, "the column along the horizontal axis of a line chart or heat map"),
            "rows": Key(words, "the column whose values make the rows, or the lines of a slope"),
            "series": Key(
                word, "the column whose values get marks, panels, or the sides of a slope"
            ),
            "scale": Key(one_of("linear", "log"), "linear or log"),
            "limits": Key(words, "names of limits of the testbed, drawn as lines"),
            "focus": Key(words, "values of the series that stand out from the others"),
            "events": Key(list_of(event), "what happened on the way of a history"),
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


class _Use(NamedTuple):
    """Which keys a kind of chart needs and cannot use, each with what to write instead."""

    needs: Mapping[str, str] = {}
    refuses: Mapping[str, str] = {}


_NO_LIMITS = "limits are lines across an axis of values, as bar, dot and line charts have it"
_NO_FOCUS = "all its series are shown alike"
_USES: Mapping[str, _Use] = {
    "line": _Use(
        {"x": "name a workload column"},
        {"rows": "write 'x' for the axis and 'series' for the lines"},
    ),
    "heatmap": _Use(
        {"x": "name the column whose values stand across, such as block_size",
         "rows": "name the column whose values stand down the side, such as file_size"},
        {"limits": _NO_LIMITS, "focus": _NO_FOCUS},
    ),
    "distribution": _Use(
        {},
        {"x": "its axis is that of the percentiles",
         "rows": "write 'series' for the curves"},
    ),
    "slope": _Use(
        {"series": "name the column whose two values stand left and right, such as testbed"},
        {"x": "write 'series' for the two sides and 'rows' for the lines",
         "limits": _NO_LIMITS, "focus": _NO_FOCUS},
    ),
    "history": _Use(
        {},
        {"x": "its axis is that of the dates", "rows": "write 'series' for the lines"},
    ),
}  # fmt: skip


def chart_problems(values: Mapping[str, Any], node: Node) -> Iterator[Diagnostic]:
    """Yield what is wrong with the keys of a chart block, beyond each for itself."""
    kind, place = values.get("kind", ""), node.position
    called = f"a {kind} chart" if kind in ("bar", "dot", "line", "slope") else f"a {kind}"
    use = _USES.get(kind, _Use())
    for key, hint in use.needs.items():
        if key not in values:
            yield Diagnostic(place, "missing-key", f"{called} without the key '{key}'", hint)
    for key, hint in use.refuses.items():
        if key in values:
            yield Diagnostic(place, "bad-block", f"{called} has no '{key}'", hint)
    if kind in ("bar", "dot") and "x" in values and "rows" in values:
        hint = "remove 'x': values lie along the horizontal axis, and 'rows' down the side"
        yield Diagnostic(place, "bad-block", f"{called} with both 'x' and 'rows'", hint)
    if kind == "bar" and values.get("scale") == "log":
        hint = "write 'kind: dot': the length of a bar means nothing on a logarithmic axis"
        yield Diagnostic(place, "bad-block", "a bar chart with a logarithmic scale", hint)
    if kind and kind != "history" and "events" in values:
        hint = "events stand at dates: write 'kind: history'"
        yield Diagnostic(place, "bad-block", f"{called} has no 'events'", hint)
