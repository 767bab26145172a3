"""Documents: what front matter says, where the body begins, and what is wrong with either."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen import content
from sitegen.aliases import Alias
from sitegen.content import Document, Documents, Index, Report
from sitegen.diagnostics import Position

REPORT = """\
---
title: Mirroring costs a fifth
date: 2007-06
authors: [A. Author, B. Author]
status: reviewed
summary: >-
  Writes lose a fifth. Reads lose
  nothing.
source: {title: '"cheap" SAN gear', date: 2007}
hardware: [wd-800]
aliases: [san-gear]
---

The *body*.
"""
PATH = "content/reports/mirroring.md"
DRIVE = "---\ntitle: WD 800\nkind: drive\n---\nText.\n"


def load(files: dict[str, str]) -> tuple[Documents, str]:
    """Return the documents of `{path below content/: text}`, and the findings as printed."""
    texts = {f"content/{path}": text for path, text in files.items()}
    documents, problems = content.load(texts)
    return documents, "".join(f"{problem}\n" for problem in problems)


def findings(files: dict[str, str]) -> str:
    return load(files)[1]


def test_a_lab_has_an_index_reports_and_hardware() -> None:
    documents, problems = load(
        {
            "index.md": "---\ntitle: Lab\nsummary: Drives.\n---\nHello.\n",
            "reports/mirroring.md": REPORT,
            "hardware/wd-800.md": DRIVE,
        }
    )
    assert problems == ""
    assert documents.index == Index("content/index.md", "Lab", "Drives.")
    assert documents.reports == {
        "mirroring": Report(
            id="mirroring",
            path=PATH,
            title="Mirroring costs a fifth",
            date="2007-06",
            authors=("A. Author", "B. Author"),
            status="reviewed",
            summary="Writes lose a fifth. Reads lose nothing.",
            source='"cheap" SAN gear, 2007',
            hardware=("wd-800",),
            aliases=(Alias("san-gear", "", "", Position(PATH, 11, 11)),),
        )
    }
    assert [(one.id, one.title) for one in documents.hardware.values()] == [("wd-800", "WD 800")]
    assert list(documents.all.values()) == [
        Document("hardware", "wd-800", "content/hardware/wd-800.md", "WD 800", "Text.\n", 5),
        Document("index", "index", "content/index.md", "Lab", "Hello.\n", 5),
        Document(
            "report",
            "mirroring",
            "content/reports/mirroring.md",
            "Mirroring costs a fifth",
            "\nThe *body*.\n",
            13,
        ),
    ]


def test_a_report_needs_no_more_than_a_title() -> None:
    documents, problems = load({"reports/a.md": "---\ntitle: A\n---\n"})
    assert problems == ""
    assert documents.reports["a"] == Report(
        "a", "content/reports/a.md", "A", "", (), "draft", "", "", (), ()
    )
    assert documents.index == Index()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("zfs on san", "zfs-on-san"),
        ("ZFS on SAN (2009)", "zfs-on-san-2009"),
        ("zfs_2.0", "zfs_2.0"),
        ("Größe", "grosse"),
        ("x", "x"),
    ],
)
def test_the_name_of_a_report_has_neither_blanks_nor_capitals_in_addresses(
    name: str, slug: str
) -> None:
    documents, _ = load({f"reports/{name}.md": "---\ntitle: A\n---\n"})
    assert {key: one.path for key, one in documents.reports.items()} == {
        slug: f"content/reports/{name}.md"
    }


def test_letters_that_no_address_can_have_are_said() -> None:
    assert findings({"reports/日本 2.md": "---\ntitle: A\n---\n"}) == (
        "content/reports/日本 2.md: error[bad-id]: "
        "'日本 2' has letters that an address cannot have: 日, 本\n"
        "  hint: rename the file; its page is reports/2/ until then\n"
    )


def test_of_two_reports_with_one_address_the_first_is_built() -> None:
    documents, problems = load(
        {
            "reports/zfs-on-san.md": "---\ntitle: B\n---\n",
            "reports/ZFS on SAN.md": "---\ntitle: A\n---\n",
            "reports/other.md": "---\ntitle: C\n---\n",
        }
    )
    assert [one.title for one in documents.reports.values()] == ["A", "C"]
    assert [one.title for one in documents.all.values()] == ["A", "C"]
    assert problems == (
        "content/reports/zfs-on-san.md: error[duplicate-id]: its address would be that of "
        "content/reports/ZFS on SAN.md: 'zfs-on-san'\n"
        "  hint: rename one of the two files\n"
    )


def test_of_two_pieces_of_hardware_with_one_id_that_with_a_right_id_is_built() -> None:
    documents, problems = load({"hardware/WD-800.md": DRIVE, "hardware/wd-800.md": DRIVE})
    assert list(documents.all) == ["content/hardware/wd-800.md"]
    assert [line for line in problems.splitlines() if "duplicate-id" in line] == [
        "content/hardware/WD-800.md:2:1: error[duplicate-id]: "
        "the id 'WD-800' is that of content/hardware/wd-800.md:2:1 already"
    ]


def test_hardware_that_has_no_page_is_said_where_it_is_named() -> None:
    text = "---\ntitle: A\nhardware:\n  - wd-80\n  - lsi-3994\n---\n"
    assert findings({"reports/a.md": text, "hardware/wd-800.md": DRIVE}) == (
        "content/reports/a.md:4:5: error[unknown-hardware]: no page for the hardware 'wd-80'\n"
        "  hint: did you mean 'wd-800'?\n"
        "content/reports/a.md:5:5: error[unknown-hardware]: no page for the hardware 'lsi-3994'\n"
        "  hint: known: wd-800\n"
    )


def test_a_document_in_another_folder_is_no_page() -> None:
    documents, problems = load({"notes/a.md": REPORT, "b.md": REPORT, "reports/2009/c.md": REPORT})
    assert documents.all == {}
    hint = "  hint: move it to content/reports/, content/hardware/ or content/pages/\n"
    assert problems == "".join(
        f"content/{path}: error[unknown-folder]: "
        f"a document that is neither a report, hardware nor a page\n{hint}"
        for path in ("b.md", "notes/a.md", "reports/2009/c.md")
    )


@pytest.mark.parametrize(
    ("text", "finding", "title", "body", "line"),
    [
        (
            "# A\n\ntext\n",
            "1:1: error[bad-front-matter]: no front matter\n"
            "  hint: begin the file with a line '---', 'title: ...', and a line '---'\n",
            "a",
            "# A\n\ntext\n",
            1,
        ),
        (
            "---\ntitle: A\n\ntext\n",
            "1:1: error[bad-front-matter]: the front matter has no end\n"
            "  hint: put a line '---' behind the last key\n",
            "A",
            "\ntext\n",
            3,
        ),
        (
            "---\ntitle: A: B\n---\ntext\n",
            "2:9: error[bad-yaml]: a second colon in a value without quotes\n"
            "  hint: put the value in quotes\n",
            "a",
            "text\n",
            4,
        ),
        (
            "---\ntitel: A\n---\ntext\n",
            "2:1: error[unknown-key]: a report has no key 'titel'\n"
            "  hint: did you mean 'title'?\n"
            "content/reports/a.md:2:1: error[missing-key]: a report without the key 'title'\n"
            "  hint: what was found, as a sentence\n",
            "a",
            "text\n",
            4,
        ),
        (
            "---\ntitle: A\nstatus: final\n---\n",
            "3:9: error[bad-value]: 'final' is not one of draft, reviewed, retracted, superseded\n",
            "A",
            "",
            5,
        ),
    ],
    ids=["none", "no end", "no YAML", "unknown key", "bad value"],
)
def test_whatever_is_wrong_with_front_matter_the_rest_is_used(
    text: str, finding: str, title: str, body: str, line: int
) -> None:
    documents, problems = load({"reports/a.md": text})
    assert problems == f"content/reports/a.md:{finding}"
    (one,) = documents.all.values()
    assert (one.title, one.body, one.body_line) == (title, body, line)


def test_line_ends_and_byte_order_marks_of_windows_do_not_count() -> None:
    unix, _ = load({"reports/a.md": REPORT, "hardware/wd-800.md": DRIVE})
    windows, problems = load(
        {
            "reports/a.md": "\ufeff" + REPORT.replace("\n", "\r\n"),
            "hardware/wd-800.md": DRIVE.replace("\n", "\r"),
        }
    )
    assert problems == ""
    assert windows == unix


PATHS = ["index.md", "reports/a.md", "reports/A b.md", "hardware/a.md", "hardware/A.md", "a/b.md"]
PATHS += ["pages/a.md", "pages/b/index.md", "pages/index.md", "pages/b/C d.md", "pages/c.md"]
LINES = ["---\n", "title: A\n", "\n", "kind: drive\n", "aliases: [a, a-b]\n", "- x\n", "[", "\r"]
LINES += ["hardware: [a, b]\n", "x", ": ", "# A\n", "source: {title: a}\n"]
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(LINES)).map("".join))


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(PATHS), TEXTS))
def test_no_text_stops_the_build(files: dict[str, str]) -> None:
    documents, _ = load(files)
    assert set(documents.all) <= {f"content/{path}" for path in files}
    for path, one in documents.all.items():
        lines = files[path.removeprefix("content/")].removeprefix("\ufeff")
        whole = lines.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert "\n".join(whole[one.body_line - 1 :]) == one.body
