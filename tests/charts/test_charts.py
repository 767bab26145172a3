"""Charts from blocks: what is drawn, what is said beside it, and what is refused."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen import charts
from tests.blocks import PORT, build, data
from tests.labs import value

KIB = 1024

SIZES = [
    value(f"rig/pioraw:{n}", f"{operation}.bandwidth", rate, "MB/s", n, workload__block_size=size)
    for n, (operation, size, rate) in enumerate(
        [
            ("seq-write", KIB, 3.28),
            ("seq-write", 64 * KIB, 147.47),
            ("seq-write", 16 * KIB * KIB, 195.01),
            ("seq-read", KIB, 6.65),
            ("seq-read", 64 * KIB, 189.14),
            ("seq-read", 16 * KIB * KIB, 197.61),
        ],
        1,
    )
]
LINE = "kind: line\nruns: rig\nx: block_size\nseries: operation\nlimits: [fc-port]\n"


def test_a_line_chart_stands_on_an_axis_by_powers_of_two() -> None:
    chart, problems = build(SIZES, LINE)
    assert problems == ""
    specification = json.loads(chart.specification)
    (along,) = (layer for layer in specification["layer"] if layer.get("name") == "points")
    assert along["encoding"]["x"]["scale"] == {
        "type": "log",
        "base": 2,
        "domain": [KIB, 16 * KIB * KIB],
        "nice": False,
    }
    assert {param["name"]: param["value"] for param in specification["params"]} == {
        "x_labels": {"1024": "1 KiB", "65536": "64 KiB", "16777216": "16 MiB"},
        "value_labels": {"0": "0", "50": "50", "100": "100", "150": "150", "200": "200 MB/s"},
    }
    assert data(chart)[:2] == [
        {
            "x": KIB,
            "series": "Sequential write",
            "value": 3.28,
            "says": "1 KiB, Sequential write: 3.28 MB/s",
            "href": "https://site.invalid/runs/rig/pioraw/#L1",
        },
        {
            "x": KIB,
            "series": "Sequential read",
            "value": 6.65,
            "says": "1 KiB, Sequential read: 6.65 MB/s",
            "href": "https://site.invalid/runs/rig/pioraw/#L4",
        },
    ]
    assert [limit["text"] for limit in data(chart, "limits")] == ["FC port, 200"]
    assert [text["text"] for text in data(chart, "texts")] == [
        "Sequential read",
        "Sequential write",
    ]


@pytest.mark.parametrize("column", ["jobs", "queue_depth"])
def test_counts_stand_on_an_axis_by_powers_of_two_with_the_range_of_repeats(column: str) -> None:
    records = [
        value(f"rig/{count}-{run}", "rand-read.iops", 100 * count + 20 * run, "op/s")
        for count in (1, 2, 4, 8)
        for run in (-1, 0, 1)
    ]
    records = [
        one._replace(columns={**one.columns, f"workload.{column}": int(one.run[4:].split("-")[0])})
        for one in records
    ]
    chart, problems = build(records, f"kind: line\nruns: rig\nx: {column}\n")
    assert problems == ""
    labels = {param["name"]: param["value"] for param in json.loads(chart.specification)["params"]}
    assert labels["x_labels"] == {"1": "1", "2": "2", "4": "4", "8": "8"}
    assert [(its["x"], its["low"], its["high"]) for its in data(chart, "spreads")] == [
        (count, 100 * count - 20, 100 * count + 20) for count in (1, 2, 4, 8)
    ]
    assert chart.basis == "bonnie++, n = 3"


def test_what_is_said_beside_a_chart_comes_from_its_data() -> None:
    chart, _ = build(SIZES, LINE)
    assert (chart.title, chart.subtitle, chart.basis) == (
        "Throughput",
        "Throughput in MB/s, higher is better",
        "bonnie++, n = 1",
    )
    assert chart.alt == (
        "Line chart of throughput over block size, in MB/s. From 3.28 to 197.6. Best: 16 MiB,"
        " Sequential read: 197.61 MB/s. Series: Sequential write; Sequential read. Measured on One"
        " port."
    )
    assert chart.legend == ()
    assert [column.text for column in chart.table.columns] == [
        "Sequential write",
        "Sequential read",
    ]


@pytest.mark.parametrize("order", ["", "order: {raid.level: [10, 5, 0, 1+0, 6]}"])
def test_a_chart_and_its_table_are_in_the_same_order(order: str) -> None:
    records = [
        value(f"rig/{n}", "seq-read.bandwidth", 100 + 7 * n, "MB/s", testbed__raid__level=level)
        for n, level in enumerate(("5", "10", "1+0", "6", "0"))
    ]
    chart, _ = build(records, f"kind: bar\nruns: rig\nrows: raid.level\n{order}")
    listed = [row.headings[0].text for row in chart.table.rows]
    assert listed == (["10", "5", "0", "1+0", "6"] if order else ["0", "1+0", "5", "6", "10"])
    y = json.loads(chart.specification)["layer"][0]["encoding"]["y"]
    assert y["sort"] == y["scale"]["domain"] == [f"RAID {level}" for level in listed]


def test_each_mark_is_a_number_of_the_table_and_gaps_are_named() -> None:
    chart, problems = build(SIZES[:5], LINE)
    assert problems == ""
    numbers = [cell for row in chart.table.rows for cell in row.cells if cell.sample]
    assert chart.marks == len(data(chart)) == len(numbers) == 5
    assert [note.text for note in chart.notes] == ["No value for 16 MiB, Sequential read."]


def test_repeats_are_one_mark_with_its_spread() -> None:
    records = [
        value(f"rig/r{n}", "seq-read.bandwidth", rate, "MB/s")
        for n, rate in enumerate((90, 100, 130))
    ]
    chart, _ = build(records, "kind: dot\nruns: rig\nrows: operation")
    assert [point["says"] for point in data(chart)] == [
        "Sequential read: 100 MB/s (median of 3, 90 to 130)"
    ]
    assert data(chart, "spreads") == [
        {"row": "Sequential read", "series": "Sequential read throughput", "low": 90, "high": 130}
    ]


def test_numbers_beside_marks_are_short_and_those_behind_them_whole() -> None:
    records = [
        value(f"rig/r{n}", "rand-read.iops", rate, "op/s", workload__jobs=n)
        for n, rate in enumerate((840.9, 21034, 5541.25), 1)
    ]
    chart, _ = build(records, "kind: dot\nruns: rig\nrows: jobs")
    assert [text["text"] for text in data(chart, "texts")] == ["840.9", "21,034", "5,541"]
    assert [point["says"] for point in data(chart)] == [
        "jobs 1: 840.9 op/s",
        "jobs 2: 21,034.0 op/s",
        "jobs 3: 5,541.3 op/s",
    ]


def test_dots_of_one_row_may_be_many_but_what_they_differ_in_is_said() -> None:
    records = [
        value(f"rig/r{n}", "seq-read.bandwidth", 100 + n, "MB/s", workload__jobs=n)
        for n in (1, 2, 4)
    ]
    chart, problems = build(records, "kind: dot\nruns: rig\nrows: operation")
    assert problems == ""
    assert chart.marks == 3
    assert [note.text for note in chart.notes] == ["The marks also differ in jobs (1, 2, 4)."]
    assert chart.table.heads == ("Operation", "Jobs")
    chart, problems = build(records, "kind: bar\nruns: rig\nrows: operation")
    assert (chart.specification, chart.marks) == ("", 0)
    assert problems.splitlines()[0] == (
        "a.md:4:1: error[ambiguous-result]: a cell of 'c' has more than one result, such as 3 for"
        " Sequential read"
    )


def test_zero_and_missing_are_not_the_same_on_a_logarithmic_axis() -> None:
    records = [
        value(f"rig/r{n}", "rand-read.latency", number, "ms", workload__jobs=n + 1)
        for n, number in enumerate((0.3, 4, 900, 0))
    ]
    chart, problems = build(records, "kind: dot\nruns: rig\nrows: jobs\nscale: log")
    assert problems == ""
    assert [point["value"] for point in data(chart)] == [300, 4000, 900000]
    assert [note.text for note in chart.notes] == [
        "1 value is 0, which has no place on a logarithmic axis."
    ]


def test_a_value_without_the_column_of_the_axis_is_left_out_by_name() -> None:
    records = [*SIZES[:3], value("rig/x", "seq-write.bandwidth", 50, "MB/s")]
    chart, _ = build(records, LINE)
    assert chart.marks == 3
    assert [note.text for note in chart.notes] == [
        "1 value has no place on the axis of the block size."
    ]


def test_those_that_are_only_there_for_comparison_are_hollow_and_named_as_one() -> None:
    levels = [f"case{n}" for n in range(9)]
    records = [
        value(f"rig/{n}/b", "seq-read.bandwidth", 100 + i, "MB/s") for i, n in enumerate(levels)
    ]
    beds = {**PORT, **{f"rig/{n}": f"title: {n}" for n in levels}}
    text = "kind: dot\nruns: rig\nrows: operation\nseries: testbed\n"
    chart, problems = build(records, text + "focus: rig/case3", beds)
    assert problems == ""
    assert [(its.mark.sign, its.mark.colour, its.label) for its in chart.legend][1:] == [
        ("○", "hollow", "8 others")
    ]
    assert [text["text"] for text in data(chart, "texts")] == ["103"]
    everyone = f"focus: [{', '.join(f'rig/case{n}' for n in range(9))}]"
    chart, problems = build(records, text + everyone, beds)
    assert chart.specification == ""
    assert problems == (
        "a.md:4:1: error[bad-block]: 'c': 9 series stand out, a chart can tell 7 apart\n"
        "  hint: let fewer stand out: all others are drawn too, hollow\n"
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (
            "kind: dot\nruns: rig\nrows: operation",
            "a.md:4:1: error[bad-block]: 'c': one axis cannot show bandwidth (B/s) and"
            " latency (s)\n"
            "  hint: make a chart of each under 'metrics'\n",
        ),
        (
            "kind: dot\nmetrics: seq-read.bandwidth\nlimits: [fc-prt, cache]",
            "a.md:8:10: error[bad-block]: no testbed of 'c' has a limit 'fc-prt'\n"
            "  hint: did you mean 'fc-port'?\n"
            "a.md:8:18: error[bad-block]: the limit 'cache' is in GiB, the chart in B/s\n"
            "  hint: state it in a multiple of B/s at results/rig/testbed.yaml:2:49\n",
        ),
    ],
)
def test_what_a_chart_cannot_show_is_said(text: str, printed: str) -> None:
    records = [
        value("rig/r", "seq-read.bandwidth", 150, "MB/s"),
        value("rig/r", "seq-read.latency", 3, "ms"),
    ]
    _, problems = build(records, text)
    assert problems == printed


def test_a_limit_far_above_all_values_is_told_and_not_drawn() -> None:
    records = [value("rig/r", "seq-read.bandwidth", 150, "MB/s")]
    chart, _ = build(records, "kind: dot\nruns: rig\nlimits: [bus, fc-port]")
    assert [limit["text"] for limit in data(chart, "limits")] == ["FC port, 200"]
    assert [note.text for note in chart.notes] == [
        "The limit of the bus, 8 GB/s, lies far above all values."
    ]


@given(st.lists(st.integers(1, 10**12), min_size=2, max_size=6, unique=True))
def test_marks_spreads_limits_and_texts_pass_through_one_scale(values: list[int]) -> None:
    top = max(values)
    beds = {"rig": f"title: Rig\nlimits: {{link: {2 * top} B/s}}"}
    records = [
        value(f"rig/r{n}", "seq-read.bandwidth", number, "B/s", workload__jobs=n + 1)
        for n, number in enumerate(values)
    ]
    chart, _ = build(records, "kind: bar\nruns: rig\nrows: jobs\nlimits: [link]", beds)
    unit = chart.subtitle.partition(" in ")[2].partition(",")[0]
    factor = {"B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}[unit.removesuffix("/s")]
    drawn = [point["value"] for point in data(chart)]
    assert [round(number * factor) for number in drawn] == values
    assert round(data(chart, "limits")[0]["value"] * factor) == 2 * top
    for text, number in zip(data(chart, "texts"), drawn, strict=True):
        written = Decimal(text["text"].replace(",", ""))
        assert abs(float(written) - number) <= 0.5000001 * 10 ** written.as_tuple().exponent  # type: ignore[operator]


def test_a_specification_is_safe_inside_a_script_element() -> None:
    records = [value("rig/r", "seq-read.bandwidth", 150, "MB/s", testbed__os="</script><!--&")]
    chart, _ = build(records, "kind: dot\nruns: rig\nrows: os")
    text = charts.interactive(chart, lambda address: "../../" + address)
    assert not set(text) & {"<", ">", "&"}
    again = json.loads(text)
    assert again["usermeta"] == {}
    point = again["datasets"]["points"][0]
    assert point["row"] == "</script><!--&"
    assert point["href"] == "../../runs/rig/r/#L7"


def test_what_is_to_stand_out_and_is_not_there_is_said() -> None:
    records = [
        value(f"rig/{case}", "seq-read.bandwidth", 300 + place, "MB/s", testbed__pool=case)
        for place, case in enumerate(("wide", "narrow"))
    ]
    text = "kind: dot\nruns: rig\nrows: operation\nseries: testbed.pool\nfocus: [wide, wild]"
    _, problems = build(records, text)
    assert problems == (
        "a.md:10:15: warning[idle-value]: no series 'wild' to stand out\n"
        "  hint: did you mean 'wide'?\n"
    )
