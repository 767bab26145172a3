"""hdparm: what naive readers of its timings get wrong."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values

DISK = " Timing buffered disk reads: 3364 MB in  3.00 seconds = 1121.33 MB/sec\n"
CACHE = " Timing cached reads:   16658 MB in  2.00 seconds = 8329.00 MB/sec\n"


def test_mb_is_2_to_the_20_and_cached_reads_are_the_memory() -> None:
    assert shown("/dev/sda:\n" + CACHE + DISK) == (
        "run 1: hdparm, lines 1-3\n"
        "  cached-read.bandwidth 8733589504 B/s  (8329.00 MB/sec, line 2) target=/dev/sda\n"
        "  seq-read.bandwidth 1175799726.08 B/s  (1121.33 MB/sec, line 3) target=/dev/sda\n"
    )


def test_below_1_mb_hdparm_changes_to_kb_and_so_does_the_reader() -> None:
    slow = " Timing O_DIRECT disk reads:   2 MB in  3.20 seconds = 640.00 kB/sec\n"
    assert values(slow) == [("seq-read.bandwidth", 655_360)]
    assert "direct=yes" in shown(slow)
    assert findings(slow.replace("kB/sec", "MB/sec")) == (
        "run.txt:1: error[does-not-add-up]: 2 MB in 3.20 s are not 640.00 MB/sec\n"
        "  hint: Timing O_DIRECT disk reads:   2 MB in  3.20 seconds = 640.00 MB/sec\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec",
        " Timing buffered disk reads: 300 MB in  3,00 seconds = 100,00 MB/sec",
        " Timing buffered disk reads:  300 MB in  3.00 seconds =100.00 MB/sec",
        "> > Timing buffered disk reads:  300 MB in  3.00 seconds =\n> > 100.00 MB/sec",
        "Disk: Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec",
    ],
)
def test_every_spelling_of_a_line_is_the_same_rate(line: str) -> None:
    assert values(line) == [("seq-read.bandwidth", 104_857_600)]


def test_each_device_is_a_run_and_so_is_each_repeat() -> None:
    text = "/dev/sda:\n" + DISK + DISK + "\n/dev/sdb:\n" + DISK
    assert shown(text, only="run ") == (
        "run 1: hdparm, lines 1-2\nrun 2: hdparm, lines 1-3\nrun 3: hdparm, lines 5-6\n"
    )


def test_messages_of_the_driver_between_the_lines_do_not_disturb() -> None:
    text = (
        "/dev/sdc:\n"
        "SG_IO: bad/missing sense data, sb[]:  70 00 05 00\n" + CACHE + "HDIO_DRIVE_CMD(identify)"
        " failed: Inappropriate ioctl for device\n" + DISK
    )
    assert [metric for metric, _ in values(text)] == ["cached-read.bandwidth", "seq-read.bandwidth"]
    assert "not understood" not in shown(text)


def test_a_read_that_failed_or_never_ended_has_no_value() -> None:
    failed = "/dev/sdd:\n Timing buffered disk reads: read() failed: Input/output error\n"
    assert values(failed) == []
    assert findings(failed) == (
        "run.txt:2: error[failed-run]: hdparm stopped: read() failed: Input/output error\n"
    )
    assert findings("/dev/sdd:\n Timing buffered disk reads: ") == (
        "run.txt:2: error[incomplete-run]: hdparm began to read, but gave no result\n"
    )


def test_a_command_names_the_device_and_begins_a_run_where_no_heading_was_kept() -> None:
    text = (
        "$ sudo hdparm -t --direct /dev/sdb\n Timing O_DIRECT disk reads: 300 MB in  3.00 seconds "
        "= 100.00 MB/sec\n$ sudo hdparm -T /dev/sdc\n Timing cached reads:   2000 MB in  2.00 "
        "seconds = 1000.00 MB/sec\n"
    )
    assert shown(text, only="bandwidth") == (
        "  seq-read.bandwidth 104857600 B/s  (100.00 MB/sec, line 2) direct=yes target=/dev/sdb\n"
        "  cached-read.bandwidth 1048576000 B/s  (1000.00 MB/sec, line 4) target=/dev/sdc\n"
    )


def test_the_words_of_hdparm_in_a_sentence_or_a_table_are_no_run_cut_off() -> None:
    row = "| speed | `hdparm -tT /dev/sdb` | Timing buffered disk reads: `about 420 MB/s` |\n"
    assert "incomplete-run" not in findings(row)
    assert "incomplete-run" in findings("/dev/sdb:\n Timing buffered disk reads: \n")
