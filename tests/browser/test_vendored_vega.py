"""The vendored Vega draws in a page that allows neither inline code nor other hosts."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, Route

VENDOR = Path(__file__).parents[2] / "templates" / "static" / "vendor"

SPECIFICATION = {
    "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
    "data": {"values": [{"system": "a", "rate": 3}, {"system": "b", "rate": 5}]},
    "transform": [{"calculate": "datum.rate * 2", "as": "double"}],
    "mark": "bar",
    "encoding": {
        "x": {"field": "system", "type": "nominal"},
        "y": {"field": "double", "type": "quantitative"},
    },
}

FILES = {
    "/": """<!doctype html><title>chart</title><div id="chart"></div>
<script src="vega.min.js"></script><script src="vega-lite.min.js"></script>
<script src="vega-embed.min.js"></script><script src="draw.js"></script>""",
    "/draw.js": f"""vegaEmbed("#chart", {json.dumps(SPECIFICATION)},
{{ast: true, actions: false, defaultStyle: false, tooltip: {{disableDefaultStyle: true}}}});""",
    "/favicon.ico": "",
}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"


def answer(route: Route) -> None:
    """Serve the page, its script and the vendored files."""
    path = "/" + route.request.url.split("/", 3)[3]
    body = FILES[path] if path in FILES else (VENDOR / path[1:]).read_text("utf-8")
    kind = "text/html" if path == "/" else "text/javascript"
    headers = {"Content-Security-Policy": POLICY, "Content-Type": f"{kind}; charset=utf-8"}
    route.fulfill(body=body, headers=headers)


def test_a_chart_is_drawn_without_evaluating_strings(page: Page) -> None:
    page.route("**/*", answer)
    page.goto("http://localhost/")
    page.wait_for_selector("#chart svg")
    labels = page.locator("#chart .mark-rect path").evaluate_all(
        "marks => marks.map(mark => mark.getAttribute('aria-label'))"
    )
    assert labels == ["system: a; double: 6", "system: b; double: 10"]
