"""A plot with everything that can be in one: spreads, a limit, names that need care."""

from __future__ import annotations

from sitegen import drawing
from sitegen.charts.axes import linear, powers
from sitegen.charts.plots import Limit, Plot, Point, Series
from sitegen.charts.posters import Poster
from sitegen.palette import marks

SIZES = {1024.0: "1 KiB", 4096.0: "4 KiB"}
NAMES = ("it's [1] <b>", 'a.b "\\"')
POSTER = Poster("A title", "Throughput in MB/s", ("bonnie++ 1.03",))


def plot(kind: str) -> Plot:
    """Return a plot with everything that can be in one."""
    line = kind == "line"
    looks = marks(NAMES)
    points = tuple(
        Point(
            "" if line else f"row {row}",
            size,
            name,
            value := 10.5 * (row + 1) + place,
            value - 1,
            value + 2,
            str(value),
            f"{name}: {value} MB/s",
            drawing.LINKS + "runs/a/#L7",
        )
        for row, size in enumerate(SIZES)
        for place, name in enumerate(NAMES)
    )
    return Plot(
        kind,
        "higher",
        () if line else ("row 0", "row 1"),
        tuple(Series(name, looks[name]) for name in NAMES),
        points,
        (Limit("FC port, 20", 20.0),),
        linear([24.0], "MB/s"),
        powers(SIZES, SIZES, 500) if line else None,
        "block size" if line else "",
    )
