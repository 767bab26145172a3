"""Numbers that a check doubts, and what a tool calls invalid, in the browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from sitegen import output
from sitegen.build import build
from sitegen.project import Project
from tests.bonnie import lab
from tests.test_doubts import CACHE, HEADS, files
from tests.test_gaps import INVALID, STAT, WRITE


def made(tmp_path: Path) -> Path:
    """Return the site of the lab in which one of two runs did not leave the memory."""
    for path, content in files().items():
        place = tmp_path / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    target = tmp_path / "site"
    output.write(build(Project(tmp_path / "lab", target)).files, target)
    return target


def test_the_card_of_a_number_has_the_words_of_the_findings(page: Page, tmp_path: Path) -> None:
    page.goto(f"file://{made(tmp_path)}/reports/a/index.html")
    page.get_by_role("link", name="9,000 op/s", exact=True).first.hover()
    expect(page.locator(".card .doubt")).to_have_text([CACHE, HEADS])
    expect(page.locator(".card dl")).not_to_contain_text("doubted")


def test_the_compare_page_marks_what_is_doubted_and_says_why_below(
    page: Page, tmp_path: Path
) -> None:
    address = f"file://{made(tmp_path)}/compare/index.html"
    page.goto(f"{address}#s=testbed:small&s=testbed:large")
    seeks = page.locator(".pairs > div", has=page.locator("caption", has_text="seek operations"))
    values = seeks.locator("tbody tr").locator("td:nth-child(2)")
    expect(values).to_have_text(["9,000 op/s?file size 8 GiB", "140.5 op/sfile size 40 GiB"])
    expect(seeks.locator(".notes")).to_contain_text(f"? {CACHE}; {HEADS}.")
    page.goto("about:blank")
    page.goto(f"{address}#s=hardware:a1")
    writes = page.locator(".pairs table", has_text="Sequential write throughput")
    expect(writes.locator("td:nth-child(2)")).to_have_text(["204.8?", "61.4"])


def test_what_is_invalid_says_so_on_the_compare_page_and_in_what_is_copied(
    page: Page, tmp_path: Path
) -> None:
    for path, content in lab("", good=WRITE + STAT, bad=INVALID + STAT).items():
        place = tmp_path / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    output.write(build(Project(tmp_path / "lab", tmp_path / "site")).files, tmp_path / "site")
    page.goto(f"file://{tmp_path}/site/compare/index.html#s=testbed:good&s=testbed:bad")
    writes = page.locator(".pairs > div", has_text="Sequential write throughput")
    expect(writes.locator("td:nth-child(2)")).to_have_text(["2.15"])
    expect(writes.locator(".notes")).to_have_text("Not measured on Rig bad (invalid).")
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard',"
        " {value: {writeText: (text) => { window.copied = text; return Promise.resolve(); }}})"
    )
    page.get_by_role("button", name="Markdown").click()
    assert "phase ior-easy-write | 2.15 GB/s | invalid |" in page.evaluate("copied")
