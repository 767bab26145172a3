"""Traps of iostat: averages since boot, 1024 for kB, several calls in one log."""

from __future__ import annotations

from tests.parsers.output import shown

REPORTS = """\
Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn
sdc              10.00       400.00       100.00     400000     100000
sdc              50.00      2048.00         0.00      20480          0
"""


def test_the_first_report_is_the_average_since_boot_and_no_sample() -> None:
    assert (
        shown(REPORTS)
        == """\
run 1: iostat, lines 1-3
  transfer.iops 50 op/s  (50.00 tps, line 3) interval=10 phase=report 2 target=sdc
  read.bandwidth 2097152 B/s  (2048.00 kB_read/s, line 3) interval=10 phase=report 2 target=sdc
  write.bandwidth 0 B/s  (0.00 kB_wrtn/s, line 3) interval=10 phase=report 2 target=sdc \
[below-resolution]
run.txt:2: info[not-recorded]: the first report of iostat is the average since boot and is left out
"""
    )


def test_a_report_alone_is_no_measurement() -> None:
    alone = "".join(REPORTS.splitlines(keepends=True)[:2])
    assert shown(alone) == (
        "run.txt:2: info[not-recorded]: the one report of iostat is the average since boot: it is"
        " no measurement\n"
    )


def test_two_calls_in_one_log_are_not_two_reports_of_one() -> None:
    first = "".join(REPORTS.splitlines(keepends=True)[:2])
    log = f"{first}\n$ fio job.ini\nall done\n$ iostat -k\n{first}"
    assert "run 1" not in shown(log)


def test_a_device_that_was_idle_is_no_measurement() -> None:
    idle = "sdc               0.00         0.00         0.00          0          0\n"
    assert "line 4" not in shown(REPORTS + idle)


def test_decimal_commas_are_read() -> None:
    assert "read.bandwidth 2097152 B/s" in shown(REPORTS.replace(".", ","))
