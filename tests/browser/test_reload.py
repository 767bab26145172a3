"""A page of the preview shows each new build by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sitegen.preview import Preview
from sitegen.server import Server

SCRIPT = Path(__file__).parents[2] / "templates/static/reload.js"


def site(text: str) -> dict[str, bytes]:
    """Return a site of one page, with the policy that pages of a preview have."""
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'\">"
        '<link rel="icon" href="data:,"><script src="../static/reload.js" defer></script>'
        f"<title>a</title><h1>{text}</h1>"
    )
    return {"a/index.html": page.encode(), "static/reload.js": SCRIPT.read_bytes()}


@pytest.fixture
def server() -> Iterator[Server]:
    preview = Preview()
    preview.publish(site("first"))
    made = Server(preview, "127.0.0.1", 0)
    made.start()
    yield made
    made.stop()


def test_a_new_build_is_shown(server: Server, page: Page) -> None:
    page.goto(f"{server.url}a/")
    for text in ("second", "third"):
        server.preview.publish(site(text))
        expect(page.get_by_role("heading")).to_have_text(text)


def test_a_build_that_fails_is_told_until_one_is_good(server: Server, page: Page) -> None:
    page.goto(f"{server.url}a/")
    server.preview.fail("ValueError: <b>line 3</b>")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The last build failed")
    expect(alert).to_contain_text("ValueError: <b>line 3</b>")
    expect(alert).to_have_css("position", "sticky")
    expect(page.get_by_role("heading")).to_have_text("first")
    server.preview.publish(site("first"))
    expect(alert).to_have_count(0)


def test_a_build_between_the_page_and_its_channel_is_not_missed(
    server: Server, page: Page, complaints: list[str]
) -> None:
    page.route("**/_reload", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.goto(f"{server.url}a/")
    server.preview.publish(site("second"))
    page.unroute("**/_reload")
    expect(page.get_by_role("heading")).to_have_text("second")
    assert all("ERR_FAILED" in complaint for complaint in complaints)
    complaints.clear()


def test_a_page_that_waits_for_the_first_good_build_looks_again(
    page: Page, complaints: list[str]
) -> None:
    preview = Preview()
    preview.fail("no templates")
    server = Server(preview, "127.0.0.1", 0)
    server.start()
    page.goto(f"{server.url}a/")
    expect(page.get_by_role("heading")).to_have_text("the site cannot be built")
    preview.publish(site("good"))
    expect(page.get_by_role("heading")).to_have_text("good")
    server.stop()
    assert all("500" in complaint or "icon" in complaint for complaint in complaints)
    complaints.clear()


def test_a_page_whose_template_fails_stays_as_it_was_and_says_where_the_fault_is(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}a/")
    fault = "templates/report.html:3: error[bad-template]: 'page' has no attribute 'titel'"
    others = {path: one for path, one in site("second").items() if path != "a/index.html"}
    server.preview.publish({**others, "b/index.html": site("b")["a/index.html"]}, fault)
    expect(page.get_by_role("alert")).to_contain_text(fault)
    expect(page.get_by_role("heading")).to_have_text("first")
    page.goto(f"{server.url}b/")
    expect(page.get_by_role("heading")).to_have_text("b")
    expect(page.get_by_role("alert")).to_contain_text(fault)
    page.goto(f"{server.url}a/")
    expect(page.get_by_role("alert")).to_contain_text(fault)
    server.preview.publish(site("third"))
    expect(page.get_by_role("heading")).to_have_text("third")
    expect(page.get_by_role("alert")).to_have_count(0)
