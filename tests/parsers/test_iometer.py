"""Iometer: the two bases of its columns, and the rows that are sums already."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

HEAD = """\
'Version
1.1.0
'Access specifications
'Access specification name,default assignment
4K read,NONE
'size,% of size,% reads,% random,delay,burst,align,reply
4096,100,100,100,0,1,0,0
'End access specifications
'Results
'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,IOps,Read IOps,\
Write IOps,MiBps (Binary),MBps (Decimal),Average Response Time
"""
ALL = "ALL,All,4K read,1,2,2,25600,25600,0,100,104.858,1.25\n"
WORKERS = (
    "WORKER,Worker 1,4K read,,,1,12800,12800,0,50,52.4288,1.25\n"
    "WORKER,Worker 2,4K read,,,1,12800,12800,0,50,52.4288,1.25\n"
)


def test_the_row_over_all_is_the_result_and_workers_are_not_added() -> None:
    assert values(HEAD + ALL + WORKERS) == [
        ("rand-read.iops", 25600),
        ("rand-read.bandwidth", 104_857_600),
        ("rand-read.latency.mean", 0.00125),
    ]


def test_both_columns_must_be_the_same_rate() -> None:
    assert findings(HEAD + ALL) == ""
    assert findings(HEAD + ALL.replace("104.858", "100")) == (
        "run.txt:11: error[does-not-add-up]: 100 MBps (Decimal) and 100 MiBps (Binary) are not "
        "the same rate\n"
    )


def test_a_column_without_base_is_proved_by_iops_or_assumed() -> None:
    old = HEAD.replace("MiBps (Binary),MBps (Decimal)", "MBps")
    row = ALL.replace("100,104.858", "100")
    assert shown(old + row, only="bandwidth") == (
        "  rand-read.bandwidth 104857600 B/s  (100 MBps, line 11) block_size=4096 test=4K read "
        "threads=2 [proved: 25600 IOps * 4096 bytes / 100 MBps = 1048576]\n"
    )
    decimal = ALL.replace("100,104.858", "104.8576")
    assert values(old + decimal)[1] == ("rand-read.bandwidth", 104_857_600)
    unknown = row.replace("4K read", "another")
    assert "assumed" in shown(old + unknown, only="bandwidth")


def test_semicolons_and_decimal_commas_of_a_spreadsheet_are_read() -> None:
    text = HEAD.replace(",", ";") + ALL.replace(",", ";").replace(".", ",")
    assert values(text)[1:] == values(HEAD + ALL)[1:]


def test_results_without_the_row_over_all_are_incomplete() -> None:
    assert values(HEAD + WORKERS) == []
    assert findings(HEAD) == (
        "run.txt:10: error[incomplete-run]: Iometer's results end before the row ALL\n"
    )


def test_a_test_without_io_has_failed() -> None:
    idle = ALL.replace("25600,25600,0,100,104.858", "0,0,0,0,0")
    assert values(HEAD + idle) == []
    assert findings(HEAD + idle) == (
        "run.txt:11: error[failed-run]: Iometer did no I/O in this test\n"
    )
