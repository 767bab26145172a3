"""Old addresses in a browser: with scripts and without, from a disk and from a server."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sitegen import output
from sitegen.build import build
from sitegen.project import Project
from tests.bonnie import bonnie, lab

REPORT = """\
---
title: Mirroring
date: 2024-05
aliases: [old, old#cost -> writes, a#fifth -> writes]
---

## Write it down {#writes}

""" + "\n\n".join(f"Line {number}." for number in range(60))

SETTINGS = """\
base_url: https://lab.example/deep/down/
redirects:
  runs/before/*: runs/one/*
  2009/06/mirror.html: reports/a/#writes
  reports/a/#gone: hardware/a1/
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a small site that has old addresses, below a sub-path."""
    top = tmp_path_factory.mktemp("moved")
    files = lab(one=bonnie()) | {"content/reports/a.md": REPORT, "sitegen.yaml": SETTINGS}
    for path, content in files.items():
        place = top / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    site = build(Project(top / "lab", top))
    assert [str(one) for one in site.diagnostics] == []
    output.write(site.files, top / "www" / "deep" / "down")
    return top / "www"


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[str]:
    """Return the address at which the site is served; unknown addresses get its 404.html."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

        def send_error(self, code: int, *_: object) -> None:
            body = (folder / "deep/down/404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/deep/down/"
        server.shutdown()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("reports/old/", "reports/a/"),
        ("reports/old/#writes", "reports/a/#writes"),
        ("reports/old/#cost", "reports/a/#writes"),
        ("reports/old/?utm=1#cost", "reports/a/?utm=1#writes"),
        ("reports/old/index.html#cost", "reports/a/#writes"),
        ("reports/old/#m%C3%A4h", "reports/a/#m%C3%A4h"),
        ("runs/before/bonnie/#L4", "runs/one/bonnie/#L4"),
        ("2009/06/mirror.html", "reports/a/#writes"),
    ],
)
def test_an_old_address_keeps_what_stands_behind_it(
    page: Page, served: str, old: str, new: str
) -> None:
    page.goto("about:blank")
    page.goto(served + old)
    page.wait_for_url(served + new)
    expect(page.locator("h1")).to_be_visible()
    # The old page is not in the way of the button that leads back.
    page.go_back()
    expect(page).to_have_url("about:blank")


def test_an_old_address_leads_on_from_a_disk(page: Page, folder: Path) -> None:
    page.goto((folder / "deep/down/reports/old/index.html").as_uri() + "#cost")
    page.wait_for_url("**/reports/a/index.html#writes")
    expect(page.locator("#writes")).to_be_in_viewport()


def test_without_scripts_an_old_address_leads_to_the_page(browser: Browser, served: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served + "reports/old/")
    page.wait_for_url("**/reports/a/index.html")
    expect(page.locator("h1")).to_have_text("Mirroring")
    context.close()


def test_an_old_anchor_of_a_page_is_found_beside_the_new_one(page: Page, served: str) -> None:
    for anchor in ("fifth", "cost"):
        page.goto("about:blank")
        page.goto(f"{served}reports/a/#{anchor}")
        expect(page.locator("#writes")).to_be_in_viewport()


def test_who_follows_a_link_to_a_part_that_moved_is_told_and_nobody_else(
    browser: Browser, served: str
) -> None:
    for scripts in (True, False):
        context = browser.new_context(java_script_enabled=scripts)
        page = context.new_page()
        page.goto(served + "reports/a/")
        expect(page.locator("#gone")).to_be_hidden()
        page.goto("about:blank")
        page.goto(served + "reports/a/#gone")
        expect(page.locator("#gone")).to_be_in_viewport()
        page.locator("#gone a").click()
        expect(page.locator("h1")).to_have_text("Array One")
        context.close()


def test_an_unknown_address_at_any_depth_has_a_page_that_leads_back(
    page: Page, served: str, complaints: list[str]
) -> None:
    for address in ("nope", "reports/nope/", "a/b/c/d.html"):
        page.goto(served + address)
        expect(page.locator("h1")).to_have_text("There is no such page")
        expect(page.locator("body")).to_have_css("margin", "0px")
    page.get_by_role("main").get_by_role("link", name="Reports").click()
    expect(page).to_have_url(served + "reports/")
    assert all("404" in one for one in complaints)
    complaints.clear()


def test_paper_has_the_address_and_the_date_and_no_navigation(page: Page, served: str) -> None:
    page.goto(served + "reports/a/")
    where = page.locator("header .permalink")
    expect(where).to_be_hidden()
    page.emulate_media(media="print")
    expect(where).to_be_visible()
    expect(where).to_have_text("https://lab.example/deep/down/reports/a/, 2024-05")
    expect(page.locator("header").get_by_role("link", name="Compare")).to_be_hidden()
