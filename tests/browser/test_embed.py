"""Embedded pages inside a page of another site, and snippets that are copied."""

from __future__ import annotations

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
from tests.test_cite import BLOCKS

WIKI = """<!doctype html><title>Wiki</title><link rel="icon" href="data:,">
<iframe src="{src}" title="a" width="{width}" height="100"></iframe>
<script>
window.told = [];
addEventListener("message", (event) => {{
  told.push(event.data);
  const frame = document.querySelector("iframe");
  if (event.source === frame.contentWindow && event.data.type === "sitegen:height") {{
    frame.height = event.data.height;
  }}
}});
</script>"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small site whose report is retracted."""
    top = tmp_path_factory.mktemp("embedded")
    files = lab(BLOCKS, one=bonnie(write=100000), two=bonnie(write=125000))
    files["content/reports/a.md"] = f"---\ntitle: A\nstatus: retracted\n---\n{BLOCKS}"
    for path, content in files.items():
        place = top / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content if isinstance(content, str) else content.decode())
    output.write(build(Project(top / "lab", top / "site")).files, top / "site")
    return top / "site"


@pytest.fixture(scope="module")
def hosts(site: Path) -> Iterator[tuple[str, str]]:
    """Return the addresses of the site and of a wiki, which have different origins."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: object) -> None:
            super().__init__(*args, directory=str(site.parent))  # type: ignore[arg-type]

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    one, two = (f"http://127.0.0.1:{server.server_port}/" for server in servers)
    yield one + "site/", two
    for server in servers:
        server.shutdown()
        server.server_close()


def embed(page: Page, site: Path, hosts: tuple[str, str], name: str, width: str) -> None:
    """Open a page of a wiki with a frame of the site in it."""
    text = WIKI.format(src=f"{hosts[0]}{name}", width=width)
    (site.parent / "wiki.html").write_text(text)
    page.goto(hosts[1] + "wiki.html")


@pytest.mark.parametrize("width", ["100%", "340"])
@pytest.mark.parametrize("name", ["charts/rates/embed/", "tables/all-rates/embed/"])
def test_a_frame_is_told_how_tall_it_has_to_be(
    page: Page, site: Path, hosts: tuple[str, str], name: str, width: str
) -> None:
    embed(page, site, hosts, name, width)
    page.wait_for_function("Number(document.querySelector('iframe').height) > 100")
    frame = page.frames[1]
    frame.wait_for_function("document.documentElement.scrollHeight <= window.innerHeight")
    told = page.evaluate("told")
    assert {tuple(sorted(one)) for one in told} == {("height", "id", "type")}
    assert {one["id"] for one in told} == {name.split("/")[1]}
    # It fits, and is not left with an empty half.
    height = frame.evaluate("document.body.getBoundingClientRect().height")
    assert height <= told[-1]["height"] < height + 40


def test_what_was_retracted_says_so_inside_the_frame(
    page: Page, site: Path, hosts: tuple[str, str]
) -> None:
    embed(page, site, hosts, "charts/rates/embed/", "100%")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("note")).to_contain_text("Retracted. The report A was withdrawn")


@pytest.mark.parametrize(
    ("name", "link", "to"),
    [
        ("charts/rates/embed/", "p.notes > a", "charts/rates/index.html"),
        ("charts/rates/embed/", "svg a", "runs/one/bonnie/index.html#L4"),
        ("tables/all-rates/embed/", "td a.n", "runs/one/bonnie/index.html#L4"),
    ],
)
def test_links_of_a_frame_open_in_the_whole_window(
    page: Page, site: Path, hosts: tuple[str, str], name: str, link: str, to: str
) -> None:
    embed(page, site, hosts, name, "100%")
    page.frame_locator("iframe").locator(link).first.click()
    page.wait_for_url(hosts[0] + to.replace("index.html", "*"))
    expect(page.locator("h1")).to_be_visible()


def test_an_embedded_page_alone_tells_nobody(page: Page, site: Path) -> None:
    page.goto((site / "charts/rates/embed/index.html").as_uri())
    expect(page.locator("figure svg")).to_be_visible()


def test_a_snippet_is_copied_and_says_so(browser: Browser, site: Path) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto((site / "charts/rates/index.html").as_uri() + "#cite")
    page.get_by_text("MediaWiki").click()
    button = page.get_by_role("button", name="copy: the picture frozen").locator("visible=true")
    button.click()
    expect(page.locator(".cite details[open] [role=status]").nth(1)).to_have_text(" copied")
    expect(button).to_be_focused()
    wanted = page.locator(".cite details[open] pre").nth(1).inner_text()
    assert page.evaluate("navigator.clipboard.readText()") == wanted
    assert wanted.startswith("[charts/rates/ charts/rates.")
    context.close()


@pytest.mark.parametrize("command", [True, False])
def test_where_the_clipboard_is_not_allowed_the_older_way_or_a_selection_helps(
    page: Page, site: Path, command: bool
) -> None:
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        + ("" if command else "document.execCommand = () => false;")
    )
    page.goto((site / "charts/rates/index.html").as_uri())
    page.get_by_text("Plain text").click()
    page.get_by_role("button", name="copy: the picture, which").locator("visible=true").click()
    said = page.locator(".cite details[open] [role=status]").first
    expect(said).to_have_text(" copied" if command else " selected: copy it with the keyboard")
    if not command:
        wanted = page.locator(".cite details[open] pre").first.inner_text()
        assert page.evaluate("getSelection().toString()").strip() == wanted


def test_snippets_read_without_scripts(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "charts/rates/index.html").as_uri() + "#cite")
    page.get_by_text("AsciiDoc").click()
    expect(page.locator(".cite details[open] pre").first).to_contain_text("image::charts/rates.png")
    assert page.get_by_role("button", name="copy").count() == 0
    context.close()
