"""iperf3 -J: sums of what was sent and received; errors; documents in a log."""

from __future__ import annotations

import json

from tests.parsers.output import findings, shown, values

DOCUMENT = {
    "start": {"version": "iperf 3.9", "test_start": {"protocol": "TCP", "num_streams": 2}},
    "intervals": [{"sum": {"bytes": 1, "bits_per_second": 8.0}}],
    "end": {
        "streams": [{"sender": {"bytes": 500, "bits_per_second": 4000.0}}],
        "sum_sent": {"bytes": 1000, "bits_per_second": 8000.5, "retransmits": 0},
        "sum_received": {"bytes": 0, "bits_per_second": 0},
    },
}


def test_the_sums_are_the_result_and_zeros_of_the_idle_end_are_not() -> None:
    assert values(json.dumps(DOCUMENT), "run.json") == [
        ("net-send.net-bandwidth", 8000.5),
        ("net-send.size", 1000),
        ("net-send.retransmits", 0),
    ]


def test_documents_stand_between_other_lines() -> None:
    text = f"$ iperf3 -J\n{json.dumps(DOCUMENT, indent=2)}\n$ iperf3 -J\n{json.dumps(DOCUMENT)}\n$"
    assert shown(text, only="run ").count("iperf3 3.9") == 2


def test_a_document_with_an_error_gives_nothing() -> None:
    text = json.dumps({**DOCUMENT, "error": "the server is busy"}, indent=1)
    assert values(text) == []
    assert "error[failed-run]: iperf3 says: the server is busy" in findings(text)


def test_a_document_that_is_cut_off_gives_nothing() -> None:
    text = json.dumps(DOCUMENT, indent=1)
    for length in range(20, len(text), 7):
        assert values(text[:length]) == []
        assert "error[" in findings(text[:length])


def test_udp_of_old_versions_has_one_sum() -> None:
    its = {"bytes": 1000, "bits_per_second": 8000, "jitter_ms": 0.5, "lost_packets": 1}
    document = {"start": {}, "intervals": [], "end": {"sum": {**its, "packets": 10}}}
    assert values(json.dumps(document)) == [
        ("net-transfer.net-bandwidth", 8000),
        ("net-transfer.size", 1000),
        ("net-transfer.jitter", 0.0005),
        ("net-transfer.loss", 0.1),
    ]
