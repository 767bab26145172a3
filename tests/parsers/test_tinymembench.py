"""tinymembench: a million bytes to the MB, latencies by the size of the buffer."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

RATES = """\
tinymembench v0.4.9 (simple benchmark for memory throughput and latency)

== Memory bandwidth tests                                               ==

 C copy                                           :   1441.7 MB/s (3, 0.1%)
 libc memcpy copy                                 :   1645.5 MB/s (3)
 C fill                                           :   4572.5 MB/s (2)
 ---
 standard memcpy                                  :   1700.0 MB/s
 NEON read prefetched (32 bytes step)             :   3535.7 MB/s
"""
LATENCIES = """\

== Memory latency test                                                  ==

block size : single random read / dual random read
  67108864 :  168.8 ns          /   196.9 ns
"""


def test_a_megabyte_is_a_million_bytes() -> None:
    assert values(RATES + LATENCIES) == [
        ("copy.bandwidth", 1_441_700_000),
        ("copy.bandwidth", 1_645_500_000),
        ("memory-write.bandwidth", 4_572_500_000),
        ("copy.bandwidth", 1_700_000_000),
        ("memory-read.bandwidth", 3_535_700_000),
        ("memory-read.latency.mean", 1.688e-07),
        ("memory-read.latency.mean", 1.969e-07),
    ]
    assert findings(RATES + LATENCIES) == ""


def test_what_is_cut_off_says_so() -> None:
    assert "tinymembench was cut off: there is no table of latencies" in findings(RATES)
    smaller = LATENCIES.replace("67108864", "33554432")
    assert "the table of latencies ends early" in findings(RATES + smaller)
    paged = LATENCIES.replace("dual random read\n", "dual random read, [MADV_NOHUGEPAGE]\n")
    assert "with huge pages is missing" in findings(RATES + paged)


def test_other_lines_with_a_rate_are_left_alone() -> None:
    text = RATES + LATENCIES + "\n##########\n * memcpy: 1645.5 MB/s, memset: 3714.1 MB/s\n"
    assert shown(text, only="bandwidth").count("\n") == 5
