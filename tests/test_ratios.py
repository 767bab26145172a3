"""Changes against a baseline, and when the data cannot tell."""

from __future__ import annotations

import pytest

from sitegen.ratios import Ratio, ratio
from sitegen.record import Certainty
from sitegen.samples import Sample, sample
from tests.labs import value


def repeats(*rates: float, certainty: Certainty = "exact") -> Sample:
    return sample(
        [value("a/b", "seq-read.bandwidth", rate, "MB/s", certainty=certainty) for rate in rates]
    )


@pytest.mark.parametrize(
    ("ours", "theirs", "text", "doubt"),
    [
        ((192.9,), (240.7,), "−19.9 %", ""),
        ((387.3,), (378.7,), "+2.3 %", "one run each"),
        ((104.9,), (100,), "+4.9 %", "one run each"),
        ((105,), (100,), "+5.0 %", ""),
        ((100,), (100,), "±0.0 %", "one run each"),
        ((99.97,), (100,), "±0.0 %", "one run each"),
        ((99.9,), (100,), "−0.1 %", "one run each"),
        ((199.9,), (100,), "+99.9 %", ""),
        ((258,), (100,), "2.58×", ""),
        ((90, 100, 110), (100, 115, 120), "−13.0 %", "spreads overlap"),
        ((90, 91, 92), (100, 115, 120), "−20.9 %", ""),
        ((112,), (100, 120, 130), "−6.7 %", "one run, inside the spread"),
        ((90,), (100, 120, 130), "−25.0 %", ""),
        ((118,), (120, 120, 130), "−1.7 %", "one run"),
    ],
)
def test_a_change_is_told_with_its_doubt(
    ours: tuple[float, ...], theirs: tuple[float, ...], text: str, doubt: str
) -> None:
    change = ratio(repeats(*ours), repeats(*theirs))
    assert isinstance(change, Ratio)
    assert (change.text, change.doubt) == (text, doubt)


def test_a_bound_and_a_baseline_of_zero_have_no_ratio() -> None:
    assert ratio(repeats(5, certainty="at-least"), repeats(4)) == "a bound has no ratio"
    assert ratio(repeats(5), repeats(4, certainty="below-resolution")) == "a bound has no ratio"
    assert ratio(repeats(5), repeats(0)) == "the baseline is 0"
