"""ioping: what naive readers of its statistics get wrong."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values

HEAD = "--- /data (ext4 /dev/sda1 20 GiB) ioping statistics ---\n"
RATES = "4 requests completed in 3.60 ms, 16 KiB read, 1.11 k iops, 4.34 MiB/s\n"
PAUSED = "generated 5 requests in 4.00 s, 20 KiB, 1 iops, 5 KiB/s\n"
TIMES = "min/avg/max/mdev = 700 us / 900 us / 1.0 ms / 50 us\n"


def mean(text: str) -> list[int | float]:
    """Return the mean latencies in a text."""
    return [value for metric, value in values(text) if metric.endswith("latency.mean")]


def test_each_number_has_its_own_unit_and_k_is_1000_but_mib_is_1024() -> None:
    assert shown(HEAD + RATES + PAUSED + TIMES) == (
        "run 1: ioping, lines 1-4\n"
        "  read.iops 1110 op/s  (1.11 k iops, line 2) block_size=4096 target=/data\n"
        "  read.bandwidth 4550819.84 B/s  (4.34 MiB/s, line 2) block_size=4096 target=/data\n"
        "  read.latency.min 0.0007 s  (700 us, line 4) block_size=4096 target=/data\n"
        "  read.latency.mean 0.0009 s  (900 us, line 4) block_size=4096 target=/data\n"
        "  read.latency.max 0.001 s  (1.0 ms, line 4) block_size=4096 target=/data\n"
        "  read.latency.stddev 5e-05 s  (50 us, line 4) block_size=4096 target=/data\n"
        "  fact filesystem = ext4  (line 1)\n"
    )


def test_a_unit_that_changes_between_two_runs_does_not_turn_the_comparison() -> None:
    before = mean(HEAD + RATES + TIMES)
    after = mean(HEAD + RATES + TIMES.replace("900 us", "1.1 ms"))
    assert (before, after) == ([0.0009], [0.0011])


@pytest.mark.parametrize(
    ("times", "seconds"),
    [
        ("764 ns / 80.1 us / 288.9 ms / 2.39 ms", 80.1e-6),
        ("1.00 s / 1.20 min / 1.50 min / 9.00 s", 72),
        ("0.2/2.8/12.7/5.0 ms", 0.0028),
    ],
)
def test_old_versions_print_one_unit_for_all(times: str, seconds: float) -> None:
    text = HEAD + RATES + f"min/avg/max/mdev = {times}\n"
    assert mean(text) == pytest.approx([seconds])


def test_the_pauses_between_requests_are_no_throughput() -> None:
    assert ("read.iops.wall", 1) not in values(HEAD + RATES + PAUSED + TIMES)
    busy = "generated 5 requests in 3.90 ms, 20 KiB, 1.28 k iops, 5.01 MiB/s\n"
    assert ("read.iops.wall", 1280) in values(HEAD + RATES + busy + TIMES)


def test_ping_prints_the_same_words() -> None:
    assert values("rtt min/avg/max/mdev = 0.045/0.052/0.060/0.006 ms\n") == []
    assert values("64 bytes from rig-b: icmp_seq=1 ttl=64 time=0.045 ms\n") == []


@pytest.mark.parametrize(
    ("command", "operation"),
    [
        ("ioping -c 4 /data", "rand-read"),
        ("ioping -RL /data", "seq-read"),
        ("ioping -RD -s 8k /data", "rand-read"),
        ("ioping -WWW /dev/sdb", "rand-read"),
        ("ioping -linear -c 4 .", "seq-read"),
    ],
)
def test_the_order_is_in_the_command_and_the_direction_in_the_output(
    command: str, operation: str
) -> None:
    assert values(f"$ {command}\n{HEAD}{RATES}{TIMES}")[0] == (f"{operation}.iops", 1110)


def test_writes_and_mixed_requests_are_told_by_the_output() -> None:
    assert values(HEAD + RATES.replace("read", "written") + TIMES)[0][0] == "write.iops"
    assert values(HEAD + RATES.replace(" read", "") + TIMES)[0][0] == "rw.iops"


def test_a_run_without_a_valid_request_has_no_value() -> None:
    empty = (
        HEAD + "0 requests completed in 0 ns, 0 B read, 0 iops, 0 B/s\n"
        "3 too fast, generated 4 requests in 2.55 ms, 16 KiB, 1.57 k iops, 6.13 MiB/s\n"
        "min/avg/max/mdev = 0 ns / 0 ns / 0 ns / 0 ns\n"
    )
    assert values(empty) == []
    assert findings(empty) == "run.txt:2: error[failed-run]: no request of ioping was valid\n"


def test_requests_without_statistics_are_a_run_that_was_cut_off() -> None:
    text = "4 KiB <<< . (ext4 /dev/sda1 20 GiB): request=2 time=250.7 us\n"
    assert values(text) == []
    assert findings(text) == (
        "run.txt:1: error[incomplete-run]: ioping was still running: its statistics are missing\n"
    )


@pytest.mark.parametrize(
    ("line", "latency"),
    [
        ("100 10970974 9115 37335392 90437 109710 358872 30756 100 12516420", 109.71e-6),
        ("100 26694 3746 15344206 192 267 2348 214", 267e-6),
    ],
)
def test_raw_statistics_prove_whether_they_are_nanoseconds(line: str, latency: float) -> None:
    text = f"$ ioping -B -c 100 -i 0 .\n{line}\n"
    assert mean(text) == [latency]
    assert "block_size=4096" in shown(text)


def test_raw_statistics_alone_prove_that_they_are_of_ioping() -> None:
    raw = "100 10970974 9115 37335392 90437 109710 358872 30756 100 12516420\n"
    assert mean(raw) == [109.71e-6]
    assert mean(raw.replace("9115", "9117")) == mean(raw.replace("109710", "109712")) == []
    assert mean("3 9 27 81 1 3 9 2\n" + raw.replace(" ", ",")) == []


def test_numbers_that_do_not_fit_each_other_are_no_statistics_of_ioping() -> None:
    assert values("$ ioping -B -c 8 .\n1 2 3 4 5 6 7 8\n100 26694 9999 15344206 1 2 3 4\n") == []


def test_json_is_in_nanoseconds_and_its_last_statistics_are_of_the_whole_run() -> None:
    part = (
        '{\n  "timestamp": 1709373600.5,\n  "localtime": "2024-03-02T10:00:00+0000",\n'
        '  "target": {"path": "/data"},\n'
        '  "stat": {"count": 2, "size": 8192, "time": 200000, "iops": 10000.0, "bps": 40960000,'
        ' "min": 90000, "avg": 100000, "max": 110000, "mdev": 10000}\n}'
    )
    whole = part.replace('"avg": 100000', '"avg": 105000').replace('"count": 2', '"count": 4')
    assert mean(f"[{part},{whole}]\n") == [0.000105]
    assert "[incomplete-run]" in findings(f"[{part},{whole[:150]}")
    assert values(f"[{part},{whole[:150]}") == []
