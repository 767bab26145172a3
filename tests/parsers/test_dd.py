"""dd: what naive readers of its three lines get wrong."""

from __future__ import annotations

import pytest

from sitegen.parsers import dd
from sitegen.unwrap import source
from tests.parsers.output import findings, shown, values

RECORDS = "1024+0 records in\n1024+0 records out\n"
LINE = "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s\n"
WRITE = "$ dd if=/dev/zero of=f bs=1M count=1024 conv=fdatasync\n" + RECORDS + LINE


def rate(text: str) -> list[int | float]:
    """Return the rates in a text."""
    return [value for metric, value in values(text) if metric.endswith(".bandwidth")]


def test_the_rate_is_bytes_by_seconds_and_not_the_three_digits_that_are_printed() -> None:
    assert shown(WRITE) == (
        "run 1: dd, lines 2-4\n"
        "  seq-write.bandwidth 429496729.6 B/s  (429 MB/s, line 4)"
        " arguments=if=/dev/zero of=f bs=1M count=1024 conv=fdatasync block_size=1048576"
        " total_size=1073741824 [derived: 1073741824 B / 2.5 s]\n"
        "  seq-write.time 2.5 s  (2.5 s, line 4)"
        " arguments=if=/dev/zero of=f bs=1M count=1024 conv=fdatasync block_size=1048576"
        " total_size=1073741824\n"
        "  seq-write.size 1073741824 B  (1073741824 bytes, line 4)"
        " arguments=if=/dev/zero of=f bs=1M count=1024 conv=fdatasync block_size=1048576"
        " total_size=1073741824\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "1000000000 bytes (1.0 GB, 954 MiB) copied, 2.5 s, 400 MB/s",
        "1000000000 bytes (1.0 GB) copied, 2.5 s, 400 MB/s",
        "1000000000 bytes (1.0 GB) copied, 2.5 seconds, 400 MB/s",
        "1000000000 Bytes (1,0 GB, 954 MiB) kopiert, 2,5 s, 400 MB/s",
        "1000000000 octets (1,0 GB, 954 MiB) copiés, 2,5 s, 400 MB/s",
        "скопійовано 1000000000 байтів (1,0 GB, 954 MiB), 2,5 s, 400 MB/s",
        "1000000000 字节 (1.0 GB, 954 MiB) 已复制，2.5 s，400 MB/s",  # noqa: RUF001
        "1000000000字节(1.0 GB)已复制，2.5 秒，400 MB/秒",  # noqa: RUF001
        "1000000000 bytes (953.7MB) copied, 2.500000 seconds, 381.5MB/s",
        "1000000000 bytes (953 M) copied, 2.500 s, 381 M/s",
        "1000000000 bytes transferred in 2.500000 secs (400000000 bytes/sec)",
        "1000000000 bytes transferred in 2.500 secs (400000000 bytes/sec)",
        "1000000000 bytes transferred in 2.500000 seconds (400000000 bytes/sec)",
        "1000000000 bytes transferred in 2.500000 secs (381MB/sec)",
        "- resaults: 1000000000 bytes (1.0 GB, 954 MiB) copied, 2.5 s, 400 MB/s",
        "| seq | 1000000000 bytes (1.0 GB, 954 MiB) copied, 2.5 s, 400 MB/s |",
        "> 1000000000 bytes (1.0 GB, 954 MiB) copied, 2.5 s, 400\n> MB/s",
    ],
)
def test_every_dd_says_the_same_in_its_own_words_and_units(line: str) -> None:
    assert rate(line) == [400_000_000]
    assert findings(line) == ""


def test_a_comma_in_the_seconds_is_read_so_that_bytes_seconds_and_rate_agree() -> None:
    assert rate("1234000000 bytes (1,2 GB, 1,1 GiB) copied, 1,234 s, 1,0 GB/s") == [1_000_000_000]
    slow = "1234000000 bytes (1.2 GB, 1.1 GiB) copied, 1234 s, 1.0 MB/s"
    assert rate(RECORDS + slow) == [1_000_000]


def test_the_larger_suffix_is_the_larger_rate() -> None:
    fast = rate("1400000000 bytes (1.4 GB, 1.3 GiB) copied, 1.00 s, 1.4 GB/s")
    slow = rate("1400000 bytes (1.4 MB, 1.3 MiB) copied, 1.00 s, 1.4 MB/s")
    small = rate("1400 bytes (1.4 kB, 1.4 KiB) copied, 1.00 s, 1.4 kB/s")
    assert (fast, slow, small) == ([1_400_000_000], [1_400_000], [1_400])


