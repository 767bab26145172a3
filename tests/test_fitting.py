"""What a page has no room for stands on further ones: nothing is lost, no page is too large."""

from __future__ import annotations

from random import Random

import pytest
from bs4 import BeautifulSoup

from benchmarks import outputs
from sitegen.build import Site, build
from sitegen.project import Project
from tests.bonnie import lab

KINDS = {
    "heatmap": "x: workload.block_size\nrows: file_size",
    "line": "x: workload.file_size\nseries: workload.block_size",
}
CHART = """
```chart
id: {kind}
kind: {kind}
title: A chart with very many marks
runs: [one]
metrics: [seq-write.bandwidth]
{rest}
```
"""
TABLE = """
```table
id: {id}
runs: [one]
rows: [{rows}]
columns: {columns}
```
"""
NUMBERS = 172
"""How many pairs of a file and a record there are that is not larger."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the site of a run of iozone with all sizes, and a report that shows all of it."""
    top = tmp_path_factory.mktemp("fitting")
    text = outputs.iozone(Random(1), 1, [64 << n for n in range(16)], [4 << n for n in range(13)])
    report = "".join(CHART.format(kind=kind, rest=rest) for kind, rest in KINDS.items())
    report += TABLE.format(id="wide", rows="operation, file_size", columns="workload.block_size")
    report += TABLE.format(id="long", rows="file_size, block_size", columns="operation")
    for path, content in lab(report, one=text).items():
        place = top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(str(content))
    return build(Project(top, top / "site"))


def page(site: Site, address: str) -> BeautifulSoup:
    return BeautifulSoup(site.files[f"{address}index.html"], "html.parser")


def pages(site: Site, address: str) -> list[BeautifulSoup]:
    """Return the pages of a list: the first one is at its address."""
    found = [page(site, address)]
    while f"{address}page/{len(found) + 1}/index.html" in site.files:
        found.append(page(site, f"{address}page/{len(found) + 1}/"))
    return found


def test_no_page_is_too_large_and_no_link_leads_nowhere(site: Site) -> None:
    assert [str(one) for one in site.diagnostics if one.severity == "error"] == []
    large = {
        path: len(content)
        for path, content in site.files.items()
        if path.endswith(".html") and len(content) >= 100_000
    }
    assert large == {}


def test_a_chart_keeps_its_drawing_and_its_evidence_has_pages_and_a_script(site: Site) -> None:
    chart = page(site, "charts/heatmap/")
    assert len(chart.select("figure svg a")) == NUMBERS
    link = chart.select_one("#evidence a")
    assert link is not None
    assert link.get_text() == f"Evidence: {NUMBERS} numbers with the lines they were read from"
    assert link["href"] == "evidence/index.html"
    rows = [row for one in pages(site, "charts/heatmap/evidence/") for row in one.select("tr[id]")]
    assert len(rows) == NUMBERS
    asked = {one["data-e"] for one in chart.select("a.n")}
    assert asked == {row["id"] for row in rows}
    script = site.files["charts/heatmap/evidence.js"].decode()
    assert script.startswith("sitegen.evidence(")
    assert all(f'id=\\"{name}\\"' in script for name in asked)
    assert "<" not in script


def test_all_numbers_of_a_report_are_in_reach_of_it(site: Site) -> None:
    report = page(site, "reports/a/")
    pictures = [one["src"] for one in report.select(".drawing img")]
    assert pictures == ["../../charts/heatmap.svg", "../../charts/line.svg"]
    assert all(one["alt"] for one in report.select(".drawing img"))
    data = [one["href"] for one in report.select("figure > .sub a")]
    assert data == ["../../charts/heatmap/index.html", "../../charts/line/index.html"]
    for name, rows in (("wide", 16 * 13), ("long", NUMBERS)):
        table = report.select_one(f"#{name} tbody")
        assert table is not None
        left = rows - len(table.select("tr"))
        assert left > 0
        more = next(one for one in report.select(".notes a") if f"tables/{name}/" in one["href"])
        assert more.get_text() == f"{left} more rows"
        whole = [row for one in pages(site, f"tables/{name}/rows/") for row in one.select("td a.n")]
        assert len(whole) == NUMBERS * 13


def test_further_pages_are_no_promise_and_in_no_sitemap(site: Site) -> None:
    assert [one for one in site.addresses if "/evidence" in one or "/rows" in one] == []


def test_the_two_ways_to_other_pages_have_different_names(site: Site) -> None:
    navs = page(site, "reports/a/evidence/page/2/").select("nav[aria-label]")
    assert [one["aria-label"] for one in navs] == ["Pages", "Pages, once more"]
    assert navs[0].select_one("b[aria-current]") is not None
