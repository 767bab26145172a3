"""UnixBench: loops per minute are not loops per second, a KB is 1024 bytes."""

from __future__ import annotations

from tests.parsers.output import findings, values

INDEX = """\
System Benchmarks Index Values               BASELINE       RESULT    INDEX
Execl Throughput                                 43.0       4300.0   1000.0
File Copy 1024 bufsize 2000 maxblocks          3960.0     792000.0   2000.0
Shell Scripts (1 concurrent)                     42.4       8480.0   2000.0
Shell Scripts (8 concurrent)                      ---        600.0      ---
                                                                   ========
System Benchmarks Index Score                                        1587.4
"""


def test_units_follow_from_the_test_where_only_the_index_is_there() -> None:
    assert values(INDEX) == [
        ("call.rate", 4300),
        ("call.score", 1000),
        ("file-copy.bandwidth", 792000 * 1024),
        ("file-copy.score", 2000),
        ("call.rate", 8480 / 60),
        ("call.score", 2000),
        ("call.rate", 10),
        ("total.score", 1587.4),
    ]


def test_a_report_without_a_score_is_cut_off() -> None:
    text = "".join(INDEX.splitlines(keepends=True)[:-1])
    assert "UnixBench was cut off" in findings(text)


def test_version_4_has_a_final_score() -> None:
    text = """\
        Execl Throughput                          1200.0 lps   (29.9 secs, 3 samples)
                             INDEX VALUES
        TEST                                        BASELINE     RESULT      INDEX

        Execl Throughput                                43.0     1200.0      279.1
                                                                         =========
             FINAL SCORE                                                     279.1
        """
    assert values(text) == [("call.rate", 1200), ("call.score", 279.1), ("total.score", 279.1)]
