"""Searching in a real browser, from a disk, by keyboard, with the names that people type."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sitegen import output
from sitegen.build import build
from sitegen.pages import search
from sitegen.project import Project
from tests.bonnie import TESTBED, bonnie
from tests.entries import of_a_large_lab

HOSTILE = "<img src=x onerror=alert(1)></script><b>Array</b>"

HARDWARE = {
    "lsi-3994": ("array", "LSI-3994"),
    "st3500418as": ("drive", "ST3500418AS"),
    "wd800": ("drive", "WD800"),
    "hostile": ("array", HOSTILE),
}
REPORTS = {
    "raid-10": "RAID 10 against RAID 5",
    "blocks": "Random reads of 4k",
    "larger": "Random reads of 64k",
    "fio-news": "What fio-3.37 does otherwise",
    "fio-old": "What fio-2.1 did",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a built site with the names that searches stumble over."""
    top = tmp_path_factory.mktemp("search")
    files = {"content/index.md": "---\ntitle: Lab\n---\n"}
    for name, (kind, title) in HARDWARE.items():
        files[f"content/hardware/{name}.md"] = f"---\ntitle: {title!r}\nkind: {kind}\n---\n"
    for name, title in REPORTS.items():
        files[f"content/reports/{name}.md"] = f"---\ntitle: {title}\n---\nWords.\n"
    for number in range(60):
        case = f"results/lsi-3994/case-{number}"
        files[f"{case}/testbed.yaml"] = TESTBED.format(title=f"Case {number}").replace(
            "a1", "lsi-3994"
        )
    files["results/lsi-3994/case-1/bonnie.txt"] = bonnie()
    for path, text in files.items():
        place = top / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    folder = top / "site with blanks"
    output.write(build(Project(top / "lab", folder)).files, folder)
    return folder


def hits(page: Page, query: str) -> list[str]:
    """Return the addresses of what the box shows for a query, below the site's folder."""
    box = page.get_by_role("search").get_by_role("searchbox")
    box.fill("")
    box.fill(query)
    expect(page.locator(".hits [role=status]")).not_to_be_empty()
    addresses: list[str] = page.evaluate(
        "[...document.querySelectorAll('.hits a')].map((one) => one.href)"
    )
    return [one.split("/site%20with%20blanks/")[1] for one in addresses]


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("lsi-3994", "hardware/lsi-3994/index.html"),
        ("LSI 3994", "hardware/lsi-3994/index.html"),
        ("3994", "hardware/lsi-3994/index.html"),
        ("418AS", "hardware/st3500418as/index.html"),
        ("3500418", "hardware/st3500418as/index.html"),
        ("st35", "hardware/st3500418as/index.html"),
        ("wd 800", "hardware/wd800/index.html"),
        ("raid10", "reports/raid-10/index.html"),
        ("4k", "reports/blocks/index.html"),
        ("3.37", "reports/fio-news/index.html"),
        ("fio-3.37", "reports/fio-news/index.html"),
        ("bonnie++ 1.03", "runs/lsi-3994/case-1/bonnie/index.html"),
        ("claim-mismatch", "checks/index.html#claim-mismatch"),
    ],
)
def test_a_name_is_found_first_however_it_is_typed(
    page: Page, site: Path, query: str, address: str
) -> None:
    page.goto((site / "hardware/wd800/index.html").as_uri())
    assert hits(page, query)[0] == address


def test_the_keyboard_is_enough(page: Page, site: Path) -> None:
    page.goto((site / "testbeds/lsi-3994/case-7/index.html").as_uri())
    page.keyboard.press("/")
    box = page.get_by_role("searchbox", name="Search")
    expect(box).to_be_focused()
    page.keyboard.type("case")
    expect(page.get_by_role("status")).to_have_text("61 results, Enter shows all")
    page.keyboard.press("ArrowDown")
    first = page.locator(".hits a").first
    expect(first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(box).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".hits a").last).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).to_be_focused()
    expect(page.locator(".hits")).to_be_hidden()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".hits")).to_be_visible()
    page.keyboard.type(" 33")
    expect(page.get_by_role("status")).to_have_text("1 result")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url((site / "testbeds/lsi-3994/case-33/index.html").as_uri())


