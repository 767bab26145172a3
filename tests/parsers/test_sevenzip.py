"""7-Zip's benchmark: the row 'Tot:' is the result, its speeds have 1024 bytes to the KB."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values

HEAD = """\
7-Zip (a) [64] 16.02 : Copyright (c) 1999-2016 Igor Pavlov : 2016-05-21

RAM usage:    435 MB,  # Benchmark threads:      2

                       Compressing  |                  Decompressing
Dict     Speed Usage    R/U Rating  |      Speed Usage    R/U Rating
         KiB/s     %   MIPS   MIPS  |      KiB/s     %   MIPS   MIPS

22:       1000   190   1000   1900  |      16000   198   1500   2970
----------------------------------  | ------------------------------
Avr:             190   1000   1900  |              198   1500   2970
"""
TOTAL = "Tot:             194   1250   2435\n"


def test_the_total_is_the_rating_of_both_halves() -> None:
    assert shown(HEAD + TOTAL, only="total.rating ") == (
        "  total.rating 2435000000 instr/s  (2435 MIPS, line 12) mode=64-bit threads=2\n"
    )
    assert ("compress.bandwidth", 1_024_000) in values(HEAD + TOTAL)


def test_a_run_without_its_total_gives_nothing() -> None:
    assert shown(HEAD) == (
        "run.txt:11: error[incomplete-run]: the benchmark of 7-Zip was cut off: "
        "the row 'Tot:' is missing\n"
    )


def test_a_banner_alone_is_no_benchmark() -> None:
    assert (
        "7-Zip" not in findings(HEAD.splitlines()[0] + "\nEverything is Ok\n").partition("hint")[0]
    )


@pytest.mark.parametrize(
    ("banner", "version", "bits"),
    [
        ("7-Zip (a) [32] 16.02 : Copyright (c) 1999-2016 Igor Pavlov : 2016-05-21", "16.02", "32"),
        ("7-Zip 23.01 (x64) : Copyright (c) 1999-2023 Igor Pavlov : 2023-06-20", "23.01", "64"),
        ("7-Zip (z) 21.07 (x86) : Copyright (c) 1999-2021 Igor Pavlov", "21.07", "32"),
        ("7-Zip [64] 26.02 : Copyright (c) 1999-2026 Igor Pavlov : 2026-06-25", "26.02", "64"),
    ],
)
def test_builds_of_32_and_64_bits_are_told_apart(banner: str, version: str, bits: str) -> None:
    text = banner + HEAD[HEAD.index("\n") :] + TOTAL
    assert f"run 1: 7-Zip {version}, " in shown(text)
    assert f"mode={bits}-bit" in shown(text, only="total.cpu")
