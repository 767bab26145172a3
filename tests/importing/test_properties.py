"""Whatever a page is, its import does not fail, and what it cuts are slices of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sitegen.importing import Import, import_page

PAGES = sorted((Path(__file__).parents[1] / "pages").iterdir())
LINES = [
    "# A heading",
    "A heading",
    "=====",
    "```",
    "<pre>",
    "</pre>",
    "<table><tr><th>Read (MB/s)</th><td>12</td></tr>",
    "</table>",
    "| Read MB/s | Write MB/s | x |",
    "|---|---|---|",
    "| 12 | 1,024 | RAID 5 |",
    "| 13 |",
    "> > /dev/sda:",
    "/dev/sda:",
    " Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec",
    "From: someone@example.org",
    "Subject: results",
    "Content-Type: multipart/mixed; boundary=x",
    "--x",
    "With 8 x WD Red 3TB and kernel 4.9 it reads 83.9 MB/s, 25 % more.",
    "![a picture](a.png) ~~95 MB/s~~",
    "1073741824 bytes (1.1 GB) copied, 9.13 s, 118 MB/s",
    "Level Chunk (KB) Read time (s) Read rate (MB/s) 0 64 40.000 400.00 0 128 33.571 476.60",
    "sequential read: 98 MiB/s",
    "fsync = off",
    "",
]
NAMES = ["page.md", "page.html", "page.txt", "page.eml"]


def check(content: bytes, its: Import) -> None:
    """Each raw file is a slice of the page, its values are those of the page, and all are filed."""
    for path, cut in its.cuts.items():
        assert its.files[path] == content[cut.start : cut.end]
    assert "content/reports/page.md" in its.files
    lines = [
        (cut.first + one.position.line, one.metric, one.value)
        for cut in its.cuts.values()
        for one in cut.reading.records
    ]
    assert len(lines) == len(set(lines)), "a value was cut out twice"


@given(st.lists(st.sampled_from(LINES), max_size=24), st.sampled_from(NAMES))
@settings(max_examples=150)
def test_any_mixture_of_lines_is_imported(lines: list[str], name: str) -> None:
    content = "\n".join(lines).encode()
    if content.strip():
        check(content, import_page(name, content, "page", {}))


@given(st.text(min_size=1, max_size=200), st.sampled_from(NAMES))
@settings(max_examples=150)
@example("\0", "page.md")
def test_any_text_is_imported_or_refused(text: str, name: str) -> None:
    content = text.encode("utf-8", "surrogatepass")
    try:
        its = import_page(name, content, "page", {})
    except ValueError:
        return
    check(content, its)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "utf-8-sig"])
@pytest.mark.parametrize("lost", [1, 2, 3])
def test_a_page_cut_off_within_a_character_is_imported(encoding: str, lost: int) -> None:
    content = "Writes run at 12 MB/s here.\n\nReads do not \u00b5.".encode(encoding)[:-lost]
    check(content, import_page("page.md", content, "page", {}))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_cut_off_at_any_line_has_no_other_values(page: Path) -> None:
    def found(content: bytes) -> set[tuple[int, str, object]]:
        return {
            (cut.first + one.position.line, one.metric, one.value)
            for cut in import_page(page.name, content, "page", {}).cuts.values()
            for one in cut.reading.records
        }

    lines = page.read_bytes().splitlines(keepends=True)
    every = found(b"".join(lines))
    for count in range(1, len(lines)):
        fewer = found(b"".join(lines[:count]))
        assert fewer <= every, f"line {count}"
