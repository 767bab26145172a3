"""Charts with their pictures and the files that go with them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from sitegen import charts, drawing, export, urls
from sitegen.charts import Chart
from sitegen.diagnostics import Diagnostic
from sitegen.drawing import NotDrawn
from sitegen.query import Query
from sitegen.record import Record

_HINT = "its table is shown instead"

KEPT = 512
"""How many pictures a process keeps that draws charts itself."""


_STAMPED = 4096
"""Of how many charts their stamps and weights are remembered: several pages ask for them."""


class Picture(NamedTuple):
    """A chart as SVG for pages, and as files of its own; all empty where it cannot be drawn.

    Neither SVG has a name yet: the same picture may be that of several charts.
    """

    svg: str = ""
    file: str = ""
    png: bytes = b""
    reason: str = ""


Fetch = Callable[[], Picture]
"""What waits for a picture, or draws it; it may be asked again."""

Draw = Callable[[str], Fetch]
"""What takes the specification of a poster to be drawn, at once or when it is asked for."""


class _Stamps(NamedTuple):
    """What changes with what a picture shows, with what it says too, and with its links too."""

    shown: str
    look: str
    whole: str


@lru_cache(_STAMPED)
def _stamps(poster: str, title: str, alt: str) -> _Stamps:
    shown = drawing.shown(poster)
    look = _digest(repr((shown, title, alt)))[:12]
    return _Stamps(_digest(shown)[:8], look, _digest(f"{look}{poster}")[:12])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(_STAMPED)
def _weight(specification: str, kind: str) -> int:
    sets: dict[str, object] = json.loads(specification)["datasets"]
    panels = sum(name.startswith("words") for name in sets)
    # The texts in the cells of a heat map look alike, which is said once for all of them.
    each = 0.95 if kind == "heatmap" else 1.8
    return 1000 + 1800 * panels + round(each * len(json.dumps(sets)))


class Figure(NamedTuple):
    """A chart with the records behind it, and its picture or the reason why it has none."""

    query: Query
    chart: Chart
    records: Sequence[Record]
    reason: str = ""
    picture: Fetch = Picture

    @property
    def id(self) -> str:
        """Return the name of the figure in addresses."""
        return self.chart.id

    @property
    def drawn(self) -> bool:
        """Return whether there is a picture, or will be."""
        return not self.reason

    @property
    def stamp(self) -> str:
        """Return the part of the frozen picture's address that changes with what it shows."""
        return self._stamps.shown

    @property
    def look(self) -> str:
        """Return what changes with anything that the picture shows or says, but for its links."""
        return self._stamps.look

    @property
    def whole(self) -> str:
        """Return what changes with the picture on a page, with its links."""
        return self._stamps.whole

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height of the PNG in pixels."""
        return self.chart.size

    @property
    def weight(self) -> int:
        """Return about how many bytes the picture on a page takes, before it is drawn."""
        return _weight(self.chart.specification, self.query.kind)

    @property
    def _stamps(self) -> _Stamps:
        return _stamps(self.chart.poster, self.chart.title, self.chart.alt)

    def svg(self) -> str:
        """Return the picture for a page, with its name; its links are addresses of the site."""
        svg = self.picture().svg
        return drawing.named(svg, self.id, self.chart.title, self.chart.alt) if svg else ""

    def file(self) -> bytes:
        """Return the picture as an SVG file."""
        svg, name = self.picture().file, f"{self.id}-poster"
        return drawing.named(svg, name, self.chart.title, self.chart.alt).encode() if svg else b""

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return self.picture().png


def with_picture(figure: Figure, draw: Draw) -> Figure:
    """Return a figure with its picture, unless it is known already why it has none."""
    if figure.reason:
        return figure
    if not figure.chart.poster:
        return figure._replace(reason="there is nothing that one axis could show")
    if reason := drawing.obstacle():
        return figure._replace(reason=reason)
    return figure._replace(picture=draw(figure.chart.poster))


def draw(poster: str) -> Fetch:
    """Return what draws a chart in this process, when it is asked for."""
    return partial(_remembered, poster)


def picture(poster: str) -> Picture:
    """Return the pictures of a chart, or why there are none."""
    drawn = drawing.draw(poster)
    if isinstance(drawn, NotDrawn):
        return Picture(reason=drawn.reason)
    png = drawing.draw_png(drawn.poster)
    if isinstance(png, NotDrawn):
        return Picture(reason=png.reason)
    return Picture(drawn.page, drawing.standalone(drawn.poster), png)


_remembered = lru_cache(maxsize=KEPT)(picture)


def problem(figure: Figure) -> Diagnostic | None:
    """Return the finding that a figure cannot be drawn, if that is known before it is tried."""
    if figure.drawn or not figure.chart.specification:
        return None
    return _problem(figure, figure.reason)


def not_drawn(figure: Figure) -> Diagnostic | None:
    """Return the finding that a figure could not be drawn, after waiting for its picture."""
    reason = figure.picture().reason if figure.drawn else ""
    return _problem(figure, reason) if reason else None


def _problem(figure: Figure, reason: str) -> Diagnostic:
    message = f"'{figure.id}' is not drawn: {reason}"
    return Diagnostic(figure.query.position, "chart-not-drawn", message, _HINT)


DATA = ("csv", "json", "js")
"""How the addresses of the files end that go with a figure, but for its pictures."""


def files(figure: Figure) -> dict[str, bytes]:
    """Return the files of a figure by address: its data, and the script for the browser."""
    name = figure.id
    made = {
        urls.chart_file(name, "csv"): export.as_csv(figure.records).encode(),
        urls.chart_file(name, "json"): export.as_json(figure.records).encode(),
    }
    if figure.drawn:
        # The script is loaded by pages in different folders, so its links begin at the site's root.
        spec = charts.interactive(figure.chart, lambda to: "site:" + urls.relative(to, ""))
        made[urls.chart_file(name, "js")] = f'sitegenCharts.spec("{name}", {spec});\n'.encode()
    return made


def pictures(figure: Figure) -> dict[str, Callable[[], bytes]]:
    """Return what makes the picture files of a figure, by address."""
    if not figure.drawn:
        return {}
    return {
        urls.chart_file(figure.id, "svg"): figure.file,
        urls.chart_file(figure.id, "png"): figure.png,
        urls.frozen(figure.id, figure.stamp): figure.png,
    }
