"""How values are printed: every threshold from both sides."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitegen.display import Scale, common_scale, show
from sitegen.units import untidy

# value, base, as shown, and as shown one float below.
THRESHOLDS = [
    (1.0, "B/s", "1 B/s", "1.000 B/s"),
    (999.95, "B/s", "1.00 kB/s", "999.9 B/s"),
    (9.995e3, "B/s", "10.00 kB/s", "9.99 kB/s"),
    (99.95e3, "B/s", "100.0 kB/s", "99.9 kB/s"),
    (999.95e3, "B/s", "1.00 MB/s", "999.9 kB/s"),
    (999.95e6, "B/s", "1.00 GB/s", "999.9 MB/s"),
    (999.95e9, "B/s", "1.00 TB/s", "999.9 GB/s"),
    (999.95e-9, "s", "1.00 µs", "999.9 ns"),
    (999.95e-6, "s", "1.00 ms", "999.9 µs"),
    (999.95e-3, "s", "1.00 s", "999.9 ms"),
    (999.95, "s", "1,000.0 s", "999.9 s"),
    (999999.95, "op/s", "1.00 Mop/s", "999,999.9 op/s"),
    (999.95e3, "bit/s", "1.00 Mbit/s", "999.9 kbit/s"),
    (999.95e6, "Hz", "1.00 GHz", "999.9 MHz"),
]


@pytest.mark.parametrize(("value", "base", "above", "below"), THRESHOLDS)
def test_thresholds_from_both_sides(value: float, base: str, above: str, below: str) -> None:
    # The first of these is exactly at, or the nearest float above, the threshold in decimal.
    assert show(value, base) == above
    assert show(math.nextafter(value, 0), base) == below


BINARY = [
    (1024, "B", "1 KiB"),
    (1023.9, "B", "1,023.9 B"),
    (16 * 2**30, "B", "16 GiB"),
    (240660480, "B/s", "229.5 MiB/s"),
    (1023.95 * 2**20, "B", "1.00 GiB"),
    (1023.94 * 2**20, "B", "1,023.9 MiB"),
]


@pytest.mark.parametrize(("value", "base", "text"), BINARY)
def test_binary_prefixes_step_at_1024(value: float, base: str, text: str) -> None:
    assert show(value, base, binary=True) == text


def test_one_scale_for_a_column_keeps_three_digits_of_its_smallest_value() -> None:
    scale = common_scale([192867328, 99764224, 387317760], "B/s")
    assert [scale.text(value) for value in (192867328, 99764224, 387317760)] == [
        "192.9",
        "99.8",
        "387.3",
    ]
    assert scale.symbol == "MB/s"


def test_a_value_that_is_not_zero_is_never_printed_as_zero() -> None:
    # rsc/benchstat#1: 1.46 us beside 1164.383 us became 0.00 ms.
    scale = common_scale([1.164383e-3, 1.46e-6], "s")
    assert (scale.symbol, scale.text(1.46e-6), scale.text(1.164383e-3)) == (
        "µs",
        "1.46",
        "1,164.38",
    )


def test_whole_numbers_are_printed_without_decimals() -> None:
    scale = common_scale([19599, 257598, 8272], "op/s")
    assert [scale.text(value) for value in (19599, 257598, 8272)] == ["19,599", "257,598", "8,272"]


def test_zero_is_printed_as_zero_and_does_not_choose_the_scale() -> None:
    assert show(0, "B/s") == "0 B/s"
    assert common_scale([0, 5e6], "B/s").symbol == "MB/s"


@given(
    st.lists(st.floats(min_value=1, max_value=1e12), min_size=1, max_size=8),
    st.sampled_from(["B", "B/s", "bit/s", "op/s", "s", "Hz"]),
    st.booleans(),
)
def test_printed_number_times_printed_unit_is_the_value(
    values: list[float], base: str, binary: bool
) -> None:
    scale = common_scale(values, base, binary=binary)
    for value in values:
        printed = Decimal(scale.text(value).replace(",", ""))
        half = Decimal(1).scaleb(-scale.decimals) / 2
        assert abs(printed - untidy(value, scale.symbol)) <= half
        assert len(str(printed).replace(".", "").lstrip("0")) >= 3 or printed == int(printed)


@given(
    st.one_of(
        st.integers(0, 10**14),
        st.floats(0, 1e13, allow_nan=False),
        st.decimals(0, 10**7, places=4).map(float),
    ),
    st.sampled_from(["1", "1000", "1024", "1e6", "1048576", "1e-3", "1e-9", "0.01"]),
    st.integers(0, 6),
)
@example(2.5, "1", 0).via("in the middle")
@example(1.005, "1", 2).via("a float below what it is printed as")
@example(1048576 * 1.5, "1048576", 0).via("in the middle, in binary units")
@example(999_999_999_999.5, "1", 0).via("in the middle of large numbers")
def test_a_number_is_rounded_as_its_decimal_is(value: float, factor: str, decimals: int) -> None:
    exact = Decimal(str(value)) / Decimal(factor)
    rounded = exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    assert Scale("", Decimal(factor), decimals).text(value) == f"{rounded:,f}"


@given(
    st.one_of(
        st.integers(0, 10**14),
        st.floats(0, 1e13, allow_nan=False),
        st.integers(1, 9999).flatmap(lambda n: st.integers(-12, 9).map(lambda e: n * 10.0**e)),
        st.integers(1, 9999).flatmap(lambda n: st.integers(0, 40).map(lambda e: n * 2**e)),
    ),
    st.sampled_from(["B", "B/s", "bit/s", "op/s", "s", "Hz", "W"]),
    st.booleans(),
)
@example(9.995e3, "B/s", False).via("a threshold of decimals")
@example(1_000_000, "B/s", False).via("whole at its scale")
@example(-2.5, "s", False).via("below zero")
@example(2**53 + 1, "B", True).via("more than a float holds")
@example(2.2250738585072014e-308, "B", False).via("more decimals than a power of ten may have")
def test_one_value_is_shown_as_in_a_column_of_its_own(
    value: float, base: str, binary: bool
) -> None:
    column = common_scale([value], base, binary=binary)
    assert show(value, base, binary=binary) == column.quantity(value)
