"""The page of a raw file: what each of its values is, under which conditions, and how certain."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bs4 import BeautifulSoup, Tag

from benchmarks import outputs
from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

X4500 = Path(__file__).parents[1] / "results" / "x4500"


def table(content: bytes) -> tuple[list[str], list[list[str]], Tag]:
    """Return the heads and the rows of the table of values, and the page."""
    page = BeautifulSoup(content, "html.parser")
    values = page.select_one("section table")
    assert values is not None
    rows = [
        [cell.get_text(" ", strip=True) for cell in row.find_all(["th", "td"])]
        for row in values.select("tbody tr")
    ]
    return [head.text for head in values.select("thead th")], rows, page


def test_rows_of_a_table_are_told_apart_and_what_holds_for_all_is_said_once(
    project: MakeProject,
) -> None:
    files = lab(one=bonnie())
    for name in ("read-test.txt", "read-test.txt.yaml"):
        files[f"results/one/{name}"] = (X4500 / name).read_bytes()
    content = build(project(files)).files["runs/one/read-test/index.html"]
    heads, rows, page = table(content)
    assert heads == ["What", "Value", "As printed", "Line", "Case"]
    assert rows[:2] == [
        [
            "Sequential read time",
            "16.7 s",
            "16.689 s",
            "4",
            "drive readahead 256 KiB, RAID chunk 64 KiB, RAID level 0, readahead 64 MiB",
        ],
        [
            "Sequential read throughput",
            "1.92 GB/s unit assumed: 16.689 s × 1,917.43 MB/s = 32000 MB",
            "1,917.43 MB/s",
            "5",
            "drive readahead 256 KiB, RAID chunk 64 KiB, RAID level 0, readahead 64 MiB",
        ],
    ]
    note = page.select_one("section > .notes")
    assert note is not None
    assert note.text.startswith("MB is read as 10^6 bytes.")


def test_a_bound_has_its_sign(project: MakeProject) -> None:
    files = lab(one=bonnie())
    corpus = Path(__file__).parent / "corpus" / "postmark" / "under-a-second" / "input.txt"
    files["results/one/postmark.txt"] = corpus.read_bytes()
    _, rows, _ = table(build(project(files)).files["runs/one/postmark/index.html"])
    shown = {row[0]: row[1] for row in rows}
    assert shown["Whole benchmark time"].startswith("≤ 1 s at most")
    assert shown["Transaction operations per second"].startswith("≥ 500 op/s at least")


def test_the_page_of_a_long_file_stays_small_and_marks_every_number(project: MakeProject) -> None:
    files = lab(one=bonnie())
    files["results/one/many.txt"] = "".join(
        f"{bonnie(write=188000 + number)}\n{'a remark ' * 12}\n" * 2 for number in range(40)
    )
    site = build(project(files))
    content = site.files["runs/one/many/index.html"]
    page = BeautifulSoup(content, "html.parser")
    assert len(content) < 100_000
    lines = {record.position.line for record in site.lab.dataset.records
             if record.position.path == "results/one/many.txt"}  # fmt: skip
    assert len(lines) >= 80
    assert [number for number in sorted(lines) if not page.select(f"#L{number}")] == []
    assert "Their values are among all data" in page.get_text()


def test_runs_without_room_for_their_values_are_listed_with_their_lines(
    project: MakeProject,
) -> None:
    files = lab(one=bonnie())
    files["results/one/many.txt"] = "".join(bonnie(write=188000 + n) for n in range(20))
    page = BeautifulSoup(build(project(files)).files["runs/one/many/index.html"], "html.parser")
    # 24 values each, of which a page shows 120.
    assert [one["id"] for one in page.select("section.wide[id^=run-]")] == [
        f"run-{n}" for n in range(1, 6)
    ]
    further = page.select("li[id^=run-]")
    assert [one["id"] for one in further] == [f"run-{n}" for n in range(6, 21)]
    assert further[0].get_text() == "bonnie++ 1.03: 24 values, lines 41 to 48"
    assert "15 more runs" in page.select(".meta li")[-1].get_text()


def test_a_doubt_that_many_values_share_is_told_once_and_each_has_its_mark(
    project: MakeProject,
) -> None:
    files = lab(one=outputs.iozone(Random(1), 1))
    files["results/one/testbed.yaml"] = "title: Rig\nsettings: {memory: 16 GiB}\n"
    page = BeautifulSoup(build(project(files)).files["runs/one/bonnie/index.html"], "html.parser")
    told = [one.get_text() for one in page.select("section > .notes")]
    assert (
        "; ".join(
            f"doubted: a working set of {size} MiB is under 2 x 16 GiB of memory"
            for size in (64, 128, 256, 512)
        )
        in told
    )
    assert page.select("section small.why") == []
    assert len(page.select("section td sup.doubt")) == len(page.select("section tbody tr")) == 120
