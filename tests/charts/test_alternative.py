"""The text that stands for a chart: what it says first, and what is left out when it is long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.charts import alternative, kinds
from tests.plots import plot


def test_the_range_and_the_best_are_told_before_the_series_and_the_place() -> None:
    assert alternative.text(plot("dot"), "throughput", "MB/s", ["One port"]) == (
        'Dot plot of throughput, in MB/s. From 10.5 to 22.0. Best: a.b "\\": 22.0 MB/s.'
        ' Series: it\'s [1] <b>; a.b "\\". Measured on One port.'
    )


def test_what_is_not_better_in_either_direction_has_no_best() -> None:
    its = plot("bar")._replace(better="neither")
    assert "Best" not in alternative.text(its, "count", "", [])


def test_a_chart_without_marks_says_so() -> None:
    its = plot("bar")._replace(points=())
    assert alternative.text(its, "throughput", "MB/s", []) == "Bar chart of throughput: no values."


@pytest.mark.parametrize("kind", kinds.KINDS)
@given(subject=st.text("abc ", min_size=1, max_size=400), place=st.text("xyz ", max_size=400))
def test_it_is_never_longer_than_250_characters(kind: str, subject: str, place: str) -> None:
    text = alternative.text(plot(kind), subject, "MB/s", [place])
    assert len(text) <= alternative.LONGEST
