"""sysbench: what naive readers of its versions get wrong."""

from __future__ import annotations

import pytest

from sitegen.parsers import sysbench
from sitegen.unwrap import source
from tests.parsers.output import findings, shown, values

HEAD = """\
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4
"""
TAIL = """\
General statistics:
    total time:                          10.0000s
    total number of events:              12800

Latency (ms):
         min:                                    0.10
         avg:                                    3.12
         max:                                   96.62
         95th percentile:                        9.30
         sum:                                39936.00

Threads fairness:
    events (avg/stddev):           3200.0000/3.00
    execution time (avg/stddev):   9.9840/0.00
"""
OLD_HEAD = """\
sysbench 0.4.12:  multi-threaded system evaluation benchmark

Running the test with following options:
Number of threads: 4
"""
OLD_TAIL = """\
Test execution summary:
    total time:                          10.0000s
    total number of events:              12800
    total time taken by event execution: 39.9360
    per-request statistics:
         min:                                  0.10ms
         avg:                                  3.12ms
         max:                                 96.62ms
         approx.  95 percentile:               9.30ms

Threads fairness:
    events (avg/stddev):           3200.0000/3.00
    execution time (avg/stddev):   9.9840/0.00
"""
FILEIO = """\
128 files, 64MiB each
8GiB total file size
Block size 16KiB
Read/Write ratio for combined random IO test: 1.50
Using synchronous I/O mode
Doing random r/w test

File operations:
    reads/s:                      768.00
    writes/s:                     512.00
    fsyncs/s:                     0.00

Throughput:
    read, MiB/s:                  12.00
    written, MiB/s:               8.00

"""
OLD_FILEIO = """\
128 files, 64Mb each
8Gb total file size
Block size 16Kb
Read/Write ratio for combined random IO test: 1.50
Using synchronous I/O mode
Doing random r/w test
Threads started!

Operations performed:  7680 Read, 5120 Write, 0 Other = 12800 Total
Read 120Mb  Written 80Mb  Total transferred 200Mb  (20Mb/sec)
 1280.00 Requests/sec executed

"""
OLTP = """\
SQL statistics:
    queries performed:
        read:                            179200
        write:                           51200
        other:                           25600
        total:                           256000
    transactions:                        12800  (1280.00 per sec.)
    queries:                             256000 (25600.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

"""
FIRST = "Number of threads: 4\n"


def test_a_b_of_0_4_is_a_byte_and_its_prefixes_are_powers_of_1024() -> None:
    old, new = dict(values(OLD_HEAD + OLD_FILEIO + OLD_TAIL)), dict(values(HEAD + FILEIO + TAIL))
    assert old["rand-rw.bandwidth"] == 20_971_520
    assert old["rand-rw.iops"] == 1280
    for metric in ("rand-read.bandwidth", "rand-write.bandwidth"):
        assert old[metric] == new[metric]
    assert new["rand-read.bandwidth"] == 12_582_912
    assert "block_size=16384" in shown(OLD_HEAD + OLD_FILEIO + OLD_TAIL, only="iops")
    assert "total_size=8589934592" in shown(HEAD + FILEIO + TAIL, only="rand-read.iops")


def test_a_direction_that_was_not_used_is_not_0() -> None:
    reads = FILEIO.replace("random r/w", "random read").replace("512.00", "0.00")
    metrics = {metric for metric, _ in values(HEAD + reads.replace("8.00", "0.00") + TAIL)}
    assert {metric for metric in metrics if "iops" in metric or "bandwidth" in metric} == {
        "rand-read.iops",
        "rand-read.bandwidth",
    }


