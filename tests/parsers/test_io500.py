"""IO500: what naive readers of its summaries get wrong."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values

VALID = "[RESULT]       ior-easy-write        2.000000 GiB/s : time 300.500 seconds\n"
STAT = "[RESULT]    mdtest-easy-stat       12.500000 kIOPS : time 300.100 seconds\n"
SCORE = "[SCORE ] Bandwidth 2.000000 GiB/s : IOPS 12.500000 kiops : TOTAL 5.000000\n"


def test_gib_is_1024_and_k_is_1000() -> None:
    assert values(VALID + STAT + SCORE) == [
        ("seq-write.bandwidth", 2 * 2**30),
        ("seq-write.time", 300.5),
        ("file-stat.iops", 12500),
        ("file-stat.time", 300.1),
        ("total.bandwidth", 2 * 2**30),
        ("total.iops", 12500),
        ("total.score", 5),
    ]


def test_gb_of_the_first_years_is_gib() -> None:
    old = "[RESULT] BW   phase 1            ior_easy_write      2.000 GB/s : time 300.50 seconds\n"
    assert values(old) == [("seq-write.bandwidth", 2 * 2**30), ("seq-write.time", 300.5)]


@pytest.mark.parametrize(
    "phase",
    [
        "[RESULT-invalid]       ior-easy-write        0.000000 GiB/s  : time 0.000 seconds\n",
        "[RESULT-invalid]       ior-easy-write        0.015926 GiB/s  : time 300.414 seconds\n",
        VALID.replace("seconds", "seconds [INVALID]"),
    ],
)
def test_an_invalid_phase_gives_no_value_and_no_score_over_it(phase: str) -> None:
    text = phase + STAT + SCORE
    assert values(text) == [("file-stat.iops", 12500), ("file-stat.time", 300.1)]
    assert shown(text, only="run.txt:1:") == (
        "run.txt:1: error[failed-run]:"
        " ior-easy-write is no valid result: io500 marks it as invalid\n"
    )
    assert shown(text, only="run.txt:3:") == (
        "run.txt:3: error[failed-run]: the score is not valid:"
        " phases without a result are part of it: ior-easy-write\n"
    )


def test_what_io500_says_against_the_whole_run_is_passed_on() -> None:
    fault = "ERROR INVALID Runtime of phase (0.000020) is below stonewall time.\n"
    assert findings(STAT + fault).splitlines()[0] == (
        "run.txt:2: error[failed-run]:"
        " IO500 found the run invalid: Runtime of phase (0.000020) is below stonewall time."
    )


def test_a_phase_that_was_not_run_is_no_zero() -> None:
    text = VALID.replace("2.000000", "0.000000") + STAT
    assert ("seq-write.bandwidth", 0) not in values(text)
    assert shown(text, only="not-recorded") == (
        "run.txt:1: info[not-recorded]: ior-easy-write has no result: 0.000000 GiB/s\n"
    )


def test_the_timestamp_is_no_phase() -> None:
    stamp = "[      ]            timestamp        0.000000 kIOPS : time 0.001 seconds\n"
    assert values(VALID + stamp + SCORE) == values(VALID + SCORE)
    assert shown(VALID + stamp + SCORE, only="not understood") == ""


def test_a_configuration_of_io500_is_no_result() -> None:
    text = "[global]\ndatadir = ./d\n\n[ior-easy-write]\nAPI =\nrun = TRUE\n\n[find]\nrun = TRUE\n"
    assert values(text) == []
    assert "unidentified-file" in findings(text)


def test_two_summaries_in_one_log_are_two_runs() -> None:
    text = VALID + SCORE + VALID.replace("2.0", "3.0") + SCORE
    assert shown(text, only="run ") == "run 1: io500, lines 1-2\nrun 2: io500, lines 3-4\n"
