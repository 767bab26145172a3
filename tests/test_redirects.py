"""Old addresses lead on, with their anchors; what stands in the way of that is said."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest
from bs4 import BeautifulSoup

from sitegen import configuration
from sitegen.build import Site, build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

REPORT = """\
---
title: Mirroring
{front}---

## Write it down {{#writes}}

Text.

## Reads

More.
"""


def report(front: str = "") -> str:
    return REPORT.format(front=dedent(front))


def made(project: MakeProject, front: str = "", settings: str = "", **more: str) -> Site:
    files = lab(one=bonnie()) if "runs/" in settings else lab()
    files["content/reports/a.md"] = report(front)
    if settings:
        files["sitegen.yaml"] = dedent(settings)
    files |= {f"content/{name.replace('__', '/')}.md": text for name, text in more.items()}
    return build(project(files))


def findings(site: Site) -> str:
    return "".join(f"{one}\n" for one in site.diagnostics)


def page(site: Site, address: str) -> BeautifulSoup:
    return BeautifulSoup(site.files[f"{address}index.html"], "html.parser")


def leads(site: Site, address: str) -> str:
    """Return where an old page leads, after looking that all its ways lead to the same place."""
    its = page(site, address)
    link = its.select_one("a[data-to]")
    refresh = its.select_one("noscript meta[http-equiv=refresh]")
    canonical = its.select_one("link[rel=canonical]")
    assert link
    assert refresh
    assert canonical
    assert refresh["content"] == f"0; url={link['href']}"
    assert canonical["href"] == link["href"]
    assert its.select_one("meta[name=robots][content=noindex]")
    assert [one["src"] for one in its.select("script") if "redirect.js" in str(one["src"])]
    return str(link["href"])


def test_an_earlier_id_leads_to_the_page_and_no_script_is_needed(project: MakeProject) -> None:
    site = made(project, "aliases: [old, older]\n")
    assert findings(site) == ""
    assert leads(site, "reports/old/") == "../a/index.html"
    assert leads(site, "reports/older/") == "../a/index.html"
    assert page(site, "reports/old/").h1 == BeautifulSoup("<h1>Mirroring</h1>", "html.parser").h1


def test_a_renamed_part_is_found_under_its_old_anchor_on_both_pages(project: MakeProject) -> None:
    site = made(project, "aliases: [old, old#cost -> writes, a#fifth -> writes]\n")
    assert findings(site) == ""
    parts = {one["data-part"]: one.a["href"] for one in page(site, "reports/old/").select("li")
             if one.get("data-part") and one.a}  # fmt: skip
    assert parts == {"cost": "../a/index.html#writes"}
    heading = page(site, "reports/a/").select_one("h2#writes")
    assert heading
    # A server that leads on by itself takes the anchor along, so the new page has it as well.
    assert {one["id"] for one in heading.select("span")} == {"cost", "fifth"}


def test_parts_of_one_old_page_may_be_on_two_new_ones(project: MakeProject) -> None:
    site = made(
        project,
        "aliases: [both, both#w -> writes]\n",
        reports__b="---\ntitle: B\naliases: [both#r -> reads]\n---\n\n## Reads\n",
    )
    assert findings(site) == ""
    links = [str(one["href"]) for one in page(site, "reports/both/").select("[data-part] a")]
    assert links == ["../b/index.html#reads", "../a/index.html#writes"]
    moved = page(site, "reports/a/").select_one("p.moved#r")
    assert moved
    assert moved.a
    assert moved.text == "This part is now at reports/b/#reads."
    assert moved.a["href"] == "../b/index.html#reads"


def test_an_alias_of_a_part_alone_leads_the_whole_page_on(project: MakeProject) -> None:
    site = made(project, "aliases: [old#cost -> writes]\n")
    assert findings(site) == ""
    assert leads(site, "reports/old/") == "../a/index.html"


def test_an_earlier_id_of_hardware_leads_to_its_page_and_its_charts(project: MakeProject) -> None:
    files = lab(one=bonnie(), two=bonnie(write=90000))
    files["content/hardware/a1.md"] = "---\ntitle: A\nkind: array\naliases: a0\n---\n"
    files["content/hardware/b1.md"] = "---\ntitle: B\nkind: array\n---\n"
    files["results/two/testbed.yaml"] = "title: Rig two\nhardware: {array: b1}\n"
    site = build(project(files))
    assert findings(site) == ""
    assert leads(site, "hardware/a0/") == "../a1/index.html"
    assert leads(site, "charts/a0-bandwidth/") == "../a1-bandwidth/index.html"


CHART = """
```chart
id: new
aliases: [old]
kind: bar
runs: [one, two]
metrics: [seq-write.bandwidth]
rows: testbed
```
"""


def test_a_renamed_chart_keeps_its_page_its_pictures_and_its_place(project: MakeProject) -> None:
    files = lab(CHART, one=bonnie(), two=bonnie(write=90000))
    site = build(project(files))
    assert findings(site) == ""
    assert leads(site, "charts/old/") == "../new/index.html"
    new = {path for path in site.files if path.startswith("charts/new.")} - {"charts/new.js"}
    assert len(new) == 5
    for path in new:
        assert site.files[path.replace("new", "old")] == site.files[path]
    embedded = site.files["charts/old/embed/index.html"]
    assert b'content="0; url=../../new/embed/index.html"' in embedded
    assert page(site, "reports/a/").select_one("figure#new > span#old")


SETTINGS = """\
    redirects:
      2009/06/mirror.html: reports/a/#writes
      /blog/: reports/a/
      testbeds/before/*: testbeds/one/*
      runs/before/*: runs/one/*
      reports/a/#gone: hardware/a1/
    """


def test_sitegen_yaml_leads_on_from_anything(project: MakeProject) -> None:
    site = made(project, settings=SETTINGS)
    assert findings(site) == ""
    old = BeautifulSoup(site.files["2009/06/mirror.html"], "html.parser")
    link = old.select_one("a[data-to]")
    assert link
    assert link["href"] == "../../reports/a/index.html#writes"
    assert leads(site, "blog/") == "../reports/a/index.html"
    assert leads(site, "testbeds/before/") == "../one/index.html"
    assert leads(site, "runs/before/bonnie/") == "../../one/bonnie/index.html"
    moved = page(site, "reports/a/").select_one("main > p.moved#gone")
    assert moved
    assert moved.text == "This part is now at hardware/a1/."


def test_servers_get_a_list_below_the_path_of_the_site(project: MakeProject) -> None:
    text = "base_url: https://lab.example/bench\nredirects: {blog/: 'reports/a/#writes'}\n"
    site = made(project, "aliases: old\n", text)
    assert findings(site) == ""
    assert site.files["_redirects"].decode() == (
        "/bench/blog/ /bench/reports/a/#writes 301\n"
        "/bench/blog/index.html /bench/reports/a/#writes 301\n"
        "/bench/reports/old/ /bench/reports/a/ 301\n"
        "/bench/reports/old/index.html /bench/reports/a/ 301\n"
    )
    lists = {
        name: [line for line in site.files[name].decode().splitlines() if line[0] != "#"]
        for name in ("redirects.nginx", "redirects.apache")
    }
    assert lists["redirects.nginx"][0] == '/bench/blog/ "/bench/reports/a/#writes";'
    assert lists["redirects.apache"][0] == "/bench/blog/ /bench/reports/a/#writes"
    assert len(lists["redirects.nginx"]) == len(lists["redirects.apache"]) == 4


def test_without_old_addresses_there_are_no_lists(project: MakeProject) -> None:
    site = made(project)
    assert not [one for one in site.files if "redirects" in one]


@pytest.mark.parametrize(
    ("front", "settings", "said"),
    [
        (
            "aliases: a\n",
            "",
            "content/reports/a.md:3:10: error[bad-redirect]: "
            "'reports/a/' is a page of the site itself\n"
            "  hint: remove this, or give that page another name\n",
        ),
        (
            "aliases: [a#reads -> writes]\n",
            "",
            "content/reports/a.md:3:11: error[bad-redirect]: "
            "'reports/a/' has the anchor '#reads' itself\n"
            "  hint: remove this, or give that part another id\n",
        ),
        (
            "aliases: [old#x -> wriets]\n",
            "",
            "content/reports/a.md:3:11: error[bad-redirect]: "
            "'reports/a/' has no anchor '#wriets'\n"
            "  hint: did you mean 'writes'?\n",
        ),
        (
            "aliases: old\n",
            "redirects: {older/: reports/old/}\n",
            "sitegen.yaml:1:13: error[bad-redirect]: "
            "'older/' leads to 'reports/old/', which has moved itself\n"
            "  hint: lead it to 'reports/a/'\n",
        ),
        (
            "",
            "redirects: {x/: y/, y/: x/}\n",
            "sitegen.yaml:1:13: error[bad-redirect]: a circle: x/ -> y/ -> x/\n"
            "  hint: remove one of its steps\n"
            "sitegen.yaml:1:21: error[bad-redirect]: a circle: y/ -> x/ -> y/\n"
            "  hint: remove one of its steps\n",
        ),
        (
            "",
            "redirects: {x/: report/a/}\n",
            "sitegen.yaml:1:13: error[bad-redirect]: there is no page 'report/a/'\n"
            "  hint: did you mean 'reports/a/' or 'reports/'?\n",
        ),
        (
            "aliases: old\n",
            "redirects: {reports/old/: hardware/a1/}\n",
            "sitegen.yaml:1:13: error[bad-redirect]: 'reports/old/' leads to 'reports/a/' "
            "already, by content/reports/a.md:3:10\n"
            "  hint: remove one of the two\n",
        ),
        (
            "",
            "redirects: {Reports/A/: reports/a/}\n",
            "sitegen.yaml:1:13: error[bad-redirect]: 'Reports/A/' is a page of the site itself\n"
            "  hint: remove this, or give that page another name\n",
        ),
        (
            "",
            "redirects: {static/site.css/: reports/a/}\n",
            "sitegen.yaml:1:13: error[bad-redirect]: "
            "'static/site.css/' cannot be a page: a file or folder has its name\n",
        ),
        (
            "",
            "redirects: {testbeds/x/*: testbeds/y/*}\n",
            "sitegen.yaml:1:13: error[bad-redirect]: there is no page below 'testbeds/y/'\n",
        ),
    ],
)
def test_what_stands_in_the_way_is_said(
    project: MakeProject, front: str, settings: str, said: str
) -> None:
    assert findings(made(project, front, settings)) == said


@pytest.mark.parametrize(
    ("front", "said"),
    [
        (
            "aliases:\n  - #reads -> writes\n",
            "content/reports/a.md:4:4: error[bad-value]: no value where "
            "an earlier id, or 'id#anchor -> anchor' is expected\n"
            "  hint: write the id of the page before a '#'\n",
        ),
        (
            "aliases: ['#x -> writes']\n",
            "content/reports/a.md:3:11: error[bad-id]: '' is no id that a page can have had\n"
            "  hint: write the id of the page before the '#'\n",
        ),
        (
            "aliases: [Old Name]\n",
            "content/reports/a.md:3:11: error[bad-value]: "
            "'Old Name' is not an earlier id, or 'id#anchor -> anchor'\n"
            "  hint: write 'old-id', or 'id#old-anchor -> new-anchor'\n",
        ),
        (
            "aliases: [Old]\n",
            "content/reports/a.md:3:11: error[bad-id]: 'Old' is no id that a page can have had\n"
            "  hint: write 'old'\n",
        ),
    ],
)
def test_an_alias_that_is_none_is_said(project: MakeProject, front: str, said: str) -> None:
    assert findings(made(project, front)) == said


@pytest.mark.parametrize(
    "written", ["../x/", "a//b/", "a b/", "x.php", "reports", "a/?p=1", "a/*#x", "https://x/y/"]
)
def test_an_address_of_no_page_is_said(written: str) -> None:
    settings, problems = configuration.load(f"redirects: {{'{written}': reports/a/}}\n")
    assert settings.redirects == ()
    assert [str(one) for one in problems] == [
        f"sitegen.yaml:1:13: error[bad-configuration]: "
        f"'{written}' is no address of a page of the site\n"
        "  hint: write it from the root of the site, like 'reports/zfs/' or 'reports/zfs/#writes'"
    ]


def test_old_pages_are_in_no_sitemap_and_no_inventory(project: MakeProject) -> None:
    site = made(project, "aliases: old\n", "base_url: https://lab.example/\n")
    for name in ("sitemap.xml", "inventory.json"):
        assert b"reports/a/" in site.files[name]
        assert b"reports/old/" not in site.files[name]
    assert "reports/old/" not in site.addresses


def test_old_anchors_change_nothing_else_of_a_page(project: MakeProject) -> None:
    before = made(project).files["reports/a/index.html"]
    after = made(project, "aliases: a#x -> writes\n").files["reports/a/index.html"]
    assert re.sub(rb'<span id="x"></span>', b"", after) == before
