"""Files that nobody should write and somebody does: all of them are said, and the rest is built."""

from __future__ import annotations

import gzip
import lzma
import os
from collections import Counter
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject
from tests.test_build import printed

HARDWARE = "---\ntitle: {}\nkind: {}\n{}---\n"


def test_two_pieces_of_hardware_whose_ids_differ_in_case_are_an_error(project: MakeProject) -> None:
    files = lab("Writes [192.9 MB/s](result:one#seq-write.bandwidth).\n", one=bonnie())
    files["content/hardware/A1.md"] = HARDWARE.format("Another", "array", "")
    assert printed(project, files) == [
        "content/hardware/A1.md: error[bad-id]: "
        "'A1' is not an id of lower-case words joined by '-'\n"
        "  hint: write 'a1'",
        "content/hardware/A1.md:2:1: error[duplicate-id]: "
        "the id 'A1' is that of content/hardware/a1.md:2:1 already\n"
        "  hint: rename one of the two; 'a1' (Array One) is used",
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cut.txt.gz", gzip.compress(bonnie().encode())[:-20]),
        ("spoilt.txt.gz", b"\x1f\x8b\x08\x00" + b"abcdefgh" * 40),
        ("cut.txt.xz", lzma.compress(bonnie().encode())[:-20]),
        ("spoilt.txt.xz", b"\xfd7zXZ\x00" + b"abcdefgh" * 40),
    ],
)
def test_a_damaged_archive_is_a_finding_and_has_a_page(
    project: MakeProject, name: str, content: bytes
) -> None:
    files = {**lab(one=bonnie()), f"results/one/{name}": content}
    site = build(project(files))
    assert [one.code for one in site.diagnostics] == ["unreadable-file"]
    page = site.files[f"runs/one/{name.partition('.')[0]}/index.html"]
    assert b"unreadable-file" in page


@pytest.mark.parametrize("written", ["7.2.0 rpm", "... rpm", "0 rpm", "not applicable"])
def test_a_rotation_that_is_no_speed_bounds_nothing(project: MakeProject, written: str) -> None:
    files = lab(one=bonnie())
    files["content/hardware/d1.md"] = HARDWARE.format(
        "Drive", "drive", f"specs: {{rotation: {written}}}\n"
    )
    files["results/one/testbed.yaml"] = "title: Rig\nhardware: {drive: d1}\n"
    assert printed(project, files) == []


def test_a_colon_in_the_name_of_a_file_is_not_the_number_of_a_run(project: MakeProject) -> None:
    files = lab("Writes [192.9 MB/s](result:one/at-12-30#seq-write.bandwidth).\n", one=bonnie())
    files["results/one/at-12:30.txt"] = files.pop("results/one/bonnie.txt")
    site = build(project(files))
    assert site.diagnostics == ()
    assert "runs/one/at-12-30/index.html" in site.files


