"""STREAM: a million bytes to the MB, and no result without validation."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

HEAD = "Function    Best Rate MB/s  Avg time     Min time     Max time\n"
ROWS = """\
Copy:            1000.0     0.170000     0.160000     0.180000
Scale:           1000.0     0.170000     0.160000     0.180000
Add:             1000.0     0.250000     0.240000     0.260000
Triad:           1000.0     0.250000     0.240000     0.260000
"""
GOOD = "Solution Validates: avg error less than 1.000000e-13 on all three arrays\n"


def test_a_megabyte_of_stream_is_a_million_bytes() -> None:
    # 2 arrays of 10,000,000 elements of 8 bytes in 0.16 s.
    assert values(HEAD + ROWS + GOOD)[0] == ("copy.bandwidth", 10_000_000 * 8 * 2 / 0.16)


def test_a_table_without_the_line_of_validation_is_read_and_said_to_lack_it() -> None:
    assert len(values(HEAD + ROWS)) == 16
    assert findings(HEAD + ROWS) == (
        "run.txt:5: warning[missing-field]: the line 'Solution Validates' is missing\n"
    )


def test_a_run_that_failed_its_validation_gives_no_value() -> None:
    text = HEAD + ROWS + "Failed Validation on array a[], AvgRelAbsErr > epsilon (1.000000e-13)\n"
    assert shown(text) == (
        "run.txt:6: error[failed-run]: STREAM says: Failed Validation on array a[], "
        "AvgRelAbsErr > epsilon (1.000000e-13)\n"
    )


def test_a_head_without_rows_is_an_unfinished_run() -> None:
    assert "error[incomplete-run]: a table of STREAM ends at its head" in findings(HEAD)


def test_the_rms_time_of_version_4_is_not_taken_for_a_mean() -> None:
    text = HEAD.replace("Best Rate MB/s ", "   Rate (MB/s)").replace("Avg", "RMS") + ROWS + GOOD
    assert {metric.split(".", 1)[1] for metric, _ in values(text)} == {
        "bandwidth",
        "time.min",
        "time.max",
    }
