"""The index of the search: what it names, what it leaves out, and how large it gets."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping

import pytest
from bs4 import BeautifulSoup

from sitegen import urls
from sitegen.build import build
from sitegen.pages import search
from sitegen.pages.search import Entry
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject
from tests.entries import of_a_large_lab

REPORT = """\
---
title: Mirroring costs a fifth
date: 2007-06
status: reviewed
summary: Writes are slower. Reads are not.
hardware: [a1]
---
## What it costs

Writes [193 MB/s](result:one#seq-write.bandwidth).

```chart
id: rates
title: Rates of two rigs
kind: bar
runs: [one, two]
metrics: [seq-write.bandwidth]
x: testbed
```
"""

BONNIE = (
    "Write by character, Sequential write, Rewrite, Read by character, Sequential read, "
    "Random seek, Sequential create, Sequential stat, Sequential delete, Random create, "
    "Random stat, Random delete"
)
WORKLOAD = "16 GiB files 524,288"


def rows(files: Mapping[str, bytes]) -> list[list[str]]:
    """Return the rows of the index, with the names of kinds in place of their numbers."""
    text = files["search/index.js"].decode()
    assert text.startswith("sitegenSearch.index(")
    kinds, found = json.loads("[" + text.removeprefix("sitegenSearch.index(")[:-3] + "]")
    return [[kinds[row[0]][0], *row[1:]] for row in found]


@pytest.fixture
def files(project: MakeProject) -> Mapping[str, bytes]:
    """Return the site of a lab with a report, an array, two testbeds and a file without values."""
    its = lab(one=bonnie(), two=bonnie(write=150000))
    its["content/reports/mirroring.md"] = REPORT
    its["results/one/dmesg.txt"] = "da0: <SECRETWORD> Fixed Direct Access SCSI-3 device\n"
    return build(project(its)).files


def test_the_index_names_every_page_with_its_facts(files: Mapping[str, bytes]) -> None:
    assert [row for row in rows(files) if row[0] not in ("tool", "check", "chart")] == [
        [
            "report",
            "mirroring",
            "Mirroring costs a fifth",
            "reviewed",
            "Writes are slower. Reads are not.",
            "2007-06 Array One What it costs",
        ],
        ["hardware", "a1", "Array One", "Arrays", "", "array"],
        ["testbed", "one", "Rig one", "Rig one", "", "Array One"],
        ["testbed", "two", "Rig two", "Rig two", "", "Array One"],
        ["run", "one/bonnie", "bonnie++ 1.03: Rig one", "bonnie++", BONNIE, WORKLOAD],
        ["run", "one/dmesg", "raw file: Rig one", "other files", "", ""],
        ["run", "two/bonnie", "bonnie++ 1.03: Rig two", "bonnie++", BONNIE, WORKLOAD],
    ]


def test_every_address_of_the_index_is_a_page_with_that_part(files: Mapping[str, bytes]) -> None:
    places = {kind.one: kind.address for kind in search.KINDS}
    for row in rows(files):
        address = row[6] if len(row) > 6 else f"{places[row[0]]}{row[1]}/"
        page, _, part = address.partition("#")
        html = files[urls.file_of(page)]
        assert not part or BeautifulSoup(html, "html.parser").find(id=part), address


def test_no_raw_text_is_in_the_index(files: Mapping[str, bytes]) -> None:
    assert b"SECRETWORD" in files["runs/one/dmesg/index.html"]
    assert b"SECRETWORD" not in files["search/index.js"]
    assert b"188347" not in files["search/index.js"]


def test_what_is_hostile_in_a_title_stays_a_text_of_the_script() -> None:
    title = "</script><img src=x onerror=alert(1)>\u2028\n\tend"
    script = search.index([Entry("report", "x", title, "reports/x/")])
    assert b"<" not in script
    assert "\u2028" not in script.decode()
    (row,) = rows({"search/index.js": script})
    assert row == ["report", "x", "</script><img src=x onerror=alert(1)> end", "", "", ""]


def test_the_page_leads_to_lists_of_everything_without_scripts(files: Mapping[str, bytes]) -> None:
    page = BeautifulSoup(files["search/index.html"], "html.parser")
    lists = page.select("#lists + ul li")
    assert [one.get_text(" ", strip=True) for one in lists][:3] == [
        "Reports 1",
        "Hardware 1",
        "Testbeds 2",
    ]
    for link in page.select("#lists + ul a"):
        assert str(link["href"]).removeprefix("../") in files


def test_no_page_holds_more_of_the_index_than_its_address(files: Mapping[str, bytes]) -> None:
    page = BeautifulSoup(files["runs/one/bonnie/index.html"], "html.parser")
    assert [one["src"] for one in page.select("script[src*=search]")] == [
        page.select_one("script[data-index]")["src"]  # type: ignore[index]
    ]
    assert page.select_one("script[data-index]")["data-index"] == (  # type: ignore[index]
        "../../../search/index.js"
    )


def test_the_index_of_a_large_lab_is_far_below_three_megabytes() -> None:
    assert len(gzip.compress(search.index(of_a_large_lab()), 6)) < 1_000_000
