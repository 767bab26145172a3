"""`sitegen import` makes files of a lab of a page, and says what it could not place."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from sitegen.importing import import_page
from tests.command import Ran, sitegen

PAGES = Path(__file__).parent / "pages"
SHARED = Path(__file__).parents[2] / "shared"


def imported(lab: Path, page: str | Path, *more: str) -> Ran:
    return sitegen("--project", lab, "import", PAGES / page, *more)


def text(lab: Path, path: str) -> str:
    return (lab / path).read_text("utf-8")


def files(lab: Path) -> list[str]:
    return sorted(path.relative_to(lab).as_posix() for path in lab.rglob("*") if path.is_file())


def test_each_file_is_said_with_what_it_holds_and_where_it_stood(tmp_path: Path) -> None:
    code, out, err = imported(tmp_path, "lab-notes.md")
    assert (code, err) == (0, "")
    assert (
        out
        == """\
content/hardware/intel-xeon-e3-1230-v2.md: a stub
content/hardware/supermicro-x9scl-f.md: a stub
content/hardware/wd-blue-1-tb.md: a stub
content/reports/lab-notes.md: the draft
results/lab-notes/cfq/hdparm.txt: 1 value (hdparm, lines 38 to 41)
results/lab-notes/cfq/testbed.yaml: the testbed
results/lab-notes/deadline/hdparm.txt: 1 value (hdparm, lines 25 to 28)
results/lab-notes/deadline/testbed.yaml: the testbed
results/lab-notes/random-requests/table.md: 8 values (lines 50 to 55)
results/lab-notes/random-requests/table.md.yaml: what its output does not say
results/lab-notes/random-requests/testbed.yaml: the testbed
results/lab-notes/testbed.yaml: the testbed
10 values; 3 of 5 numbers in the prose placed
to decide (6 remarks, 2 numbers not placed):
  line 25: 3 results, each with a testbed of its own from here on: put together those of one machine
  line 31: a picture (rate.png): if it holds results, there is no data
  line 44: struck out by the author: 95 MB/s
  line 46: a correction: what it replaces must not be published as it was
  line 54: no value for write.iops: 'crashed' stands in place of it
  line 55: no row of the table: 'not finished' (1 cell in a table of 5 columns)
  line 44: 8 %: a change or a ratio: say of what (vs=, of=)
  line 44: 98 MB/s: no result of this page has this value: no data
  not said in the page, or not found: kernel, raid.level
"""
    )
    assert files(tmp_path) == [line.partition(":")[0] for line in out.splitlines()[:12]]


def test_raw_files_are_slices_of_the_page_byte_for_byte(tmp_path: Path) -> None:
    for page in sorted(PAGES.iterdir()):
        lab = tmp_path / page.stem
        lab.mkdir()
        imported(lab, page)
        for path in files(lab):
            if path.startswith("results/") and not path.endswith(".yaml"):
                assert (lab / path).read_bytes() in page.read_bytes(), path


def test_a_draft_has_headings_and_numbers_and_no_sentence(tmp_path: Path) -> None:
    imported(tmp_path, "lab-notes.md")
    assert (
        text(tmp_path, "content/reports/lab-notes.md")
        == """\
---
title: Two schedulers on one SATA disk
date: 2014-09-17
status: draft
summary: 'Imported from lab-notes.md; nobody has written it up yet. Say here in two sentences what \
was found, and set the status to reviewed.'
source:
  title: Two schedulers on one SATA disk
  date: 2014-09-17
hardware: [intel-xeon-e3-1230-v2, supermicro-x9scl-f, wd-blue-1-tb]
---

## Deadline {#deadline}

