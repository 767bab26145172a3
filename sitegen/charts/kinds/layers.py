"""Layers that charts of several kinds have: texts, limits, points, spreads, what stands around."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SMALL, TEXT, LINE = 12, 12.5, 15
"""The sizes of letters at marks and axes, and of names of rows; the height of a line of these."""

Slots = Mapping[str, Any]


def data(alt: Any, slots: Slots, source: str, name: str = "") -> Any:
    """Return a layer over one of the data sets; a name comes back in the class of its marks.

    In a small multiple the number of its panel stands behind both.
    """
    panel = slots["panel"]
    named = {"name": f"{name}{panel}"} if name else {}
    return alt.Chart(alt.NamedData(name=f"{source}{panel}"), **named)


def numbers(name: str, *, grid: bool) -> dict[str, Any]:
    """Return how an axis of numbers looks; its texts are made here: Vega has no binary prefixes."""
    return {
        "labelExpr": f"{name}_labels[datum.value]",
        "labelColor": "var(--soft)",
        "labelFontSize": SMALL,
        "labelPadding": 8,
        "labelFlush": False,
        "labelOverlap": False,
        "grid": grid,
        "gridColor": "var(--rule)",
    }


def side(alt: Any, slots: Slots) -> dict[str, Any]:
    """Return how the names of rows look: left-aligned, in a column of their own."""
    return {
        "labelAlign": "left",
        "labelExpr": "split(datum.value, '\\n')",
        "labelLineHeight": LINE,
        # Vega 6.2 puts the first line of several where a single one would be.
        "labelOffset": alt.ExprRef(f"-{LINE / 2} * (length(split(datum.value, '\\n')) - 1)"),
        "labelPadding": slots["margin"],
        "labelLimit": slots["margin"],
        "labelColor": "var(--ink)",
        "labelFontSize": TEXT,
        "labelFontWeight": 600,
        "grid": False,
    }


def colours(alt: Any, slots: Slots, name: str) -> Any:
    """Return the scale from series to colours, shapes or dashes."""
    return alt.Scale(domain=slots["series"], range=slots[name])


def values(alt: Any, slots: Slots, channel: str, field: str = "value") -> Any:
    """Return the encoding along the axis of what was measured.

    Every layer names the ticks: an axis that one of them leaves out is not drawn as the others say.
    """
    axis = alt.Axis(values=slots["value_ticks"], labels=slots["value_named"])
    return getattr(alt, channel)(f"{field}:Q", scale=slots["values"], axis=axis, stack=None)


def along(alt: Any, slots: Slots) -> Any:
    """Return the encoding along the horizontal axis of a chart that stands upright."""
    axis = alt.Axis(values=slots["x_ticks"], labels=slots["x_named"])
    return alt.X("x:Q", scale=slots["x"], axis=axis)


def rows(alt: Any, slots: Slots, kind: str, **spacing: float) -> Any:
    """Return the encoding down the side, one row for each category."""
    scale = alt.Scale(type=kind, domain=slots["rows"], **spacing)
    axis = alt.Axis(labels=slots["rows_named"])
    return alt.Y("row:N", sort=slots["rows"], scale=scale, axis=axis)


def texts(
    alt: Any, slots: Slots, name: str, encoding: Mapping[str, Any], colour: Any, **mark: Any
) -> list[Any]:
    """Return texts with a halo of paper under them, so that lines do not run through."""
    placed = {
        "align": alt.ExprRef("datum.align"),
        "dx": alt.ExprRef("datum.dx"),
        "dy": alt.ExprRef("datum.dy"),
        "fontSize": SMALL,
        "aria": False,
        **mark,
    }
    halo = {"stroke": "var(--paper)", "strokeWidth": 5, "strokeJoin": "round"}
    under = data(alt, slots, name).mark_text(**placed, **halo, color="var(--paper)")
    over = data(alt, slots, name).mark_text(**placed)
    text = alt.Text("text:N")
    return [
        under.encode(**encoding, text=text),
        over.encode(**encoding, text=text, color=colour),
    ]


def head(alt: Any, slots: Slots, *, signed: bool) -> list[Any]:
    """Return what stands around the plot at places given in pixels: words, and signs of series."""
    at = {
        "x": alt.value(alt.ExprRef("datum.px")),
        "y": alt.value(alt.ExprRef("datum.py")),
    }
    words = data(alt, slots, "words", "words").mark_text(
        align=alt.ExprRef("datum.align"),
        baseline="middle",
        fontSize=alt.ExprRef("datum.size"),
        fontWeight=alt.ExprRef("datum.weight"),
        color=alt.ExprRef("datum.colour"),
        aria=False,
    )
    placed = words.encode(**at, text=alt.Text("text:N"))
    if not signed:
        return [placed]
    signs = data(alt, slots, "signs", "signs").mark_point(
        size=110, strokeWidth=1.25, opacity=1, aria=False
    )
    return [placed, signs.encode(**at, **marks(alt, slots))]


def marks(alt: Any, slots: Slots) -> dict[str, Any]:
    """Return the encodings that tell series apart: edge, filling and shape."""
    return {
        "stroke": alt.Stroke("series:N", scale=colours(alt, slots, "edges"), legend=None),
        "fill": alt.Fill("series:N", scale=colours(alt, slots, "fills"), legend=None),
        "shape": alt.Shape("series:N", scale=colours(alt, slots, "shapes"), legend=None),
    }


def limits(alt: Any, slots: Slots, channel: str, far: Mapping[str, Any]) -> list[Any]:
    """Return the lines of the limits, each with its name."""
    other = "y" if channel == "X" else "x"
    at = {channel.lower(): values(alt, slots, channel)}
    ends = {other: alt.value(far["near"]), f"{other}2": alt.value(far["far"])}
    rule = data(alt, slots, "limits").mark_rule(color="var(--bad)", strokeDash=[4, 3], aria=False)
    named = {**at, other: alt.value(far["text"])}
    bad = alt.value("var(--bad)")
    return [
        rule.encode(**at, **ends),
        *texts(alt, slots, "limits", named, bad, baseline="bottom"),
    ]


def points(alt: Any, slots: Slots, size: int) -> Any:
    """Return the points: one for each sample, linked to its evidence."""
    its = data(alt, slots, "points", "points").mark_point(size=size, strokeWidth=1.25, opacity=1)
    return its.encode(**marks(alt, slots), **evidence())


def evidence() -> dict[str, str]:
    """Return the encodings that say what a mark is and lead to where it was read."""
    return {"href": "href:N", "description": "says:N", "tooltip": "says:N"}


def spreads(alt: Any, slots: Slots, width: float) -> Any:
    """Return the lines from the lowest to the highest of repeats."""
    return (
        data(alt, slots, "spreads")
        .mark_rule(strokeWidth=width, opacity=0.55, aria=False)
        .encode(color=alt.Color("series:N", scale=colours(alt, slots, "strokes"), legend=None))
    )


def lines(alt: Any, slots: Slots) -> Any:
    """Return a line for each series, in its colour and with its dashes, in as many parts as it has.

    Only points behind a gap have the field `part`.
    """
    return (
        data(alt, slots, "points", "lines")
        .mark_line(strokeWidth=2, aria=False)
        .encode(
            color=alt.Color("series:N", scale=colours(alt, slots, "strokes"), legend=None),
            strokeDash=alt.StrokeDash("series:N", scale=colours(alt, slots, "dashes"), legend=None),
            detail=alt.Detail("part:N"),
        )
    )
