"""dbench: the last line is the result, and its megabyte a million bytes."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

PROGRESS = """\
dbench version 4.00 - Copyright Andrew Tridgell 1999-2004

Running for 10 seconds with load 'client.txt' and minimum warmup 2 secs
   4     20000   310.00 MB/sec  execute   9 sec  latency 20.100 ms
   4     21000   305.00 MB/sec  execute  10 sec  latency 18.000 ms
   4  cleanup  10 sec
"""
RESULT = "Throughput 305.25 MB/sec  4 clients  4 procs  max_latency=20.105 ms\n"


def test_the_result_is_the_last_line_in_millions_of_bytes() -> None:
    assert shown(PROGRESS + RESULT, only="mix.bandwidth") == (
        "  mix.bandwidth 305250000 B/s  (305.25 MB/sec, line 7)"
        " clients=4 processes=4 ramp=2 runtime=10\n"
    )


def test_progress_alone_is_no_result() -> None:
    assert values(PROGRESS) == []
    assert findings(PROGRESS) == (
        "run.txt:1: error[incomplete-run]: dbench began, but there is no line 'Throughput' "
        "at the end\n"
        "  hint: the throughput of progress lines is a running value and no result\n"
    )


def test_what_made_it_stop_is_quoted() -> None:
    text = PROGRESS + "[2100] write failed on handle 10006 (No space left on device)\n"
    assert "error[failed-run]: dbench stopped: [2100] write failed" in findings(text)
    assert values(text) == []


def test_synchronous_runs_say_so() -> None:
    text = "Throughput 12.5 MB/sec (sync open) (sync dirs)  4 clients  4 procs  max_latency=1 ms\n"
    assert shown(text, only="mix.bandwidth").endswith("sync=sync open, sync dirs\n")


def test_a_latency_of_nothing_is_below_what_is_printed() -> None:
    table = """\
 Operation      Count    AvgLat    MaxLat
 ----------------------------------------
 LockX            204     0.000     0.008
 Deltree            0     0.000     0.000

"""
    assert shown(table + RESULT, only=" lock.latency.mean").count("below-resolution") == 1
    assert "tree-delete" not in shown(table + RESULT)


def test_a_word_before_the_result_is_a_label_that_somebody_gave_it() -> None:
    text = "Before: Throughput 250.5 MB/sec  2 clients  2 procs  max_latency=1.5 ms\n"
    assert values(text + text.replace("Before", "After").replace("250.5", "300.5")) == [
        ("mix.bandwidth", 250_500_000),
        ("mix.latency.max", 0.0015),
        ("mix.bandwidth", 300_500_000),
        ("mix.latency.max", 0.0015),
    ]
