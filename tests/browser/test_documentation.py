"""The documentation in a real browser: every page, on a telephone and on a desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sitegen import output
from tests.pages_of_docs import documentation


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_of_the_documentation_complains_or_overflows(
    page: Page, tmp_path: Path, width: int, scheme: str
) -> None:
    site = documentation(tmp_path)
    output.write(site.files, tmp_path / "site")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 900})
    wide = []
    for address in site.addresses:
        if address.startswith("pages/") and "#" not in address:
            page.goto((tmp_path / "site" / address / "index.html").as_uri())
            expect(page.locator("h1")).to_be_visible()
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append(address)
    assert wide == []


def test_a_chart_of_the_documentation_is_drawn(page: Page, tmp_path: Path) -> None:
    output.write(documentation(tmp_path).files, tmp_path / "site")
    page.goto((tmp_path / "site/pages/how-to/make-a-chart/index.html").as_uri())
    for name in ("mirroring-bars", "mirroring-dots", "queue-depth"):
        expect(page.locator(f"#{name} svg")).to_be_visible()
    expect(page.locator("#mirroring-table td").first).to_be_visible()
