"""filebench: units glued to numbers, 2^20 bytes to the mb."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, values


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
        ("mix.bandwidth", 2 * 1024 * 1024),
        ("mix.latency.mean", 0.0015),
        ("mix.count", 1200),
        ("read.iops", 5),
        ("write.iops", 10),
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
