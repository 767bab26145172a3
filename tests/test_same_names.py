"""Systems of one name are told apart, and systems of which something is not known have a place."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

import pytest

from sitegen.build import Site, build
from sitegen.project import Project
from tests.bonnie import bonnie

MakeProject = Callable[[Mapping[str, str | bytes]], Project]

INDEX = {"content/index.md": "---\ntitle: Lab\nsummary: A lab.\n---\nWelcome.\n"}
HARDWARE = "---\ntitle: {}\nkind: drive\nsummary: A.\n---\nx\n"
REPORT = """\
---
title: Report
date: 2026-01
status: draft
summary: One. Two.
source: {title: A, date: 2026-01}
---
"""


def text(site: Site, address: str) -> str:
    """Return what a reader sees of a page."""
    page = re.sub(
        r"<(script|style|template)\b.*?</\1>", " ", site.files[address].decode(), flags=re.S
    )
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^<>]*>", " ", page)))


def codes(site: Site, *codes: str) -> list[str]:
    return [f"{one.position.path}: {one.message}" for one in site.diagnostics if one.code in codes]


def bed(title: str, drive: str = "wd", level: str = "") -> str:
    layout = f"layout: {{raid: {{level: {level}}}}}\n" if level else ""
    return f"title: {title}\nhardware: {{drive: {drive}}}\n{layout}"


@pytest.fixture
def twins(project: MakeProject) -> Site:
    """Return the site of two testbeds whose titles are alike but for capitals and blanks."""
    return build(
        project(
            {
                **INDEX,
                "content/hardware/wd.md": HARDWARE.format("WD"),
                "results/a/testbed.yaml": bed("DL380"),
                "results/b/testbed.yaml": bed("dl380 "),
                "results/a/bonnie.txt": bonnie(write=100_000),
                "results/b/bonnie.txt": bonnie(write=150_000),
                "content/reports/report.md": REPORT
                + "It wrote [102.4 MB/s](result:a#seq-write.bandwidth).\n\n"
                "```table\nid: t\nruns: [a, b]\nmetrics: [seq-write.bandwidth]\nrows: testbed\n"
                "```\n\n```chart\nid: c\nkind: bar\nruns: [a, b]\n"
                "metrics: [seq-write.bandwidth]\nx: testbed\n```\n",
            }
        )
    )


@pytest.mark.parametrize(
    "address",
    [
        "reports/report/index.html",
        "tables/t/index.html",
        "charts/c/index.html",
        "hardware/wd/index.html",
        "testbeds/index.html",
        "runs/index.html",
    ],
)
def test_testbeds_with_one_title_are_told_apart_wherever_both_stand(
    twins: Site, address: str
) -> None:
    shown = text(twins, address)
    assert "DL380 (a)" in shown
    assert "dl380 (b)" in shown
    assert re.findall(r"(?i)dl380(?!\s*\\?\((?:a|b)\\?\))(?! ?&#40;)", shown) == []


@pytest.mark.parametrize("address", ["compare/index.js", "inventory.json"])
def test_files_that_list_testbeds_tell_them_apart_too(twins: Site, address: str) -> None:
    titles = re.findall(r"(?i)DL380[^\"]*", twins.files[address].decode())
    assert {"DL380 (a)", "dl380 (b)"} == set(titles)


def test_the_page_of_a_run_names_its_own_testbed(twins: Site) -> None:
    assert "bonnie++ 1.03: dl380 (b)" in text(twins, "runs/b/bonnie/index.html")


def test_equal_titles_are_no_error(twins: Site) -> None:
    assert [one for one in twins.diagnostics if one.severity == "error"] == []


@pytest.mark.parametrize("other", ["DL380", "dl380 "])
def test_an_id_that_differs_in_capitals_or_blanks_is_an_error_and_the_right_one_stays(
    project: MakeProject, other: str
) -> None:
    site = build(
        project(
            {
                **INDEX,
                "content/hardware/dl380.md": HARDWARE.format("DL380 G5"),
                f"content/hardware/{other}.md": HARDWARE.format("DL380 G7"),
                "results/a/testbed.yaml": bed("A", "dl380"),
                "results/a/bonnie.txt": bonnie(),
                "results/b/testbed.yaml": bed("B", f"'{other}'"),
                "results/b/bonnie.txt": bonnie(),
            }
        )
    )
    wrong = f"'{other}' is not an id of lower-case words joined by '-'"
    assert codes(site, "bad-id", "duplicate-id", "unknown-hardware") == [
        f"content/hardware/{other}.md: {wrong}",
        f"content/hardware/{other}.md: the id '{other}' is that of content/hardware/dl380.md:2:1"
        " already",
        f"results/b/testbed.yaml: {wrong}",
    ]
    assert "DL380 G5" in text(site, "hardware/dl380/index.html")
    assert "Testbeds with it A Runs" in text(site, "hardware/dl380/index.html")


LEVELS = ["10", "5", "", "0", "50", "1", "6"]


@pytest.fixture
def levels(project: MakeProject) -> Site:
    """Return the site of a drive under many RAID levels, one of which nobody wrote down."""
    files: dict[str, str | bytes] = {**INDEX, "content/hardware/wd.md": HARDWARE.format("WD")}
    for number, level in enumerate(LEVELS):
        files[f"results/r{number}/testbed.yaml"] = bed(f"T{number}", level=level)
        files[f"results/r{number}/bonnie.txt"] = bonnie(write=100_000 + 1000 * number)
    runs = ", ".join(f"r{number}/bonnie" for number in range(len(LEVELS)))
    block = f"runs: [{runs}]\nmetrics: [seq-write.bandwidth]\n"
    files["content/reports/report.md"] = (
        f"{REPORT}```table\nid: t\n{block}rows: testbed.raid.level\n```\n\n"
        f"```chart\nid: c\nkind: bar\n{block}x: testbed.raid.level\n```\n"
    )
    return build(project(files))


@pytest.mark.parametrize("address", ["tables/t/index.html", "charts/c/index.html"])
def test_what_is_not_recorded_is_a_group_of_its_own_and_the_last(
    levels: Site, address: str
) -> None:
    groups = re.findall(
        r"(?:^|\s)(0|1|5|6|10|50|not recorded) 1\d\d\.\d(?= (?:\d|not|bonnie))",
        text(levels, address),
    )
    assert groups[:7] == ["0", "1", "5", "6", "10", "50", "not recorded"]


def test_pages_that_list_them_are_all_made(levels: Site) -> None:
    for address in ("hardware/wd/index.html", "testbeds/index.html"):
        for number in range(len(LEVELS)):
            assert f"T{number} " in text(levels, address)
    assert "WD" in text(levels, "index.html")
    assert not [one for one in levels.diagnostics if one.severity == "error"]