- [about 121 MB/s](result:lab-notes/deadline/hdparm#seq-read.bandwidth) (line 22)
- [1 value of hdparm](testbed:lab-notes/deadline), lines 25 to 28

## CFQ {#cfq}

- [1 value of hdparm](testbed:lab-notes/cfq), lines 38 to 41
- 8 % (line 44): a change or a ratio: say of what (vs=, of=)
- 98 MB/s (line 44): no result of this page has this value: no data
- [106 MB/s](result:lab-notes/cfq/hdparm#seq-read.bandwidth "disputed: read from 106.00 MB/sec by \
powers of 1000, but MiB/s is meant") (line 44)

## Random requests {#random-requests}

- [8 values of a table](testbed:lab-notes/random-requests), lines 50 to 55
- [97 IOPS](result:lab-notes/random-requests/table?workload.series=cfq#write.iops) (line 57)

## To decide {#open}

- Line 25: 3 results, each with a testbed of its own from here on: put together those of one machine
- Line 31: a picture (rate.png): if it holds results, there is no data
- Line 44: struck out by the author: 95 MB/s
- Line 46: a correction: what it replaces must not be published as it was
- Line 54: no value for write.iops: 'crashed' stands in place of it
- Line 55: no row of the table: 'not finished' (1 cell in a table of 5 columns)
- Not said in the page, or not found: kernel, raid.level
"""
    )


def test_what_is_imported_builds_and_has_no_error(tmp_path: Path) -> None:
    for page in sorted(PAGES.iterdir()):
        assert imported(tmp_path, page).err == ""
    code, out, _ = sitegen("--project", tmp_path, "check")  # it builds the site, and keeps it
    assert " error[" not in out
    assert code == 0


def test_a_page_without_data_says_so_and_exits_with_1(tmp_path: Path) -> None:
    code, out, _ = imported(tmp_path, "pictures.md")
    assert code == 1
    assert "no data: the page holds no result that can be read\n" in out
    assert files(tmp_path) == [
        "content/hardware/nanopi-m4.md",
        "content/reports/pictures.md",
        "results/pictures/testbed.yaml",
    ]
    draft = text(tmp_path, "content/reports/pictures.md")
    assert "**No data kept.** The page holds no result that could be read." in draft
    assert "- about 90 MB/s (line 7): no result of this page has this value: no data" in draft
    assert "Line 5: a picture (throughput.png): if it holds results, there is no data" in draft


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    imported(tmp_path, "pictures.md")
    draft = tmp_path / "content/reports/pictures.md"
    draft.write_text("mine", "utf-8")
    before = {path: (tmp_path / path).read_bytes() for path in files(tmp_path)}
    code, out, err = imported(tmp_path, "pictures.md")
    assert (code, out) == (2, "")
    assert err == (
        "sitegen: content/reports/pictures.md is there already and 1 more; nothing was written"
        " (--name takes another name)\n"
    )
    assert {path: (tmp_path / path).read_bytes() for path in files(tmp_path)} == before


def test_a_second_page_can_have_another_name_and_the_same_hardware(tmp_path: Path) -> None:
    imported(tmp_path, "pictures.md")
    stub = tmp_path / "content/hardware/nanopi-m4.md"
    stub.write_text("---\ntitle: NanoPi M4\nkind: server\n---\nMine.\n", "utf-8")
    assert imported(tmp_path, "pictures.md", "--name", "again").code == 1
    assert stub.read_text("utf-8").endswith("Mine.\n")
    assert "server: {id: nanopi-m4, count: 8}" in text(tmp_path, "results/again/testbed.yaml")


def test_hardware_that_has_a_page_under_its_name_is_not_described_twice(tmp_path: Path) -> None:
    page = tmp_path / "content/hardware/board-m4.md"
    page.parent.mkdir(parents=True)
    page.write_text("---\ntitle: nanopi M4\nkind: server\n---\n", "utf-8")
    imported(tmp_path, "pictures.md")
    assert not (tmp_path / "content/hardware/nanopi-m4.md").exists()
    assert "server: {id: board-m4, count: 8}" in text(tmp_path, "results/pictures/testbed.yaml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\x7fELF\x01\x00\x80\xff" * 20, "cannot be read: it holds zero bytes: a binary file"),
        (b"\x7fELF\x00\x01\x00\x00\x00\x00\xff\xfe\x00", "cannot be read: it holds zero bytes"),
        (b"\xff\xfe\x00\xd8A\x00", "cannot be read: its bytes are not text"),
    ],
)
def test_what_is_no_page_is_wrong_use(tmp_path: Path, content: bytes, message: str) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(content)
    code, out, err = sitegen("--project", tmp_path, "import", page)
    assert (code, out) == (2, "")
    assert message in err


def test_a_file_that_is_not_there_and_a_bad_name_are_wrong_use(tmp_path: Path) -> None:
    assert sitegen("--project", tmp_path, "import", tmp_path / "no.md") == Ran(
        2, err=f"sitegen: {tmp_path / 'no.md'} cannot be read: no such file or directory\n"
    )
    code, _, err = imported(tmp_path, "pictures.md", "--name", "Über uns")
    assert code == 2
    assert "'Über uns' is no name for a folder" in err
    assert sitegen("--project", tmp_path / "none", "import", PAGES / "pictures.md").code == 2


def test_names_and_addresses_of_people_are_in_no_file_but_the_raw_ones(tmp_path: Path) -> None:
    imported(tmp_path, "thread.eml")
    for path in files(tmp_path):
        if not path.endswith(("bonnie.txt", "hdparm.txt")):
            assert "omebody" not in text(tmp_path, path), path
            assert "example.org" not in text(tmp_path, path), path


PUBLISHED = [
    path
    for folder in ("pages", "seeds")
    for path in sorted((SHARED / folder).glob("*.[hmt]*"))
    if path.stem not in ("README", "index")
]


@pytest.mark.slow
@pytest.mark.skipif(not PUBLISHED, reason="no published pages lie beside the repository")
def test_pages_that_people_published_are_imported_and_build(tmp_path: Path) -> None:
    for page in PUBLISHED:
        code, out, err = sitegen("--project", tmp_path, "import", page)
        assert err == ""
        assert code == ("no data: the page holds no result" in out), page.name
    assert " error[" not in sitegen("--project", tmp_path, "check").out


@pytest.mark.slow
@pytest.mark.skipif(not PUBLISHED, reason="no published pages lie beside the repository")
def test_their_values_are_found_on_their_lines() -> None:
    expected = json.loads((SHARED / "pages/expected.json").read_text("utf-8"))
    missing = []
    for name, its in expected.items():
        content = (SHARED / "pages" / name).read_bytes()
        found: list[tuple[int, object]] = []
        for cut in import_page(name, content, Path(name).stem, {}).cuts.values():
            first = cut.first
            found += [(first + one.position.line, one.value) for one in cut.reading.records]
            found += [(first + one.position.line, one.value) for one in cut.reading.facts]
        for want in its["values"]:
            bases = (1, 1.048576) if want.get("base") == "unknown" else (1,)
            near = [value for line, value in found if line == want["line"]]
            if not any(
                isinstance(value, int | float)
                and math.isclose(value * base, want["value"], rel_tol=want["rel_tol"])
                for value in near
                for base in bases
            ):
                missing.append((name, want["name"], near))
    assert missing == []
