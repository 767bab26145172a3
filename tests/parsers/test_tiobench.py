"""tiobench: 1024*1024 bytes to the MB, and CPU shares of more than 100 %."""

from __future__ import annotations

from tests.parsers.output import findings, values

RATES = """\
Tiotest results for 4 concurrent io threads:
,----------------------------------------------------------------------.
| Item                  | Time     | Rate         | Usr CPU  | Sys CPU |
+-----------------------+----------+--------------+----------+---------+
| Write         800 MBs |    8.0 s | 100.000 MB/s |   2.5 %  | 1061.3 % |
| Random Read    16 MBs |    0.0 s |     inf MB/s |   nan %  |   nan % |
"""
END = "`----------------------------------------------------------------------'\n"


def test_a_megabyte_of_tiotest_is_1024_kilobytes_of_1024_bytes() -> None:
    assert values(RATES + END)[:2] == [
        ("seq-write.bandwidth", 100 * 1024 * 1024),
        ("seq-write.time", 8),
    ]
    assert ("seq-write.system-cpu", 10.613) in values(RATES + END)


def test_a_test_that_took_no_time_has_no_rate() -> None:
    assert [one for one in values(RATES + END) if one[0].startswith("rand-read")] == [
        ("rand-read.time", 0)
    ]


def test_tables_that_are_cut_off_say_so() -> None:
    assert "a table of tiotest is cut off" in findings(RATES)
    assert "the table of latencies is missing or cut off" in findings(RATES + END)
