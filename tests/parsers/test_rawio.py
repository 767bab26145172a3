"""rawio: rates by kind of test."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

BY_ID = """\
           Random read  Sequential read    Random write Sequential write
ID          K/sec  /sec    K/sec  /sec     K/sec  /sec     K/sec  /sec

anon       1184.0    74    8192.0   512    1008.0    63    7168.0   448
"""
BY_TEST = """\
Test    ID         K/sec   /sec  %User  %Sys %Total
RR      anon      1184.0     74    0.1   1.9    2.0
SW      anon      7168.0    448    0.5   5.5    6.0
"""


def test_k_is_read_as_1024_bytes_and_said_to_be_assumed() -> None:
    assert shown(BY_ID, only="rand-read") == (
        "  rand-read.bandwidth 1212416 B/s  (1184.0 K/sec, line 4) "
        "[assumed: K of rawio is not documented: read as 1024 bytes]\n"
        "  rand-read.iops 74 op/s  (74 /sec, line 4)\n"
    )


def test_rows_for_each_id_and_rows_for_each_test_are_the_same_run() -> None:
    assert values(BY_ID)[:2] == values(BY_TEST)[:2]
    assert values(BY_TEST)[2:5] == [
        ("rand-read.user-cpu", 0.001),
        ("rand-read.system-cpu", 0.019),
        ("rand-read.cpu", 0.02),
    ]


def test_a_long_id_stands_on_a_line_of_its_own() -> None:
    text = BY_ID.replace("anon      ", "/dev/vinum/stripe\n         ")
    assert values(text) == values(BY_ID)
    assert shown(text, only="rand-read.iops") == (
        "  rand-read.iops 74 op/s  (74 /sec, line 5) series=/dev/vinum/stripe\n"
    )


def test_a_table_without_rows_was_cut_off() -> None:
    assert findings(BY_ID[:145]) == (
        "run.txt:2: error[incomplete-run]: a table of rawio ends at its head\n"
    )
