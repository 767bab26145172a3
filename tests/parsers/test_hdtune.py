"""HD Tune: what is not documented is said."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

TEXT = """\
HD Tune: EXAMPLE Benchmark
Transfer Rate Minimum : 72.0 MB/sec
Transfer Rate Maximum : 136.4 MB/sec
Transfer Rate Average : 113.4 MB/sec
Access Time           : 13.6 ms
Burst Rate            : 176.3 MB/sec
CPU Usage             : 26.4%
"""
RANDOM = """\
HD Tune Pro: EXAMPLE Random Access

Read test
512 bytes            9000 IOPS            0.111 ms             1.021 ms             4.395 MB/s
4 KB                 8000 IOPS            0.125 ms             0.311 ms             31.250 MB/s
"""


def test_the_base_of_mb_and_the_share_of_cpu_are_assumed() -> None:
    assert shown(TEXT, only="assumed") == (
        "  seq-read.bandwidth.min 72000000 B/s  (72.0 MB/s, line 2) [assumed: {0}]\n"
        "  seq-read.bandwidth.max 136400000 B/s  (136.4 MB/s, line 3) [assumed: {0}]\n"
        "  seq-read.bandwidth.mean 113400000 B/s  (113.4 MB/s, line 4) [assumed: {0}]\n"
        "  burst-read.bandwidth 176300000 B/s  (176.3 MB/s, line 6) [assumed: {0}]\n"
        "  seq-read.cpu 0.264  (26.4%, line 7) [assumed: HD Tune does not say whether this is a "
        "share of one core or of all]\n"
    ).format(
        "HD Tune does not say what MB is; taken as 10^6 bytes, with 2^20 it would be 4.9 % more"
    )


def test_an_access_time_of_zero_is_below_the_resolution() -> None:
    assert shown(TEXT.replace("13.6", "0.0"), only="latency") == (
        "  rand-read.latency.mean 0 s  (0.0 ms, line 5) [below-resolution: less than the last "
        "digit printed]\n"
    )


def test_random_access_proves_the_base() -> None:
    rates = [value for metric, value in values(RANDOM) if "bandwidth" in metric]
    assert rates == [4608491.52, 32_768_000]
    assert "assumed" not in shown(RANDOM)
    decimal = RANDOM.replace("4.395", "4.608").replace("31.250", "32.768")
    assert [value for metric, value in values(decimal) if "bandwidth" in metric] == [
        4_608_000,
        32_768_000,
    ]


def test_a_write_test_is_not_a_read_test() -> None:
    text = TEXT.replace("Benchmark\n", "Benchmark\n\nWrite transfer rate\n")
    assert values(text)[0] == ("seq-write.bandwidth.min", 72_000_000)


def test_decimal_commas_are_read() -> None:
    assert values(TEXT.replace(".", ",")) == values(TEXT)


def test_a_column_of_a_table_is_a_run() -> None:
    table = """\
    | Metric | old | new |
    |---|---|---|
    | Transfer Rate Minimum | 10.0 MB/sec | 20.0 MB/sec |
    | Transfer Rate Maximum | 30.0 MB/sec | 40.0 MB/sec |
    | Transfer Rate Average | 15.0 MB/sec | 25.0 MB/sec |
    | Access Time | 13.0 ms | 0.1 ms |
    """
    assert shown(table, only="latency") == (
        "  rand-read.latency.mean 0.013 s  (13.0 ms, line 6) series=old\n"
        "  rand-read.latency.mean 0.0001 s  (0.1 ms, line 6) series=new\n"
    )


def test_text_that_is_cut_off_is_found() -> None:
    cut = TEXT.partition("Access")[0]
    assert findings(cut) == (
        "run.txt:4: warning[missing-field]: the text of HD Tune lacks access time, burst rate, "
        "cpu usage\n"
    )
    assert findings(TEXT.partition("Transfer")[0]) == (
        "run.txt:1: error[incomplete-run]: HD Tune shows no result\n"
    )
