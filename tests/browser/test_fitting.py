"""Numbers whose evidence has no room on their page have their cards all the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect

from benchmarks import outputs
from sitegen import output
from sitegen.build import build
from sitegen.project import Project
from tests.bonnie import lab
from tests.test_fitting import CHART, KINDS


def made(folder: Path) -> str:
    """Return the address of a chart with very many marks, on a disk."""
    text = outputs.iozone(Random(1), 1, [64 << n for n in range(16)], [4 << n for n in range(13)])
    files = lab(CHART.format(kind="heatmap", rest=KINDS["heatmap"]), one=text)
    for path, content in files.items():
        place = folder / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(str(content))
    output.write(build(Project(folder / "lab", folder / "site")).files, folder / "site")
    return (folder / "site/charts/heatmap/index.html").as_uri()


def test_the_list_of_evidence_is_loaded_for_the_first_number_that_is_looked_at(
    page: Page, tmp_path: Path
) -> None:
    page.goto(made(tmp_path))
    expect(page.locator("script[src='evidence.js']")).to_have_count(0)
    page.locator("summary", has_text="Data").click()
    number = page.locator("a.n").first
    number.focus()
    card = page.locator(".card")
    expect(card).to_contain_text("as printed")
    expect(card).to_contain_text("4 KiB block size, 64 KiB file size")
    expect(card.locator("a").first).to_have_attribute("href", "../../testbeds/one/index.html")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_without_scripts_a_number_leads_to_its_line_and_a_link_to_all_evidence(
    browser: Browser, tmp_path: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(made(tmp_path))
    page.locator("#evidence a").click()
    expect(page.locator("tr[id]")).not_to_have_count(0)
    page.locator("tr[id] a").last.click()
    expect(page.locator(".line:target")).to_be_visible()
    context.close()
