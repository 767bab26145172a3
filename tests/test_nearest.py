"""Suggestions for mistyped names."""

from __future__ import annotations

import pytest

from sitegen.nearest import did_you_mean, nearest

NAMES = ("title", "kind", "vendor", "block_size", "table_size")


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("titel", "did you mean 'title'?"),
        ("Title", "did you mean 'title'?"),
        (" KIND ", "did you mean 'kind'?"),
        ("blocksize", "did you mean 'block_size' or 'table_size'?"),
        ("zzz", "known: block_size, kind, table_size, title, vendor"),
    ],
)
def test_a_mistyped_name_is_answered_with_the_nearest_or_all(word: str, hint: str) -> None:
    assert did_you_mean(word, NAMES) == hint


def test_where_there_are_no_names_there_is_no_hint() -> None:
    assert did_you_mean("a", []) == ""


def test_names_come_back_as_they_are_written() -> None:
    assert nearest("DL380", ["dl380", "Dl380 G5", "ml350"], 2) == ("dl380", "Dl380 G5")
