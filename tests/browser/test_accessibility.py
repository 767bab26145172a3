"""WCAG 2.2 AA: what axe-core finds on every kind of page, and what only the keyboard shows."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sitegen import output
from sitegen.build import build
from sitegen.project import Project
from tests.bonnie import bonnie, lab
from tests.browser.conftest import serving
from tests.browser.test_pages import KINDS

ODD = """\
---
title: A report whose numbers do not hold any more, with a title of many words
date: 2024-05
status: retracted
aliases: [old, old#cost -> rates]
---

Writes reach [400 MB/s](result:one#seq-write.bandwidth), reads
[387.3 MB/s](result:one#seq-read.bandwidth), or so it was said:
[1 MB/s](result:one#seq-write.bandwidth "disputed: a slip of the source").
Nothing is known of [5 MB/s](result:three#seq-write.bandwidth), and ![no picture](gone.png).

| Drive | Seeks |
| --- | --- |
| one | 732.5 |

    a line of a program that is so long that it scrolls sideways on every telephone there is

```table
id: rates
title: Rates
runs: [one, two]
metrics: [seq-write.bandwidth, seq-read.bandwidth, rewrite.bandwidth, rand-seek.iops]
rows: testbed
columns: operation
vs: one
```

```chart
id: rates-drawn
title: Rates, drawn
kind: dot
runs: [one, two]
metrics: [seq-write.bandwidth, seq-read.bandwidth]
rows: [operation]
series: testbed
```

```testbed
id: rig
path: one
```
"""

PLAIN = """\
---
title: A page of rules
summary: What is no report.
---

## One
## Two
## Three
## Four

| Key | Meaning |
| --- | --- |
| `table[].columns[].labels.NAME.certainty` | nothing |
"""

RUN = """async (part) => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  await new Promise((ready) => setTimeout(ready, 100));  // for observers of sizes
  return axe.run(part, {resultTypes: ["violations"], rules: {"target-size": {enabled: true}}});
}"""


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the script of axe-core, or skip the test."""
    its = importlib.util.find_spec("axe_playwright_python")
    if its is None or not its.submodule_search_locations:
        pytest.skip("no axe-core: pip install axe-playwright-python")
    return (Path(its.submodule_search_locations[0]) / "axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a site of one withdrawn report with everything that can be wrong."""
    top = tmp_path_factory.mktemp("odd")
    files = lab(one=bonnie(), two=bonnie(write=235020)) | {
        "content/reports/a.md": ODD,
        "content/pages/rules/a.md": PLAIN,
        "results/one/notes.bin": b"nobody knows this format",
    }
    for path, content in files.items():
        place = top / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    output.write(build(Project(top / "lab", top)).files, top / "www")
    with serving(top / "www") as root:
        yield root


def found(page: Page, axe: str, part: str = "html") -> list[str]:
    """Return what axe-core finds on a page, wide in light and narrow in dark, all of it open.

    Colours do not depend on the width, nor boxes on the colours, so two runs show all of both.
    """
    page.evaluate(axe)
    said = []
    for width, dark in ((1280, False), (320, True)):
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.set_viewport_size({"width": width, "height": 900})
        for one in page.evaluate(RUN, part)["violations"]:
            for node in one["nodes"]:
                what = f"{one['id']} {node['target']}: {node['failureSummary']}"
                said.append(f"{width} px: {what}")
    return said


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_on_any_kind_of_page(
    page: Page, served: str, axe: str, kind: str
) -> None:
    page.goto(served + KINDS[kind])
    expect(page.locator("h1")).to_be_visible()
    assert found(page, axe) == []


@pytest.mark.parametrize(
    "address",
    ["404.html", "reports/a/", "reports/old/", "charts/rates-drawn/", "charts/rates-drawn/embed/",
     "tables/rates/", "tables/rates/embed/", "claims/", "checks/", "runs/one/bonnie/",
     "runs/one/notes/", "search/", "compare/", "", "pages/", "pages/rules/a/"],
)  # fmt: skip
def test_axe_finds_nothing_where_all_is_wrong(page: Page, odd: str, axe: str, address: str) -> None:
    if address == "reports/old/":
        # The page itself leads on at once.
        page.route("**/redirect.js*", lambda route: route.fulfill(body=""))
    page.goto(odd + address)
    expect(page.locator("h1")).to_be_visible()
    assert found(page, axe) == []


def test_axe_finds_nothing_beside_an_open_card_and_open_hits(
    page: Page, served: str, axe: str
) -> None:
    page.goto(served + KINDS["report"])
    page.locator("a.n").first.focus()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert found(page, axe) == []
    page.keyboard.press("/")
    page.keyboard.type("raid")
    expect(page.locator(".hits a").first).to_be_visible()
    # What lies half under the list is no target until it is closed.
    assert found(page, axe, ".top") == []


def test_each_number_of_a_report_opens_by_enter_closes_by_escape_and_has_the_focus_again(
    page: Page, served: str
) -> None:
    page.goto(served + KINDS["report"])
    numbers = page.locator("main a.n:visible")
    assert numbers.count() > 20
    wrong = []
    for number in numbers.all():
        number.focus()
        page.keyboard.press("Enter")
        inside = page.evaluate("document.activeElement.closest('.card') !== null")
        page.keyboard.press("Escape")
        closed = page.locator(".card").count() == 0
        back = number.evaluate("(one) => one === document.activeElement")
        if not (inside and closed and back):
            wrong.append((number.inner_text(), inside, closed, back))
    assert wrong == []


def test_tab_leads_out_of_a_card_to_what_stands_behind_its_number(page: Page, served: str) -> None:
    page.goto(served + KINDS["report"])
    first, second = page.locator("a.n").nth(0), page.locator("a.n").nth(1)
    first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(second).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(page.locator(".card a").count()):
        page.keyboard.press("Shift+Tab")
    expect(second).to_be_focused()
    expect(page.locator(".card")).to_have_count(0)


@pytest.mark.parametrize("kind", ["index", "report", "hardware", "run", "chart", "claims"])
def test_the_keyboard_reaches_everything_and_shows_where_it_is(
    page: Page, served: str, kind: str
) -> None:
    page.emulate_media(reduced_motion="reduce")  # a page that is still scrolling shows nothing
    page.goto(served + KINDS[kind])
    seen = page.evaluate_handle("new Set()")
    unseen = []
    for _ in range(600):
        page.keyboard.press("Tab")
        state = page.evaluate(
            """(seen) => {
              const one = document.activeElement;
              if (one === document.body || seen.has(one)) return null;
              if (!one.closest(".card")) seen.add(one);
              const box = one.getBoundingClientRect();
              const style = getComputedStyle(one);
              return {
                what: one.outerHTML.slice(0, 80),
                drawn: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
                within: box.bottom > 0 && box.top < innerHeight,
              };
            }""",
            seen,
        )
        if state is None:
            break
        if not (state["drawn"] and state["within"]):
            unseen.append(state["what"])
    assert unseen == []
    unreached = page.evaluate(
        """(seen) => [...document.querySelectorAll("a, button, input, summary, [tabindex='0']")]
           .filter((one) => one.checkVisibility() && !seen.has(one) && !one.closest("svg"))
           .map((one) => one.outerHTML)""",
        seen,
    )
    # The links of a drawing stand in the table below it as well.
    assert unreached == []


def test_sorting_is_said_on_the_sorted_column_alone(page: Page, served: str) -> None:
    page.goto(served + KINDS["report"])
    table = page.locator("table.sortable").first
    heads = table.get_by_role("columnheader")
    for number in range(heads.count()):
        button = heads.nth(number).get_by_role("button")
        for expected in ("ascending", "descending"):
            button.focus()
            page.keyboard.press("Enter")
            said = heads.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-sort'))")
            wanted = [expected if place == number else None for place in range(heads.count())]
            assert said == wanted
            expect(button).to_be_focused()


def test_nothing_moves_for_who_does_not_want_it(page: Page, served: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(served + KINDS["report"])
    moving = page.evaluate(
        """[document.documentElement, ...document.querySelectorAll("*")].filter((one) => {
             const style = getComputedStyle(one);
             return style.scrollBehavior === "smooth" || style.animationName !== "none"
               || style.transitionDuration !== "0s";
           }).length"""
    )
    assert moving == 0
