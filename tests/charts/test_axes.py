"""Axes: round ticks, the unit at one of them, sizes as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.charts import axes
from sitegen.charts.axes import Axis


@pytest.mark.parametrize(
    ("values", "high", "labels"),
    [
        ([99.8, 400.0], 408.0, "0 MB/s, 100, 200, 300, 400"),
        ([1917.43], 1955.7786, "0 MB/s, 500, 1,000, 1,500"),
        ([262.3], 267.546, "0 MB/s, 50, 100, 150, 200, 250"),
        ([0.0012], 0.001224, "0 MB/s, 0.00025, 0.0005, 0.00075, 0.001"),
        ([0.0], 1.02, "0 MB/s, 0.2, 0.4, 0.6, 0.8, 1"),
    ],
)
def test_a_linear_axis_begins_at_zero(values: list[float], high: float, labels: str) -> None:
    axis = axes.linear(values, "MB/s")
    assert (axis.low, axis.high, ", ".join(axis.labels)) == (0.0, high, labels)


def test_the_unit_can_stand_at_the_last_tick() -> None:
    assert axes.linear([197.67, 200.0], "MB/s", named="last").labels[-1] == "200 MB/s"


def test_temperatures_below_zero_have_a_place() -> None:
    assert axes.linear([-5.0, 20.0], "°C").labels[0] == "-5 °C"


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([0.3, 4.0, 900.0], "0.1 ms, 1, 10, 100, 1,000"),
        ([3.28, 197.0], "2 ms, 5, 10, 20, 50, 100, 200"),
        ([5.0, 5.0], "5 ms, 50"),
    ],
)
def test_a_logarithmic_axis_has_round_ends(values: list[float], labels: str) -> None:
    axis = axes.logarithmic(values, "ms")
    assert ", ".join(axis.labels) == labels
    assert axis.scale == {
        "type": "log",
        "base": 10,
        "domain": [axis.ticks[0], axis.ticks[-1]],
        "nice": False,
    }


@given(st.lists(st.floats(1e-6, 1e9), min_size=1, max_size=20))
def test_every_value_lies_on_its_axis(values: list[float]) -> None:
    for axis in (axes.linear(values, "s"), axes.logarithmic(values, "s")):
        assert axis.low <= min(values)
        assert axis.high >= max(values)
        assert 2 <= len(axis.ticks) <= 20
        assert len(set(axis.labels)) == len(axis.ticks) == len(axis.labels)
        assert axis.low <= axis.ticks[0] < axis.ticks[-1] <= axis.high


def test_powers_of_two_are_equally_far_apart() -> None:
    texts = {1024.0: "1 KiB", 4096.0: "4 KiB", 65536.0: "64 KiB"}
    assert axes.powers(texts, texts.__getitem__, 500) == Axis(
        1024.0, 65536.0, (1024.0, 4096.0, 65536.0), ("1 KiB", "4 KiB", "64 KiB"), 2
    )


def test_counts_between_powers_of_two_get_ticks_at_the_powers() -> None:
    axis = axes.powers([1.0, 3.0, 6.0, 12.0], lambda value: f"{value:g}", 500)
    assert (axis.low, axis.high, axis.log) == (1.0, 12.0, 2)
    assert list(zip(axis.ticks, axis.labels, strict=True)) == [
        (1.0, "1"), (2.0, "2"), (4.0, "4"), (8.0, "8"),
    ]  # fmt: skip


@given(st.lists(st.floats(1, 2**40), min_size=1, max_size=12, unique=True))
def test_ticks_of_powers_lie_on_their_axis(values: list[float]) -> None:
    axis = axes.powers(values, str, 500)
    assert axis.low <= axis.ticks[0]
    assert axis.ticks[-1] <= axis.high
    assert axis.low <= min(values)
    assert max(values) <= axis.high


def test_ticks_without_room_for_their_text_are_left_out() -> None:
    texts = {float(2**power): f"{2**power} KiB" for power in range(12)}
    assert axes.powers(texts, texts.__getitem__, 400).labels == tuple(
        f"{4**power} KiB" for power in range(6)
    )


def test_one_size_stands_in_the_middle() -> None:
    axis = axes.powers([4096.0], lambda _: "4 KiB", 500)
    assert (axis.low, axis.high) == (2048.0, 8192.0)


def test_texts_stand_side_by_side() -> None:
    assert axes.places(["ext3", "xfs"], 500) == Axis(0.0, 1.0, (0.0, 1.0), ("ext3", "xfs"))
