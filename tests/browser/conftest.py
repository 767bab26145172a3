"""One Chromium for all tests of pages, and a fresh page for each of them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Without these Chromium itself asks its maker's hosts at every start.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE = {None, "127.0.0.1", "localhost", "::1"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder with `browser`."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the running Chromium, or skip the test."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no Chromium on this machine: install Debian's package chromium")
    # Chromium refuses to run as root inside its own sandbox.
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=flags)
        yield chromium
        chromium.close()


@pytest.fixture
def complaints() -> list[str]:
    """Return what the test's page said on the console, and what it asked from elsewhere.

    The `page` fixture fails a test that leaves anything here; one that expects a complaint
    compares the list and clears it.
    """
    return []


@pytest.fixture
def page(browser: Browser, complaints: list[str]) -> Iterator[Page]:
    """Return a new page, 1280 pixels wide, with nothing stored from other tests."""

    def heard(message: ConsoleMessage) -> None:
        complaints.append(f"console {message.type}: {message.text}")

    def asked(request: Request) -> None:
        if urlsplit(request.url).hostname not in HERE:
            complaints.append(f"request to {request.url}")

    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("request", asked)
    yield page
    context.close()
    assert complaints == []
