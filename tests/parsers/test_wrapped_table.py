"""Rows that a mail program wrapped anywhere are put together again, or nothing is read."""

from __future__ import annotations

import textwrap
from collections import Counter
from pathlib import Path

import pytest

from sitegen.results import FileReading, read_file
from tests.parsers.tables import read, shown

X4500 = Path(__file__).parents[2] / "results" / "x4500" / "read-test.txt"

COLUMNS = """
columns:
  - {column: testbed.raid.level}
  - {operation: seq-read, quantity: time, unit: s}
  - {operation: seq-read, quantity: bandwidth, unit: MB/s}
"""
PROVED = f"reflow: true\n{COLUMNS}proof: {{product: [2, 3], equals: 24000 MB}}\n"
COUNTED = f"reflow: true\ncount: 3\n{COLUMNS}"

ROWS = "0 20.000 1,200.00\n5 48.000 500.00\n1+0 18.750 1,280.00\n"
VALUES = """\
seq-read.time 20 s (20.000 s, line {}), testbed.raid.level 0
seq-read.bandwidth 1200000000 B/s (1,200.00 MB/s, line {}), testbed.raid.level 0
seq-read.time 48 s (48.000 s, line {}), testbed.raid.level 5
seq-read.bandwidth 500000000 B/s (500.00 MB/s, line {}), testbed.raid.level 5
seq-read.time 18.75 s (18.750 s, line {}), testbed.raid.level 1+0
seq-read.bandwidth 1280000000 B/s (1,280.00 MB/s, line {}), testbed.raid.level 1+0
"""


def x4500(old: str = "", new: str = "") -> FileReading:
    sidecar = X4500.with_name(X4500.name + ".yaml").read_text("utf-8")
    return read_file(
        "read-test.txt", X4500.read_text("utf-8").replace(old, new, 1).encode(), sidecar
    )


def test_the_quoted_and_wrapped_table_of_the_x4500_has_thirty_rows() -> None:
    reading = x4500()
    assert reading.diagnostics == ()
    assert reading.unread == ()
    rates = [one for one in reading.records if one.metric == "seq-read.bandwidth"]
    times = [one for one in reading.records if one.metric == "seq-read.time"]
    assert Counter(one.columns["testbed.raid.level"] for one in rates) == {
        0: 13,
        5: 8,
        10: 1,
        "1+0": 8,
    }
    assert len(times) == 30
    for rate, time in zip(rates, times, strict=True):
        assert rate.value * time.value == pytest.approx(32e9, rel=1e-4)
        assert rate.certainty == "assumed"
    first = rates[0]
    assert (first.value, first.written, first.position.line) == (1917430000, "1,917.43 MB/s", 5)
    assert first.columns["testbed.readahead"] == 65536 * 1024


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("1,781.04", "1,781.14", 5),  # a digit
        ("18.538", "18.583", 6),  # two digits exchanged
        ("1,667.10", "1,667.1O", 24),
    ],
)
def test_a_digit_of_the_x4500_that_is_wrong_costs_its_row_and_no_other(
    old: str, new: str, line: int
) -> None:
    reading = x4500(old, new)
    assert {one.position.line for one in reading.diagnostics} == {line}
    assert len(reading.records) == 58


@pytest.mark.parametrize("lost", [" 21.269", " 65536 1024", " 1,711.14", "18.806"])
def test_a_cell_of_the_x4500_that_is_lost_costs_its_row_and_no_other(lost: str) -> None:
    reading = x4500(lost, "")
    codes = {one.code for one in reading.diagnostics}
    assert codes <= {"rows-left-over", "does-not-add-up"}
    assert codes
    good = {(one.written, one.value) for one in x4500().records}
    assert {(one.written, one.value) for one in reading.records} <= good


def test_rows_may_end_anywhere_and_each_value_keeps_its_line() -> None:
    raw = "0 20.000\n1,200.00 5\n48.000 500.00 1+0 18.750\n1,280.00\n"
    assert shown(read(raw, PROVED)) == VALUES.format(1, 2, 3, 3, 3, 4)
    assert shown(read(raw, COUNTED)) == VALUES.format(1, 2, 3, 3, 3, 4)


