"""The compare page says what tables say: the same numbers, signs, repeats and ratios."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sitegen import output
from sitegen.build import build
from sitegen.project import Project
from tests.bonnie import bonnie, lab

CORPUS = Path(__file__).parents[1] / "corpus"

TABLE = """
```table
id: all
title: All
runs: [one, two]
rows: [operation, quantity, statistic, file_size]
columns: testbed
vs: one
```
"""

WRITES = {"one": (100000, 100400, 103000, 103200), "two": (119000, 120000, 102000)}


@pytest.fixture
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return the site of a lab with repeats, bounds, counts and shares."""
    files = lab(TABLE, one=bonnie(), two=bonnie(read=378240 * 3))
    for case, name in (("one", "debian-1.53"), ("two", "under-a-second")):
        files[f"results/{case}/postmark.txt"] = (
            CORPUS / "postmark" / name / "input.txt"
        ).read_bytes()
        for number, write in enumerate(WRITES[case]):
            files[f"results/{case}/more/bonnie-{number}.txt"] = bonnie(write=write, size="32G")
    for number in range(2):
        name = f"results/two/sysbench-{number}.txt"
        files[name] = (CORPUS / "sysbench" / "basic-1.0.20" / "input.txt").read_bytes()
    files["results/one/sysbench.txt"] = files["results/two/sysbench-0.txt"]
    files["sitegen.yaml"] = f"rates: {request.param}\n"
    for path, content in files.items():
        place = tmp_path / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    target = tmp_path / "site"
    output.write(build(Project(tmp_path / "lab", target)).files, target)
    return target


def rows(page: Page) -> dict[str, list[str]]:
    """Return the rows of the result: the words of the first cell, the texts of the numbers."""
    table = page.locator("#compare-result table").first
    expect(table).to_be_visible()
    found = {}
    for row in table.locator("tbody tr").all():
        name = " ".join(row.locator("th").inner_text().split())
        found[name] = row.locator("td").all_inner_texts()[:-1]
    return found


@pytest.mark.parametrize("site", ["decimal"], indirect=True)
def test_values_repeats_bounds_counts_and_ratios_are_those_of_tables(
    page: Page, site: Path
) -> None:
    page.goto((site / "compare/index.html").as_uri() + "#s=testbed:one&s=testbed:two")
    found = rows(page)
    for name, shown in {
        "Sequential write throughput MB/s, file size 16 GiB": ["192.9", "192.9", "~ ±0.0 %"],
        # The medians of 100000, 100400, 103000, 103200 and of 102000, 119000, 120000 KiB/s.
        "Sequential write throughput MB/s, file size 32 GiB": [
            "n = 4 104.1",
            "n = 3 121.9",
            "~ +17.0 %",
        ],
        "Sequential read throughput MB/s, file size 16 GiB": ["387.3", "1,162.0", "3.00×"],
        "Transaction operations per second op/s, loads differ": ["5,000", "≥ 500", ""],
        "Transaction time s, loads differ": ["4", "≤ 1", ""],
        "Memory write count": ["1,048,576", "n = 2 1,048,576", "~ ±0.0 %"],
        "Memory write latency, mean s": ["≈ 0", "n = 2 ≈ 0", ""],
        "Memory write latency, maximum ms": ["16.1", "n = 2 16.1", "~ ±0.0 %"],
        "Sequential write CPU use %, file size 16 GiB": ["76.0", "76.0", "~ ±0.0 %"],
    }.items():
        assert (name, found.get(name)) == (name, shown)
    page.goto((site / "reports/a/index.html").as_uri())
    table = {
        tuple(row.locator("th").all_inner_texts()): row.locator("td").all_inner_texts()
        for row in page.locator("#all tbody tr").all()
    }
    unknown = "not recorded"
    for key, shown in {
        ("Sequential write", "throughput", unknown, "32 GiB"): [
            "n = 4 104.14 MB/s",
            "n = 3 121.86 MB/s",
            "~ spreads overlap +17.0 %",
        ],
        ("Transaction", "operations per second", unknown, unknown): [
            "5,000.0 op/s",
            "≥ 500.0 op/s",
            "a bound has no ratio",
        ],
        ("Transaction", "time", unknown, unknown): ["4.00 s", "≤ 1.00 s", "a bound has no ratio"],
        ("Memory write", "latency", "mean", unknown): [
            "≈ 0 µs",
            "n = 2 ≈ 0 µs",
            "a bound has no ratio",
        ],
    }.items():
        assert (key, table.get(key)) == (key, shown)


