"""`sitegen new` makes a small lab that builds and checks clean, and never takes a place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.command import Ran, sitegen

REPOSITORY = Path(__file__).parents[1]


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_a_new_lab_has_one_of_each(tmp_path: Path) -> None:
    lab = tmp_path / "our lab"
    code, out, err = sitegen("new", lab)
    assert (code, err) == (0, "")
    assert out == f"{lab}: 11 files of a small lab\nnext: sitegen --project '{lab}' serve\n"
    assert files(lab) == [
        ".gitignore",
        "README.md",
        "content/hardware/fc-10k-146gb.md",
        "content/hardware/lsi-3994.md",
        "content/index.md",
        "content/reports/write-mirroring.md",
        "results/lsi-3994/mirrored/bonnie.txt",
        "results/lsi-3994/mirrored/testbed.yaml",
        "results/lsi-3994/testbed.yaml",
        "results/lsi-3994/unmirrored/bonnie.txt",
        "results/lsi-3994/unmirrored/testbed.yaml",
    ]


def test_its_raw_files_are_those_of_the_demonstration(tmp_path: Path) -> None:
    sitegen("new", tmp_path)
    for case in ("mirrored", "unmirrored"):
        path = f"results/lsi-3994/{case}/bonnie.txt"
        assert (tmp_path / path).read_bytes() == (REPOSITORY / path).read_bytes()


def test_a_new_lab_builds_and_checks_clean(tmp_path: Path) -> None:
    sitegen("new", tmp_path)
    assert sitegen("--project", tmp_path, "check", "--strict") == Ran(0, "nothing found\n")
    code, _, err = sitegen("--project", tmp_path, "build")
    assert (code, err) == (0, "")
    page = tmp_path / "site/reports/write-mirroring/index.html"
    report = BeautifulSoup(page.read_bytes(), "html.parser")
    assert len(report.select("figure.chart#mirroring svg")) == 1
    rows = report.select("#mirroring-throughput table tbody tr")
    assert [row.get_text(" ", strip=True) for row in rows] == [
        "Sequential write 192.9 240.7",
        "Rewrite 99.8 125.1",
        "Sequential read 387.3 378.7",
    ]
    claims = json.loads((tmp_path / "site/data/claims.json").read_text("utf-8"))
    assert {claim["verdict"] for claim in claims} == {"holds"}


@pytest.mark.parametrize("taken", ["README.md", "notes.txt", "content", ".gitignore"])
def test_a_folder_that_has_something_is_left_alone(tmp_path: Path, taken: str) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    if taken == "content":
        (lab / taken).mkdir()
    else:
        (lab / taken).write_text("mine", "utf-8")
    before = files(lab)
    assert sitegen("new", lab) == Ran(2, err=f"sitegen: {lab} is not empty; nothing was written\n")
    assert files(lab) == before


def test_a_repository_that_was_just_made_is_empty_enough(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    code, _, _ = sitegen("new", tmp_path)
    assert code == 0


def test_a_file_in_its_place_is_named(tmp_path: Path) -> None:
    place = tmp_path / "lab"
    place.write_text("mine", "utf-8")
    assert sitegen("new", place) == Ran(2, err=f"sitegen: {place}: file exists\n")
