"""What is new on the first page, and what stands at the head of a report."""

from __future__ import annotations

from bs4 import BeautifulSoup

from sitegen.build import Site, build
from sitegen.history import Touched
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

TABLE = """
Before.

```table
id: cost
title: What it costs
runs: [one, two]
metrics: [seq-write.bandwidth]
rows: operation
columns: testbed
vs: two
```

Behind.
"""


OLD = bonnie(write=235020, seeks="700.1").encode()


def page(site: Site, address: str) -> BeautifulSoup:
    return BeautifulSoup(site.files[f"{address}index.html"], "html.parser")


def headed(project: MakeProject, name: str) -> Site:
    files = lab(TABLE, one=bonnie(), two=bonnie(write=235020))
    files["content/reports/a.md"] = f"---\ntitle: A\nheadline: {name}\n---\n{TABLE}"
    return build(project(files))


def test_the_headline_table_stands_above_the_text_and_there_alone(project: MakeProject) -> None:
    site = headed(project, "cost")
    assert site.diagnostics == ()
    report = page(site, "reports/a/")
    order = [one.get("id") or one.get_text(strip=True)
             for one in report.select("main #cost, main .prose p")]  # fmt: skip
    assert order == ["cost", "Before.", "Behind."]
    assert [one.get_text(strip=True) for one in report.select("#cost td")] == [
        "192.9", "240.7", "−19.9 %",
    ]  # fmt: skip


def test_a_headline_that_is_no_table_of_the_report_is_a_finding(project: MakeProject) -> None:
    assert [str(one) for one in headed(project, "costs").diagnostics] == [
        "content/reports/a.md: error[bad-value]: no table 'costs' in this report to stand at its"
        " head"
    ]


def test_the_first_page_names_new_results_and_those_that_were_changed(
    project: MakeProject,
) -> None:
    files = lab(one=bonnie(), two=bonnie(), three=bonnie())
    files["results/one/testbed.yaml"] = "title: Rig one\ndate: 2024-05\nhardware: {array: a1}\n"
    history = {
        "results/one/bonnie.txt": Touched("2024-06-01", "2024-06-01", ()),
        "results/two/bonnie.txt": Touched("2024-06-01", "2025-01-02", ()),
        "results/three/bonnie.txt": Touched("2024-06-01", "2025-01-01", (), OLD),
    }
    grid = page(build(project(files), history=history), "").select_one(".grid")
    assert grid is not None
    said = [[one.get_text(" ", strip=True) for one in part.select("h2, li")]
            for part in grid.select("section")]  # fmt: skip
    assert said == [
        ["New results", "Rig one 2024-05 bonnie++: 1 run, 24 values."],
        [
            "Changed results",
            "two/bonnie.txt 2025-01-02 In the repository since 2024-06-01.",
            "three/bonnie.txt 2025-01-01 Sequential write throughput: 240.7 MB/s \u2192 192.9 MB/s;"
            " Random seek operations per second: 700.1 op/s \u2192 732.5 op/s.",
        ],
    ]
