"""IOR: what naive readers of its tables get wrong."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

BANNER = "IOR-4.0.0: MPI Coordinated Test of Parallel I/O\n"
OPTIONS = """\
Options:
tasks               : 4
ordering in a file  : sequential
repetitions         : 1
xfersize            : 1 MiB
aggregate filesize  : 8 GiB

"""
HEAD = (
    "access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   "
    "close(s)   total(s)   iter\n"
    "------    ---------  ----       ----------  ---------- ---------  --------   --------   "
    "--------   --------   ----\n"
)
WRITE = (
    "write     1024.00    1026.57    0.003896    2097152    1024.00    0.001000   7.98       "
    "0.020000   8.00       0   \n"
)
FINISHED = "Finished            : Tue Feb  3 09:16:00 2026\n"


def test_mib_is_1024_and_the_latency_of_one_block_is_left_out() -> None:
    assert values(BANNER + OPTIONS + HEAD + WRITE + FINISHED) == [
        ("seq-write.bandwidth", 2**30),
        ("seq-write.iops", 1026.57),
        ("seq-write.time", 8),
    ]


def test_a_rate_without_decimals_is_taken_from_the_line_that_has_them() -> None:
    row = WRITE.replace("1024.00    1026.57", "5429       5431   ", 1)
    most = "Max Write: 5429.38 MiB/sec (5693.12 MB/sec)\n"
    text = BANNER + OPTIONS + HEAD + row + most + FINISHED
    assert shown(text, only="bandwidth").startswith(
        "  seq-write.bandwidth 5693117562.88 B/s  (5429.38 MiB/s, line 12)"
    )


def test_what_was_moved_counts_not_what_was_planned() -> None:
    warnings = """\
WARNING: Expected aggregate file size       = 8589934592
WARNING: Stat() of aggregate file size      = 4294967296
WARNING: Using actual aggregate bytes moved = 4294967296
"""
    text = BANNER + OPTIONS + HEAD + warnings + WRITE + FINISHED
    assert values(text)[0] == ("seq-write.size", 4 * 2**30)
    assert "total_size=4294967296" in shown(text, only="bandwidth")
    assert findings(text) == (
        "run.txt:7: warning[contradiction]: total size: 8 GiB were planned,"
        " 4294967296 bytes moved\n"
        "  hint: line 13: 4 GiB; the bytes moved are used\n"
    )


def test_random_offsets_and_unknown_ones_are_told_apart() -> None:
    random = BANNER + OPTIONS.replace(": sequential", ": random") + HEAD + WRITE + FINISHED
    assert values(random)[0] == ("rand-write.bandwidth", 2**30)
    assert values(HEAD + WRITE)[0] == ("write.bandwidth", 2**30)


def test_repetitions_are_repeats_and_fewer_than_planned_are_said() -> None:
    options = OPTIONS.replace("repetitions         : 1", "repetitions         : 3")
    text = BANNER + options + HEAD + WRITE + WRITE.replace("1024.00  ", "1000.00  ", 1)
    assert [value for metric, value in values(text) if metric == "seq-write.bandwidth"] == [
        1024 * 2**20,
        1000 * 2**20,
    ]
    assert findings(text).splitlines()[0] == (
        "run.txt:12: error[incomplete-run]: write: 2 of 3 repetitions"
    )


def test_a_failed_run_that_looks_like_a_good_one_gives_nothing() -> None:
    fault = "ERROR: write(10, 0x7f, 1048576) failed, errno 28, (aiori-POSIX.c:555)\n"
    text = BANNER + OPTIONS + HEAD + WRITE + fault + FINISHED
    assert values(text) == []
    assert findings(text) == (
        "run.txt:12: error[failed-run]: IOR failed:"
        " ERROR: write(10, 0x7f, 1048576) failed, errno 28, (aiori-POSIX.c:555)\n"
    )


def test_a_banner_without_results_is_said() -> None:
    assert findings(BANNER + OPTIONS) == (
        "run.txt:1: error[incomplete-run]: IOR began, but printed no result\n"
    )


def test_prose_that_begins_like_a_row_is_none() -> None:
    text = HEAD + "read the manual of IOR before you run it on a shared file system\n" + WRITE
    assert [metric for metric, _ in values(text)] == ["write.bandwidth", "write.iops", "write.time"]


def test_json_that_is_cut_off_gives_nothing() -> None:
    text = '{\n "Version": "3.4.0",\n "tests": [\n {"Results": [[{"access": "write", "bwMiB": 1.0'
    assert values(text) == []
    assert "incomplete-run" in findings(text)
