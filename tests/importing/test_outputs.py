"""What tools printed, and what belongs to it: heads shared by rows, repeats, commands, failures."""

from __future__ import annotations

from tests.importing.pages import cuts, imported, notes, values

BONNIE = """\
# Arrays

## RAID-Z

    Version  1.96       ------Sequential Output------ --Sequential Input- --Random-
    Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
    Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
    raidz1          64G   120  98 812003  91 402120  77   300  99 1200345  80 310.2   7

Not bad.

## Mirror

    mirror          64G   119  98 512003  60 302120  57   320  99 1400345  82 910.2   9
"""
PGBENCH = """\
    starting vacuum...end.
    transaction type: TPC-B (sort of)
    scaling factor: 100
    query mode: simple
    number of clients: 8
    number of threads: 2
    duration: 60 s
    number of transactions actually processed: {count}
    tps = {rate} (including connections establishing)
"""


def test_a_row_is_cut_together_with_the_head_far_above_it() -> None:
    assert cuts(BONNIE) == "bonnie.txt: 5-14\n"
    found = [line for line in values(BONNIE).splitlines() if "seq-read.bandwidth" in line]
    assert found == [
        "8: seq-read.bandwidth 1.22915e+09 B/s, raid.level z1, concurrency 1,"
        " file_size 68719476736, series raidz1",
        "14: seq-read.bandwidth 1.43395e+09 B/s, raid.level mirror, concurrency 1,"
        " file_size 68719476736, series mirror",
    ]


def test_the_command_above_gives_the_load_that_a_piece_of_output_does_not_say() -> None:
    page = """\
        # NVMe

        ```
        fio --name=a --rw=randread --bs=4k --iodepth=32 \\
            --numjobs=4
        ```

          read: IOPS=412k, BW=1609MiB/s (1687MB/s)(94.3GiB/60001msec)

        ```
        $ fio --name=b --rw=randwrite --bs=4k --iodepth=1
          write: IOPS=21.2k, BW=82.8MiB/s (86.8MB/s)(4968MiB/60001msec)
        ```

        ```
        fio --name=c --rw=read
        ```
    """
    found = [line for line in values(page).splitlines() if "bandwidth" in line]
    assert found == [
        "8: read.bandwidth 1.68716e+09 B/s,"
        " block_size 4096, jobs 4, pattern randread, queue_depth 32",
        "12: write.bandwidth 8.68221e+07 B/s, block_size 4096, pattern randwrite, queue_depth 1",
    ]
    sidecar = imported(page).files["results/page/nvme/fio.txt.yaml"].decode()
    assert "what the command on line\n# 4 of the page asked for" in sidecar
    assert "16: a command (fio): say which results it is of\n" in notes(page)


def test_settings_in_a_block_are_said() -> None:
    page = """\
        We set:

        ```
        [global]
        fsync = off               # unsafe
        ; cache.size = 12
        synchronous_commit = off
        ```
    """
    assert notes(page) == (
        "4: settings (fsync, cache.size, synchronous_commit): say which results they are of\n"
    )


def test_two_set_ups_in_one_block_are_apart_and_repeats_are_not() -> None:
    one, two = PGBENCH.format(count=4800, rate=80.1), PGBENCH.format(count=4910, rate=81.9)
    repeats = f"# Bench\n\n{one}\n{two}"
    assert cuts(repeats) == "pgbench.txt: 3-21\n"
    changed = f"# Bench\n\n{one}\n    now with fsync = off:\n{two}"
    assert len(cuts(changed).splitlines()) == 1  # of one kind, nothing but a line between them


def test_a_run_that_failed_is_kept_and_said() -> None:
    page = """\
        ```
        $ dd if=/dev/zero of=/mnt/a bs=1M count=1024 oflag=direct
        1024+0 records in
        1024+0 records out
        1073741824 bytes (1.1 GB) copied, 9.13 s, 118 MB/s
        $ dd if=/mnt/a of=/dev/null bs=1M
        dd: failed to open '/mnt/a': Input/output error
        ```
    """
    assert cuts(page) == "dd.txt: 2-7\n"
    assert notes(page) == "7: dd stopped: dd: failed to open '/mnt/a': Input/output error\n"
    assert "5: seq-write.bandwidth 1.17606e+08 B/s" in values(page)


def test_results_in_words_are_stated() -> None:
    block = """\
        ```
        # sequential write: 115MiB/s (121MB/s)
        fio --name=w --rw=write
        # sequential read: 98 MiB/s
        fio --name=r --rw=read
        ```
    """
    assert (
        values(block)
        == """\
2: seq-write.bandwidth 1.20586e+08 B/s, test sequential write, stated
4: seq-read.bandwidth 1.0276e+08 B/s, test sequential read, stated
"""
    )
    assert notes(block) == ("2: a result in words: who measured it is not said (so on line 4)\n")
    text = """\
        Sequential read: 512 MB/s
        Random write: 2100 IOPS

        Sequential write: 311.5 MiB/s
        it was a bit slower.
    """
    assert (
        values(text, "page.txt")
        == """\
1: seq-read.bandwidth 5.12e+08 B/s, test Sequential read, stated
2: rand-write.iops 2100 op/s, test Random write, stated
"""
    )


def test_a_block_with_rates_that_nothing_reads_is_said() -> None:
    page = """\
        ```
        frobnicate: 3 loops, 12.5 MB/s, 13.5 MB/s
        ```
    """
    assert notes(page) == "2: a block of which no output is known: 12.5 MB/s, 13.5 MB/s\n"


def test_a_picture_a_correction_and_what_is_struck_out_are_said() -> None:
    page = """\
        ![rate](a/b/rate.png) and <img src="c.svg">

        It made ~~95 MB/s~~ 59 MB/s.

        Update: the correct value is 58 MB/s.
    """
    assert (
        notes(page)
        == """\
1: a picture (c.svg): if it holds results, there is no data
1: a picture (rate.png): if it holds results, there is no data
3: struck out by the author: 95 MB/s
5: a correction: what it replaces must not be published as it was
"""
    )


def test_what_a_machine_says_of_itself_goes_to_its_testbed() -> None:
    page = """\
        # Box

        ```
        $ lscpu
        Architecture:          x86_64
        CPU op-mode(s):        32-bit, 64-bit
        Byte Order:            Little Endian
        CPU(s):                8
        Core(s) per socket:    4
        Model name:            Intel(R) Xeon(R) CPU E5-2609 v2 @ 2.50GHz
        ```

        ```
        /dev/sda:
         Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec
        ```
    """
    assert cuts(page) == "hdparm.txt: 14-15\nlscpu.txt: 4-10\n"
