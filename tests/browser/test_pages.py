"""What a person sees: every kind of page in a real browser, from a disk and under a sub-path."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

KINDS = {
    "index": "index.html",
    "reports": "reports/index.html",
    "report": "reports/lsi-3994-write-mirroring/index.html",
    "hardware": "hardware/lsi-3994/index.html",
    "hardware-without-results": "hardware/ibm-ds4300/index.html",
    "testbed": "testbeds/lsi-3994/index.html",
    "run": "runs/lsi-3994/mirrored/bonnie/index.html",
    "runs": "runs/index.html",
    "chart": "charts/lsi-3994-mirroring/index.html",
    "compare": "compare/index.html#s=testbed:lsi-3994/mirrored&s=testbed:lsi-3994/unmirrored",
    "claims": "claims/index.html",
    "checks": "checks/index.html",
    "data": "data/index.html",
    "charts": "charts/index.html",
    "chart-embedded": "charts/lsi-3994-mirroring/embed/index.html",
    "table": "tables/lsi-3994-configurations/index.html",
    "table-embedded": "tables/lsi-3994-configurations/embed/index.html",
    "search": "search/index.html#q=raid",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 768, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_of_page_complains_or_overflows(
    page: Page, folder: Path, kind: str, width: int, scheme: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 900})
    page.goto((folder / "deep/down").as_uri() + "/" + KINDS[kind])
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    background = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")


def test_pages_read_without_scripts(browser: Browser, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "deep/down" / KINDS["report"]).as_uri())
    expect(page.locator("figure svg").first).to_be_visible()
    number = page.locator(".prose p a.n").first
    expect(number).to_have_text("192.9 MB/s")
    number.click()
    expect(page.locator(".line:target")).to_contain_text("188347")
    context.close()


def test_the_address_bar_shows_the_clean_address(page: Page, served: str) -> None:
    page.goto(served + "reports/index.html")
    expect(page).to_have_url(served + "reports/")
    page.get_by_role("link", name="What write-cache mirroring costs").click()
    expect(page).to_have_url(served + "reports/lsi-3994-write-mirroring/")


def test_a_number_opens_its_evidence_by_keyboard_and_gives_focus_back(
    page: Page, folder: Path
) -> None:
    page.goto((folder / "deep/down" / KINDS["report"]).as_uri())
    number = page.locator("a.n").first
    number.focus()
    card = page.get_by_role("dialog")
    expect(card).to_contain_text("188347 K/sec")
    expect(card).to_contain_text("183.9 MiB/s")
    expect(card).to_contain_text("RAID 10 x 2, cache mirrored")
    page.keyboard.press("Enter")
    expect(card.get_by_role("link").last).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(number).to_be_focused()


def test_a_table_sorts_by_value_and_says_so(page: Page, folder: Path) -> None:
    page.goto((folder / "deep/down" / KINDS["report"]).as_uri())
    table = page.locator("#lsi-3994-configurations")
    button = table.get_by_role("button", name="Sequential read")
    button.click()
    head = table.get_by_role("columnheader", name="Sequential read")
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert table.locator("tbody tr td:nth-child(4)").all_inner_texts() == sorted(
        table.locator("tbody tr td:nth-child(4)").all_inner_texts(), key=float
    )
    button.click()
    expect(table.locator("tbody tr").first).to_contain_text("387.3")


def test_comparing_round_trips_through_the_address(page: Page, folder: Path) -> None:
    start = (folder / "deep/down/compare/index.html").as_uri()
    page.goto(start)
    page.get_by_label("Words").fill("raid 10 x 2 testbed")
    for case in ("cache mirrored", "cache unmirrored"):
        page.locator("label", has_text=f"RAID 10 x 2, {case} testbed").click()
    row = page.locator(".pairs tr", has_text="cache unmirrored").first
    expect(row).to_contain_text("240.7")
    expect(row).to_contain_text("+24.8 %")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("with the same tool under the same load")
    shown, address = page.locator(".pairs").first.inner_text(), page.url
    page.goto("about:blank")
    page.goto(address + "&unknown=1&s=run:gone")
    expect(page.locator(".pairs").first).to_contain_text("+24.8 %")
    assert page.locator(".pairs").first.inner_text() == shown
    assert page.url == address


def test_the_compare_page_prints_numbers_as_the_other_pages_do(page: Page, folder: Path) -> None:
    page.goto((folder / "deep/down" / KINDS["hardware"]).as_uri())
    row = page.locator("tr", has_text="RAID 5, one LUN").first
    printed = row.locator("td").all_inner_texts()[:3]
    page.goto(
        (folder / "deep/down/compare/index.html").as_uri() + "#s=testbed:lsi-3994/raid5-one-lun"
    )
    for metric, text in zip(
        ("Sequential write throughput", "Sequential read throughput", "Rewrite throughput"),
        printed,
        strict=True,
    ):
        expect(page.locator(".pairs table", has_text=metric).first).to_contain_text(text)


def test_a_chart_becomes_interactive_when_asked_and_draws_the_same_marks(
    page: Page, folder: Path
) -> None:
    page.goto((folder / "deep/down" / KINDS["chart"]).as_uri())
    drawn = page.locator("figure .drawing .mark-symbol path").count()
    assert drawn > 0
    assert not page.evaluate("typeof vega !== 'undefined'")
    page.get_by_role("button", name="explore").click()
    expect(page.locator("figure .live svg")).to_be_visible()
    assert page.locator("figure .live .mark-symbol path").count() == drawn


def test_nothing_but_the_site_is_asked_for(page: Page, served: str) -> None:
    hosts = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for address in KINDS.values():
        page.goto(served + address)
        expect(page.locator("h1")).to_be_visible()
    assert hosts == {served.split("/")[2]}
