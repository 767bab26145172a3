"""pgbench: what naive readers of its versions get wrong."""

from __future__ import annotations

import pytest

from sitegen.parsers import pgbench
from sitegen.unwrap import source
from tests.parsers.output import findings, read, shown, values

LOAD = """\
transaction type: <builtin: TPC-B (sort of)>
scaling factor: 100
query mode: simple
number of clients: 16
number of threads: 4
"""
TIMED = LOAD + "duration: 60 s\nnumber of transactions actually processed: 81000\n"
NEW = (
    "pgbench (17.2)\n" + TIMED + "number of failed transactions: 0 (0.000%)\n"
    "latency average = 11.852 ms\n"
    "initial connection time = 6.903 ms\n"
    "tps = 1350.155171 (without initial connection time)\n"
)
OLD = (
    TIMED + "latency average = 11.852 ms\n"
    "tps = 1349.971043 (including connections establishing)\n"
    "tps = 1350.155171 (excluding connections establishing)\n"
)


def test_the_rate_is_the_one_without_connecting_in_every_version() -> None:
    for text in (NEW, OLD):
        assert dict(values(text))["transaction.rate"] == 1350.155171
        assert dict(values(text))["transaction.latency.mean"] == 0.011852
    assert dict(values(OLD))["transaction.rate.connecting"] == 1349.971043
    assert shown(NEW, only="transaction.rate") == (
        "  transaction.rate 1350.155171 op/s  (1350.155171 tps, line 12) clients=16"
        " query_mode=simple runtime=60 scale=100 test=TPC-B (sort of) threads=4"
        " [without initial connection time]\n"
    )


def test_the_first_line_is_the_version_of_the_client_and_may_name_that_of_the_server() -> None:
    assert shown(NEW, only="run ") == "run 1: pgbench 17.2, lines 1-12\n"
    assert "fact" not in shown(NEW)
    other = NEW.replace("(17.2)", "(17.2 (Debian 17.2-1), server 15.6 (Debian 15.6-1))")
    assert shown(other, only="fact") == "  fact database.version = 15.6  (line 1)\n"
    assert shown(other, only="run ") == "run 1: pgbench 17.2, lines 1-12\n"


@pytest.mark.parametrize("sign", [":", " ="])
def test_latencies_are_milliseconds_with_either_sign(sign: str) -> None:
    text = OLD.replace("latency average =", f"latency average{sign}")
    assert dict(values(text))["transaction.latency.mean"] == 0.011852


def test_a_latency_of_0_with_a_number_of_transactions_is_a_fault_of_9_4() -> None:
    text = OLD.replace("duration: 60 s", "number of transactions per client: 5000")
    text = text.replace(": 81000", ": 80000/80000").replace("average = 11.852", "average: 0.000")
    assert "transaction.latency.mean" not in dict(values(text))
    assert "iterations=5000" in shown(text, only="transaction.rate ")


def test_decimals_in_another_locale_are_read_by_the_six_digits_of_tps() -> None:
    text = NEW.replace("11.852", "11,852").replace("1350.155171", "1350,155171")
    assert values(text.replace("6.903", "6,903")) == values(NEW)


def test_remarks_behind_the_lines_do_not_disturb() -> None:
    noted = "".join(f"{line}    # as it was\n" for line in NEW.splitlines())
    assert values(noted) == values(NEW)


def test_progress_lines_are_not_the_result() -> None:
    progress = "progress: 5.0 s, 900.2 tps, lat 17.8 ms stddev 3.2, 0 failed\n"
    assert values(NEW.replace("transaction type", progress + "transaction type")) == values(NEW)
    # Where the two outputs were kept one below the other.
    assert values(NEW + progress) == values(NEW)
    assert findings(NEW + progress) == ""
    cut = "pgbench (17.2)\nstarting vacuum...end.\n" + progress
    assert values(cut) == []
    assert findings(cut) == (
        "run.txt:3: error[incomplete-run]: the output of pgbench ends before its transactions per"
        " second\n"
    )


