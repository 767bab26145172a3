"""mdtest: what naive readers of its tables get wrong."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values

ROWS = """\
   Operation                      Max            Min           Mean        Std Dev
   ---------                      ---            ---           ----        -------
   File creation     :       5000.000       5000.000       5000.000          0.000
   File stat         :          0.000          0.000          0.000          0.000
   Tree creation     :        100.000        100.000        100.000          0.000
   Tree removal      :          0.000          0.000          0.000          0.000
"""
BANNER = """\
-- started at 01/02/2024 03:04:05 --

mdtest-3.4.0 was launched with 4 total task(s) on 1 node(s)
4 tasks, 10000 files
"""
FINISHED = "-- finished at 01/02/2024 03:04:09 --\n"


@pytest.mark.parametrize("head", ["SUMMARY:", "SUMMARY rate:", "SUMMARY rate (in ops/sec):"])
def test_zeros_are_phases_that_were_not_run(head: str) -> None:
    assert values(f"{head} (of 1 iterations)\n{ROWS}") == [
        ("file-create.iops", 5000),
        ("tree-create.iops", 100),
    ]


def test_a_table_of_times_looks_like_one_of_rates_and_is_none() -> None:
    text = f"SUMMARY time: (of 1 iterations)\n{ROWS.replace('5000.000', '   2.000')}"
    assert values(text)[0] == ("file-create.time", 2)


def test_the_head_of_a_table_of_times_counts_unless_the_rates_refute_it() -> None:
    rates = f"{BANNER}SUMMARY rate (in ops/sec): (of 1 iterations)\n{ROWS}"
    times = f"SUMMARY time (in ms/op): (of 1 iterations)\n{ROWS}"
    as_said = rates + times.replace("5000.000", "   0.800") + FINISHED
    assert ("file-create.latency.mean", 0.0008) in values(as_said)
    # 10000 files at 5000 a second take 2 s.
    seconds = rates + times.replace("5000.000", "   2.000") + FINISHED
    assert ("file-create.time", 2) in values(seconds)
    assert "[proved: seconds of the phase" in shown(seconds)


def test_of_several_iterations_the_statistics_are_named() -> None:
    row = "   File creation     :       6000.000       4000.000       5000.000       1000.000\n"
    last = "   Tree removal      :          8.000          8.000          8.000          0.000\n"
    assert values(f"SUMMARY rate: (of 2 iterations)\n{row}{last}")[:4] == [
        ("file-create.iops.max", 6000),
        ("file-create.iops.min", 4000),
        ("file-create.iops.mean", 5000),
        ("file-create.iops.stddev", 1000),
    ]


def test_a_table_without_its_last_row_gives_nothing() -> None:
    cut = "".join(ROWS.splitlines(keepends=True)[:-1])
    text = f"{BANNER}SUMMARY rate: (of 1 iterations)\n{cut}"
    assert values(text) == []
    assert findings(text) == (
        "run.txt:5: error[incomplete-run]:"
        " the table of mdtest ends before its last row, 'Tree removal'\n"
        "  hint: the output is cut off\n"
    )


def test_a_launch_without_a_table_is_a_failure_with_its_reason() -> None:
    assert findings(BANNER) == (
        "run.txt:1: error[incomplete-run]: mdtest was launched, but gave no table of results\n"
    )
    fault = "ERROR: unable to create file /x, errno: 28\n"
    assert findings(BANNER + fault) == (
        "run.txt:5: error[failed-run]: mdtest stopped: ERROR: unable to create file /x, errno: 28\n"
    )


def test_two_calls_in_one_log_are_two_runs() -> None:
    one = f"{BANNER}SUMMARY rate: (of 1 iterations)\n{ROWS}{FINISHED}"
    two = one.replace("5000.000", "6000.000")
    assert [line for line in shown(one + "$ mdtest\n" + two).splitlines() if "run" in line[:4]] == [
        "run 1: mdtest 3.4.0, 2024-01-02T03:04:05, lines 1-12",
        "run 2: mdtest 3.4.0, 2024-01-02T03:04:05, lines 14-25",
    ]


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        (
            "per Rank:      Max    Min    Mean    Std Dev    per Iteration: Max    Min    Mean",
            "90.0  10.0  50.0  20.0       80.0  40.0  60.0",
        ),
        (
            "per Rank: Max     Min     Mean     per Iteration: Max     Min     Mean     Std Dev",
            "90.0  10.0  50.0       80.0  40.0  60.0  28.0",
        ),
    ],
)
def test_of_statistics_per_rank_and_per_iteration_the_head_says_which_is_which(
    head: str, cells: str
) -> None:
    rows = f"   File creation      :  {cells}\n   Tree removal       :  {cells}\n"
    found = values(f"SUMMARY rate: (of 2 iterations)\n   Operation    {head}\n{rows}")
    assert found[:3] == [
        ("file-create.iops.max", 80),
        ("file-create.iops.min", 40),
        ("file-create.iops.mean", 60),
    ]
    assert found[3] == (
        ("file-create.iops.stddev", 28) if "28.0" in cells else ("tree-delete.iops.max", 80)
    )
