"""One Chromium for all tests of pages, and a fresh page for each of them."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from sitegen import output
from sitegen.build import build
from sitegen.project import Project

ROOT = Path(__file__).parent.parent.parent

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


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """Serve a folder while the block lasts; yields the address of its root."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    handler = functools.partial(Quiet, directory=str(directory))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the built site of this repository's own lab, below a sub-path."""
    top = tmp_path_factory.mktemp("served")
    output.write(build(Project(ROOT, top)).files, top / "deep" / "down")
    return top


@pytest.fixture(scope="session")
def served(folder: Path) -> Iterator[str]:
    """Return the address at which the site is served, two folders below the host."""
    with serving(folder) as root:
        yield f"{root}deep/down/"