def test_numbers_that_contradict_each_other_give_no_value() -> None:
    wrong = WRITE.replace("429 MB/s", "929 MB/s")
    assert values(wrong) == []
    assert findings(wrong) == (
        "run.txt:4: error[does-not-add-up]: 1073741824 bytes in 2.5 s are not 929 MB/s\n"
    )


@pytest.mark.parametrize(
    ("command", "operation"),
    [
        ("dd if=/dev/zero of=/mnt/f bs=1M count=1024", "seq-write"),
        ("time sudo dd if=/dev/urandom of=/dev/sdb bs=1M count=1024", "seq-write"),
        ("dd if=/dev/zero bs=1M count=1024 > /mnt/f", "seq-write"),
        ("dd if=/dev/sda of=/dev/null bs=1M count=1024 iflag=direct", "seq-read"),
        ("dd bs=1M count=1024 if=/mnt/f of=/dev/null 2>&1 | tail -1", "seq-read"),
        ("dd if=/mnt/f bs=1M count=1024 > /dev/null", "seq-read"),
        ("dd if=/dev/zero of=/dev/null bs=1M count=1024", "memory-transfer"),
        ("dd if=/dev/sda of=/dev/sdb bs=1M count=1024", "transfer"),
        ("cat /mnt/f | dd of=/mnt/g bs=1M", "transfer"),
        ("dd if=/dev/zero bs=1M count=1024 | md5sum", "hash"),
        ("dd if=/dev/zero bs=1M count=1024 2>/dev/null | /usr/bin/gzip -1 > f.gz", "compress"),
        ("dd if=/dev/zero bs=1M count=1024 | openssl enc -aes-256-cbc -k x", "encrypt"),
        ("dd if=/dev/zero bs=1M count=1024 | ssh rig-b dd of=/dev/null", "pipe"),
        ("dd if=/dev/zero \\\n   of=/mnt/f \\\n   bs=1M count=1024", "seq-write"),
    ],
)
def test_which_way_the_data_went_is_in_the_command(command: str, operation: str) -> None:
    # Of two commands in a pipe only the first prints here.
    text = f"$ {command}\n{RECORDS}{LINE}"
    only = {metric.partition(".")[0] for metric, _ in values(text)}
    assert only == {operation if "ssh" not in command else "transfer"}


def test_two_commands_in_a_pipe_print_two_results() -> None:
    text = "$ dd if=/dev/zero bs=1M count=1024 | dd of=/mnt/f bs=1M\n" + 2 * (RECORDS + LINE)
    assert [metric for metric, _ in values(text) if "bandwidth" in metric] == [
        "pipe.bandwidth",
        "transfer.bandwidth",
    ]


def test_without_its_command_nothing_is_guessed() -> None:
    assert shown(RECORDS + LINE, only="bandwidth") == (
        "  transfer.bandwidth 429496729.6 B/s  (429 MB/s, line 3) block_size=1048576"
        " total_size=1073741824 [derived: 1073741824 B / 2.5 s]\n"
    )


def test_a_command_that_cannot_have_printed_this_is_not_taken_for_its() -> None:
    assert "transfer.bandwidth" in shown(WRITE.replace("bs=1M", "bs=4k"))
    assert "transfer.bandwidth" in shown(WRITE.replace("count=1024", "count=10"))


def test_results_in_a_row_belong_to_the_one_command_above_and_later_ones_do_not() -> None:
    text = WRITE + RECORDS + LINE + "and on the other machine\n" + RECORDS + LINE
    assert [metric for metric, _ in values(text) if "bandwidth" in metric] == [
        "seq-write.bandwidth",
        "seq-write.bandwidth",
        "transfer.bandwidth",
    ]


def test_a_file_that_was_just_read_comes_out_of_the_page_cache() -> None:
    read = "# dd if=f of=/dev/null bs=1M count=1024\n" + RECORDS
    cold = read + "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.98266 s, 1.1 GB/s\n"
    warm = read + "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.170305 s, 6.3 GB/s\n"
    names = [metric for metric, _ in values(cold + warm) if "bandwidth" in metric]
    assert names == ["seq-read.bandwidth", "cached-read.bandwidth"]
    emptied = cold + "# echo 3 > /proc/sys/vm/drop_caches\n" + warm
    names = [metric for metric, _ in values(emptied) if "bandwidth" in metric]
    assert names == ["seq-read.bandwidth", "seq-read.bandwidth"]


def test_a_write_without_a_flush_says_that_the_cache_may_have_taken_it() -> None:
    assert "page cache" not in shown(WRITE)
    assert "a part may be in the page cache only" in shown(WRITE.replace(" conv=fdatasync", ""))


