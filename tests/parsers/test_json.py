"""Documents in text: where they begin and end, and on which lines their values stand."""

from __future__ import annotations

import pytest

from sitegen.parsers._json import Broken, Cursor, Document, documents, mended
from sitegen.record import Source
from sitegen.unwrap import source

TEXT = """\
$ tool --json
{
  "version" : "1.2",
  "jobs" : [
    { "rate" : 10.50, "name" : "a" },
    { "rate" : 7,
      "name" : "b \\"version\\" : {" }
  ]
}
done
"""


def found(text: str, mark: str = '"version"') -> list[Document | Broken]:
    return list(documents(source("x.txt", text), mark))


def whole(text: str) -> Document:
    (its,) = found(text)
    assert isinstance(its, Document)
    return its


def test_a_document_stands_among_other_text_and_knows_its_lines() -> None:
    its = whole(TEXT)
    assert (its.first, its.last) == (1, 8)
    assert its.value["jobs"][1]["name"] == 'b "version" : {'
    assert its.line() == 1
    assert its.line("jobs", 0, "rate") == 4
    assert its.line("jobs", 1) == 5
    assert its.line("jobs", 1, "name") == 6


def test_numbers_are_the_text_that_was_printed() -> None:
    assert [job["rate"] for job in whole(TEXT).value["jobs"]] == ["10.50", "7"]


def test_the_key_need_not_be_the_first() -> None:
    assert whole('log: \n{"a": {"b": 1}, "version": 2}').value["a"] == {"b": "1"}


def test_several_documents_are_found_and_a_damaged_one_does_not_hide_the_next() -> None:
    cut = TEXT[: TEXT.index("7,")]
    kinds = [type(its) for its in found(TEXT + cut + "\n" + TEXT)]
    assert kinds == [Document, Broken, Document]


def test_what_is_cut_off_says_where() -> None:
    (its,) = found(TEXT[: TEXT.index('"name" : "b')])
    assert isinstance(its, Broken)
    assert (its.first, its.end) == (1, 6)


def test_a_value_that_reads_like_the_key_is_not_it() -> None:
    assert found('{"name": "version", "x": 1}') == []


@pytest.mark.parametrize("text", ['{"a": -nan, "b": [inf, nan]}', '{"a":nan}'])
def test_nan_is_mended_without_moving_anything(text: str) -> None:
    assert len(mended(text)) == len(text)
    assert "a" in Cursor(mended(text), 0).value()


def test_a_cursor_steps_over_what_nobody_takes() -> None:
    cursor = Cursor(TEXT, TEXT.index("{"))
    assert list(cursor.members()) == ["version", "jobs"]
    cursor = Cursor(TEXT, TEXT.index("["))
    assert [list(cursor.members()) for _ in cursor.elements()] == [
        ["rate", "name"],
        ["rate", "name"],
    ]
    assert TEXT[cursor.at :].startswith("\n}")


def test_the_lines_are_those_of_the_source() -> None:
    quoted = Source("mail", ["{", '"version": 1}'], [7, 9])
    (its,) = documents(quoted, '"version"')
    assert isinstance(its, Document)
    assert quoted.at(its.line("version")).line == 9
