"""What a chart of each kind looks like, as Vega-Lite made by Altair: the only module that knows it.

Altair makes the specification of each kind once, with slots where the data go: the files in
shapes/. To fill the slots of such a shape is some 500 times cheaper than to make the chart
with Altair; a test holds that both give the same.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from importlib import resources
from typing import Any

KINDS = ("bar", "dot", "line")

SLOTS = (
    "width",
    "height",
    "padding",
    "datasets",
    "value_labels",
    "x_labels",
    "rows",
    "series",
    "strokes",
    "edges",
    "fills",
    "shapes",
    "dashes",
    "values",
    "value_ticks",
    "x",
    "x_ticks",
    "margin",
)
"""What differs between two charts of one kind, by the names that `chart` takes."""

_SLOT = re.compile(r'"<(\w+)>"')
_SMALL, _TEXT, _LINE = 12, 12.5, 15


@functools.cache
def _shape(kind: str) -> str:
    """Return the specification of a kind of chart with its slots, as JSON without blanks."""
    text = (resources.files("sitegen.charts") / "shapes" / f"{kind}.json").read_text("utf-8")
    return json.dumps(json.loads(text), separators=(",", ":"))


def filled(kind: str, slots: Mapping[str, Any]) -> str:
    """Return the specification of a chart as JSON: its shape with the slots filled."""
    texts = {
        name: json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        for name, value in slots.items()
    }
    return _SLOT.sub(lambda match: texts[match[1]], _shape(kind))


def slotted(kind: str) -> str:
    """Return the shape of a kind of chart as the file in shapes/ holds it."""
    from altair.utils.schemapi import debug_mode

    slots = {name: f"<{name}>" for name in SLOTS}
    with debug_mode(False):
        made = chart(kind, slots).to_dict(validate=False)
    return json.dumps(made, indent=1) + "\n"


def chart(kind: str, slots: Mapping[str, Any]) -> Any:
    """Return the chart of a kind as Altair makes it."""
    import altair as alt

    upright = kind == "line"
    measured = _axis("value", grid=True)
    layers = {"bar": _bar, "dot": _dot, "line": _line}[kind](alt, slots) + _head(alt, slots)
    return (
        alt.layer(
            *layers,
            width=slots["width"],
            height=slots["height"],
            padding=slots["padding"],
            autosize="none",
            datasets=slots["datasets"],
            background="transparent",
        )
        .add_params(
            alt.param(name="value_labels", value=slots["value_labels"]),
            alt.param(name="x_labels", value=slots["x_labels"]),
        )
        .configure(font="var(--sans)")
        .configure_view(stroke=None)
        .configure_axis(domain=False, ticks=False, title=None)
        .configure_axisX(**_axis("x", grid=False) if upright else measured)
        .configure_axisY(**measured if upright else _side(alt, slots))
    )


def _colours(alt: Any, slots: Mapping[str, Any], name: str) -> Any:
    return alt.Scale(domain=slots["series"], range=slots[name])


def _axis(name: str, *, grid: bool) -> dict[str, Any]:
    """Return how an axis of numbers looks; its texts are made here: Vega has no binary prefixes."""
    return {
        "labelExpr": f"{name}_labels[datum.value]",
        "labelColor": "var(--soft)",
        "labelFontSize": _SMALL,
        "labelPadding": 8,
        "labelFlush": False,
        "labelOverlap": False,
        "grid": grid,
        "gridColor": "var(--rule)",
    }


def _side(alt: Any, slots: Mapping[str, Any]) -> dict[str, Any]:
    """Return how the names of rows look: left-aligned, in a column of their own."""
    return {
        "labelAlign": "left",
        "labelExpr": "split(datum.value, '\\n')",
        "labelLineHeight": _LINE,
        # Vega 6.2 puts the first line of several where a single one would be.
        "labelOffset": alt.ExprRef(f"-{_LINE / 2} * (length(split(datum.value, '\\n')) - 1)"),
        "labelPadding": slots["margin"],
        "labelLimit": slots["margin"],
        "labelColor": "var(--ink)",
        "labelFontSize": _TEXT,
        "labelFontWeight": 600,
        "grid": False,
    }


def _values(alt: Any, slots: Mapping[str, Any], channel: str, field: str = "value") -> Any:
    """Return the encoding along the axis of what was measured.

    Every layer names the ticks: an axis that one of them leaves out is not drawn as the others say.
    """
    axis = alt.Axis(values=slots["value_ticks"])
    return getattr(alt, channel)(f"{field}:Q", scale=slots["values"], axis=axis, stack=None)


def _rows(alt: Any, slots: Mapping[str, Any], kind: str) -> Any:
    """Return the encoding down the side, one row for each category."""
    spacing = {"paddingInner": 0.36, "paddingOuter": 0.18} if kind == "band" else {"padding": 0.5}
    scale = alt.Scale(type=kind, domain=slots["rows"], **spacing)
    return alt.Y("row:N", sort=slots["rows"], scale=scale)


def _data(alt: Any, source: str, name: str = "") -> Any:
    """Return a layer over one of the data sets; a name comes back in the class of its marks."""
    return alt.Chart(alt.NamedData(name=source), **({"name": name} if name else {}))


def _texts(alt: Any, name: str, encoding: Mapping[str, Any], colour: Any, **mark: Any) -> list[Any]:
    """Return texts with a halo of paper under them, so that lines do not run through."""
    placed = {
        "align": alt.ExprRef("datum.align"),
        "dx": alt.ExprRef("datum.dx"),
        "dy": alt.ExprRef("datum.dy"),
        "fontSize": _SMALL,
        "aria": False,
        **mark,
    }
    halo = {"stroke": "var(--paper)", "strokeWidth": 5, "strokeJoin": "round"}
    under = _data(alt, name).mark_text(**placed, **halo, color="var(--paper)")
    over = _data(alt, name).mark_text(**placed)
    text = alt.Text("text:N")
    return [
        under.encode(**encoding, text=text),
        over.encode(**encoding, text=text, color=colour),
    ]


def _head(alt: Any, slots: Mapping[str, Any]) -> list[Any]:
    """Return what stands around the plot at places given in pixels: words, and signs of series."""
    at = {
        "x": alt.value(alt.ExprRef("datum.px")),
        "y": alt.value(alt.ExprRef("datum.py")),
    }
    words = _data(alt, "words").mark_text(
        align=alt.ExprRef("datum.align"),
        baseline="middle",
        fontSize=alt.ExprRef("datum.size"),
        fontWeight=alt.ExprRef("datum.weight"),
        color=alt.ExprRef("datum.colour"),
        aria=False,
    )
    signs = _data(alt, "signs").mark_point(size=110, strokeWidth=1.25, opacity=1, aria=False)
    return [words.encode(**at, text=alt.Text("text:N")), signs.encode(**at, **_marks(alt, slots))]


def _marks(alt: Any, slots: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "stroke": alt.Stroke("series:N", scale=_colours(alt, slots, "edges"), legend=None),
        "fill": alt.Fill("series:N", scale=_colours(alt, slots, "fills"), legend=None),
        "shape": alt.Shape("series:N", scale=_colours(alt, slots, "shapes"), legend=None),
    }


def _limits(alt: Any, slots: Mapping[str, Any], channel: str, far: Mapping[str, Any]) -> list[Any]:
    """Return the lines of the limits, each with its name."""
    other = "y" if channel == "X" else "x"
    at = {channel.lower(): _values(alt, slots, channel)}
    ends = {other: alt.value(far["near"]), f"{other}2": alt.value(far["far"])}
    rule = _data(alt, "limits").mark_rule(color="var(--bad)", strokeDash=[4, 3], aria=False)
    texts = _texts(
        alt,
        "limits",
        {**at, other: alt.value(far["text"])},
        alt.value("var(--bad)"),
        baseline="bottom",
    )
    return [rule.encode(**at, **ends), *texts]


def _points(alt: Any, slots: Mapping[str, Any], size: int) -> Any:
    """Return the points: one for each sample, linked to its evidence."""
    points = _data(alt, "points", "points").mark_point(size=size, strokeWidth=1.25, opacity=1)
    return points.encode(**_marks(alt, slots), **_evidence())


def _evidence() -> dict[str, str]:
    return {"href": "href:N", "description": "says:N", "tooltip": "says:N"}


def _spreads(alt: Any, slots: Mapping[str, Any], width: float) -> Any:
    """Return the lines from the lowest to the highest of repeats."""
    return (
        _data(alt, "spreads")
        .mark_rule(strokeWidth=width, opacity=0.55, aria=False)
        .encode(color=alt.Color("series:N", scale=_colours(alt, slots, "strokes"), legend=None))
    )


def _dot(alt: Any, slots: Mapping[str, Any]) -> list[Any]:
    """Return dots along a common axis, those of a row tied together."""
    rows, across = _rows(alt, slots, "point"), _values(alt, slots, "X")
    low, high = _values(alt, slots, "X", "low"), alt.X2("high:Q")
    ties = _data(alt, "ties").mark_rule(
        color="var(--rule)", strokeWidth=6, strokeCap="round", aria=False
    )
    return [
        ties.encode(y=rows, x=low, x2=high),
        *_limits(alt, slots, "X", {"near": -10, "far": "height", "text": -2}),
        _spreads(alt, slots, 2.5).encode(y=rows, x=low, x2=high),
        _points(alt, slots, 150).encode(y=rows, x=across),
        *_texts(alt, "texts", {"y": rows, "x": across}, alt.value("var(--ink)")),
    ]


def _bar(alt: Any, slots: Mapping[str, Any]) -> list[Any]:
    """Return bars in rows, one beside the other for each series."""
    rows, across = _rows(alt, slots, "band"), _values(alt, slots, "X")
    low, high = _values(alt, slots, "X", "low"), alt.X2("high:Q")
    beside = alt.YOffset(
        "series:N",
        sort=slots["series"],
        scale=alt.Scale(domain=slots["series"], paddingInner=0.16),
    )
    bars = (
        _data(alt, "points", "points")
        .mark_bar(cornerRadiusEnd=1.5)
        .encode(
            y=rows,
            yOffset=beside,
            x=across,
            color=alt.Color("series:N", scale=_colours(alt, slots, "strokes"), legend=None),
            **_evidence(),
        )
    )
    spreads = _data(alt, "spreads").mark_rule(color="var(--ink)", strokeWidth=1.5, aria=False)
    texts = {"y": rows, "yOffset": beside, "x": across}
    return [
        bars,
        spreads.encode(y=rows, yOffset=beside, x=low, x2=high),
        *_limits(alt, slots, "X", {"near": -10, "far": "height", "text": -2}),
        *_texts(alt, "texts", texts, alt.value("var(--ink)")),
    ]


def _line(alt: Any, slots: Mapping[str, Any]) -> list[Any]:
    """Return a line for each series over a workload column, with its name at the end."""
    along = alt.X("x:Q", scale=slots["x"], axis=alt.Axis(values=slots["x_ticks"]))
    up, low, high = _values(alt, slots, "Y"), _values(alt, slots, "Y", "low"), alt.Y2("high:Q")
    colour = alt.Color("series:N", scale=_colours(alt, slots, "strokes"), legend=None)
    dash = alt.StrokeDash("series:N", scale=_colours(alt, slots, "dashes"), legend=None)
    lines = _data(alt, "points", "lines").mark_line(strokeWidth=2, aria=False)
    texts = {"x": along, "y": up}
    return [
        *_limits(alt, slots, "Y", {"near": 0, "far": "width", "text": 0}),
        _spreads(alt, slots, 1.5).encode(x=along, y=low, y2=high),
        lines.encode(x=along, y=up, color=colour, strokeDash=dash),
        _points(alt, slots, 90).encode(x=along, y=up),
        *_texts(alt, "texts", texts, colour, baseline="middle", fontWeight=600),
    ]
