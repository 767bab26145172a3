"""Units and decimals of tables: one unit for a quantity, and never 0.00 for what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.samples import Sample, sample
from sitegen.tables import scales
from tests.labs import value


def one(metric: str, number: float, unit: str) -> Sample:
    return sample([value("a/b", metric, repr(number), unit)])


def shown(rows: Sequence[dict[int, Sample]], *, binary: bool = False) -> list[list[str]]:
    chosen = scales.scales(rows, binary=binary)
    return [
        [f"{scales.text(its, place[n])} {place[n].symbol}".strip() for n, its in row.items()]
        for place, row in zip(chosen, rows, strict=True)
    ]


def test_cells_of_one_quantity_have_one_unit() -> None:
    rows = [
        {0: one("seq-write.bandwidth", 188347, "KiB/s"), 1: one("seq-read.bandwidth", 9, "GB/s")},
        {0: one("seq-write.bandwidth", 3.28, "MB/s")},
    ]
    assert shown(rows) == [["192.87 MB/s", "9,000.00 MB/s"], ["3.28 MB/s"]]
    assert shown(rows, binary=True) == [["183.93 MiB/s", "8,583.07 MiB/s"], ["3.13 MiB/s"]]


def test_columns_with_metrics_of_their_own_have_decimals_of_their_own() -> None:
    row = {0: one("rand-seek.iops", 732.5, "op/s"), 1: one("seq-create.iops", 19599, "op/s")}
    assert shown([row]) == [["732.5 op/s", "19,599 op/s"]]


def test_columns_of_one_metric_have_the_same_decimals() -> None:
    row = {0: one("seq-read.bandwidth", 99.8, "MB/s"), 1: one("seq-read.bandwidth", 125, "MB/s")}
    assert shown([row]) == [["99.8 MB/s", "125.0 MB/s"]]


def test_where_one_unit_would_need_seven_digits_each_row_has_its_own() -> None:
    rows = [
        {0: one("rand-read.latency", 1.1643, "s")},
        {0: one("rand-read.latency", 1.46, "us")},
    ]
    assert shown(rows) == [["1.16 s"], ["1.46 µs"]]


def test_shares_are_per_cent() -> None:
    assert shown([{0: one("seq-write.cpu", 76, "%")}, {0: one("seq-write.cpu", 2, "%")}]) == [
        ["76.0 %"],
        ["2.0 %"],
    ]
    assert shown([{0: one("seq-write.cpu", 0.004, "%")}]) == [["0.0040 %"]]


@pytest.mark.parametrize(
    ("certainty", "text"),
    [("at-least", "≥ 12.0"), ("at-most", "≤ 12.0"), ("below-resolution", "< 12.0")],
)
def test_a_bound_says_so(certainty: str, text: str) -> None:
    its = sample([value("a/b", "seq-read.bandwidth", 12, "MB/s")._replace(certainty=certainty)])  # type: ignore[arg-type]
    assert (
        scales.text(its, scales.scale_of([one("seq-read.bandwidth", 12.5, "MB/s")], binary=False))
        == text
    )


@given(st.lists(st.floats(1, 1e12), min_size=1, max_size=8), st.booleans())
def test_the_printed_number_times_the_printed_unit_is_the_value(
    numbers: list[float], binary: bool
) -> None:
    rows = [{0: one("seq-read.bandwidth", number, "B/s")} for number in numbers]
    for place, row in zip(scales.scales(rows, binary=binary), rows, strict=True):
        scale = place[0]
        printed = Decimal(scales.text(row[0], scale).replace(",", ""))
        half = Decimal(1).scaleb(-scale.decimals) / 2
        exact = Decimal(str(row[0].value))
        assert abs(printed * scale.factor - exact) <= half * scale.factor * Decimal("1.0000001")
        assert len(str(printed).replace(".", "").strip("0")) >= 1
        assert printed >= 1 or scale.symbol == "B/s"