def test_of_the_two_units_of_1_1_the_first_is_binary() -> None:
    text = (
        "Throughput:\n"
        "         read:  IOPS=1920.00 30.00 MiB/s (31.46 MB/s)\n"
        "         write: IOPS=1280.00 20.00 MiB/s (20.97 MB/s)\n"
        "         fsync: IOPS=64.00\n\n" + TAIL[TAIL.index("Latency") : TAIL.index("Threads")]
    )
    assert dict(values(text))["read.bandwidth"] == 31_457_280
    assert dict(values(text))["write.bandwidth"] == 20_971_520
    assert dict(values(text))["fsync.iops"] == 64
    assert findings(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        OLD_HEAD + "Memory block size: 1K\nMemory transfer size: 100M\n"
        "Memory operations type: write\nOperations performed: 102400 (10240.00 ops/sec)\n"
        "100.00 MB transferred (10.00 MB/sec)\n" + OLD_TAIL,
        HEAD + "  block size: 1KiB\n  total size: 100MiB\n  operation: write\n"
        "Total operations: 102400 (10240.00 per second)\n"
        "100.00 MiB transferred (10.00 MiB/sec)\n" + TAIL,
    ],
)
def test_a_mb_of_memory_is_2_to_the_20_in_every_version(text: str) -> None:
    assert dict(values(text))["memory-write.bandwidth"] == 10_485_760
    assert "block_size=1024 threads=4 total_size=104857600" in shown(text, only="memory-write.rate")


def test_queries_of_0_5_are_requests_and_other_operations() -> None:
    old = OLTP.replace("SQL statistics", "OLTP test statistics").replace(
        "    queries:                             256000 (25600.00 per sec.)\n",
        "    read/write requests:                 230400 (23040.00 per sec.)\n"
        "    other operations:                    25600  (2560.00 per sec.)\n",
    )
    assert dict(values(HEAD + OLTP + TAIL))["query.rate"] == 25_600
    assert dict(values(OLD_HEAD + old + OLD_TAIL))["query.rate"] == 25_600
    assert "[derived: 23040.00 read/write requests + 2560.00 other" in shown(
        OLD_HEAD + old + OLD_TAIL
    )


def test_the_rank_of_the_percentile_is_that_of_its_label_and_the_sum_is_no_latency() -> None:
    latencies = {m: v for m, v in values(HEAD + OLTP + TAIL) if "latency" in m}
    assert latencies == {
        "transaction.latency.min": 0.0001,
        "transaction.latency.mean": 0.00312,
        "transaction.latency.max": 0.09662,
        "transaction.latency.p95": 0.0093,
    }
    rare = TAIL.replace("95th", "999th")
    assert ("transaction.latency.p99.9", 0.0093) in values(HEAD + OLTP + rare)
    old = OLD_TAIL.replace("approx.  95", "approx.  99")
    assert ("event.latency.p99", 0.0093) in values(OLD_HEAD + old)


def test_0_00_ms_is_below_what_sysbench_can_tell() -> None:
    text = shown(HEAD + OLTP + TAIL.replace("0.10", "0.00"), only="latency.min")
    assert text.endswith("[below-resolution: less than half of 0.01 ms]\n")


def test_a_run_that_was_fatal_has_no_result_though_it_prints_a_table() -> None:
    text = HEAD + "FATAL: unable to connect to MySQL server, aborting...\n" + OLTP + TAIL
    assert values(text) == []
    assert findings(text) == (
        "run.txt:5: error[failed-run]: sysbench stopped: unable to connect to MySQL server,"
        " aborting...\n"
    )
    assert len(values(text + HEAD + OLTP + TAIL)) == len(values(HEAD + OLTP + TAIL))


def test_a_run_without_an_event_and_a_latency_of_2_to_the_64_are_no_data() -> None:
    assert values(HEAD + OLTP + TAIL.replace("12800", "0")) == []
    absurd = HEAD + OLTP + TAIL.replace("0.10", "18446744073709.55")
    assert "transaction.latency.min" not in dict(values(absurd))
    assert findings(absurd) == (
        "run.txt:21: error[impossible-value]: no latency is 18446744073709.55 ms\n"
    )


def test_runs_in_a_row_are_runs_of_their_own() -> None:
    both = HEAD + OLTP + TAIL + HEAD + FILEIO + TAIL
    assert shown(both, only="run ") == (
        "run 1: sysbench 1.0.20, lines 1-29\nrun 2: sysbench 1.0.20, lines 30-63\n"
    )
    # Also where their heads were not kept.
    other = OLTP.replace("1280.00", "1290.00")
    assert len(values(OLTP + TAIL + other + TAIL)) == 2 * len(values(OLTP + TAIL))


