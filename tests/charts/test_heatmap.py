"""Heat maps: cells in natural order, steps at round numbers, and a name for each empty cell."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.charts import Chart, axes
from sitegen.record import Gap, Record
from tests import blocks
from tests.blocks import data, notes
from tests.labs import value

KIB, MIB = 1024, 1024**2
BLOCK = """\
kind: heatmap
runs: rig
rows: file_size
x: block_size
"""


def build(records: Sequence[Record], text: str) -> tuple[Chart, str]:
    """Return the chart of a block on a testbed that states no limits."""
    return blocks.build(records, text, {"rig": "title: One port"})


def cell(size: int, block: int, rate: float, run: str = "iozone") -> Record:
    """Return a rate of sequential reads of a file of a size, in records of a size."""
    return value(
        f"rig/{run}",
        "seq-read.bandwidth",
        rate,
        "MB/s",
        workload__file_size=size,
        workload__block_size=block,
    )


CELLS = [
    cell(16 * MIB, 64 * KIB, 950),
    cell(512 * KIB, 4 * KIB, 600),
    cell(16 * MIB, 4 * KIB, 180),
    cell(512 * KIB, 64 * KIB, 3000),
    cell(16 * MIB, 1 * MIB, 1200),
]


def test_sizes_stand_in_natural_order_down_and_across() -> None:
    chart, problems = build(CELLS, BLOCK)
    assert problems == ""
    cells = json.loads(chart.specification)["layer"][0]["encoding"]
    assert cells["y"]["sort"] == cells["y"]["scale"]["domain"] == ["512 KiB", "16 MiB"]
    assert cells["x"]["sort"] == cells["x"]["scale"]["domain"] == ["4 KiB", "64 KiB", "1 MiB"]
    assert [row.headings[0].text for row in chart.table.rows] == ["512 KiB", "16 MiB"]
    assert [column.text for column in chart.table.columns] == ["4 KiB", "64 KiB", "1 MiB"]


def test_an_order_that_is_declared_holds_for_map_and_table() -> None:
    chart, _ = build(CELLS, BLOCK + "order: {block_size: [1 MiB, 4 KiB, 64 KiB]}")
    cells = json.loads(chart.specification)["layer"][0]["encoding"]
    assert cells["x"]["sort"] == ["1 MiB", "4 KiB", "64 KiB"]
    assert [column.text for column in chart.table.columns] == ["1 MiB", "4 KiB", "64 KiB"]


def test_a_cell_has_its_number_and_what_it_says() -> None:
    chart, _ = build(CELLS, BLOCK)
    assert (chart.subtitle, chart.marks) == (
        "Sequential read throughput in MB/s, higher is better",
        5,
    )
    assert data(chart)[0] == {
        "row": "512 KiB",
        "column": "4 KiB",
        "series": "",
        "step": "h2",
        "value": 600,
        "says": "512 KiB, 4 KiB: 600 MB/s",
        "href": "https://site.invalid/runs/rig/iozone/#L7",
    }
    assert {(its["row"], its["column"]): its["text"] for its in data(chart, "texts")} == {
        ("512 KiB", "4 KiB"): "600",
        ("512 KiB", "64 KiB"): "3,000",
        ("16 MiB", "4 KiB"): "180",
        ("16 MiB", "64 KiB"): "950",
        ("16 MiB", "1 MiB"): "1,200",
    }
    assert chart.alt == (
        "Heat map of sequential read throughput over block size, in MB/s. From 180 to 3,000."
        " Best: 512 KiB, 64 KiB: 3,000 MB/s. Measured on One port."
    )


def test_what_cannot_be_is_told_from_what_was_not_measured() -> None:
    chart, problems = build(CELLS[1:], BLOCK)
    assert problems == ""
    assert data(chart, "gaps") == [
        {"row": "512 KiB", "column": "1 MiB", "text": "×"},
        {"row": "16 MiB", "column": "64 KiB", "text": "–"},
    ]
    assert notes(chart) == [
        "× cannot be, as a record is never larger than its file: 1 cell.",
        "– not measured: 16 MiB, 64 KiB.",
    ]


def test_what_a_tool_says_instead_of_a_number_has_a_sign_and_its_words() -> None:
    gap = Gap(CELLS[0].columns, CELLS[0].position, "called invalid by iozone")
    chart, _ = blocks.build(CELLS[1:], BLOCK, {"rig": "title: One port"}, gaps=[gap])
    assert {"row": "16 MiB", "column": "64 KiB", "text": "!"} in data(chart, "gaps")
    assert "! called invalid by iozone: 16 MiB, 64 KiB." in notes(chart)


def test_results_that_are_not_alike_leave_their_cell_empty() -> None:
    other = CELLS[0]._replace(columns={**CELLS[0].columns, "workload.jobs": 2})
    chart, problems = build([*CELLS, other], BLOCK)
    assert data(chart, "gaps") == [
        {"row": "512 KiB", "column": "1 MiB", "text": "×"},
        {"row": "16 MiB", "column": "64 KiB", "text": "?"},
    ]
    assert "? not valid, several results that are not alike: 16 MiB, 64 KiB." in notes(chart)
    assert "error[ambiguous-result]" in problems


def test_zero_has_a_sign_and_no_shade_where_steps_are_by_powers() -> None:
    chart, _ = build([*CELLS, cell(16 * MIB, 256 * KIB, 0)], BLOCK + "scale: log")
    assert {"row": "16 MiB", "column": "256 KiB", "text": "0"} in data(chart, "gaps")
    assert "1 value is 0, which has no place on a logarithmic axis." in notes(chart)
    assert chart.marks == 5


def test_a_series_gives_a_map_for_each_of_its_values_with_the_same_steps() -> None:
    records = [
        one._replace(columns={**one.columns, "testbed.pool": pool, "run": "rig/iozone"})
        for pool in ("one", "two")
        for one in CELLS
    ]
    chart, problems = build(records, BLOCK + "series: pool")
    assert problems == ""
    specification = json.loads(chart.specification)
    assert len(specification["concat"]) == 2
    domains = [
        panel["layer"][0]["encoding"]["y"]["scale"]["domain"] for panel in specification["concat"]
    ]
    assert domains == [["512 KiB", "16 MiB"]] * 2
    assert [len(data(chart, f"points{n}")) for n in (1, 2)] == [5, 5]
    named = [word["text"] for n in (1, 2) for word in data(chart, f"words{n}")]
    assert [name for name in named if name in ("one", "two")] == ["one", "two"]


def test_a_column_that_one_map_lacks_has_signs_there() -> None:
    two = [one._replace(columns={**one.columns, "testbed.pool": "two"}) for one in CELLS[:3]]
    one = [one._replace(columns={**one.columns, "testbed.pool": "one"}) for one in CELLS]
    chart, _ = build([*one, *two], BLOCK + "series: pool")
    assert data(chart, "gaps2") == [
        {"row": "512 KiB", "column": "64 KiB", "text": "–"},
        {"row": "512 KiB", "column": "1 MiB", "text": "×"},
        {"row": "16 MiB", "column": "1 MiB", "text": "–"},
    ]
    assert "– not measured: 512 KiB, 64 KiB, two; 16 MiB, 1 MiB, two." in notes(chart)
    assert chart.alt.startswith(
        "Heat map of sequential read throughput over block size, in MB/s. A panel for each of 2."
    )


def test_where_small_and_large_values_meet_each_cell_has_room_for_its_number() -> None:
    far = [cell(16 * MIB, 4 * KIB, 0.0768), *CELLS[:2], cell(16 * MIB, 1 * MIB, 441.4)]
    chart, problems = build(far, BLOCK)
    assert (chart.subtitle, problems) == (
        "Sequential read throughput in MB/s, higher is better", "",
    )  # fmt: skip
    assert sorted(one["text"] for one in data(chart, "texts")) == [
        "0.077", "441.4", "600.0", "950.0",
    ]  # fmt: skip


def test_a_map_of_zeros_is_drawn_without_powers() -> None:
    zeros = [one._replace(value=0) for one in CELLS]
    chart, problems = build(zeros, BLOCK + "scale: log")
    assert (chart.marks, problems) == (0, "")
    assert "5 values are 0, which have no place on a logarithmic axis." in notes(chart)


@pytest.mark.parametrize(
    ("values", "logarithmic", "labels"),
    [
        ([180.0, 3000.0], False, "0, 500, 1,000, 1,500, 2,000, 2,500, 3,000 MB/s"),
        ([180.0, 3000.0], True, "100, 200, 500, 1,000, 2,000, 5,000 MB/s"),
        ([0.3, 900.0], True, "0.1, 1, 10, 100, 1,000 MB/s"),
        ([5.73, 2009.0], True, "3, 10, 30, 100, 300, 1,000, 3,000 MB/s"),
        ([42.0], False, "0, 50 MB/s"),
    ],
)
def test_steps_are_few_and_at_round_numbers(
    values: list[float], logarithmic: bool, labels: str
) -> None:
    assert ", ".join(axes.steps(values, "MB/s", logarithmic=logarithmic).labels) == labels


@given(st.lists(st.floats(1e-6, 1e9), min_size=1, max_size=20), st.booleans())
def test_every_value_lies_in_one_of_at_most_six_steps(
    values: list[float], logarithmic: bool
) -> None:
    axis = axes.steps(values, "s", logarithmic=logarithmic)
    assert 2 <= len(axis.ticks) <= 7
    assert len(set(axis.labels)) == len(axis.ticks)
    assert all(one < other for one, other in pairwise(axis.ticks))
    assert axis.low <= min(values)
    assert max(values) <= axis.high
