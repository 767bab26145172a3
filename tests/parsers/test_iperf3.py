"""iperf3: bits in thousands, bytes in 1024, and only the summary counts."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

RULE = "- - - - - - - - - - - - - - - - - - - - - - - - -\n"
HEAD = "[ ID] Interval           Transfer     Bitrate         Retr\n"
START = """\
Connecting to host 10.0.0.1, port 5201
[  5] local 10.0.0.2 port 40000 connected to 10.0.0.1 port 5201
"""
INTERVALS = """\
[  5]   0.00-1.00   sec  11.0 MBytes  92.3 Mbits/sec    0    100 KBytes
[  5]   1.00-2.00   sec  11.0 MBytes  92.3 Mbits/sec    2    100 KBytes
"""
SUMMARY = """\
[  5]   0.00-2.00   sec  22.0 MBytes  92.3 Mbits/sec    2             sender
[  5]   0.00-2.01   sec  21.5 MBytes  89.7 Mbits/sec                  receiver
"""
TEXT = START + HEAD + INTERVALS + RULE + HEAD + SUMMARY


def test_rates_are_in_thousands_and_sizes_in_1024() -> None:
    assert values(TEXT) == [
        ("net-send.net-bandwidth", 92_300_000),
        ("net-send.size", 22 * 1024 * 1024),
        ("net-send.retransmits", 2),
        ("net-receive.net-bandwidth", 89_700_000),
        ("net-receive.size", 21.5 * 1024 * 1024),
    ]
    assert findings(TEXT) == ""


def test_intervals_alone_are_no_result() -> None:
    assert shown(START + HEAD + INTERVALS) == (
        "run.txt:5: error[incomplete-run]: iperf3 was cut off: "
        "its summary of sender and receiver is missing\n"
    )


def test_of_several_streams_only_their_sum_is_the_result() -> None:
    both = INTERVALS + INTERVALS.replace("[  5]", "[  7]")
    lines = SUMMARY + SUMMARY.replace("[  5]", "[  7]")
    total = SUMMARY.replace("[  5]", "[SUM]").replace("92.3", "184.6").replace("89.7", "179.4")
    text = START + HEAD + both + RULE + HEAD + lines
    assert [value for metric, value in values(text + total) if metric.endswith("bandwidth")] == [
        184_600_000,
        179_400_000,
    ]
    assert values(text) == []
    assert "the line [SUM] of its streams is missing" in findings(text)


def test_bytes_per_second_are_of_1024_and_given_as_bits() -> None:
    text = TEXT.replace("92.3 Mbits/sec", "11.0 MBytes/sec")
    assert values(text)[0] == ("net-send.net-bandwidth", 11 * 1024 * 1024 * 8)


def test_the_idle_end_of_a_server_is_no_result() -> None:
    text = START + RULE + HEAD + SUMMARY.replace("22.0 MBytes  92.3 Mbits", "0.00 Bytes  0.00 bits")
    assert [metric for metric, _ in values(text)] == [
        "net-send.retransmits",
        "net-receive.net-bandwidth",
        "net-receive.size",
    ]


def test_a_summary_of_zero_with_a_count_of_datagrams_gives_the_loss_alone() -> None:
    head = "[ ID] Interval           Transfer     Bandwidth       Jitter    Lost/Total Datagrams\n"
    row = "[  5]   0.00-{}  sec  {}  {}/sec  0.012 ms  {} (5%)  \n"
    text = (
        head
        + row.format("1.00 ", "1.00 MBytes", "8.39 Mbits", "5/100")
        + RULE
        + head
        + row.format("10.04", "0.00 Bytes", "0.00 bits", "50/1000")
    )
    assert values(text) == [("net-transfer.jitter", 1.2e-05), ("net-transfer.loss", 0.05)]


def test_an_error_is_quoted_and_takes_its_numbers_with_it() -> None:
    text = START + HEAD + INTERVALS + "iperf3: error - control socket has closed unexpectedly\n"
    assert shown(text) == (
        "run.txt:6: error[failed-run]: iperf3 says: "
        "error - control socket has closed unexpectedly\n"
    )


def test_tests_one_after_the_other_are_runs_of_their_own() -> None:
    assert shown(TEXT + "\niperf Done.\n" + TEXT.replace("92.3", "93.0"), only="run ") == (
        "run 1: iperf3, lines 1-9\nrun 2: iperf3, lines 12-20\n"
    )


def test_a_summary_without_its_intervals_is_a_result() -> None:
    head = "[ ID] Interval           Transfer     Bandwidth       Jitter    Lost/Total Datagrams\n"
    row = "[  4]   0.00-10.00  sec  1.25 GBytes  1.07 Gbits/sec  0.002 ms  1000/10000 (10&#37;)\n"
    text = "Test Complete. Summary Results:\n" + head + row + "[  4] Sent 10000 datagrams\n"
    again = text + "and again\n" + text
    assert "run 2: iperf3, lines 6-8\n" in shown(again, only="run ")
    assert values(again) == 2 * [
        ("net-transfer.net-bandwidth", 1_070_000_000),
        ("net-transfer.size", 1.25 * 2**30),
        ("net-transfer.jitter", 2e-06),
        ("net-transfer.loss", 0.1),
    ]
