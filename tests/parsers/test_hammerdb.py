"""HammerDB: what naive readers of its logs get wrong."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

LOG = """\
Vuser 1:Beginning rampup time of 2 minutes
Vuser 1:Rampup complete, Taking start Transaction Count.
Vuser 1:Timing test period of 5 in minutes
Vuser 1:5  ...,
Vuser 1:Test complete, Taking end Transaction Count.
Vuser 1:4 Active Virtual Users configured
Vuser 1:TEST RESULT : System achieved 6000 NOPM from 15000 MySQL TPM
"""
OLD = LOG.replace("6000 NOPM from 15000 MySQL TPM", "15000 MySQL TPM at 6000 NOPM")


def test_a_number_belongs_to_the_word_behind_it_in_either_order() -> None:
    assert values(LOG) == [("new-order.rate", 100), ("transaction.rate", 250)]
    assert values(OLD) == values(LOG)


def test_rates_are_per_minute_and_the_printed_figures_are_facts() -> None:
    assert shown(LOG) == (
        "run 1: HammerDB, lines 1-7\n"
        "  new-order.rate 100 op/s  (6000 NOPM, line 7) clients=4 mode=NOPM ramp=120 runtime=300\n"
        "  transaction.rate 250 op/s  (15000 MySQL TPM, line 7) clients=4 mode=MySQL TPM "
        "ramp=120 runtime=300\n"
        "  fact database = MySQL  (line 7)\n"
        "  fact nopm = 6000  (line 7)\n"
        "  fact tpm = 15000  (line 7)\n"
    )


def test_counts_on_the_way_are_no_result() -> None:
    begun = LOG.rpartition("Vuser 1:4 Active")[0] + "54336 MySQL tpm\n"
    assert values(begun) == []
    assert findings(begun) == (
        "run.txt:3: error[incomplete-run]: HammerDB began to work, but there is no result\n"
    )


def test_a_run_in_which_a_user_failed_publishes_nothing() -> None:
    failed = LOG.replace(
        "Vuser 1:5  ...,\n",
        "Vuser 1:5  ...,\nError in Virtual User 3: ERROR: could not serialize access\n"
        "Vuser 3:FINISHED FAILED\n",
    )
    assert values(failed) == []
    assert findings(failed) == (
        "run.txt:6: error[failed-run]: HammerDB: Vuser 3:FINISHED FAILED\n"
        "  hint: the load was not the one that was asked for: nothing is published\n"
    )


def test_a_rate_of_zero_was_not_counted() -> None:
    oracle = OLD.replace("15000 MySQL TPM", "0 Oracle TPM")
    assert values(oracle) == [("new-order.rate", 100)]
    assert findings(oracle) == (
        "run.txt:7: info[not-recorded]: HammerDB printed 0 Oracle TPM: it could not count them\n"
    )


def test_each_result_of_an_autopilot_is_a_run_with_its_own_users() -> None:
    twice = LOG + LOG.replace("4 Active", "8 Active").replace("6000", "9000")
    assert shown(twice, only="new-order") == (
        "  new-order.rate 100 op/s  (6000 NOPM, line 7) clients=4 mode=NOPM ramp=120 runtime=300\n"
        "  new-order.rate 150 op/s  (9000 NOPM, line 14) clients=8 mode=NOPM ramp=120 "
        "runtime=300\n"
    )


def test_results_quoted_in_prose_are_runs_and_a_form_to_fill_in_is_none() -> None:
    prose = """\
    It should end with

    Vuser 1:TEST RESULT : System achieved XXX NOPM from XXX SQL Server TPM

    and we got

    `System achieved 600 NOPM from 1500 PostgreSQL TPM`
    """
    assert values(prose) == [("new-order.rate", 10), ("transaction.rate", 25)]


def test_the_json_of_a_job_is_read_too() -> None:
    job = """\
    [
      "Timing test period of 2 in minutes",
      "1",
      "5 Active Virtual Users configured",
      "1",
      "TEST RESULT : System achieved 6000 NOPM from 15000 MariaDB TPM"
    ]
    """
    assert shown(job, only="new-order") == (
        "  new-order.rate 100 op/s  (6000 NOPM, line 6) clients=5 mode=NOPM runtime=120\n"
    )


def test_profiles_of_single_users_and_intervals_are_not_the_response_time() -> None:
    profile = """\
    >>>>> VIRTUAL USER 2 : ELAPSED TIME : 120522ms
    >>>>> PROC: NEWORD
    CALLS: 9\tMIN: 1.0ms\tAVG: 2.0ms\tMAX: 3.0ms\tTOTAL: 18.0ms
    P99: 3.0ms\tP95: 3.0ms\tP75: 2.5ms\tP50: 2.0ms\tP25: 1.5ms\tSD: 0.5ms\tRATIO: 50.0%
    >>>>> SUMMARY OF 2 ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : 127146ms
    >>>>> PROC: NEWORD
    CALLS: 20\tMIN: 1.5ms\tAVG: 4.0ms\tMAX: 12.0ms\tTOTAL: 80.0ms
    P99: 11.0ms\tP95: 9.0ms\tP75: 5.0ms\tP50: 3.5ms\tP25: 2.0ms\tSD: 0.5ms\tRATIO: 50.0%
    """
    assert values(profile) == [
        ("new-order.count", 20),
        ("new-order.latency.min", 0.0015),
        ("new-order.latency.mean", 0.004),
        ("new-order.latency.max", 0.012),
        ("new-order.latency.p99", 0.011),
        ("new-order.latency.p95", 0.009),
        ("new-order.latency.p50", 0.0035),
    ]
    interval = LOG + "Vuser 2:|neword|MIN-391|P50%-685|P95%-1286|P99%-3298|MAX-2|SAMPLES-3\n"
    assert values(interval) == values(LOG)
