"""stress-ng: two rates for each stressor, and none of a run that failed."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

TEXT = """\
stress-ng: info:  [10] dispatching hogs: 1 hdd, 2 cpu
stress-ng: metrc: [10] stressor   bogo ops real time  usr time  sys time  bogo ops/s   bogo ops/s
stress-ng: metrc: [10]                       (secs)    (secs)    (secs)  (real time) (usr+sys time)
stress-ng: metrc: [10] cpu            1000     10.00     19.00      1.00      100.00        50.00
"""
DONE = "stress-ng: info:  [10] {}successful run completed in 10.00s\n"


def test_the_rate_by_the_clock_and_that_by_cpu_time_are_two_values() -> None:
    found = dict(values(TEXT + DONE.format("")))
    assert (found["stress.rate"], found["stress.rate.cpu-time"]) == (100, 50)
    assert found["stress.time"] == 10


def test_a_stressor_that_was_dispatched_and_has_no_row_is_missed() -> None:
    assert "there is no row for hdd" in findings(TEXT + DONE.format(""))


def test_a_run_that_failed_gives_nothing() -> None:
    assert shown(TEXT + DONE.format("un")) == (
        "run.txt:5: error[failed-run]: stress-ng says: unsuccessful run completed in 10.00s\n"
    )


def test_megabytes_of_single_stressors_are_of_2_to_the_20() -> None:
    line = "stress-ng: metrc: [10] hdd   2.00 MB/sec write rate (harmonic mean of 1 instances)\n"
    assert ("write.bandwidth", 2 * 1024 * 1024) in values(TEXT + line + DONE.format(""))


def test_a_run_without_metrics_is_no_error() -> None:
    text = TEXT.splitlines()[0] + "\n" + DONE.format("")
    assert findings(text) == (
        "run.txt:1: info[not-recorded]: stress-ng ran without --metrics: there is no result\n"
    )


def test_older_versions_say_that_they_are_done_above_the_table() -> None:
    assert findings(DONE.format("") + TEXT.partition("\n")[2]) == ""
