"""Vdbench: what naive readers of its tables get wrong."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values

START = (
    "10:00:01.002 Starting RD=rd1; I/O rate: Uncontrolled MAX; elapsed=60; "
    "For loops: xfersize=8k threads=4 rdpct=70\n\n"
)
HEAD = """\
Mar 05, 2024    interval        i/o   MB/sec   bytes   read     resp     read    write  cpu%
                               rate  1024**2     i/o    pct     time     resp     resp sys+u
"""
FIRST = (
    "10:00:02.050           1      100.0     0.78    8192  70.00    9.000    1.000    2.000   1.0\n"
)
AVERAGE = (
    "10:01:01.050    avg_2-60     1280.0    10.00    8192  70.00    1.300    1.000    2.000   1.0\n"
)
NEXT = "10:01:02.002 Starting RD=rd2; I/O rate: 100; elapsed=60; For loops: xfersize=4k\n\n"


@pytest.mark.parametrize(("said", "base"), [("1024**2", 2**20), ("1000**2", 10**6)])
def test_the_head_says_what_a_megabyte_is(said: str, base: int) -> None:
    text = START + HEAD.replace("1024**2", said) + FIRST + AVERAGE
    assert ("rw.bandwidth", 10 * base) in values(text)


def test_only_averages_are_results() -> None:
    text = START + HEAD + FIRST + AVERAGE
    assert [value for metric, value in values(text) if metric == "rw.iops"] == [1280]


def test_a_run_definition_that_was_cut_off_gives_nothing() -> None:
    text = START + HEAD + FIRST + AVERAGE + NEXT + FIRST
    assert [value for metric, value in values(text) if metric == "rw.iops"] == [1280]
    assert findings(text) == (
        "run.txt:7: error[incomplete-run]: RD=rd2 has no row of averages (avg_):"
        " the run was cut off\n"
        "  hint: intervals are no result: the first of them are still warming up\n"
    )


def test_a_time_that_runs_into_the_label_is_no_hindrance() -> None:
    text = START + HEAD + AVERAGE.replace("10:01:01.050    avg_2-60", "10:01:01.050avg_31-150")
    assert values(text)[0] == ("rw.iops", 1280)


def test_the_head_holds_for_the_run_definitions_below_it() -> None:
    text = START + HEAD + AVERAGE + NEXT + AVERAGE
    assert [value for metric, value in values(text) if metric == "rw.iops"] == [1280, 1280]
    assert shown(text, only="rw.iops").endswith(
        "line 8) arguments=iorate=100 block_size=4096 runtime=60 test=rd2\n"
    )


def test_cells_that_are_not_under_the_heads_give_nothing() -> None:
    text = START + HEAD + AVERAGE.replace("   1.0\n", "   1.0   9.0\n")
    assert values(text) == []
    assert "avg_ row: 9 cells under 8 heads" in findings(text)


def test_nothing_done_is_no_result() -> None:
    idle = AVERAGE.replace("1280.0    10.00    8192  70.00", "   0.0     0.00       0    NaN")
    assert values(START + HEAD + idle) == []


def test_a_direction_that_was_not_used_has_no_latency() -> None:
    reads = AVERAGE.replace(
        "  70.00    1.300    1.000    2.000", " 100.00    1.000    1.000    0.000"
    )
    metrics = [metric for metric, _ in values(START + HEAD + reads)]
    assert "read.latency.mean" in metrics
    assert "write.latency.mean" not in metrics
    assert metrics.count("read.latency.mean") == 1


def test_without_decimals_times_are_microseconds() -> None:
    flagged = AVERAGE.replace("    1.300    1.000    2.000", "     1300     1000     2000")
    assert ("rw.latency.mean", 0.0013) in values(START + HEAD + flagged)


def test_a_run_definition_that_is_announced_has_to_follow() -> None:
    links = (
        "Link to Run Definitions:         rd1 For loops: None\n"
        "                                 rd2 For loops: None\n\n"
    )
    assert findings(links + START + HEAD + AVERAGE) == (
        "run.txt:2: error[incomplete-run]: RD=rd2 is announced here, but does not follow:"
        " the run was cut off\n"
    )


FILES = """\
12:00:01.001 Starting RD=rd1; elapsed=60; fwdrate=max. For loops: None

Mar 05 .Interval. .ReqstdOps... ...cpu%...  read ....read..... ....write.... mb/sec ....open....
                   rate   resp total  sys   pct   rate   resp   rate   resp  total  rate   resp
12:01:01.050 avg_2-60 400.0  2.000  10.0 5.00 100.0  400.0  2.000    0.0  0.000  50.00   1.0  0.250
"""


def test_file_systems_of_one_direction_tell_it_once() -> None:
    found = values(FILES)
    assert [found.count(pair) for pair in (("read.iops", 400), ("read.latency.mean", 0.002))] == [
        1,
        1,
    ]
    assert ("open.latency.mean", 0.00025) in found
    assert not any(metric.startswith(("write", "rw")) for metric, _ in found)


def test_flatfile_takes_averages_and_skips_what_is_not_available() -> None:
    text = """\
* MB/sec          : Megabytes per second (MB=1024*1024)
tod timestamp Run Interval reqrate rate MB/sec bytes/io read% resp threads
10:00:02.050 03/05/2024-10:00:02-CET rd1 1 999988.0000 900.0000 7.0313 8192 0.0000 1.5000 4.0000
10:00:03.060 03/05/2024-10:00:03-CET rd1 avg_2-2 999988.0000 1280.0000 10.0000 n/a 0.0000 1.2500 n/a
"""
    assert values(text) == [
        ("write.iops", 1280),
        ("write.bandwidth", 10 * 2**20),
        ("write.latency.mean", 0.00125),
    ]
