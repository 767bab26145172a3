"""filebench: units glued to numbers, 2^20 bytes to the mb."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values


@pytest.mark.parametrize(
    "line",
    [
        "61.076: IO Summary: 1200 ops 20.000 ops/s 5/10 rd/wr   2.0mb/s   1.5ms/op",
        "IO Summary:  1200 ops, 20.000 ops/s, (5/10 r/w),  2.0mb/s,  27us cpu/op,  1.5ms latency",
        "9: 61.1: IO Summary: 1200 ops, 20.0 ops/s, (5/10 r/w), 2.0mb/s, 9us cpu/op, 1.5ms latency",
    ],
)
def test_all_versions_say_the_same(line: str) -> None:
    assert values(line) == [
        ("mix.iops", 20),
        ("mix.count", 1200),
        ("read.iops", 5),
        ("write.iops", 10),
        ("mix.bandwidth", 2 * 1024 * 1024),
        ("mix.latency.mean", 0.0015),
    ]


def test_a_run_without_its_summary_is_cut_off() -> None:
    text = """\
        1.071: Running...
        61.075: Run took 60 seconds...
        61.076: Per-Operation Breakdown
        readfile4            30000ops      500ops/s   8.0mb/s      0.0ms/op [0.00ms - 1.50ms]
        """
    assert values(text) == []
    assert "filebench was cut off: there is no line 'IO Summary'" in findings(text)


def test_what_filebench_says_of_a_failure_is_quoted() -> None:
    text = "1.071: Running...\n9.000: NO VALID RESULTS! Filebench run terminated prematurely\n"
    text += "61.076: Per-Operation Breakdown\n"
    assert "error[failed-run]: filebench says" in findings(text)


def test_without_reads_and_writes_their_zeros_are_no_results() -> None:
    text = """\
        5.000: Per-Operation Breakdown
        closefile1   900ops   30ops/s   0.0mb/s   0.0ms/op [0.00ms -  0.38ms]
        5.000: IO Summary: 1800 ops 60.000 ops/s 0/0 rd/wr   0.0mb/s   0.0ms/op
        """
    assert values(text) == [
        ("mix.iops", 60),
        ("mix.count", 1800),
        ("close.iops", 30),
        ("close.latency.mean", 0),
        ("close.latency.min", 0),
        ("close.latency.max", 0.00038),
    ]


def test_the_version_of_1_3_stands_behind_a_stamp() -> None:
    text = "18414: 0.022: FileBench Version 1.3.4\n"
    line = "IO Summary:  1200 ops 20.0 ops/s, (5/10 r/w)  2.0mb/s,  27us cpu/op,  1.5ms latency\n"
    assert "filebench 1.3.4" in shown(text + line, only="run ")
