"""What a chart of each kind looks like, as Vega-Lite made by Altair: the only door to Altair.

Altair makes the specification of each kind once, with slots where the data go: the files in
shapes/. To fill the slots of such a shape is some 500 times cheaper than to make the chart
with Altair; a test holds that both give the same.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, NamedTuple

from sitegen.charts.kinds import layers
from sitegen.charts.kinds.bar import bar
from sitegen.charts.kinds.distribution import distribution
from sitegen.charts.kinds.dot import dot
from sitegen.charts.kinds.heatmap import heatmap
from sitegen.charts.kinds.history import history
from sitegen.charts.kinds.line import line
from sitegen.charts.kinds.slope import slope

KINDS: Mapping[str, Callable[[Any, Mapping[str, Any]], list[Any]]] = {
    "bar": bar,
    "dot": dot,
    "line": line,
    "heatmap": heatmap,
    "distribution": distribution,
    "slope": slope,
    "history": history,
}

UPRIGHT = frozenset({"line", "distribution", "slope", "history"})
"""The kinds whose values stand along the vertical axis."""

SLOTS = (
    "width",
    "height",
    "padding",
    "datasets",
    "away",
    "value_labels",
    "x_labels",
    "rows",
    "rows_named",
    "columns",
    "series",
    "strokes",
    "edges",
    "fills",
    "shapes",
    "dashes",
    "values",
    "value_ticks",
    "value_named",
    "x",
    "x_ticks",
    "x_named",
    "margin",
)
"""What differs between two charts of one kind, by the names that `chart` takes.

A chart of several panels has the slots of each under `panels`, and says under `grid` how they
stand: how many side by side, and how far apart.
"""

_SLOT = re.compile(r'"<(\w+)>"')
_NAME = re.compile(r'"name":"(\w+)"')
_INSIDE = ("width", "height", "layer")
_OWN: Mapping[str, Any] = dict.fromkeys(
    ("color", "fill", "stroke", "shape", "strokeDash", "yOffset"), "independent"
)
"""The scales that each panel has for itself: all of them, for each knows its own series only."""


class Shape(NamedTuple):
    """A specification with its slots as JSON without blanks: in whole, and in two parts.

    `plot` is what each panel of a small multiple has for itself, `head` what all of them share.
    """

    whole: str
    head: str
    plot: str


@functools.cache
def _shape(kind: str) -> Shape:
    text = (resources.files("sitegen.charts") / "shapes" / f"{kind}.json").read_text("utf-8")
    whole = json.loads(text)
    plot = {name: whole[name] for name in _INSIDE}
    grid = {"concat": "<concat>", **{name: f"<{name}>" for name in ("columns", "spacing")}}
    head = {name: its for name, its in whole.items() if name not in _INSIDE}
    parts = (whole, {**head, "bounds": "flush", "resolve": {"scale": _OWN}, **grid}, plot)
    return Shape(*(json.dumps(part, separators=(",", ":")) for part in parts))


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


Known = dict[int, tuple[object, str]]
"""The JSON of things by their identity; they are kept, so that no other thing gets it."""


def _put(shape: str, slots: Mapping[str, Any], known: Known) -> str:
    def text(value: object) -> str:
        if id(value) not in known:
            known[id(value)] = value, _encode(value)
        return known[id(value)][1]

    def put(match: re.Match[str]) -> str:
        if match[1] != "datasets":
            return text(slots[match[1]])
        sets = (f"{_encode(name)}:{text(rows)}" for name, rows in slots["datasets"].items())
        return f"{{{','.join(sets)}}}"

    return _SLOT.sub(put, shape)


def filled(kind: str, slots: Mapping[str, Any], known: Known | None = None) -> str:
    """Return the specification of a chart as JSON: its shape with the slots filled.

    What is `known` is that of earlier specifications with which this one has things in common.
    """
    known = {} if known is None else known
    shape = _shape(kind)
    if "panels" not in slots:
        return _put(shape.whole, slots, known)
    panels = [
        _put(_NAME.sub(rf'"name":"\g<1>{its["panel"]}"', shape.plot), its, known)
        for its in slots["panels"]
    ]
    head = _put(shape.head, {**slots, **slots["grid"], "concat": []}, known)
    return head.replace('"concat":[]', f'"concat":[{",".join(panels)}]', 1)


def slotted(kind: str) -> str:
    """Return the shape of a kind of chart as the file in shapes/ holds it."""
    from altair.utils.schemapi import debug_mode

    slots = {"panel": "", **{name: f"<{name}>" for name in SLOTS}}
    with debug_mode(False):
        made = chart(kind, slots).to_dict(validate=False)
    return json.dumps(made, indent=1) + "\n"


def chart(kind: str, slots: Mapping[str, Any]) -> Any:
    """Return the chart of a kind as Altair makes it."""
    import altair as alt

    outside = {
        "padding": slots["padding"],
        "autosize": "none",
        "datasets": slots["datasets"],
        "background": "transparent",
        "usermeta": slots["away"],
    }
    if "panels" in slots:
        panels = [_plot(alt, kind, its) for its in slots["panels"]]
        made: Any = alt.concat(*panels, bounds="flush", **slots["grid"], **outside)
        made = made.resolve_scale(**_OWN)
    else:
        made = _plot(alt, kind, slots, **outside)
    return (
        made.add_params(
            alt.param(name="value_labels", value=slots["value_labels"]),
            alt.param(name="x_labels", value=slots["x_labels"]),
        )
        .configure(font="var(--sans)")
        .configure_view(stroke=None)
        .configure_axis(domain=False, ticks=False, title=None)
        .configure_axisX(**_below(kind))
        .configure_axisY(**_beside(alt, kind, slots))
    )


def _plot(alt: Any, kind: str, slots: Mapping[str, Any], **outside: Any) -> Any:
    its = [*KINDS[kind](alt, slots), *layers.head(alt, slots, signed=kind != "heatmap")]
    return alt.layer(*its, width=slots["width"], height=slots["height"], **outside)


def _below(kind: str) -> dict[str, Any]:
    if kind in UPRIGHT or kind == "heatmap":
        return layers.numbers("x", grid=kind == "slope")
    return layers.numbers("value", grid=True)


def _beside(alt: Any, kind: str, slots: Mapping[str, Any]) -> dict[str, Any]:
    if kind in UPRIGHT:
        return layers.numbers("value", grid=kind != "slope")
    return layers.side(alt, slots)