def test_an_aborted_run_has_no_result() -> None:
    after = NEW + "pgbench: error: Run was aborted; the above results are incomplete.\n"
    assert values(after) == []
    assert "error[failed-run]: pgbench stopped: pgbench: error: Run was aborted" in findings(after)
    before = "client 3 aborted in command 5 (SQL) of script 0; ERROR:  deadlock detected\n" + OLD
    assert values(before) == []
    silent = OLD.replace("duration: 60 s", "number of transactions per client: 5000")
    silent = silent.replace(": 81000", ": 70000/80000")
    assert values(silent) == []
    assert findings(silent) == (
        "run.txt:7: error[failed-run]: 70000 of 80000 transactions were processed: clients were"
        " aborted\n"
    )


def test_transactions_that_were_skipped_or_failed_do_not_abort_a_run() -> None:
    text = NEW.replace("duration: 60 s", "number of transactions per client: 5000")
    text = text.replace(": 81000", ": 70000/80000").replace(": 0 (0.000%)", ": 10000 (12.500%)")
    assert dict(values(text))["transaction.errors"] == 10_000
    assert dict(values(text))["transaction.rate"] == 1350.155171


def test_statements_are_told_apart_and_what_pgbench_does_itself_is_left_out() -> None:
    rows = (
        "statement latencies in milliseconds and failures:\n"
        "         0.002           0  \\set aid random(1, 100000 * :scale)\n"
        "         0.177           0  SELECT abalance FROM pgbench_accounts WHERE aid = :aid;\n"
        "        11.500           3  END;\n"
    )
    assert shown(NEW + rows, only="statement") == (
        "  statement.latency.mean 0.000177 s  (0.177 ms, line 15) clients=16 query_mode=simple"
        " runtime=60 scale=100 statement=SELECT abalance FROM pgbench_accounts WHERE aid = :aid;"
        " test=TPC-B (sort of) threads=4\n"
        "  statement.latency.mean 0.0115 s  (11.500 ms, line 16) clients=16 query_mode=simple"
        " runtime=60 scale=100 statement=END; test=TPC-B (sort of) threads=4\n"
    )


def test_the_values_of_a_script_are_not_those_of_the_run() -> None:
    scripts = (
        "SQL script 1: <builtin: select only>\n"
        " - weight: 1 (targets 50.0% of total)\n"
        " - 40500 transactions (50.0% of total, tps = 675.077586)\n"
        " - latency average = 1.200 ms\n"
        " - latency stddev = 0.300 ms\n"
    )
    found = values(NEW + scripts)
    assert [value for metric, value in found if metric == "transaction.rate"] == [
        1350.155171,
        675.077586,
    ]
    assert "test=select only" in shown(NEW + scripts, only="675.077586")


def test_a_script_or_a_statement_that_comes_twice_is_no_repeat_of_itself() -> None:
    scripts = "".join(
        f"SQL script {number}: {name}.sql\n"
        " - weight: 1 (targets 33.3% of total)\n"
        f" - 40500 transactions (33.3% of total, tps = {rate})\n"
        " - statement latencies in milliseconds:\n"
        "         0.100  BEGIN;\n"
        f"         0.2{number}0  SELECT 1;\n"
        f"         0.3{number}0  SELECT 1;\n"
        for number, name, rate in ((1, "a", "675.077586"), (2, "b", "690.5"), (3, "a", "701.25"))
    )
    found = [record for record in read(NEW + scripts).records if record.metric != "connect.time"]
    rates = [record for record in found if record.metric == "transaction.rate"][1:]
    assert [(record.columns["workload.test"], record.value) for record in rates] == [
        ("a.sql (script 1)", 675.077586),
        ("b.sql", 690.5),
        ("a.sql (script 3)", 701.25),
    ]
    statements = [record for record in found if record.metric == "statement.latency.mean"]
    told = [(one.columns["workload.test"], one.columns["workload.statement"]) for one in statements]
    assert told[:4] == [
        ("a.sql (script 1)", "BEGIN;"),
        ("a.sql (script 1)", "SELECT 1; (1)"),
        ("a.sql (script 1)", "SELECT 1; (2)"),
        ("b.sql", "BEGIN;"),
    ]
    assert len(set(told)) == len(told) == 9


