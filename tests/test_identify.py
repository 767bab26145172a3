"""What a log prints twice is one run; two runs that came to the same numbers are two."""

from __future__ import annotations

from tests.parsers.output import read

IOZONE = """\
\tRun began: {began}
\tRecord Size 1024 kB
\tFile size set to 8388608 kB
\tCommand line used: iozone -r 1024 -s 8g -i 0 -i 1 -i 2
              kB  reclen    write  rewrite    read    reread    read    write
         8388608    1024   {write}   191802   201344   202117    5171    14012

iozone test complete.
"""
BONNIE = "rig-a,16G,51751,99,242637,97,105392,30,58859,98,235541,23,563.2,1,,,,,,,,,,,,,\n"
POSTMARK = """\
Time:
\t4 seconds total
\t2 seconds of transactions (250 per second)

Files:
\t764 created (191 per second)
\t\tCreation alone: 500 files (250 per second)
\t\tMixed with transactions: 264 files (132 per second)
\t243 read (121 per second)
\t257 appended (128 per second)
\t764 deleted (191 per second)
\t\tDeletion alone: 528 files (264 per second)
\t\tMixed with transactions: 236 files (118 per second)

Data:
\t1.36 megabytes read (348.16 kilobytes per second)
\t4.45 megabytes written (1.11 megabytes per second)
"""


def runs(raw: str) -> list[tuple[int, int]]:
    """Return the lines of the runs that are read."""
    return [(run.first, run.last) for run in read(raw).runs]


def test_a_run_that_is_printed_again_is_one_run() -> None:
    once = IOZONE.format(began="Mon Nov 30 15:58:45 2026", write=181234)
    assert len(runs(once)) == 1
    assert len(runs(once + "\n$ cat log.txt\n" + once)) == 1


def test_a_repeat_with_the_same_numbers_is_a_run_of_its_own() -> None:
    first = IOZONE.format(began="Mon Nov 30 15:58:45 2026", write=181234)
    second = IOZONE.format(began="Mon Nov 30 16:04:12 2026", write=181234)
    assert len(runs(first + second)) == 2


def test_a_line_of_csv_that_stands_there_again_is_one_run() -> None:
    assert len(runs(BONNIE * 2)) == 1


def test_runs_that_print_few_digits_may_agree_by_chance() -> None:
    assert len(runs(POSTMARK)) == 1
    assert len(runs(POSTMARK * 2)) == 2
