"""How large the files of a site may become: no page grows with the number of the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from sitegen.build import Site, build
from sitegen.pages import paging
from sitegen.project import Project
from tests.bonnie import bonnie

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow

PAGE = 100_000
STYLES = 16_000

CLAIMS = """\
---
title: What rig {rig} does, told for the {number}th time
date: 20{year:02}-05
summary: The rates of a rig in two sentences. They are those of many others as well.
---

Writes reach [192.9 MB/s](result:rig-{rig:03}/run-0#seq-write.bandwidth), they say.
Seeks reach [1 op/s](result:rig-{rig:03}/run-0#rand-seek.iops).
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the site of a lab with much of everything, all on one drive that all rigs have."""
    top = tmp_path_factory.mktemp("large")
    files = {"content/index.md": "---\ntitle: Lab\n---\n"}
    for number in range(40):
        front = f"---\ntitle: Array {number}\nkind: array\n---\n"
        files[f"content/hardware/array-{number}.md"] = front
    files["content/hardware/drive.md"] = "---\ntitle: Drive\nkind: drive\n---\n"
    for rig in range(60):
        files[f"results/rig-{rig:03}/testbed.yaml"] = (
            f"title: Rig {rig}\nhardware:\n  array: array-{rig % 40}\n  drive: drive\n"
        )
        for run in range(120 if rig == 7 else 3):
            files[f"results/rig-{rig:03}/run-{run}.txt"] = bonnie(188347 + 97 * rig + run)
    for number in range(160):
        files[f"content/reports/report-{number}.md"] = CLAIMS.format(
            rig=number % 60, number=number, year=number % 20
        )
    for path, text in files.items():
        place = top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return build(Project(top, top / "site"))


@pytest.fixture(scope="module")
def own() -> Site:
    """Return the site of this repository's own lab."""
    return build(Project(ROOT, ROOT / "site"))


def too_large(site: Site) -> dict[str, int]:
    return {
        path: len(content)
        for path, content in site.files.items()
        if path.endswith(".html") and len(content) >= PAGE
    }


def links(site: Site, path: str) -> list[str]:
    """Return the text of the links in the list of pages at the end of a page."""
    page = BeautifulSoup(site.files[path], "html.parser")
    return [one.get_text() for one in page.select("nav[aria-label=Pages] li")]


def titles(site: Site, base: str) -> list[str]:
    """Return what all pages of a list name, in their order."""
    found = []
    count = len(
        [path for path in site.files if re.fullmatch(rf"{base}(page/\d+/)?index.html", path)]
    )
    for number in range(1, count + 1):
        page = site.files[f"{paging.address(base, number)}index.html"]
        found += [one.get_text() for one in BeautifulSoup(page, "html.parser").select(".list a")]
    return found


def test_no_page_of_our_own_lab_is_over_100_kb(own: Site) -> None:
    assert too_large(own) == {}


def test_no_page_of_a_large_lab_is_over_100_kb(large: Site) -> None:
    assert too_large(large) == {}


def test_styles_are_below_16_kb(own: Site) -> None:
    assert len(own.files["static/site.css"]) < STYLES


def test_the_pages_of_a_list_name_everything_once(large: Site) -> None:
    assert len(titles(large, "reports/")) == len(set(titles(large, "reports/"))) == 160
    assert len(titles(large, "runs/")) == 59 * 3 + 120
    assert len(titles(large, "hardware/")) == 41


def test_a_long_list_leads_to_its_first_its_last_and_its_next_pages(large: Site) -> None:
    assert links(large, "runs/index.html") == ["1", "2", "3", "Next"]
    assert links(large, "runs/page/2/index.html") == ["Before", "1", "2", "3", "Next"]
    tenth = paging.pager("runs/", 10, 20)
    assert tenth
    assert [step.text for step in tenth.steps] == [
        "1", "…", "8", "9", "10", "11", "12", "…", "20",
    ]  # fmt: skip


def test_the_addresses_of_further_pages_are_no_promise(large: Site) -> None:
    assert "runs/" in large.addresses
    assert [one for one in large.addresses if "/page/" in one or "/results/" in one] == []


def test_wrong_claims_are_on_the_first_page_of_the_claims(large: Site) -> None:
    page = BeautifulSoup(large.files["claims/index.html"], "html.parser")
    assert [one.get_text() for one in page.select("h2")] == ["Claims that fail 317"]
    assert "317 of them are wrong" in page.get_text()


def test_the_page_of_checks_shows_some_of_each_code_and_leads_to_all(large: Site) -> None:
    page = BeautifulSoup(large.files["checks/index.html"], "html.parser")
    part = page.select_one("#claim-mismatch")
    assert part is not None
    assert len(part.select("li")) == 5
    assert part.select("a")[-1].get_text() == "All 317 findings"
    pages = [path for path in large.files if path.startswith("checks/claim-mismatch/")]
    found = sum(len(BeautifulSoup(large.files[one], "html.parser").select(".notes li"))
                for one in pages)  # fmt: skip
    assert found == 317


def test_hardware_shows_the_best_and_leads_to_all(large: Site) -> None:
    page = BeautifulSoup(large.files["hardware/drive/index.html"], "html.parser")
    table = page.select_one("#drive-all-bandwidth")
    assert table is not None
    # Rig 59 writes fastest, and does not stand first.
    assert "Rig 59" in table.get_text()
    assert len(table.select("tbody tr")) < 60
    everything = {
        one.get_text()
        for path, content in large.files.items()
        if path.startswith("hardware/drive/runs/")
        for one in BeautifulSoup(content, "html.parser").select(".list a")
    }
    assert len(everything) == 60


def test_our_own_lab_keeps_every_address_that_it_published(own: Site) -> None:
    published = (ROOT / "permalinks.lock").read_text("utf-8").split()
    assert "reports/lsi-3994-write-mirroring/#mirroring" in published
    assert [str(one) for one in own.diagnostics if one.severity == "error"] == []