def test_runs_in_a_row_are_runs_of_their_own() -> None:
    loop = "starting vacuum...end.\n" + OLD
    assert shown(loop + loop, only="run ") == (
        "run 1: pgbench, lines 1-11\nrun 2: pgbench, lines 12-22\n"
    )


def test_a_run_cut_off_before_its_rate_gives_nothing() -> None:
    for end in ("latency average", "tps = "):
        cut = NEW.partition(end)[0]
        assert values(cut) == []
        assert "error[incomplete-run]" in findings(cut)
    half = OLD.partition("tps = 1350")[0]
    assert "transaction.rate" not in dict(values(half))
    assert "warning[missing-field]" in findings(half)


@pytest.mark.parametrize(
    "text",
    [
        "[ 1s ] thds: 64 tps: 3481.95 qps: 70496.66\n",
        "duration: 60 s\nnumber of clients: 4\nlatency average = 1 s\n",
        "connection to the server was failed over\n",
    ],
)
def test_what_others_print_is_not_claimed(text: str) -> None:
    assert list(pgbench.parse(source("run.txt", text))) == []


SHORT = """\
latency average = 2.000 ms
tps = 4000.500000 (without initial connection time)
"""


def test_a_rate_of_another_run_is_not_the_second_rate_of_this_one() -> None:
    below = "...\ntps = 9000.250000 (including connections establishing)\n"
    assert shown(SHORT + below, only=" transaction.rate") == (
        "  transaction.rate 4000.5 op/s  (4000.500000 tps, line 2)"
        " [without initial connection time]\n"
        "  transaction.rate.connecting 9000.25 op/s  (9000.250000 tps, line 4)"
        " [including connections establishing]\n"
    )
    assert shown(SHORT + below, only="run ") == (
        "run 1: pgbench, lines 1-2\nrun 2: pgbench, lines 4-4\n"
    )


def test_what_stands_above_the_rate_of_the_next_run_belongs_to_the_next_run() -> None:
    second = SHORT.replace("2.000", "3.000").replace("4000.5", "2500.5")
    text = SHORT + "\nnumber of failed transactions: 0 (0.000%)\n" + second
    assert shown(text, only="run ") == "run 1: pgbench, lines 1-2\nrun 2: pgbench, lines 4-6\n"


def test_lines_of_a_run_that_are_quoted_once_more_are_no_second_run() -> None:
    text = SHORT + "\nThe line that counts is:\n\n" + SHORT.splitlines()[1] + "\n"
    assert shown(text, only="run ") == "run 1: pgbench, lines 1-2\n"


def test_a_command_above_the_rate_says_the_load_where_the_head_is_missing() -> None:
    command = (
        "postgres@rig:~$ pgbench -n -c8 -j 4 --time=60 -M prepared -S bench 2>/dev/null\n...\n"
    )
    assert shown(command + SHORT, only="rate 4000") == (
        "  transaction.rate 4000.5 op/s  (4000.500000 tps, line 4) clients=8 query_mode=prepared "
        "runtime=60 test=select only threads=4 [without initial connection time]\n"
    )
    assert "clients" not in shown("$ pgbench -i -s 50 -c 8 bench\n" + SHORT)


def test_results_in_a_remark_of_sql_are_read() -> None:
    remark = "".join(f"-- {line}\n" for line in SHORT.splitlines())
    assert values("select 1;\n" + remark) == values(SHORT)
