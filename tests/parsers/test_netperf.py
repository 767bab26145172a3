"""netperf: the unit stands in the head; of UDP, sent and received are two numbers."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, read, values

STREAM = """\
MIGRATED TCP STREAM TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 10.0.0.2 () port 0 AF_INET
Recv   Send    Send
Socket Socket  Message  Elapsed
Size   Size    Size     Time     Throughput
bytes  bytes   bytes    secs.    {unit}

131072  16384  16384    10.00     100.00
"""
UDP = """\
Socket  Message  Elapsed      Messages
Size    Size     Time         Okay Errors   Throughput
bytes   bytes    secs            #      #   10^6bits/sec

212992   65507   10.00       20000      0    1048.11
212992           10.00       10000            524.06
"""


@pytest.mark.parametrize(
    ("unit", "rate"),
    [
        ("10^3bits/sec", 100_000),
        ("10^6bits/sec", 100_000_000),
        ("10^9bits/sec", 100_000_000_000),
        ("KBytes/sec", 100 * 1024 * 8),
        ("MBytes/sec", 100 * 1024**2 * 8),
        ("GBytes/sec", 100 * 1024**3 * 8),
    ],
)
def test_bits_are_counted_in_thousands_and_bytes_in_1024(unit: str, rate: int) -> None:
    assert values(STREAM.format(unit=unit)) == [("net-transfer.net-bandwidth", rate)]


def test_what_was_sent_is_not_what_was_received() -> None:
    assert values(UDP) == [
        ("net-send.net-bandwidth", 1_048_110_000),
        ("net-receive.net-bandwidth", 524_060_000),
    ]


def test_a_test_that_is_cut_off_says_so() -> None:
    head = "".join(STREAM.format(unit="10^6bits/sec").splitlines(keepends=True)[:-1])
    assert "netperf began, but gave no result" in findings(head)
    sent = "".join(UDP.splitlines(keepends=True)[:-1])
    assert "the row of what was received is missing" in findings(sent)


def test_a_throughput_without_its_unit_is_refused() -> None:
    assert values("THROUGHPUT=941.25\nTHROUGHPUT_UNITS=10^6bits/s\n") == [
        ("net-transfer.net-bandwidth", 941_250_000)
    ]
    assert values("THROUGHPUT=941.25\nPROTOCOL=TCP\n# bits/s\n") == []


def test_the_title_names_the_test_whether_it_says_from_where_or_only_to_where() -> None:
    text = STREAM.format(unit="10^6bits/sec")
    old = text.replace(text.splitlines()[0], "TCP STREAM TEST to 10.0.0.2 : histogram : demo")
    for one in (text, old):
        load = read(one).records[0].columns
        assert (load["workload.protocol"], load["workload.test"]) == ("TCP", "STREAM")
