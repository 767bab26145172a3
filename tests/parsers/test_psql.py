r"""psql: times of statements, and what follows from them."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

SCAN = """\
bench=# select count(1) from accounts;
  count
---------
 1000000
(1 row)

Time: 2500.000 ms
"""
RATE = """\
bench=# select pg_relation_size('accounts')/3::float;
     ?column?
------------------
 44740608.6666667
(1 row)

Time: 250.125 ms
"""


def test_the_throughput_follows_from_the_exact_time_and_the_whole_number_of_bytes() -> None:
    assert shown(SCAN + RATE, only="table-scan") == (
        "  table-scan.time 2.5 s  (2500.000 ms, line 7) rows=1000000 table_size=134221826\n"
        "  table-scan.bandwidth 53688730.4 B/s  (134221826 B / 2.500000 s, line 7) rows=1000000 "
        "table_size=134221826 [derived: 134221826 B / 2.500000 s; 134221826 B = 44740608.6666667 "
        "B/s × 3 s, the only whole number]\n"
        "  table-scan.size 134221826 B  (44740608.6666667, line 11) rows=1000000 "
        "table_size=134221826 [derived: 134221826 B = 44740608.6666667 B/s × 3 s, the only whole "
        "number]\n"
    )


def test_the_time_of_the_size_query_is_no_scan() -> None:
    assert [metric for metric, _ in values(SCAN + RATE)].count("table-scan.time") == 1
    assert [metric for metric, _ in values(SCAN + RATE)].count("statement.time") == 0


def test_a_size_divided_as_a_whole_number_is_not_guessed_at() -> None:
    whole = RATE.replace("3::float", "3").replace("44740608.6666667", "44740608")
    assert [metric for metric, _ in values(SCAN + whole)] == ["table-scan.time"]
    assert findings(SCAN + whole) == (
        "run.txt:7: info[not-recorded]: the size of 'accounts' is not in the file: "
        "no throughput follows\n"
        "  hint: add select pg_relation_size('accounts');\n"
        "run.txt:11: info[rounded-value]: the size of 'accounts' cannot be told from 44740608\n"
        "  hint: ask for pg_relation_size alone, or divide by a float\n"
    )


def test_two_sizes_of_one_table_that_differ_are_found() -> None:
    other = RATE.replace("44740608.6666667", "44740608.3333333")
    assert findings(SCAN + RATE + SCAN + other) == (
        "run.txt:25: error[does-not-add-up]: 'accounts' has 134221825 B here and 134221826 B in "
        "line 11\n"
        "  hint: each scan is taken with the size that stands nearest below it\n"
    )


def test_a_scan_with_a_condition_is_a_statement_and_no_scan_of_the_table() -> None:
    text = SCAN.replace("accounts;", "accounts where bid = 3;")
    assert shown(text, only="time") == (
        "  statement.time 2.5 s  (2500.000 ms, line 7) statement=select count(1) from accounts "
        "where bid = 3\n"
    )


def test_a_time_with_a_decimal_comma_is_not_a_thousand_times_longer() -> None:
    german = SCAN.replace("Time: 2500.000", "Zeit: 2500,000").replace("(1 row)", "(1 Zeile)")
    assert values(german)[0] == ("table-scan.time", 2.5)
    with_clock = SCAN.replace("2500.000 ms", "62500.000 ms (01:02.500)")
    assert values(with_clock)[0] == ("table-scan.time", 62.5)


def test_a_statement_over_several_lines_is_one() -> None:
    text = SCAN.replace("select count(1) from", "select count(1)\nbench-#   from")
    assert values(text) == [("table-scan.time", 2.5)]


def test_a_statement_that_failed_has_no_time() -> None:
    text = (
        "bench=# select count(1) from nosuch;\n"
        'ERROR:  relation "nosuch" does not exist\n'
        "LINE 1: select count(1) from nosuch;\n"
        "                             ^\n"
        "Time: 0.380 ms\n"
    )
    assert values(text) == []
    assert findings(text) == (
        'run.txt:2: error[failed-run]: the server reports: relation "nosuch" does not exist\n'
    )


def test_a_scan_without_a_time_among_others_that_have_one_was_cut_off() -> None:
    cut = SCAN + SCAN.rpartition("\nTime")[0] + "\n"
    assert shown(cut, only="incomplete") == (
        "run.txt:12: error[incomplete-run]: no time below 'select count(1) from accounts', "
        "though others have one\n"
    )


def test_the_version_of_the_server_is_a_fact_and_its_time_no_result() -> None:
    text = """\
        bench=# select version();
                                   version
        -------------------------------------------------------------------
         PostgreSQL 9.6.1 on x86_64-pc-linux-gnu, compiled by gcc 6.2, 64-bit
        (1 row)

        Time: 0.500 ms
        """
    assert shown(text) == (
        "run 1: psql, lines 1-7\n"
        "  fact database = PostgreSQL 9.6.1  (line 4)\n"
        "  fact database.version = 9.6.1  (line 4)\n"
        "  fact database.compiler = gcc 6.2  (line 4)\n"
        "  fact arch = x86_64  (line 4)\n"
    )


def test_the_version_of_the_server_is_read_without_its_statement_too() -> None:
    answer = (
        "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, "
        "compiled by gcc (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit"
    )
    head, rule = "version".center(len(answer) + 2), "-" * (len(answer) + 2)
    for text, lines, row in (
        (f"{answer}\n", "1-1", 1),  # psql -At
        (f"{head}\n{rule}\n {answer}\n(1 row)\n\nTime: 0.378 ms\n", "1-4", 3),
        (f"-[ RECORD 1 ]-----\nversion | {answer}\n\n", "2-2", 2),  # psql -x
    ):
        assert shown(text) == (
            f"run 1: psql, lines {lines}\n"
            f"  fact database = PostgreSQL 15.18  (line {row})\n"
            f"  fact database.version = 15.18  (line {row})\n"
            f"  fact database.compiler = gcc (Debian 12.2.0-14+deb12u1) 12.2.0  (line {row})\n"
            f"  fact arch = x86_64  (line {row})\n"
        )
