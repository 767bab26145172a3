"""A value that a check doubts is the best of nothing, and says so wherever it stands."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from bs4 import BeautifulSoup, Tag

from sitegen.build import Site, build
from tests.bonnie import bonnie, lab
from tests.command import sitegen
from tests.compared import compared
from tests.conftest import MakeProject

CACHE = "doubted: a working set of 8 GiB is under 2 x 16 GiB of memory"
HEADS = (
    "doubted: random seek operations per second of 9,000 op/s is above what the drives can do,"
    " about 240 op/s"
)

REPORT = """\
It does [9,000 op/s](result:small#rand-seek.iops), the other
[140.5 op/s](result:large#rand-seek.iops), which is
[64 times](result:small?vs=large#rand-seek.iops) as much.

```table
id: t
rows: operation
columns: testbed
runs: [small, large]
metrics: [rand-seek.iops, seq-write.bandwidth]
vs: large
```

```chart
id: c
kind: dot
title: Seeks
runs: [small, large]
metrics: [rand-seek.iops]
series: testbed
```
"""


def files() -> dict[str, str | bytes]:
    """Return a lab in which one of two runs did not leave the memory."""
    its = lab(
        REPORT,
        small=bonnie(seeks="9000.0", size="8G", write=200_000),
        large=bonnie(seeks="140.5", size="40G", write=60_000),
    )
    its["content/hardware/disk.md"] = (
        "---\ntitle: Disk\nkind: drive\nspecs: {rotation: 7200 rpm}\n---\n"
    )
    for case in ("small", "large"):
        its[f"results/{case}/testbed.yaml"] = (
            f"title: Rig {case}\nhardware: {{array: a1, drive: disk}}\n"
            "settings: {memory: 16 GiB}\n"
        )
    return its


@pytest.fixture
def site(project: MakeProject) -> Site:
    """Return the site of that lab."""
    return build(project(files()))


def page(site: Site, address: str) -> BeautifulSoup:
    return BeautifulSoup(site.files[f"{address}index.html"], "html.parser")


def words(part: Tag) -> str:
    return " ".join(part.get_text(" ", strip=True).split())


def marked(part: Tag) -> list[str]:
    """Return the numbers of a part of a page that a mark follows."""
    found = []
    for mark in part.select("sup.doubt"):
        assert (mark.get_text(), mark["aria-label"]) == ("?", "doubted")
        number = mark.find_previous_sibling("a")
        assert isinstance(number, Tag)
        found.append(number.get_text())
    return found


def test_prose_marks_a_doubted_number_and_its_evidence_has_the_words(site: Site) -> None:
    its = page(site, "reports/a/")
    prose = next(one for one in its("p") if "It does" in one.get_text())
    assert marked(prose) == ["9,000 op/s", "64 times"]
    for number in prose.select("a.n"):
        row = its.find(id=number["data-e"])
        assert isinstance(row, Tag)
        told = [one.get_text() for one in row.select("small.doubt")]
        assert told == ([] if number.get_text() == "140.5 op/s" else [CACHE, HEADS])


def test_a_table_marks_no_doubted_value_as_the_best(site: Site) -> None:
    for address, select in (
        ("reports/a/", "#t"),
        ("tables/t/", ".scroll"),
        ("hardware/a1/", "main"),
    ):
        its = page(site, address).select_one(select)
        assert its is not None
        best = its.select("td.best")
        assert [words(one) for one in best if one.select("sup.doubt")] == [], address
        assert not {"9,000", "204.8"} & {words(one) for one in best}, address
        notes = " ".join(words(one) for one in page(site, address).select(".notes .warn"))
        assert (CACHE in notes, HEADS in notes) == (True, True), address
        assert "9,000" in " ".join(marked(its)), address


def test_what_is_best_without_the_doubted_value_is_marked(project: MakeProject) -> None:
    its = files()
    its["results/large/bonnie.txt"] = bonnie(seeks="140.5", size="40G", write=300_000)
    table = page(build(project(its)), "reports/a/").select_one("#t")
    assert table is not None
    assert [words(one) for one in table.select("td.best")] == ["307.2"]


def test_a_chart_says_it_at_the_mark_below_and_in_its_words(site: Site) -> None:
    its = page(site, "charts/c/")
    caption = its.find("figcaption")
    assert isinstance(caption, Tag)
    assert (f"? {CACHE}." in words(caption), f"? {HEADS}." in words(caption)) == (True, True)
    script = site.files["charts/c.js"].decode()
    assert f"Rig small: 9,000.0 op/s; {CACHE}; {HEADS}" in script.replace("\\u003c", "<")
    assert '"9,000 ?"' in script
    lead = its.select_one(".lead")
    assert lead is not None
    assert "Best" not in lead.get_text()
    table = its.select_one("details table")
    assert table is not None
    assert marked(table) == ["9,000.0"]


def test_where_hardware_stands_is_shown_by_what_no_check_doubts(project: MakeProject) -> None:
    its = files()
    titles = [
        one.get_text() for one in page(build(project(its)), "hardware/a1/").select("figure h3")
    ]
    assert titles == ["Best throughput of Array One", "Best operations per second of Array One"]
    its["results/large/bonnie.txt"] = bonnie(seeks="140.5", size="8G")
    titles = [
        one.get_text() for one in page(build(project(its)), "hardware/a1/").select("figure h3")
    ]
    assert titles == ["Throughput of Array One", "Operations per second of Array One"]


def test_the_page_of_a_run_says_it_of_each_value(site: Site) -> None:
    its = page(site, "runs/small/bonnie/")
    table = next(one for one in its("table") if "As printed" in one.get_text())
    seeks = next(row for row in table("tr") if "Random seek" in row.get_text())
    assert (marked(seeks), HEADS in words(seeks)) == (["9,000 op/s"], True)
    assert CACHE in words(next(one for one in its.select("p.notes")))
    assert marked(page(site, "runs/large/bonnie/")) == []


def test_the_compare_page_is_told_which_values_are_doubted_and_why(site: Site) -> None:
    def values(case: str) -> dict[str, str]:
        cells = compared(site, case, f"testbed:{case}")
        return {metric: one.get("doubt", "") for metric, one in cells.items()}

    assert values("small")["rand-seek.iops"] == f"{CACHE}; {HEADS}"
    assert values("small")["seq-write.bandwidth"] == CACHE
    assert {*values("large").values()} == {""}


def test_claims_and_data_have_the_doubts(site: Site, project: MakeProject) -> None:
    row = next(one for one in page(site, "claims/")("tr") if "9,000 op/s" in one.get_text())
    assert (CACHE in words(row), HEADS in words(row)) == (True, True)
    claims = json.loads(site.files["data/claims.json"])
    plain = [text.removeprefix("doubted: ") for text in (CACHE, HEADS)]
    assert [one["doubts"] for one in claims] == [plain, [], plain]
    text = site.files["data/records.csv"].decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert {
        (one["run"], one["doubts"]) for one in rows if one["operation"] == "rand-seek"
        and one["quantity"] == "iops"
    } == {("small/bonnie", "; ".join(plain)), ("large/bonnie", "")}  # fmt: skip
    ran = sitegen("--project", project({}).root, "export", "--format", "csv")
    assert (ran.code, ran.out) == (0, text)


def test_a_table_that_is_cited_takes_the_doubts_along(site: Site) -> None:
    its = page(site, "tables/t/")
    snippets = [one.get_text() for one in its.select(".cite pre") if "9,000" in one.get_text()]
    assert len(snippets) == 9
    for text in snippets:
        assert re.search(r"9,000\.0 \\?\?", text)
        assert "about 240 op/s" in text


def test_a_picture_that_stands_elsewhere_says_why_a_value_is_doubted(site: Site) -> None:
    picture = site.files["charts/c.svg"].decode()
    assert ("9,000 ?" in picture, f"? {CACHE}." in picture) == (True, True)


def test_the_reason_why_nothing_is_to_be_done_stands_with_the_doubt(project: MakeProject) -> None:
    its = files()
    its["results/small/testbed.yaml"] = (
        str(its["results/small/testbed.yaml"]) + "silence: {in-cache: the cache is the subject}\n"
    )
    table = page(build(project(its)), "reports/a/")
    notes = " ".join(words(one) for one in table.select(".notes .warn"))
    assert f"? {CACHE} (the cache is the subject)." in notes
    assert marked(next(one for one in table("p") if "It does" in one.get_text()))
