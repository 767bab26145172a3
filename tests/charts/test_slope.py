"""Slopes: two sides, a line for each row, the ratio at its end, and no text on another."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sitegen.record import Record
from tests.blocks import build, data, notes
from tests.labs import value

BEDS = {
    "rig": "title: Array",
    "rig/off": "title: cache unmirrored",
    "rig/on": "title: cache mirrored",
}
BLOCK = "kind: slope\nruns: [rig/off, rig/on]\nrows: operation\nseries: testbed\n"


def pair(operation: str, before: float, after: float | None, n: int = 1) -> list[Record]:
    """Return the results of an operation before and after."""
    sides = [("off", before), ("on", after)]
    return [
        value(f"rig/{side}/r{run}", f"{operation}.bandwidth", rate + run, "MB/s")
        for side, rate in sides
        if rate is not None
        for run in range(n)
    ]


def test_a_line_ends_in_its_number_and_ratio_and_looks_like_its_outcome() -> None:
    records = [
        *pair("seq-write", 240.7, 192.9),
        *pair("seq-read", 378.5, 387.3),
        *pair("rewrite", 100, 210),
    ]
    chart, problems = build(records, BLOCK, BEDS)
    assert problems == ""
    assert [(text["text"], text["colour"]) for text in data(chart, "texts")] == [
        ("Sequential read  378.5", "var(--ink)"),
        ("Sequential write  240.7", "var(--ink)"),
        ("Rewrite  100.0", "var(--ink)"),
        ("387.3  +2.3 %  Sequential read", "var(--hollow)"),
        ("210.0  2.10×  Rewrite", "var(--s1)"),
        ("192.9  −19.9 %  Sequential write", "var(--s2)"),
    ]
    assert [(its.label, its.mark.sign, its.mark.dash) for its in chart.legend] == [
        ("worse", "◆", (7, 3)),
        ("no difference that the runs can tell", "○", (1, 0)),
        ("better", "●", (1, 0)),
    ]
    assert [column.text for column in chart.table.columns] == [
        "cache unmirrored",
        "cache mirrored",
        "cache mirrored vs cache unmirrored",
    ]
    assert chart.marks == 6


def test_names_stand_on_both_sides_only_where_lines_cross() -> None:
    chart, _ = build([*pair("seq-write", 200, 300), *pair("seq-read", 100, 150)], BLOCK, BEDS)
    assert [text["text"] for text in data(chart, "texts")] == [
        "Sequential write  200",
        "Sequential read  100",
        "300  +50.0 %",
        "150  +50.0 %",
    ]


def test_the_side_named_first_is_the_baseline() -> None:
    records = pair("seq-write", 100, 150)
    turned = BLOCK.replace("[rig/off, rig/on]", "[rig/on, rig/off]")
    assert data(build(records, BLOCK, BEDS)[0], "texts")[1]["text"] == "150  +50.0 %"
    assert data(build(records, turned, BEDS)[0], "texts")[1]["text"] == "100  −33.3 %"


@pytest.mark.parametrize(
    ("quantity", "unit", "outcomes"),
    [("bandwidth", "MB/s", ["better"]), ("latency", "ms", ["worse"]), ("size", "GB", ["more"])],
)
def test_what_rises_is_better_or_worse_by_its_quantity(
    quantity: str, unit: str, outcomes: list[str]
) -> None:
    records = [
        value(f"rig/{side}/r", f"seq-write.{quantity}", number, unit)
        for side, number in (("off", 100), ("on", 150))
    ]
    chart, _ = build(records, BLOCK, BEDS)
    assert [its.label for its in chart.legend] == outcomes


def test_spreads_that_overlap_are_no_difference() -> None:
    chart, _ = build([*pair("seq-write", 100, 130, 3), *pair("seq-read", 100, 101, 3)], BLOCK, BEDS)
    assert [its.label for its in chart.legend] == ["better", "no difference that the runs can tell"]
    assert len(data(chart, "spreads")) == 4


def test_a_line_without_one_of_its_ends_is_a_mark_and_named() -> None:
    chart, _ = build([*pair("seq-write", 100, 130), *pair("seq-read", 110, None)], BLOCK, BEDS)
    assert chart.marks == 3
    assert notes(chart) == ["No value for Sequential read, cache mirrored."]


def test_numbers_close_together_stand_apart_and_inside_with_leaders() -> None:
    operations = ("seq-write", "seq-read", "rewrite", "rand-read", "rand-write", "fread", "fwrite")
    records = [
        record for n, name in enumerate(operations) for record in pair(name, 2 + n / 100, 300 - n)
    ]
    chart, _ = build(records, BLOCK, BEDS)
    texts = data(chart, "texts")
    assert len(texts) == 14
    leaders = data(chart, "leaders")
    assert leaders
    for side in (0.0, 1.0):
        ends = sorted(one["py2"] for one in leaders if (one["px"] > 100) == bool(side))
        assert all(other - one >= 17 for one, other in pairwise(ends))
        assert all(0 <= end <= 260 for end in ends)


@pytest.mark.parametrize(
    ("records", "printed"),
    [
        (
            pair("seq-write", 100, None),
            "a.md:4:1: error[bad-block]: 'c' has 1 side (cache unmirrored), a slope has 2\n"
            "  hint: narrow 'runs', 'metrics' or 'where'\n",
        ),
    ],
)
def test_a_slope_has_two_sides(records: list[Record], printed: str) -> None:
    chart, problems = build(records, BLOCK.replace("[rig/off, rig/on]", "rig"), BEDS)
    assert chart.specification == ""
    assert problems == printed