def test_interval_lines_are_not_the_result() -> None:
    line = (
        "[ 1s ] thds: 4 tps: 900.00 qps: 1800.00 (r/w/o: 1/1/1) lat (ms,95%): 38.25 err/s: 0.00\n"
    )
    assert values(HEAD + line + OLTP + TAIL) == values(HEAD + OLTP + TAIL)
    assert values(HEAD + line) == []
    assert findings(HEAD + line) == (
        "run.txt:5: error[incomplete-run]: sysbench began to work, but gave no result\n"
    )


def test_a_table_that_is_cut_off_says_so() -> None:
    cut = HEAD + OLTP + TAIL.partition("         max")[0]
    assert findings(cut) == (
        "run.txt:22: warning[missing-field]: the output of sysbench is not whole: its last lines"
        " are missing\n"
    )


def test_cpu_of_0_4_gives_a_time_and_the_rate_follows_from_it() -> None:
    text = OLD_HEAD + "Maximum prime number checked in CPU test: 20000\n" + OLD_TAIL
    assert ("cpu-event.time", 10) in values(text)
    assert ("cpu-event.rate", 1280) in values(text)
    assert "[derived: 12800 events / 10.0000 s]" in shown(text, only="cpu-event.rate")
    new = HEAD + "Prime numbers limit: 20000\nCPU speed:\n    events per second:  1280.00\n" + TAIL
    assert ("cpu-event.rate", 1280) in values(new)
    assert "primes=20000" in shown(new, only="cpu-event.rate")


def test_the_script_is_in_the_command() -> None:
    command = "$ sysbench oltp_point_select --tables=2 --threads=4 --time=10 run\n"
    assert "test=oltp_point_select" in shown(command + HEAD + OLTP + TAIL, only="transaction.rate")
    old = "$ sysbench --test=/usr/share/db/oltp.lua --num-threads=4 run\n"
    assert "test=" not in shown(old + HEAD + OLTP + TAIL, only="transaction.rate")


@pytest.mark.parametrize(
    "text",
    [
        "sysbench 1.0.20\n",
        "67108864 bytes written in 0.08 seconds (792.82 MiB/sec).\n",
        "total time: 5.00s\nmin: 1.00\navg: 2.00\nmax: 3.00\n",
        "Number of threads: 4\nread: 100\nwrite: 50\n",
    ],
)
def test_what_others_print_is_not_claimed(text: str) -> None:
    assert list(sysbench.parse(source("run.txt", text))) == []


def test_latencies_that_somebody_joined_on_one_line_are_read_with_the_options_above() -> None:
    text = (
        "...\nRunning memory speed test with the following options:\n  block size: 64KiB\n"
        "  total size: 102400MiB\n  operation: read\n  scope: global\n\n"
        "Total operations: 160000 (16000.00 per second)\n"
        "10000.00 MiB transferred (1000.00 MiB/sec)\n\n"
        "General statistics:\n   total time:  10.0000s\n   total number of events: 160000\n\n"
        "Latency (ms):\n   min: 0.05   avg: 0.06   max: 5.50   95th: 0.07   sum: 9800.10\n\n"
        "Threads fairness:\n   events (avg/stddev): 160000.0000/0.00\n"
        "   execution time (avg/stddev): 9.8001/0.00\n"
    )
    assert shown(text, only="latency") == "".join(
        f"  memory-read.latency.{statistic} {value} s  ({written} ms, line 16) block_size=65536 "
        "mode=global total_size=107374182400\n"
        for statistic, value, written in (
            ("min", "5e-05", "0.05"),
            ("mean", "6e-05", "0.06"),
            ("max", "0.0055", "5.50"),
            ("p95", "7e-05", "0.07"),
        )
    )
    assert findings(text) == ""


def test_the_command_says_the_test_mode_where_the_head_was_not_kept() -> None:
    text = (
        "$ sysbench fileio --file-total-size=8G --file-test-mode=rndrd --time=60 run\n...\n"
        "File operations:\n    reads/s:                      500.00\n"
        "    writes/s:                     0.00\n    fsyncs/s:                     0.00\n"
        "Throughput:\n    read, MiB/s:                  7.81\n"
        "    written, MiB/s:               0.00\n"
    )
    assert shown(text, only="/s  (") == (
        "  rand-read.iops 500 op/s  (500.00 reads/s, line 4)\n"
        "  rand-read.bandwidth 8189378.56 B/s  (7.81 MiB/s, line 8)\n"
    )