def test_links_that_lead_out_and_loops_are_named_and_not_read(
    project: MakeProject, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.txt").write_text(bonnie())
    lab_of_one = project(lab(one=bonnie()))
    results = tmp_path / "results"
    (results / "one" / "file.txt").symlink_to(outside / "secret.txt")
    (results / "one" / "folder").symlink_to(outside)
    (results / "one" / "gone.txt").symlink_to("nowhere.txt")
    (results / "one" / "loop.txt").symlink_to("loop.txt")
    (tmp_path / "content" / "away.md").symlink_to("/etc/passwd")
    os.mkfifo(results / "one" / "pipe")
    site = build(lab_of_one)
    assert [f"{one.position}: {one.code}: {one.message}" for one in site.diagnostics] == [
        "content/away.md: left-out: a link that leads out of the folder is not followed",
        "results/one/file.txt: left-out: a link that leads out of the folder is not followed",
        "results/one/folder: left-out: a link that leads out of the folder is not followed",
        "results/one/gone.txt: left-out: a link that leads to nothing",
        "results/one/loop.txt: left-out: a link that leads to nothing",
        "results/one/pipe: left-out: neither a file nor a folder",
    ]
    assert len(site.lab.runs) == 1


def test_a_link_to_another_raw_file_is_no_second_measurement(
    project: MakeProject, tmp_path: Path
) -> None:
    claim = "Writes [192.9 MB/s](result:one#seq-write.bandwidth).\n"
    lab_of_one = project(lab(claim, one=bonnie(), two=bonnie()))
    results = tmp_path / "results"
    (results / "one" / "again.txt").symlink_to("bonnie.txt")
    (results / "two" / "other.txt").symlink_to("../one/bonnie.txt")
    (results / "zone").symlink_to("one")
    (results / ".store").mkdir()
    (results / ".store" / "x").write_text(bonnie(write=1000))
    for case in ("three", "four"):
        (results / case).mkdir()
        (results / case / "testbed.yaml").write_text(f"title: {case}\nhardware: {{array: a1}}\n")
        (results / case / "bonnie.txt").symlink_to("../.store/x")
    site = build(lab_of_one)
    assert [str(one) for one in site.diagnostics] == [
        f"results/{path}: warning[left-out]: a link to results/{to}:"
        " what was measured once is no repeat of itself\n"
        "  hint: refer to that file, which is read"
        for path, to in (
            ("one/again.txt", "one/bonnie.txt"),
            ("three/bonnie.txt", "four/bonnie.txt"),
            ("two/other.txt", "one/bonnie.txt"),
        )
    ] + [
        "results/zone: warning[left-out]: a link to another folder is not followed\n"
        "  hint: refer to what lies there, or put the files themselves here"
    ]
    assert set(site.lab.runs) == {"one/bonnie", "two/bonnie", "four/bonnie"}
    assert b"median of" not in site.files["reports/a/index.html"]


def test_a_file_whose_name_is_no_text_is_named_and_not_read(
    project: MakeProject, tmp_path: Path
) -> None:
    lab_of_one = project(lab(one=bonnie()))
    name = os.fsdecode(b"ger\xe4t.txt")
    (tmp_path / "results" / "one" / name).write_text(bonnie())
    (finding,) = build(lab_of_one).diagnostics
    assert str(finding) == (
        "results/one/ger\\xe4t.txt: warning[left-out]: the name of the file is not UTF-8\n"
        "  hint: rename it"
    )


@pytest.mark.parametrize(
    ("path", "text", "place"),
    [
        ("content/index.md", "---\ntitle: Gerät\n---\n", "2:11"),
        ("content/hardware/a1.md", HARDWARE.format("Gerät", "array", ""), "2:11"),
        ("content/reports/b.md", "---\ntitle: B\n---\nEin Gerät.\n", "4:8"),
        ("results/one/testbed.yaml", "title: Gerät\nhardware: {array: a1}\n", "1:11"),
        ("results/one/bonnie.txt.yaml", "date: 2020-01\ntool_version: ä\n", "2:15"),
        ("sitegen.yaml", "title: Gerät\n", "1:11"),
    ],
)
def test_bytes_that_are_not_utf8_are_said_in_every_file_that_people_write(
    project: MakeProject, path: str, text: str, place: str
) -> None:
    files = {**lab(one=bonnie()), path: text.encode("latin-1")}
    assert printed(project, files) == [
        f"{path}:{place}: error[unreadable-file]: "
        "bytes that are not UTF-8: U+FFFD stands in their place\n"
        "  hint: save the file as UTF-8"
    ]


def test_a_folder_called_index_leaves_the_compare_page_alone(project: MakeProject) -> None:
    files = build(project(lab(index=bonnie()))).files
    assert files["compare/index.js"].startswith(b"sitegenCompare.index(")
    assert files["compare/data/index.js"].startswith(b"sitegenCompare.shard(")


def test_loads_that_read_alike_are_no_repeats_on_the_compare_page(project: MakeProject) -> None:
    files = lab(one=bonnie(size="16384M"))
    files["results/one/other.txt"] = bonnie(size="16400M")
    shard = build(project(files)).files["compare/data/one.js"].decode()
    assert '"file size 16 GiB"' in shard
    assert '"file size 16 GiB (17196646400)"' in shard


BLOCK = """
```{word}
id: {id}
kind: bar
runs: [one]
metrics: [{metrics}]
```
"""


def test_an_id_that_something_else_on_the_page_has_is_an_error(project: MakeProject) -> None:
    body = "## Rates\n\n## Findings\n\n## Evidence\n\n## _e1\n" + "".join(
        BLOCK.format(word="chart", id=name, metrics="seq-write.bandwidth")
        for name in ("rates", "evidence", "fine")
    )
    site = build(project(lab(body, one=bonnie())))
    assert [f"{one.position}: {one.message}" for one in site.diagnostics] == [
        "content/reports/a.md:12:1: the id 'rates' is that of the heading 'Rates' too",
        "content/reports/a.md:19:1: the id 'evidence' is that of the page itself too",
    ]
    report = BeautifulSoup(site.files["reports/a/index.html"], "html.parser")
    ids = Counter(str(one["id"]) for one in report.select("[id]"))
    assert {name for name, often in ids.items() if often > 1} == {"rates", "evidence"}
    number = report.select_one("a.n")
    assert number is not None
    rows = report.select("#evidence tr[id]")
    assert number["data-e"] in [row["id"] for row in rows]


def test_a_chart_with_the_id_of_one_that_hardware_pages_have_keeps_its_files(
    project: MakeProject,
) -> None:
    body = BLOCK.format(word="chart", id="a1-bandwidth", metrics="seq-read.bandwidth")
    site = build(project(lab(body, one=bonnie())))
    (finding,) = site.diagnostics
    assert (finding.code, finding.position.path) == ("duplicate-id", "content/hardware/a1.md")
    rows = site.files["charts/a1-bandwidth.csv"].decode().splitlines()
    assert len(rows) == 2
    assert ",seq-read," in rows[1]


def test_a_chart_that_cannot_be_drawn_says_why_in_its_place(project: MakeProject) -> None:
    body = BLOCK.format(word="chart", id="mixed", metrics="seq-write.bandwidth, seq-write.cpu")
    site = build(project(lab(body, one=bonnie())))
    (finding,) = site.diagnostics
    report = BeautifulSoup(site.files["reports/a/index.html"], "html.parser")
    aside = report.select_one("#mixed .aside")
    assert aside is not None
    assert aside.text == f"not drawn: {finding.message}"


def test_a_name_with_a_line_end_or_a_colour_in_it_is_one_line(project: MakeProject) -> None:
    files = {**lab(one=bonnie()), "results/one/a\nb\x1b[31m.txt": "fio words\n"}
    (finding,) = build(project(files)).diagnostics
    first, hint = str(finding).split("\n")
    assert first == (
        "results/one/a\\nb\\x1b[31m.txt: error[unidentified-file]: no parser knows this output"
    )
    assert hint.endswith("name it in results/one/a\\nb\\x1b[31m.txt.yaml: `tool: fio`")


@pytest.mark.parametrize("ending", ["MD", "markdown", "mdx"])
def test_a_document_whose_name_ends_otherwise_is_not_passed_over_in_silence(
    project: MakeProject, ending: str
) -> None:
    files = {**lab(one=bonnie()), f"content/reports/b.{ending}": "---\ntitle: B\n---\n"}
    assert printed(project, files) == [
        f"content/reports/b.{ending}: warning[left-out]: "
        "a document whose name does not end in .md\n"
        "  hint: name it b.md"
    ]


def test_the_evidence_for_a_number_of_many_runs_names_some_of_them(project: MakeProject) -> None:
    files = lab("Writes [](result:one#seq-write.bandwidth).\n")
    files["results/one/testbed.yaml"] = "title: Rig\n"
    for number in range(15):
        files[f"results/one/run-{number}.txt"] = bonnie(write=188000 + number)
    report = BeautifulSoup(build(project(files)).files["reports/a/index.html"], "html.parser")
    row = report.select_one("#evidence tr[id]")
    assert row is not None
    raw = row.find_all("td")[-1].text
    assert raw.startswith("run-7.txt, line 4, run-0.txt, line 4, ")
    assert raw.endswith(", 10 more")
