"""JSON and JSON lines, by a pointer for each column."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest

from tests.parsers.tables import read, shown

RESULTS = """\
{"host": "lab-1",
 "results": [
  {"name": "a", "bs": "4 KiB", "bw": 12.50,
   "lat": {"mean": 1.2e3, "p/99": 40}},
  {"name": "b", "bs": "8 KiB", "bw": null,
   "lat": {"mean": "2 ms"}}
 ]}
"""
COLUMNS = """
columns:
  - {pointer: /bs, column: block_size}
  - {pointer: /bw, operation: read, quantity: bandwidth, unit: MiB/s}
  - {pointer: /lat/mean, operation: read, quantity: latency, statistic: mean, unit: us}
  - {pointer: /lat/p~199, operation: read, quantity: latency, statistic: p99, unit: us}
"""


def test_each_record_is_a_row_and_each_value_keeps_its_line_and_pointer() -> None:
    reading = read(RESULTS, f"records: /results/*\n{COLUMNS}")
    assert shown(reading) == dedent("""\
        read.bandwidth 13107200 B/s (12.50 MiB/s, line 3), block_size 4096
        read.latency.mean 0.0012 s (1.2e3 us, line 4), block_size 4096
        read.latency.p99 4e-05 s (40 us, line 4), block_size 4096
        read.latency.mean 0.002 s (2 ms, line 6), block_size 8192
        t.txt:5: not-recorded: no value for read.bandwidth: the cell is empty
        t.txt:5: not-recorded: no value for read.latency: the cell is empty
    """)
    assert [one.position.pointer for one in reading.records] == [
        "/results/0/bw",
        "/results/0/lat/mean",
        "/results/0/lat/p~199",
        "/results/1/lat/mean",
    ]


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_the_layout_of_json_does_not_matter(indent: int | None) -> None:
    raw = json.dumps(json.loads(RESULTS), indent=indent)
    values = [one.value for one in read(raw, f"records: /results/*\n{COLUMNS}").records]
    assert values == [13107200, 0.0012, 4e-05, 0.002]


def test_a_list_has_its_entries_as_records_and_a_log_around_it_is_passed_over() -> None:
    raw = '[12:30] start\n[{"n": 1, "r": 5}, {"n": 2, "r": 6}]\n[12:31] again\n[{"n": 3, "r": 7}]\n'
    table = """
        columns:
          - {pointer: /n, column: jobs}
          - {pointer: /r, operation: read, quantity: iops, unit: op/s}
    """
    assert shown(read(raw, table)) == dedent("""\
        read.iops 5 op/s (5 op/s, line 2), jobs 1
        read.iops 6 op/s (6 op/s, line 2), jobs 2
        read.iops 7 op/s (7 op/s, line 4), jobs 3
    """)


def test_json_lines_are_a_record_each() -> None:
    raw = '{"n": 1, "r": 5}\n\n{"n": 2, "r": 6}\n'
    table = """
        columns:
          - {pointer: /n, column: jobs}
          - {pointer: /r, operation: read, quantity: iops, unit: op/s}
    """
    assert shown(read(raw, table, "t.jsonl")) == dedent("""\
        read.iops 5 op/s (5 op/s, line 1), jobs 1
        read.iops 6 op/s (6 op/s, line 3), jobs 2
    """)


def test_the_name_of_a_record_can_be_its_label() -> None:
    raw = '{"seq_read": {"bw": 5}, "rand_read": {"bw": 7}, "note": {"bw": 0}}'
    table = """
        records: /*
        columns:
          - pointer: '#'
            labels:
              seq_read: {operation: seq-read}
              rand_read: {operation: rand-read}
              note: {skip: true}
          - {pointer: /bw, quantity: bandwidth, unit: MiB/s}
    """
    assert shown(read(raw, table)) == dedent("""\
        seq-read.bandwidth 5242880 B/s (5 MiB/s, line 1)
        rand-read.bandwidth 7340032 B/s (7 MiB/s, line 1)
    """)


def test_pointers_that_lead_nowhere_are_said() -> None:
    assert shown(read(RESULTS, f"records: /jobs/*\n{COLUMNS}")) == (
        "t.txt.yaml:2:3: bad-value: nothing stands at '/jobs/*'\n"
    )
    found = shown(read(RESULTS, f"records: /results/*\n{COLUMNS.replace('/bw', '/rate')}"))
    assert found.count("no value for read.bandwidth: the cell is empty") == 2


@pytest.mark.parametrize("end", range(2, len(RESULTS) - 2, 5))
def test_json_that_is_cut_off_gives_nothing(end: int) -> None:
    assert shown(read(RESULTS[:end], f"records: /results/*\n{COLUMNS}")).split(": ")[1] == (
        "incomplete-run"
    )


def test_a_json_line_that_is_cut_off_is_found() -> None:
    raw = '{"n": 1, "r": 5}\n{"n": 2, "r":'
    table = """
        columns:
          - {pointer: /n, column: jobs}
          - {pointer: /r, operation: read, quantity: iops, unit: op/s}
    """
    assert shown(read(raw, table)) == (
        "t.txt:2: incomplete-run: the JSON cannot be read: Expecting value\n"
    )


def test_json_nested_without_end_is_refused() -> None:
    assert shown(read("[" * 200_000, COLUMNS)) == (
        "t.txt:1: incomplete-run: the JSON cannot be read: it is nested too deep\n"
    )
