"""PostMark: whole seconds are bounds, and kilobytes have 1024 bytes."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

REPORT = """\
Time:
        {total} seconds total
        {part} seconds of transactions ({rate} per second)

Files:
        764 created ({created} per second)
                Creation alone: 500 files (50 per second)
                Mixed with transactions: 264 files (0 per second)
        243 read (0 per second)
        257 appended (0 per second)
        764 deleted ({created} per second)
                Deletion alone: 528 files (176 per second)
                Mixed with transactions: 236 files (0 per second)

Data:
        2.00 megabytes read (1.00 kilobytes per second)
        4.00 megabytes written (2.00 kilobytes per second)
"""
LONG = REPORT.format(total=2048, part=1000, rate=0, created=0)
SHORT = REPORT.format(total=1, part=1, rate=500, created=764)


def test_megabytes_by_seconds_are_the_kilobytes_per_second() -> None:
    found = dict(values(LONG))
    assert found["read.size"] / found["total.time"] == found["read.bandwidth"] == 1024
    assert found["write.bandwidth"] == 2048


def test_one_second_is_an_upper_bound_and_its_rates_are_lower_ones() -> None:
    assert shown(SHORT, only="transaction.") == (
        "  transaction.time 1 s  (1 seconds, line 3)"
        " [at-most: PostMark counts whole seconds, and prints 1 for anything shorter]\n"
        "  transaction.iops 500 op/s  (500 per second, line 3)"
        " [at-least: PostMark counts whole seconds, and prints 1 for anything shorter]\n"
    )
    assert shown(SHORT, only="read.bandwidth").count("at-least") == 1


def test_less_than_one_file_per_second_is_not_nothing() -> None:
    assert shown(LONG, only="append.iops") == (
        "  append.iops 0 op/s  (0 per second, line 10)"
        " [below-resolution:"
        " cut to a whole number by PostMark]\n"
    )


def test_a_report_that_is_cut_off_says_so() -> None:
    text = "".join(LONG.splitlines(keepends=True)[:12])
    assert "error[incomplete-run]: the report of PostMark is cut off" in findings(text)


def test_a_run_without_a_report_is_unfinished() -> None:
    assert "PostMark began to work, but gave no report" in findings("Creating files...Done\n")


def test_what_was_set_is_the_load() -> None:
    text = "PostMark v1.51 : 8/14/01\npm>set size 500 9000\npm> set number 200\npm>run\n" + LONG
    assert shown(text, only="append.iops") == (
        "  append.iops 0 op/s  (0 per second, line 14)"
        " files=200 max_size=9000 min_size=500 [below-resolution:"
        " cut to a whole number by PostMark]\n"
    )
