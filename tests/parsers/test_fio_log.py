"""fio's logs over time: units, samples and memory."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

from sitegen.project import LARGE, content_of
from sitegen.results import read_file
from tests.parsers.output import findings, shown, values

AVERAGED = "500, 1000, 0, 0, 0\n500, 300, 1, 0, 0\n1000, 2000, 0, 0, 0\n1000, 500, 1, 0, 0\n"
NO_END = (
    ":4: info[not-recorded]: logs of fio have no end mark: "
    "it cannot be told whether this one is whole\n"
)


def test_bandwidth_is_in_kib_and_each_direction_has_its_own_samples() -> None:
    assert shown(AVERAGED, "seq_bw.3.log") == (
        "run 1: fio, lines 1-4\n"
        "  read.bandwidth.mean 1536000 B/s  (1500, line 1) job=seq 3 (log) "
        "[derived: mean of 2 samples of one job]\n"
        "  read.bandwidth.min 1024000 B/s  (1000, line 1) job=seq 3 (log) "
        "[derived: the least of 2 samples of one job]\n"
        "  read.bandwidth.max 2048000 B/s  (2000, line 3) job=seq 3 (log) "
        "[derived: the most of 2 samples of one job]\n"
        "  write.bandwidth.mean 409600 B/s  (400, line 2) job=seq 3 (log) "
        "[derived: mean of 2 samples of one job]\n"
        "  write.bandwidth.min 307200 B/s  (300, line 2) job=seq 3 (log) "
        "[derived: the least of 2 samples of one job]\n"
        "  write.bandwidth.max 512000 B/s  (500, line 4) job=seq 3 (log) "
        "[derived: the most of 2 samples of one job]\n"
        f"seq_bw.3.log{NO_END}"
    )


def test_the_end_of_the_name_says_what_was_counted_and_without_it_nothing_is_claimed() -> None:
    assert values(AVERAGED, "a_iops.log")[0] == ("read.iops.mean", 1500)
    assert values(AVERAGED, "a_slat.1.log")[0] == ("read.submission-latency.mean", 1.5e-06)
    assert values(AVERAGED, "a_clat.1.log")[0] == ("read.completion-latency.mean", 1.5e-06)
    assert values(AVERAGED, "numbers.csv") == []


def test_latencies_are_ns_where_the_lines_have_a_priority_as_since_fio_3_17() -> None:
    assert values("1, 5000, 0, 0, 0x0000\n", "a_lat.log")[0] == ("read.latency.mean", 5e-06)


def test_latencies_of_older_logs_are_read_only_if_the_unit_follows_from_the_numbers() -> None:
    fast = "".join(f"{time}, 40, 0, 4096\n" for time in range(1, 9))
    assert values(fast, "a_lat.log")[0] == ("read.latency.mean", 4e-05), "40 ns is too fast"
    busy = "".join(f"{time}, 900000, 0, 4096\n" for time in range(1, 9))
    assert values(busy, "a_lat.log")[0] == ("read.latency.mean", 0.0009), "900 at once are too many"
    idle = "".join(f"{time}, 9000, 0, 4096\n" for time in range(1, 9))
    assert values(idle, "a_lat.log")[0] == ("read.latency.mean", 0.009), "0.009 at once are too few"
    assert findings("1, 5000, 0, 0\n2, 6000, 0, 0\n", "a_lat.log") == (
        "a_lat.log:1: error[ambiguous-number]: a latency log of fio 2 is in usec, one of fio 3 in "
        "ns, and nothing in it decides\n"
        "  hint: describe it as a table in a sidecar, with the unit\n"
    )


def test_a_line_for_each_io_is_no_rate_over_time() -> None:
    lines = "".join(f"{time}, 1, 0, 4096, 0\n" for time in range(1, 101))
    assert values(lines, "a_iops.1.log") == [("read.iops.mean", 1000)]
    assert values(lines.replace(", 1,", ", 77,"), "a_bw.1.log") == [
        ("read.bandwidth.mean", 4096000)
    ]


def test_two_values_in_a_line_are_a_mean_and_a_maximum() -> None:
    both = "1000, 1500, 9000, 0, 0, 0\n2000, 2500, 8000, 1, 0, 0\n"
    assert values(both, "a_iops.1.log")[:2] == [("read.iops.mean", 1500), ("read.iops.min", 1500)]


def test_a_line_that_is_cut_off_is_found() -> None:
    assert findings(AVERAGED[:-6], "a_bw.log") == (
        "a_bw.log:4: error[incomplete-run]: this line of a log of fio has not all its fields\n"
        "  hint: the log was cut off while it was written\n"
    )


def test_a_log_is_read_in_the_memory_of_a_line(tmp_path: Path) -> None:
    one = "".join(f"{time}, {40000 + time % 7}, 0, 0, 0\n" for time in range(1, 1001))
    log = tmp_path / "a_bw.1.log"
    log.write_text(one * 100)
    tracemalloc.start()
    found = read_file("a_bw.1.log", log)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < log.stat().st_size / 2
    assert found.runs[0].last == 100_000
    assert values(one * 100, "a_bw.1.log") == [(r.metric, r.value) for r in found.records]
    assert values(one, "a_bw.1.log") == values(one * 100, "a_bw.1.log")


def test_a_file_is_read_line_by_line_from_a_size_on(tmp_path: Path) -> None:
    log = tmp_path / "a_bw.1.log"
    log.write_text(AVERAGED)
    assert content_of(log) == AVERAGED.encode()
    with log.open("ab") as stream:
        stream.truncate(LARGE + 1)
    assert content_of(log) == log


def test_a_packed_log_gives_the_same() -> None:
    assert values(gzip.compress(AVERAGED.encode()), "a_bw.log.gz") == values(AVERAGED, "a_bw.log")


def test_a_histogram_gives_percentiles_as_the_middle_of_their_bins() -> None:
    bins = [0] * 1856
    bins[64], bins[200] = 99, 1
    line = ", ".join(map(str, [1000, 0, 4096, *bins]))
    assert values(f"{line}\n", "a_clat_hist.1.log") == [
        ("read.completion-latency.p50", 6.45e-08),
        ("read.completion-latency.p90", 6.45e-08),
        ("read.completion-latency.p95", 6.45e-08),
        ("read.completion-latency.p99", 6.45e-08),
        ("read.completion-latency.p99.9", 2.9e-07),
        ("read.completion-latency.p99.99", 2.9e-07),
    ]
    older = ", ".join(map(str, [1000, 0, 4096, *bins[:1216]]))
    assert values(f"{older}\n", "a_clat_hist.1.log")[0] == ("read.completion-latency.p50", 6.45e-05)