@pytest.mark.parametrize("site", ["binary"], indirect=True)
def test_with_binary_rates_the_numbers_are_binary(page: Page, site: Path) -> None:
    page.goto((site / "compare/index.html").as_uri() + "#s=testbed:one&s=testbed:two")
    found = rows(page)
    assert found["Sequential write throughput MiB/s, file size 32 GiB"] == [
        "n = 4 99.3",
        "n = 3 116.2",
        "~ +17.0 %",
    ]
    assert found["Sequential read throughput MiB/s, file size 16 GiB"] == [
        "369.4",
        "1,108.1",
        "3.00×",
    ]


@pytest.mark.parametrize("site", ["decimal"], indirect=True)
def test_what_was_measured_under_other_loads_has_no_ratio(page: Page, site: Path) -> None:
    chosen = "#s=run:one/bonnie&s=run:two/more/bonnie-0"
    page.goto((site / "compare/index.html").as_uri() + chosen)
    name = "Sequential read throughput MB/s, loads differ"
    assert rows(page)[name] == ["387.3", "387.3", ""]
    said = "under different loads (file size)"
    expect(page.locator("#compare-result")).to_contain_text(said)


@pytest.mark.parametrize("site", ["decimal"], indirect=True)
def test_hardware_keeps_its_colour_and_shape_when_others_are_removed(
    page: Page, site: Path
) -> None:
    def head(*ids: str) -> list[str]:
        chosen = "&".join(f"s={one}" for one in ids)
        page.goto("about:blank")
        page.goto((site / "compare/index.html").as_uri() + f"#{chosen}")
        expect(page.locator("#compare-result thead .dot")).to_have_count(len(ids))
        return [
            f"{mark.get_attribute('class')} {mark.get_attribute('d')}"
            for mark in page.locator("#compare-result thead .dot").all()
        ]

    hardware, one, two = "hardware:a1", "testbed:one", "testbed:two"
    three = head(one, two, hardware)
    assert len(set(three)) == 3
    assert head(one, hardware)[1] == head(hardware)[0] == three[2]


@pytest.mark.parametrize("site", ["decimal"], indirect=True)
def test_the_comparison_can_be_copied_into_a_wiki(page: Page, site: Path) -> None:
    page.goto((site / "compare/index.html").as_uri() + "#s=testbed:one&s=testbed:two")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
    page.get_by_role("button", name="wiki").click()
    lines = page.get_by_label("Text to copy").input_value().splitlines()
    assert lines[:4] == [
        '{| class="wikitable"',
        "! What !! Rig one !! Rig two",
        "|-",
        "| Sequential write throughput, file size 16 GiB"
        " || 192.9 MB/s || 192.9 MB/s &#40;&#177;0.0 %&#41;",
    ]
    assert "| Transaction time, loads differ || 4 s || &#8804; 1 s" in lines


TABLE_OF_DRIVES = """\
table:
  columns:
    - {column: testbed.drive}
    - {operation: seq-read, quantity: bandwidth, unit: MB/s}
"""


def test_hardware_has_only_those_rows_of_a_table_that_were_measured_with_it(
    page: Page, tmp_path: Path
) -> None:
    files = lab(one=bonnie())
    for name in ("d1", "d2"):
        files[f"content/hardware/{name}.md"] = f"---\ntitle: Drive {name}\nkind: drive\n---\n"
    files["results/one/drives.txt"] = "drive  MB/s\nd1  100.5\nd2  300.5\n"
    files["results/one/drives.txt.yaml"] = TABLE_OF_DRIVES
    for path, content in files.items():
        place = tmp_path / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    built = build(Project(tmp_path / "lab", tmp_path / "site"))
    assert built.diagnostics == ()
    output.write(built.files, tmp_path / "site")
    chosen = "#s=hardware:d1&s=hardware:d2"
    page.goto((tmp_path / "site/compare/index.html").as_uri() + chosen)
    assert rows(page) == {"Sequential read throughput MB/s": ["100.5", "300.5", "2.99×"]}
    beds = page.locator("#compare-result section table").first
    expect(beds.locator("tbody tr", has_text="drive")).to_contain_text("Drive d1Drive d2")