def test_a_cell_that_was_cut_in_two_is_joined_if_its_row_adds_up() -> None:
    raw = "0 20.000 1,20\n0.00 5 48.00\n0 500.00 1+0 18.750 1,280.0\n0\n"
    assert shown(read(raw, PROVED)) == VALUES.format(1, 1, 2, 3, 3, 3)
    assert shown(read(raw, COUNTED)) == (
        "t.txt:4: rows-left-over: 12 cells are not 3 rows of 3 cells\n"
    )


def test_a_decimal_comma_is_found_by_what_adds_up() -> None:
    raw = "0 20,000 1.200,00 5 48,000\n500,00 1+0 18,750 1.280,00\n"
    values = [one.value for one in read(raw, PROVED).records]
    assert values == [20, 1200000000, 48, 500000000, 18.75, 1280000000]
    table = PROVED.replace("24000", "24690")
    assert shown(read("0 12.345 2,000\n", table)) == (
        "t.txt.yaml:2:3: ambiguous-number: "
        "the rows add up with a point for the decimal mark and with a comma\n"
    )


def test_without_a_proof_one_unreadable_cell_makes_all_doubtful() -> None:
    raw = "0 20.000 1,200.00 5 48.000\noops 1+0 18.750 1,280.00\n"
    assert shown(read(raw, COUNTED)) == "t.txt:2: bad-number: 'oops' is not a number\n"


def test_wrapped_rows_need_a_proof_or_a_count() -> None:
    assert (
        "t.txt.yaml:2:3: missing-key: rows that are put together again need a proof or a count"
        in (shown(read(ROWS, f"reflow: true\n{COLUMNS}")))
    )


def test_the_head_may_be_wrapped_and_printed_again() -> None:
    head = "Level Time\n(s) Rate (MB/s)"
    raw = (
        f"On Monday:\n{head} 0 20.000 1,200.00 5 48.000 500.00\n{head}\n1+0 18.750 1,280.00\nBye\n"
    )
    table = f"header: Level Time (s) Rate (MB/s)\nuntil: Bye\n{PROVED}"
    reading = read(raw, table)
    assert shown(reading) == VALUES.format(3, 3, 3, 3, 6, 6)
    assert reading.unread == ()


@pytest.mark.parametrize("width", range(9, 40))
def test_a_table_wrapped_at_any_width_and_quoted_is_the_same_table(width: int) -> None:
    wrapped = textwrap.fill(ROWS.replace("\n", " "), width)
    quoted = textwrap.indent(f"{wrapped}\n", ">> ").replace("\n", "\r\n")
    reading = read(quoted.encode(), PROVED)
    assert [one.written for one in reading.records] == [
        "20.000 s",
        "1,200.00 MB/s",
        "48.000 s",
        "500.00 MB/s",
        "18.750 s",
        "1,280.00 MB/s",
    ]
    assert reading.diagnostics == ()


def test_soft_line_breaks_of_a_mail_are_no_ends_of_lines() -> None:
    raw = (
        "Content-Transfer-Encoding: quoted-printable\n\n"
        "Level  Time  Rate\n"
        "0  20.0=\n00  1,200.00\n"
        "5  48.000  500=2E00\n"
        "1+0  18.750  1,2=\n80.00\n"
    )
    table = f"header: Level Time Rate\n{COLUMNS}"
    assert shown(read(raw, table)) == VALUES.format(4, 4, 6, 6, 7, 7)


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_wrapped_csv_is_counted_off_too(form: str) -> None:
    mark = {"csv": ",", "tsv": "\t"}[form]
    raw = "1,10,\n100\n2,20\n,200\n3,30,300".replace(",", mark)
    table = f"""
        format: {form}
        reflow: true
        count: 3
        columns:
          - {{column: jobs}}
          - {{operation: read, quantity: iops, unit: op/s}}
          - {{operation: read, quantity: latency, unit: s}}
    """
    reading = read(raw, table)
    assert [(one.value, one.position.line) for one in reading.records] == [
        (10, 1),
        (100, 2),
        (20, 3),
        (200, 4),
        (30, 5),
        (300, 5),
    ]