def test_progress_lines_are_not_the_result() -> None:
    progress = "482344960 bytes (482 MB, 460 MiB) copied, 1 s, 481 MB/s"
    text = WRITE.replace("1024+0 records in", f"\r{progress}\n1024+0 records in")
    assert values(text) == values(WRITE)
    assert findings(text) == ""
    assert values(progress) == []
    assert findings(progress) == (
        "run.txt:1: error[incomplete-run]: dd was still running: there is no line of its end\n"
    )
    freebsd = "  1073741824 bytes (1074 MB, 1024 MiB) transferred 1.003s, 1070 MB/s"
    assert values(freebsd) == []


def test_what_dd_says_on_a_signal_is_not_the_result() -> None:
    snapshot = (
        "501+0 records in\n500+0 records out\n"
        "524288000 bytes (524 MB, 500 MiB) copied, 1.2 s, 437 MB/s\n"
    )
    text = WRITE.replace(RECORDS, snapshot + RECORDS)
    assert values(text) == values(WRITE)
    cut = text.partition("1024+0 records in")[0]
    assert values(cut) == []
    assert findings(cut) == (
        "run.txt:4: error[incomplete-run]: 524288000 of 1073741824 bytes: dd was still running,"
        " or stopped\n"
    )


def test_a_dd_that_stopped_with_an_error_has_no_result() -> None:
    error = "dd: error writing 'f': No space left on device"
    full = WRITE.replace("1024+0 records in", f"{error}\n1024+0 records in")
    assert values(full) == []
    assert findings(full) == (
        "run.txt:2: error[failed-run]: dd stopped: dd: error writing 'f': No space left on device\n"
    )
    whole_device = full.replace(" count=1024", "")
    assert rate(whole_device) == [429_496_729.6]


def test_without_its_third_line_the_clock_of_time_is_taken() -> None:
    text = "$ time dd if=/dev/zero of=/tank/f bs=128k count=8192\n8192+0 records in\n"
    text += "8192+0 records out\n\nreal    0m4.000s\nuser    0m0.100s\n"
    assert values(text) == [("seq-write.bandwidth", 268_435_456), ("seq-write.time", 4)]
    assert "[derived: 8192 x 131072 B / 4 s by the clock of time" in shown(text)
    assert findings(text.partition("\nreal")[0]) == (
        "run.txt:3: warning[missing-field]: dd gives no rate here: neither bytes nor seconds follow"
        " its records\n"
    )


def test_a_time_of_nothing_is_no_rate() -> None:
    assert findings("0 bytes copied, 4.072e-05 s, 0.0 kB/s") == (
        "run.txt:1: error[failed-run]: dd copied nothing: 0 bytes\n"
    )
    assert findings("512 bytes copied, 0 s, Infinity B/s") == (
        "run.txt:1: info[too-fast]: 512 bytes in no time that dd could measure\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "0 requests completed in 0 ns, 0 B read, 0 iops, 0 B/s",
        "300 objects uploaded, 2.5 s, 12 MB/s",
        "Array Size : 292854528 (279.29 GiB 299.88 GB)",
        "f.iso 100% 1024MB 100.0MB/s   00:10",
        "sent 1,234 bytes  received 35 bytes  100.00 bytes/sec",
        "67108864 bytes written in 0.08 seconds (792.82 MiB/sec).",
    ],
)
def test_what_others_print_is_not_claimed(line: str) -> None:
    assert list(dd.parse(source("run.txt", line))) == []


def test_bench_sh_takes_a_gb_for_1024_mb_in_its_average() -> None:
    runs = " I/O Speed(1st run) : 400 MB/s\n I/O Speed(2nd run) : 440 MB/s\n"
    right = runs + " I/O Speed(3rd run) : 420 MB/s\n I/O Speed(average) : 420.0 MB/s\n"
    assert values(right)[-1] == ("seq-write.bandwidth.mean", 420_000_000)
    wrong = runs + " I/O Speed(3rd run) : 1.1 GB/s\n I/O Speed(average) : 655.5 MB/s\n"
    assert [value for _, value in values(wrong)] == [400_000_000, 440_000_000, 1_100_000_000]
    assert "warning[contradiction]" in findings(wrong)


def test_a_size_that_the_shell_computes_is_one_operand() -> None:
    text = (
        "$ dd if=/dev/zero of=a bs=$((1024*1024)) count=10 oflag=direct\n10+0 records in\n"
        "10+0 records out\n10485760 bytes (10 MB, 10 MiB) copied, 0.5 s, 21.0 MB/s\n"
    )
    assert "count=10 oflag=direct" in shown(text, only="seq-write.bandwidth")
