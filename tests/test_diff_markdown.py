"""The Markdown of `sitegen diff` as a git host reads it, whatever stands in the data."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sitegen.diffing.sections import Section
from sitegen.diffing.values import Cell, Table
from sitegen.diffing.views import as_markdown
from sitegen.diffing.views.as_markdown import cell, sections_within

HOSTILE = [
    "a | b",
    "`code` | ``x",
    "![x](https://evil.example/a.png)",
    "[x](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "@someone and @org/team",
    "see #12, !3, GH-4, org/repo#5, ~label, %milestone, $snippet, &epic",
    "https://evil.example/ www.evil.example mailto:a@b.example",
    "smb://evil.example/x irc://evil.example",
    ":tada: :+1:",
    "line\nbreak\r\nand\ttab",
    "```\nfence",
    "</details><details>",
    "$\\alpha$ and $`x`$",
    "*bold* _it_ ~~gone~~ **",
    "0123456789abcdef0123456789abcdef01234567",
    "\\| \\",
]
TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=60))


def rendered(markdown: str) -> BeautifulSoup:
    """Return Markdown as a host would show it, links of bare addresses included."""
    html = MarkdownIt("gfm-like", {"linkify": False}).render(markdown)
    return BeautifulSoup(html, "html.parser")


@settings(max_examples=150)
@given(TEXTS)
def test_a_text_in_a_cell_looks_as_it_is_and_does_nothing(text: str) -> None:
    shown = cell(text)
    page = rendered(f"| a | b |\n| --- | --- |\n| {shown} | 1 |\n")
    (row,) = page.select("tbody tr")
    first, second = row.find_all("td")
    assert second.text == "1"
    assert not first.find_all(True)
    expected = "".join(one if one.isprintable() or one.isspace() else "\ufffd" for one in text)
    assert first.text.replace("\u200b", "").split() == expected.split()


@given(TEXTS)
def test_nothing_in_a_cell_is_a_mention_a_reference_or_an_address(text: str) -> None:
    page = rendered(f"| a |\n| --- |\n| {cell(text)} |\n").select("tbody td")
    for one in page:
        assert not re.search(
            r"[@#!~%&^][\w\"]|\$[^\s\u200b]|\bGH-\d|\bhttps?:[^\s\u200b]|\bwww\.|\w://|:\d*[a-zA-Z_+-][\w+-]*:",
            one.text,
        )


def table(rows: Sequence[Sequence[str]]) -> Section:
    """Return a section with one table."""
    return Section("Values", [Table(("one", "two"), [[Cell(a), Cell(b)] for a, b in rows])])


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=12), max_size=5),
    st.lists(st.booleans(), min_size=5, max_size=5),
    st.integers(as_markdown.LEAST, 6000),
)
def test_a_comment_is_within_its_limit_and_whole_tables(
    parts: list[list[tuple[str, str]]], folded: list[bool], largest: int
) -> None:
    some = [table(rows)._replace(folded=fold) for rows, fold in zip(parts, folded, strict=False)]
    text = sections_within(some, "", largest)
    assert len(text.encode()) <= largest
    assert text.count("<details>") == text.count("</details>")
    shown = 0
    for line in text.splitlines():
        if line.startswith("| ") and line not in ("| one | two |", "| --- | --- |"):
            assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 3
            shown += 1
    left = sum(
        int(one.replace(",", "")) for one in re.findall(r"\*([\d,]+) rows? (?:is|are)", text)
    )
    assert shown + left == sum(map(len, parts))


@pytest.mark.parametrize("number", [1, 5_000])
def test_rows_that_do_not_fit_are_counted(number: int) -> None:
    text = sections_within([table([("x" * 30, "y")] * number)], "", 10_000)
    shown = text.count("| " + "x" * 30)
    assert (f"{number - shown:,} rows are left out here" in text) == (number > shown)
