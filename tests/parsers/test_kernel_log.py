"""Traps of the kernel's log: sizes by blocks and not by the rounded MB behind them."""

from __future__ import annotations

from tests.parsers.output import shown


def test_the_size_of_a_disk_is_blocks_times_their_bytes() -> None:
    line = "SCSI device sdb: 71687372 512-byte hdwr sectors (36704 MB)\n"
    assert f"fact drive.size = {71687372 * 512}  (line 1)" in shown(line)
    line = "[ 2.1] sd 2:0:0:0: [sdc] 1000 4096-byte logical blocks: (4.10 MB/3.91 MiB)\n"
    assert "fact drive.size = 4096000  (line 1)" in shown(line)


def test_a_disk_that_is_told_of_twice_is_one() -> None:
    line = "SCSI device sda: 71687372 512-byte hdwr sectors (36704 MB)\n"
    assert shown(line + line).count("drive.size") == 1
    assert "drive.2" not in shown(line + line)


def test_two_logs_in_one_file_are_two_machines() -> None:
    line = "SCSI device sda: 71687372 512-byte hdwr sectors (36704 MB)\n"
    log = line + "something else\n" * 60 + line.replace("71687372", "143374744")
    assert shown(log).count("run ") == 2


def test_a_disk_of_one_name_further_below_is_of_another_log() -> None:
    line = "SCSI device sda: 71687372 512-byte hdwr sectors (36704 MB)\n"
    log = line + "scsi1 : another machine\n" * 6 + line
    assert shown(log).count("run ") == 2
