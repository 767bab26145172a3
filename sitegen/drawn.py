"""Charts with their pictures and the files that go with them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sitegen import charts, drawing, export, urls
from sitegen.charts import Chart
from sitegen.diagnostics import Diagnostic
from sitegen.drawing import NotDrawn
from sitegen.query import Query
from sitegen.record import Record

Draw = Callable[[Chart], "Picture"]


class Picture(NamedTuple):
    """A chart as SVG for pages, and as files of its own; all empty where it cannot be drawn."""

    svg: str = ""
    file: bytes = b""
    png: bytes = b""
    reason: str = ""

    @property
    def stamp(self) -> str:
        """Return the part of the frozen picture's address that changes with the picture."""
        return hashlib.sha256(self.png).hexdigest()[:8]

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height of the PNG in pixels, as its head has them."""
        return int.from_bytes(self.png[16:20], "big"), int.from_bytes(self.png[20:24], "big")


class Figure(NamedTuple):
    """A chart with its picture, and the records behind it."""

    query: Query
    chart: Chart
    picture: Picture
    records: Sequence[Record]

    @property
    def id(self) -> str:
        """Return the name of the figure in addresses."""
        return self.chart.id


def draw(chart: Chart) -> Picture:
    """Return the pictures of a chart, or why there are none."""
    if not chart.specification:
        return Picture(reason="there is nothing that one axis could show")
    if reason := drawing.obstacle():
        return Picture(reason=reason)
    svg = drawing.draw(chart.specification, chart.id, chart.title, chart.alt)
    poster = drawing.draw(chart.poster, f"{chart.id}-poster", chart.title, chart.alt)
    if isinstance(svg, NotDrawn) or isinstance(poster, NotDrawn):
        failed = svg if isinstance(svg, NotDrawn) else poster
        return Picture(reason=failed.reason if isinstance(failed, NotDrawn) else "")
    png = drawing.draw_png(poster)
    if isinstance(png, NotDrawn):
        return Picture(reason=png.reason)
    return Picture(svg, drawing.standalone(poster).encode(), png)


def problem(figure: Figure) -> Diagnostic | None:
    """Return the finding that a figure is not drawn, if it is not."""
    if figure.picture.svg or not figure.chart.specification:
        return None
    return Diagnostic(
        figure.query.position,
        "chart-not-drawn",
        f"'{figure.id}' is not drawn: {figure.picture.reason}",
        "its table is shown instead",
    )


def files(figure: Figure) -> dict[str, bytes]:
    """Return the files of a figure by address: pictures, data, and the script for the browser."""
    name = figure.id
    made = {
        urls.chart_file(name, "csv"): export.as_csv(figure.records).encode(),
        urls.chart_file(name, "json"): export.as_json(figure.records).encode(),
    }
    if figure.picture.svg:
        made[urls.chart_file(name, "svg")] = figure.picture.file
        made[urls.chart_file(name, "png")] = figure.picture.png
        made[urls.frozen(name, figure.picture.stamp)] = figure.picture.png
        # The script is loaded by pages in different folders, so its links begin at the site's root.
        spec = charts.interactive(figure.chart, lambda to: "site:" + urls.relative(to, ""))
        made[urls.chart_file(name, "js")] = f'sitegenCharts.spec("{name}", {spec});\n'.encode()
    return made