def test_a_slash_in_a_field_is_a_slash(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("a/b")
    expect(page.get_by_role("searchbox", name="Search")).to_have_value("a/b")


def test_enter_shows_all_results_by_kind_and_group(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("lsi 3994")
    page.keyboard.press("Enter")
    expect(page).to_have_url((site / "search/index.html").as_uri() + "#q=lsi%203994")
    expect(page.get_by_role("status")).to_have_text("64 results")
    assert page.locator("#search ol li").count() == 50
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("#search ol li")).to_have_count(64)
    kinds = page.get_by_role("group", name="Kind").get_by_role("button")
    assert kinds.all_inner_texts() == ["Testbeds 60", "Charts 2", "Hardware 1", "Runs 1"]
    page.get_by_role("searchbox").fill("hardware")
    page.get_by_role("button", name="Hardware 4").click()
    expect(page.get_by_role("status")).to_have_text("4 results")
    page.get_by_role("button", name="Arrays 2").click()
    expect(page.get_by_role("status")).to_have_text("2 results")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#search ol a small")).to_have_text(
        ["hardware · hostile", "hardware · lsi-3994"]
    )
    expect(page.get_by_role("button", name="Arrays 2")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#search ol li")).to_have_count(0)


def test_no_result_is_a_sentence(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    assert hits(page, "abacus 5000") == []
    said = "Nothing here has “abacus 5000” in it. Fewer or shorter words find more."
    expect(page.get_by_role("status")).to_have_text(said)


def test_an_index_that_is_not_there_is_a_sentence(
    page: Page, complaints: list[str], site: Path
) -> None:
    page.route("**/search/index.js", lambda route: route.abort())
    page.goto((site / "index.html").as_uri())
    assert hits(page, "lsi") == []
    expect(page.get_by_role("status")).to_have_text("The index of this site cannot be loaded.")
    assert complaints
    complaints.clear()


def test_a_hostile_title_is_shown_as_text(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    assert hits(page, "onerror") == ["hardware/hostile/index.html"]
    expect(page.locator(".hits a")).to_contain_text(HOSTILE)
    assert page.locator(".hits img, .hits b").count() == 0


def test_without_scripts_every_page_leads_to_the_lists(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "hardware/wd800/index.html").as_uri())
    page.locator(".top").get_by_role("link", name="Search").click()
    expect(page.locator("#search")).to_be_hidden()
    page.get_by_role("main").get_by_role("link", name="Hardware").click()
    expect(page.get_by_role("link", name="WD800")).to_be_visible()
    context.close()


def test_nothing_is_loaded_before_the_box_is_used(page: Page, site: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    assert not any(one.endswith("search/index.js") for one in asked)
    page.keyboard.press("/")
    page.keyboard.type("lsi")
    expect(page.locator(".hits a").first).to_be_visible()
    assert [one.split("/site%20with%20blanks/")[1] for one in asked if "search/i" in one] == [
        "search/index.js"
    ]


@pytest.fixture
def large(page: Page, site: Path) -> Page:
    """Return a page of a site whose search knows 15,000 others, with its box in use."""
    entries = of_a_large_lab()
    page.route("**/search/index.js", lambda route: route.fulfill(body=search.index(entries)))
    page.goto((site / "index.html").as_uri())
    found = hits(page, "fio-9999")
    assert len(found) == 1
    assert found[0].endswith("/fio-9999/index.html")
    return page


def test_the_first_results_of_a_large_lab_are_there_200_ms_after_a_key(large: Page) -> None:
    taken = large.evaluate(
        """async (queries) => {
          const input = document.querySelector(".find input");
          const list = document.querySelector(".find ol");
          const times = [];
          for (const query of queries) {
            let best = Infinity;
            for (let turn = 0; turn < 5; turn += 1) {
              const drawn = new Promise((done) => {
                new MutationObserver((_, its) => { its.disconnect(); done(); })
                  .observe(list, { childList: true });
              });
              const start = performance.now();
              input.value = query;
              input.dispatchEvent(new Event("input"));
              await drawn;
              list.getBoundingClientRect();
              best = Math.min(best, performance.now() - start);
            }
            times.push([query, list.children.length, best]);
          }
          return times;
        }""",
        ["s", "se", "seq", "raid 3", "seagate st", "mirror cache"],
    )
    assert [count for _, count, _ in taken] == [8] * 6
    # The best of five turns: this machine may be doing other things at the same time.
    assert max(time for *_, time in taken) < 200, json.dumps(taken)


def test_a_large_lab_is_searched_within_50_ms(large: Page) -> None:
    taken = large.evaluate(
        """(queries) => queries.map((query) => {
          let found = 0;
          let best = Infinity;
          for (let turn = 0; turn < 5; turn += 1) {
            const start = performance.now();
            found = sitegenSearch.search(query).length;
            best = Math.min(best, performance.now() - start);
          }
          return [query, found, best];
        })""",
        ["s", "sequential write", "reviewed", "raid 3 mirror", "7919", "nothing"],
    )
    assert [found > 0 for _, found, _ in taken] == [True] * 5 + [False]
    # The best of five turns: this machine may be doing other things at the same time.
    assert max(time for *_, time in taken) < 50, json.dumps(taken)
