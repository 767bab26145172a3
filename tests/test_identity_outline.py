"""What is looked for in the outline of a text is there whenever a pattern finds it."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from sitegen.identity_outline import may_have_groups, may_have_label, may_have_long_number
from tests.test_parsers import CASES, raw_file

GROUPS = re.compile(r"[:.-][0-9a-f]{1,8}[:.-]{1,2}[0-9a-f]{1,8}[:.-]|::")
LONG = re.compile(r"[0-9a-f]{16}")
LABEL = re.compile(r"^[ \t]*([A-Za-z][\w.-]*\d[\w.-]*): ", re.MULTILINE)

PIECES = st.sampled_from(
    ["ab", "0", "f7", ":", ".", "-", "--", " ", "\n", "é", "x", "node7: ", "0f" * 7]
)
TEXTS = st.lists(PIECES | st.text(max_size=3), max_size=40).map("".join)


@given(TEXTS)
def test_no_shape_is_overlooked(text: str) -> None:
    assert may_have_groups(text) or not GROUPS.search(text)
    assert may_have_long_number(text) or not LONG.search(text)
    assert may_have_label(text) or not LABEL.search(text)


def test_output_without_a_shape_is_told_from_output_with_one() -> None:
    assert not may_have_groups("----------- 15:58:54 2026-11-30 fio-3.33 12.5")
    assert may_have_groups("link/ether 52:54:00:12:34:56")
    assert may_have_groups("inet6 ::1/128")
    assert not may_have_long_number("123456789abcdef 0123 456789abcdef")
    assert may_have_long_number("wwn 0123456789abcdef")
    assert not may_have_label('"read" : 5\nbw : 7')
    assert may_have_label("node-1: 12\n")


def test_no_shape_of_real_output_is_overlooked() -> None:
    for case in CASES:
        text = raw_file(case).read_bytes().decode("utf-8", "replace")
        low = text.lower()
        assert may_have_groups(low) or not GROUPS.search(low), case
        assert may_have_long_number(low) or not LONG.search(low), case
        assert may_have_label(text) or not LABEL.search(text), case
