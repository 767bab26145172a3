"""Charts drawn by Vega in a page: the same marks at the same places as in the picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from sitegen import palette
from sitegen.charts import kinds
from sitegen.charts.slots import slots
from tests.drawings import svg_of
from tests.plots import MULTIPLES, plot

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "templates" / "static" / "vendor"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
PAGE = """<!doctype html><title>chart</title><link rel="stylesheet" href="site.css">
<div id="drawn">{svg}</div><div id="chart"></div>
<script src="vega.min.js"></script><script src="vega-lite.min.js"></script>
<script src="vega-embed.min.js"></script><script src="draw.js"></script>"""
DRAW = """vegaEmbed("#chart", {spec}, {{ast: true, renderer: "svg", actions: false,
defaultStyle: false, tooltip: {{disableDefaultStyle: true}}}});"""

# In a chart of panels, the number of the panel stands behind the name in the class.
MARKS = "[class*=' points'] path"
ALL = [*((kind, False) for kind in kinds.KINDS), *((kind, True) for kind in MULTIPLES)]
PLACES = """(marks) => marks.map((mark) => {
  const box = mark.getBoundingClientRect();
  const edge = mark.ownerSVGElement.getBoundingClientRect();
  return [box.x + box.width / 2 - edge.x, box.y + box.height / 2 - edge.y];
})"""
ROOTS = ("#drawn", "#chart")
COLOURS = "(marks) => marks.map((mark) => getComputedStyle(mark).fill)"


def show(page: Page, kind: str, *, many: bool = False) -> None:
    """Open a page with the picture of a chart and, below it, the chart that Vega draws."""
    spec = kinds.filled(kind, slots(plot(kind, many=many)))
    svg = svg_of(spec, "chart-a", "Title", "Description")
    texts = {
        "/": PAGE.format(svg=svg),
        "/draw.js": DRAW.format(spec=spec.replace("https://site.invalid/", "")),
        "/site.css": (ROOT / "templates" / "static" / "site.css").read_text("utf-8"),
        "/favicon.ico": "",
        "/runs/a/": "",
    }

    def answer(route: Route) -> None:
        path = "/" + route.request.url.split("/", 3)[3]
        body = texts[path] if path in texts else (VENDOR / path[1:]).read_text("utf-8")
        kinds = {".css": "text/css", ".js": "text/javascript"}
        kind = kinds.get(Path(path).suffix, "text/html")
        headers = {"Content-Security-Policy": POLICY, "Content-Type": f"{kind}; charset=utf-8"}
        route.fulfill(body=body, headers=headers)

    page.route("**/*", answer)
    page.goto("http://localhost/")
    page.wait_for_selector(f"#chart svg {MARKS}")


@pytest.mark.parametrize(("kind", "many"), ALL)
def test_both_renderings_have_the_same_marks_at_the_same_places(
    page: Page, kind: str, many: bool
) -> None:
    show(page, kind, many=many)
    drawn, live = (page.eval_on_selector_all(f"{root} {MARKS}", PLACES) for root in ROOTS)
    assert len(live) == len(drawn) == len(plot(kind, many=many).points)
    for one, other in zip(live, drawn, strict=True):
        assert one == pytest.approx(other, abs=0.1)


@pytest.mark.parametrize(("kind", "many"), ALL)
def test_both_renderings_have_the_same_words(page: Page, kind: str, many: bool) -> None:
    show(page, kind, many=many)
    drawn, live = (
        page.eval_on_selector_all(
            f"{root} text", "texts => texts.map(text => text.textContent).filter(Boolean)"
        )
        for root in ROOTS
    )
    assert live == drawn


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("kind", "many"), [("dot", False), ("heatmap", False), ("line", True)])
def test_both_renderings_take_the_colours_of_the_page(
    page: Page, kind: str, many: bool, scheme: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    show(page, kind, many=many)
    drawn, live = (page.eval_on_selector_all(f"{root} {MARKS}", COLOURS) for root in ROOTS)
    assert live == drawn
    assert all(re.fullmatch(r"rgb\(\d+, \d+, \d+\)", colour) for colour in live)


def test_on_paper_a_heat_map_has_the_colours_of_the_light_page(page: Page) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    show(page, "heatmap")
    fills = page.eval_on_selector_all(f"#drawn {MARKS}", COLOURS)
    light = [tuple(bytes.fromhex(palette.LIGHT[name][1:])) for name in palette.HEAT]
    assert {tuple(map(int, re.findall(r"\d+", fill))) for fill in fills} <= set(light)


def test_a_click_on_a_mark_leads_to_its_evidence(page: Page) -> None:
    show(page, "dot")
    page.click(f"#chart {MARKS} >> nth=0")
    page.wait_for_url("http://localhost/runs/a/#L7")
