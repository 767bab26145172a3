"""PIORAW: tables of a report, with the set-up in front of them."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

TABLE = "I/O Size\tWrite\tRead\n1 KB\t3.50 MB/s\t6.50 MB/s\n16 MB\t190.25 MB/s\t197.75 MB/s\n"
SETUP = "·\u00a0\u00a0\u00a0 # of Client: 1\n·\u00a0\u00a0\u00a0 File Size: 128 MB\n"


def test_sizes_are_powers_of_1024_and_rates_of_1000_and_the_latter_is_said_to_be_assumed() -> None:
    assumed = "[assumed: the base of MB/s is not documented for PIORAW: read as 10^6]"
    assert shown(SETUP + TABLE, only="seq-") == (
        "  seq-write.bandwidth 3500000 B/s  (3.50 MB/s, line 4) block_size=1024 clients=1 "
        f"file_size=134217728 {assumed}\n"
        "  seq-read.bandwidth 6500000 B/s  (6.50 MB/s, line 4) block_size=1024 clients=1 "
        f"file_size=134217728 {assumed}\n"
        "  seq-write.bandwidth 190250000 B/s  (190.25 MB/s, line 5) block_size=16777216 clients=1 "
        f"file_size=134217728 {assumed}\n"
        "  seq-read.bandwidth 197750000 B/s  (197.75 MB/s, line 5) block_size=16777216 clients=1 "
        f"file_size=134217728 {assumed}\n"
    )


def test_the_unit_of_each_cell_counts() -> None:
    table = TABLE.replace("3.50 MB/s", "3500 KB/s").replace("197.75 MB/s", "0.25 GB/s")
    assert values(table) == [
        ("seq-write.bandwidth", 3_500_000),
        ("seq-read.bandwidth", 6_500_000),
        ("seq-write.bandwidth", 190_250_000),
        ("seq-read.bandwidth", 250_000_000),
    ]


def test_each_table_has_the_set_up_in_front_of_it() -> None:
    second = SETUP.replace("128 MB", "2 GB").replace("·\u00a0\u00a0\u00a0 # of Client: 1\n", "")
    text = SETUP + TABLE + "\n" + second + TABLE
    assert "clients=1" in shown(text, only="(3.50 MB/s, line 9)")
    assert "file_size=2147483648" in shown(text, only="(3.50 MB/s, line 9)")
    assert "file_size=134217728" in shown(text, only="(3.50 MB/s, line 4)")


def test_a_row_that_lacks_a_cell_and_a_number_that_is_none_are_found() -> None:
    assert findings(TABLE.replace("\t6.50 MB/s", "")) == (
        "run.txt:2: error[rows-left-over]: 1 rates stand under 2 heads\n"
    )
    assert findings(TABLE.replace("3.50 MB/s", "3,500 MB/s").replace("6.50", "6")) == (
        "run.txt:2: error[ambiguous-number]: '3,500' can be 3500 or 3.500, and no other figure of "
        "the line decides\n"
        "  hint: say in a sidecar what it is\n"
    )


def test_a_table_without_rows_was_cut_off() -> None:
    assert findings("I/O Size\tWrite\tRead\n") == (
        "run.txt:1: error[incomplete-run]: a PIORAW table ends at its head\n"
    )
