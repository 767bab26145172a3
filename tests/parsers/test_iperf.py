"""iperf 2: the row of the whole time, the sum of the streams, what the server says."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

START = """\
Client connecting to 10.0.0.1, TCP port 5001
[  3] local 10.0.0.2 port 40000 connected with 10.0.0.1 port 5001
[ ID] Interval       Transfer     Bandwidth
"""
FIRST = "[  3]  0.0- 1.0 sec   112 MBytes   940 Mbits/sec\n"
SECOND = "[  3]  1.0- 2.0 sec   112 MBytes   940 Mbits/sec\n"
WHOLE = "[  3]  0.0- 2.0 sec   224 MBytes   939 Mbits/sec\n"


def test_the_row_of_the_whole_time_is_the_result() -> None:
    assert values(START + FIRST + SECOND + WHOLE) == [
        ("net-send.net-bandwidth", 939_000_000),
        ("net-send.size", 224 * 1024 * 1024),
    ]


def test_intervals_are_no_result() -> None:
    for text in (START + FIRST, START + FIRST + SECOND):
        assert values(text) == []
        assert "the row of the whole time is missing" in findings(text)


def test_of_several_streams_only_their_sum_is_the_result() -> None:
    lines = WHOLE + WHOLE.replace("[  3]", "[  4]")
    total = WHOLE.replace("[  3]", "[SUM]").replace("939", "1878")
    assert values(START + lines + total)[0] == ("net-send.net-bandwidth", 1_878_000_000)
    assert values(START + lines) == []
    assert "there are 2 streams and no line [SUM] of them" in findings(START + lines)


def test_both_directions_of_a_test_are_told_apart_by_their_ports() -> None:
    text = """\
        Server listening on TCP port 5001
        Client connecting to 10.0.0.1, TCP port 5001
        [  5] local 10.0.0.2 port 40000 connected with 10.0.0.1 port 5001
        [  4] local 10.0.0.2 port 5001 connected with 10.0.0.1 port 50000
        [ ID] Interval       Transfer     Bandwidth
        [  5]  0.0-10.0 sec   100 MBytes  83.9 Mbits/sec
        [  4]  0.0-10.0 sec   110 MBytes  92.3 Mbits/sec
        """
    assert [one for one in values(text) if one[0].endswith("bandwidth")] == [
        ("net-send.net-bandwidth", 83_900_000),
        ("net-receive.net-bandwidth", 92_300_000),
    ]


def test_the_server_says_what_arrived() -> None:
    text = """\
        Client connecting to 10.0.0.1, UDP port 5001
        Sending 1470 byte datagrams
        [  3] local 10.0.0.2 port 40000 connected with 10.0.0.1 port 5001
        [ ID] Interval       Transfer     Bandwidth
        [  3]  0.0-10.0 sec  1.25 MBytes  1.05 Mbits/sec
        [  3] Sent 893 datagrams
        [  3] Server Report:
        [  3]  0.0-10.0 sec  1.24 MBytes  1.04 Mbits/sec   0.011 ms    8/  800 (1%)
        """
    assert values(text)[2:] == [
        ("net-receive.net-bandwidth", 1_040_000),
        ("net-receive.size", 1.24 * 1024 * 1024),
        ("net-receive.jitter", 1.1e-05),
        ("net-receive.loss", 0.01),
    ]


def test_csv_lines_are_in_bytes_and_bits() -> None:
    line = "20240305100000,10.0.0.2,40000,10.0.0.1,5001,3,{},{},{}\n"
    text = (
        line.format("0.0-1.0", 1000, 8000)
        + line.format("1.0-2.0", 1000, 8000)
        + line.format("0.0-2.0", 2000, 8000)
    )
    assert shown(text) == (
        "run 1: iperf, 2024-03-05T10:00:00, lines 1-3\n"
        "  net-transfer.net-bandwidth 8000 bit/s  (8000 bits/sec, line 3)"
        " protocol=TCP runtime=2 streams=1\n"
        "  net-transfer.size 2000 B  (2000 bytes, line 3) protocol=TCP runtime=2 streams=1\n"
    )
