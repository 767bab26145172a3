"""AS SSD: MB is 2^20 bytes, and a stopped test is no zero."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

TEXT = """\
AS SSD Benchmark 2.0.7316.34247
------------------------------
Name: EXAMPLE
Date: 28/11/2024 14:18:03
------------------------------
Sequential:
------------------------------
Read: 512.50 MB/s
Write: 480.25 MB/s
------------------------------
4K-64Threads:
------------------------------
Read: 250.00 MB/s
------------------------------
Score:
------------------------------
Read: 442
"""


def test_mb_is_2_to_the_20_bytes() -> None:
    assert values(TEXT)[0] == ("seq-read.bandwidth", 512.5 * 2**20)
    iops = TEXT.replace("250.00 MB/s", "64000 iops")
    assert dict(values(iops))["rand-read.iops"] * 4096 == dict(values(TEXT))["rand-read.bandwidth"]


def test_a_text_is_a_run_with_its_drive_and_date() -> None:
    assert (
        shown(TEXT, only="run ")
        == "run 1: AS SSD 2.0.7316.34247, 2024-11-28T14:18:03, lines 1-17\n"
    )
    assert shown(TEXT, only="fact") == "  fact drive.model = EXAMPLE  (line 3)\n"


def test_a_date_that_can_be_read_twice_is_left_out() -> None:
    assert shown(TEXT.replace("28/11", "04/11"), only="run ") == (
        "run 1: AS SSD 2.0.7316.34247, lines 1-17\n"
    )


def test_a_stopped_test_is_no_zero() -> None:
    text = TEXT.replace("250.00", "0.00")
    assert [metric for metric, _ in values(text) if metric.startswith("rand")] == []
    assert findings(text) == (
        "run.txt:13: info[not-recorded]: a value of 0 is that of a test that did not run\n"
    )


def test_prose_below_the_text_belongs_to_nobody() -> None:
    assert values(TEXT + "\nThat is fast.\nRead: 99.00 MB/s\n") == values(TEXT)


def test_text_without_a_score_is_found() -> None:
    assert findings(TEXT.partition("Score")[0]) == (
        "run.txt:13: warning[missing-field]: the text of AS SSD ends before its score: it is cut "
        "off, or tests were left out\n"
    )
