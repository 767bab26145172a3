"""Histories: dates in their distances, events and changes marked, runs without a date named."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from sitegen.charts import Chart, moments
from sitegen.record import Record
from tests import blocks
from tests.blocks import data, notes
from tests.labs import value

BLOCK = "kind: history\nruns: rig\nmetrics: seq-write.bandwidth\n"
STATES = [
    ("2023-01-15", 200, "6.1", "1.0"),
    ("2023-03-02", 204, "6.1", "1.0"),
    ("2023-06-20", 231, "6.6", "1.0"),
    ("2024-04-03", 242, "6.12", "1.2"),
]


def build(records: Sequence[Record], text: str) -> tuple[Chart, str]:
    """Return the chart of a block on a testbed that states no limits."""
    return blocks.build(records, text, {"rig": "title: One port"})


def run(date: str, rate: float, kernel: str, firmware: str, name: str = "") -> Record:
    """Return a result with its date and the state of its testbed."""
    its = value(
        f"rig/{name or date or 'undated'}",
        "seq-write.bandwidth",
        rate,
        "MB/s",
        testbed__kernel=kernel,
        testbed__firmware=firmware,
    )
    return its._replace(columns={**its.columns, "date": date}) if date else its


RUNS = [run(*state) for state in STATES]


def test_dates_stand_in_their_distances() -> None:
    chart, problems = build(RUNS, BLOCK)
    assert problems == ""
    days = [point["x"] for point in data(chart)]
    assert [day - days[0] for day in days] == [0, 46, 156, 444]
    assert [point["value"] for point in data(chart)] == [200, 204, 231, 242]


def test_changes_of_the_testbed_between_points_mark_themselves() -> None:
    chart, _ = build(RUNS, BLOCK)
    first = data(chart)[0]["x"]
    assert [(its["x"] - first, its["text"], its["dash"]) for its in data(chart, "events")] == [
        (444, "firmware 1.0 → 1.2, kernel 6.6 → 6.12", [2, 3]),
        (156, "kernel 6.1 → 6.6", [2, 3]),
    ]
    assert notes(chart) == [
        "Changed on the way: 2023-06-20: kernel 6.1 → 6.6; 2024-04-03: firmware 1.0 → 1.2,"
        " kernel 6.6 → 6.12."
    ]


def test_what_is_ignored_and_what_was_not_recorded_is_no_change() -> None:
    bare = RUNS[1]._replace(
        columns={k: v for k, v in RUNS[1].columns.items() if k != "testbed.firmware"}
    )
    chart, _ = build([RUNS[0], bare, RUNS[2]], BLOCK + "ignore: [kernel]")
    assert data(chart, "events") == []
    chart, _ = build(RUNS, BLOCK + "ignore: [kernel]")
    assert [its["text"] for its in data(chart, "events")] == ["firmware 1.0 → 1.2"]


def test_events_of_the_block_are_marked_and_widen_the_axis() -> None:
    text = BLOCK + "events: [{date: 2022-11, label: moved}, {date: 2023-03, label: new rack}]"
    chart, _ = build(RUNS, text)
    told = [its["text"] for its in data(chart, "events") if its["dash"] == [1, 0]]
    assert told == ["new rack", "moved"]
    scales = [
        layer["encoding"]["x"]["scale"]["domain"][0]
        for layer in json.loads(chart.specification)["layer"]
        if layer.get("name") == "points"
    ]
    assert scales == [moments.place("2022-11")]
    assert notes(chart)[0] == "Marked: 2022-11: moved; 2023-03: new rack."


def test_names_of_events_do_not_touch_and_no_rule_runs_through_one() -> None:
    events = ", ".join(f"{{date: 2023-0{n}, label: event number {n}}}" for n in range(1, 10))
    chart, _ = build(RUNS, BLOCK + f"events: [{events}]")
    width = json.loads(chart.specification)["width"]
    ends = [moments.place(date) or 0.0 for date in ("2023-01", "2024-04-03")]
    placed = [
        ((its["x"] - ends[0]) / (ends[1] - ends[0]) * width, its["top"], its["text"])
        for its in data(chart, "events")
    ]
    for at, top, text in placed:
        for other, its_top, _ in placed:
            reaches = at < other <= at + 7 * len(text)
            assert not (reaches and its_top <= top), (text, other)


def test_runs_without_a_date_are_named_and_not_drawn() -> None:
    chart, _ = build([*RUNS, run("", 99, "6.1", "1.0")], BLOCK)
    assert chart.marks == 4
    assert notes(chart)[-1] == "Without a date, so not drawn: rig/undated."


def test_repeats_of_a_day_are_one_point_with_its_spread() -> None:
    more = [run("2023-01-15", 200 + n, "6.1", "1.0", f"r{n}") for n in (2, 4)]
    chart, _ = build([*RUNS, *more], BLOCK)
    assert data(chart)[0]["says"].endswith(": 202 MB/s (median of 3, 200 to 204)")
    assert [(its["low"], its["high"]) for its in data(chart, "spreads")] == [(200, 204)]


def test_results_of_several_days_are_no_repeats() -> None:
    chart, _ = build(RUNS[:2], BLOCK)
    assert (chart.basis, chart.marks) == ("bonnie++, n = 1", 2)


def test_without_any_date_there_is_no_history() -> None:
    chart, problems = build([run("", 99, "6.1", "1.0")], BLOCK)
    assert chart.specification == ""
    assert problems == (
        "a.md:4:1: error[bad-block]: 'c': no run has a date\n"
        "  hint: write 'date: 2024-05-31' beside the file, in <file>.yaml\n"
    )


@pytest.mark.parametrize(
    ("first", "last", "labels"),
    [
        ("2024-05-01", "2024-05-06", "1 May 2024, 2 May, 3 May, 4 May, 5 May, 6 May"),
        ("2023-01-15", "2024-08-19", "Apr 2023, Jul, Oct, Jan 2024, Apr, Jul"),
        ("1999", "2024", "2000, 2005, 2010, 2015, 2020"),
        ("2007", "2007", "31 Dec 2006, 1 Jan 2007, 2 Jan"),
    ],
)
def test_an_axis_has_round_dates(first: str, last: str, labels: str) -> None:
    low, high = (moments.place(date) or 0.0 for date in (first, last))
    assert ", ".join(moments.axis(low, high, 540).labels) == labels


@pytest.mark.parametrize("text", ["", "soon", "2024-13-01", "24-01-01"])
def test_what_is_no_date_has_no_place(text: str) -> None:
    assert moments.place(text) is None
