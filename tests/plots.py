"""Plots with everything that can be in one: spreads, a limit, names that need care."""

from __future__ import annotations

from collections.abc import Sequence

from sitegen import drawing
from sitegen.blocks import CHARTS
from sitegen.charts.axes import Axis, linear, powers, steps
from sitegen.charts.plots import Empty, Event, Limit, Plot, Point, Series
from sitegen.charts.posters import Poster
from sitegen.palette import FALL, RISE, mark, marks

SIZES = {1024.0: "1 KiB", 4096.0: "4 KiB"}
NAMES = ("it's [1] <b>", 'a.b "\\"')
MANY = (*NAMES, *(f"case {n}" for n in range(7)))
POSTER = Poster("A title", "Throughput in MB/s", ("bonnie++ 1.03",))
ACROSS = {"line", "distribution", "history", "slope"}
MULTIPLES = tuple(kind for kind in CHARTS if kind != "slope")
"""The kinds of which a chart with many series is made of panels."""


def _points(kind: str, names: Sequence[str]) -> tuple[Point, ...]:
    places = (0.0, 1.0) if kind in ("slope", "heatmap") else tuple(SIZES)
    return tuple(
        Point(
            "" if kind in ACROSS else f"row {row}",
            place,
            name,
            value := 10.5 * (row + 1) + number,
            value - 1,
            value + 2,
            str(value),
            f"{name}: {value} MB/s",
            drawing.LINKS + "runs/a/#L7",
        )
        for row, place in enumerate(places)
        for number, name in enumerate(names)
    )


def plot(kind: str, *, many: bool = False) -> Plot:
    """Return a plot with everything that can be in one; `many` series are more than a chart has."""
    names = MANY if many else NAMES[:1] if kind == "heatmap" else NAMES
    looks = {name: mark(name) for name in names} if many else marks(names)
    series = tuple(Series(name, looks[name]) for name in names)
    points = _points(kind, names)
    values = linear([33.0 if many else 24.0], "MB/s")
    made = Plot(
        kind,
        "higher",
        () if kind in ACROSS else ("row 0", "row 1"),
        series,
        points,
        (Limit("FC port, 20", 20.0),),
        values,
    )
    if kind == "heatmap":
        gap = Empty("row 0", 1, names[0], "\u2013")
        return made._replace(
            limits=(),
            values=steps([point.value for point in points], "MB/s", logarithmic=False),
            x_title="block size",
            row_title="file size",
            columns=NAMES,
            empty=(gap,),
        )
    if kind == "slope":
        looks = dict(zip(names, (RISE, FALL), strict=False))
        return made._replace(
            limits=(),
            series=tuple(Series(name, looks[name]) for name in names),
            x=Axis(0.0, 1.0, (0.0, 1.0), ("", "")),
            sides=("before [1]", "after"),
            outcomes=(Series("better", RISE), Series("worse", FALL)),
        )
    if kind in ACROSS:
        made = made._replace(x=powers(SIZES, SIZES.__getitem__, 500), x_title="block size")
    if kind == "history":
        event = Event(2048.0, "kernel 6.1 \u2192 6.12", declared=False)
        return made._replace(events=(event, event._replace(x=1100.0, declared=True)))
    return made
