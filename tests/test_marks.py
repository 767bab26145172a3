"""Marks that are looked up by their words are found where a search for each finds them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.marks import Marks
from sitegen.parsers import profiles
from tests.test_parsers import CASES, raw_file

MARKS = {name: its.marks for name, its in profiles().items()}
EVERY = [mark for its in MARKS.values() for mark in its if mark]
INDEX = Marks(MARKS)


def searched(text: str) -> set[str]:
    wordless = not re.search("[A-Za-z]", text)
    return {
        name
        for name, its in MARKS.items()
        if any(mark in text if mark else wordless for mark in its)
    }


@pytest.mark.parametrize("name", MARKS)
def test_each_mark_of_each_parser_is_found_by_itself_and_inside_words(name: str) -> None:
    for mark in filter(None, MARKS[name]):
        for text in (mark, f"x{mark}x", f"\n{mark}\n", mark.join("ab12")):
            assert name in INDEX.names_in(text), text


@given(st.lists(st.sampled_from(EVERY) | st.text(" \nabcEFG019,:%/()-_é", max_size=6)))
def test_any_text_has_the_marks_that_a_search_finds(parts: list[str]) -> None:
    text = "".join(parts)
    assert INDEX.names_in(text) == searched(text)


@given(st.sampled_from(EVERY), st.data())
def test_a_part_of_a_mark_is_none(mark: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(mark)))
    text = mark[start : data.draw(st.integers(start, len(mark)))]
    assert INDEX.names_in(text) == searched(text)


def test_real_output_has_the_marks_that_a_search_finds() -> None:
    for case in CASES:
        text = raw_file(case).read_bytes().decode("utf-8", "replace")
        assert INDEX.names_in(text) == searched(text), case
