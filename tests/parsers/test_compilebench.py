"""compilebench: rates and times in one summary, and two summaries in one mail."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

TEXT = """\
> intial create total runs 20 avg 30.25 MB/s (user 0.74s sys 2.40s)
> no runs for create
> delete compiled tree total runs 20 avg 4.42 seconds (user 0.58s sys 1.79s)
> no runs for stat tree
> no runs for stat compiled tree
"""


def test_rates_and_times_are_told_apart_and_phases_that_were_not_run_have_no_value() -> None:
    assert [one for one in values(TEXT) if "user" not in one[0] and "system" not in one[0]] == [
        ("create.bandwidth.mean", 30.25 * 1024 * 1024),
        ("tree-delete.time.mean", 4.42),
    ]
    assert findings(TEXT) == ""


def test_the_base_of_the_rates_is_said_to_be_assumed() -> None:
    assert "[assumed: what MB is, compilebench does not say" in shown(TEXT, only="bandwidth")


def test_a_summary_that_begins_again_is_another_run() -> None:
    assert shown(TEXT + TEXT.replace("30.25", "31.50"), only="run ") == (
        "run 1: compilebench, lines 1-5\nrun 2: compilebench, lines 6-10\n"
    )
