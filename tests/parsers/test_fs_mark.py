"""fs_mark: each iteration a row, times in microseconds."""

from __future__ import annotations

from tests.parsers.output import findings, values

TEXT = """\
#  fs_mark  -d  /mnt  -n  100  -L  2
#\tVersion 3.3, 2 thread(s) starting at Mon Jun  7 09:52:25 2021
#\tFiles info: size 8192 bytes, written with an IO size of 16384 bytes per write

FSUse%        Count         Size    Files/sec     App Overhead
     5          200         8192        100.5           390190
     5          400         8192         99.5           380000
"""


def test_the_overhead_is_in_microseconds() -> None:
    assert values(TEXT) == [
        ("file-create.iops", 100.5),
        ("overhead.time", 0.39019),
        ("file-create.iops", 99.5),
        ("overhead.time", 0.38),
    ]
    assert findings(TEXT) == ""


def test_a_run_that_stopped_between_iterations_says_so() -> None:
    text = "".join(TEXT.splitlines(keepends=True)[:-1])
    assert "error[incomplete-run]: fs_mark stopped after 1 of 2 iterations" in findings(text)


def test_calls_that_were_not_made_have_no_times() -> None:
    text = (
        "FSUse%        Count         Size    Files/sec     App Overhead"
        "        CREAT (Min/Avg/Max)         SYNC (Min/Avg/Max)\n"
        "    69          200         4096       2007.4             1381"
        "      172      226      431        0        0        0\n"
    )
    assert [metric for metric, _ in values(text)][2:] == [
        "file-create.latency.min",
        "file-create.latency.mean",
        "file-create.latency.max",
    ]
