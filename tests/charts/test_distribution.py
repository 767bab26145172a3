"""Percentiles: as much room for each nine, latencies by powers of ten, and whence they are."""

from __future__ import annotations

import json

import pytest

from sitegen.charts import percentiles
from sitegen.record import Record
from tests.blocks import build, data, notes
from tests.labs import value

BLOCK = "kind: distribution\nruns: rig\nmetrics: rand-read.completion-latency\nseries: drive\n"
RANKS = {"p50": 0.1, "p90": 0.3, "p99": 2.0, "p99.9": 9.0, "p99.99": 40.0}


def latencies(drive: str, times: float, **more: float) -> list[Record]:
    """Return the percentiles of a drive in ms, and other statistics of the same latency."""
    return [
        value(
            f"rig/{drive}",
            f"rand-read.completion-latency.{statistic}",
            number * times,
            "ms",
            testbed__drive=drive,
        )
        for statistic, number in {**RANKS, "mean": 0.2, "stddev": 0.1, "min": 0.05, **more}.items()
    ]


def test_each_nine_is_as_wide_as_the_one_before() -> None:
    chart, problems = build([*latencies("wd800", 1), *latencies("x25-m", 0.1)], BLOCK)
    assert problems == ""
    layers = json.loads(chart.specification)["layer"]
    (points,) = (layer for layer in layers if layer.get("name") == "points")
    x, y = points["encoding"]["x"], points["encoding"]["y"]
    assert x["axis"]["values"] == pytest.approx([0.30103, 1, 2, 3, 4])
    assert x["scale"]["type"] == "linear"
    assert (y["scale"]["type"], y["scale"]["base"]) == ("log", 10)
    labels = {p["name"]: p["value"] for p in json.loads(chart.specification)["params"]}
    assert list(labels["x_labels"].values()) == ["50 %", "90 %", "99 %", "99.9 %", "99.99 %"]
    drawn = [(round(its["x"], 5), its["value"]) for its in data(chart) if its["series"] == "wd800"]
    assert drawn == [(0.30103, 100), (1, 300), (2, 2000), (3, 9000), (4, 40000)]


def test_only_percentiles_are_taken_and_the_longest_is_named() -> None:
    chart, _ = build([*latencies("wd800", 1, max=95.0), *latencies("x25-m", 0.1)], BLOCK)
    assert [row.headings[0].value for row in chart.table.rows] == [*RANKS, "max"]
    assert chart.marks == 10
    assert notes(chart)[:2] == [
        "A point at 99 % says: 99 of 100 took no longer. Each nine is as wide as the one before.",
        "The longest lies beyond the axis: wd800, 100 %: 95,000.0 µs.",
    ]


def test_values_of_bins_are_told_from_those_that_a_tool_printed() -> None:
    binned = [
        one._replace(note="the middle of the bin of I/O 50 of 100 of one job")
        for one in latencies("wd800", 1)
    ]
    chart, _ = build([*binned, *latencies("x25-m", 0.1)], BLOCK)
    assert "From bins of a histogram, each value the middle of its bin: rig/wd800." in notes(chart)


def test_a_latency_without_percentiles_cannot_be_drawn() -> None:
    records = [value("rig/r", "rand-read.completion-latency.max", 3, "ms", testbed__drive="wd800")]
    chart, problems = build(records, BLOCK)
    assert chart.specification == ""
    assert problems == (
        "a.md:4:1: error[bad-block]: 'c' has no percentiles\n"
        "  hint: name a latency whose tool prints them\n"
    )


@pytest.mark.parametrize(
    ("statistic", "place"),
    [("median", 0.30103), ("p99.9999", 6.0), ("p0", 0.0), ("max", None), ("p100", None),
     ("parent", None), ("mean", None), ("min", None)],
)  # fmt: skip
def test_a_percentile_has_its_place(statistic: str, place: float | None) -> None:
    assert percentiles.place(statistic) == (place if place is None else pytest.approx(place))
