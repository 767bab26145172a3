"""elbencho: what naive readers of its table and its files get wrong."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

HEAD = """\
OPERATION   RESULT TYPE         FIRST DONE   LAST DONE
=========== ================    ==========   =========
"""
READ = """\
READ        Elapsed time     :     15.500s   1m16.000s
            IOPS             :        1040        1024
            Throughput MiB/s :        1040        1024
            Total MiB        :       16120       77824
"""
LATENCY = """\
            IO latency       : [ min=310us avg=7.80ms max=1.25s ]
            IO lat % us      : [ 50%<=6889 99.99%<=>27554 ]
"""
END = "---\n"


def test_last_done_is_the_result() -> None:
    assert values(HEAD + READ + END) == [
        ("read.time", 76),
        ("read.iops", 1024),
        ("read.bandwidth", 2**30),
        ("read.size", 77824 * 2**20),
    ]


def test_mb_is_1000() -> None:
    text = HEAD + READ.replace("Throughput MiB/s", "Throughput MB/s ") + END
    assert ("read.bandwidth", 1024 * 10**6) in values(text)


def test_each_latency_has_its_own_unit() -> None:
    found = dict(values(HEAD + READ + LATENCY + END))
    assert [found[f"read.latency.{name}"] for name in ("min", "mean", "max")] == [
        0.00031,
        0.0078,
        1.25,
    ]


def test_percentiles_are_edges_of_a_class() -> None:
    text = HEAD + READ + LATENCY + END
    assert "50%<=6889 us, line 8) [at-most: " in shown(text, only="p50")
    assert "99.99%<=>27554 us, line 8) [at-least: " in shown(text, only="p99.99")


def test_what_a_mixed_phase_does_is_not_that_of_another() -> None:
    mixed = """\
RWMIX30     Elapsed time     :      1.000s      1.000s
            IOPS write       :         700         700
            IOPS read        :         300         300
            IOPS total       :        1000        1000
"""
    text = HEAD + READ + END + mixed + END
    assert [line.rpartition(")")[2] for line in shown(text, only=".iops").splitlines()] == [
        "",
        " phase=RWMIX30",
        " phase=RWMIX30",
        " phase=RWMIX30",
    ]


def test_a_phase_without_an_end_may_be_cut_off() -> None:
    assert findings(HEAD + READ) == (
        "run.txt:6: warning[missing-field]: the line '---' that ends a phase is missing:"
        " the output may be cut off\n"
    )


def test_what_somebody_took_out_of_the_table_is_no_damage() -> None:
    assert findings(READ) == ""
    assert len(values(READ)) == 4


def test_a_table_without_a_row_has_no_result() -> None:
    assert values(HEAD) == []
    assert "[incomplete-run]" in findings(HEAD)


def test_the_sum_of_csv_is_that_of_all_threads() -> None:
    text = (
        "ISO date,threads,block size,random,operation,time ms [first],time ms [last],"
        "IOPS [first],IOPS [last],MiB/s [first],MiB/s [last],IO lat us [avg],version,command\n"
        "2026-02-04T10:00:10+0100,8,4096,1,READ,9900,10000,26000,25600,101,100,4995,2.2-1,"
        '"elbencho" "-r" "/dev/nvme0n1"\n'
    )
    assert values(text, "run.csv") == [
        ("rand-read.time", 10),
        ("rand-read.iops", 25600),
        ("rand-read.bandwidth", 100 * 2**20),
        ("rand-read.latency.mean", 0.004995),
    ]


def test_live_statistics_are_no_result() -> None:
    text = (
        "ISO date,label,operation,% done,IOPS,MiB/s\n2026-02-04T10:00:01+0100,,READ,10,25600,100\n"
    )
    assert values(text, "live.csv") == []


def test_the_command_and_the_version_above_say_what_the_load_is() -> None:
    version = "elbencho\n * Version: 3.0-26\n"
    command = "$ elbencho -r --rand -b 4k --iodepth=16 -t 8 -s 10g --direct /data/f\n"
    text = shown(version + command + HEAD + READ + END)
    assert "run 1: elbencho 3.0-26, " in text
    assert (
        "rand-read.iops 1024 op/s  (1024 IOPS, line 7)"
        " block_size=4096 direct=yes file_size=10737418240 queue_depth=16 threads=8\n"
    ) in text


def test_a_command_is_that_of_the_table_below_it_alone() -> None:
    command = '# COMMAND LINE: "elbencho" "-r" "-t" "8" "/data/f"\n'
    found = values(command + HEAD + READ + END + "\n" * 5 + HEAD + READ + END)
    assert [metric for metric, _ in found if metric.endswith("iops")] == [
        "seq-read.iops",
        "read.iops",
    ]


def test_the_image_of_a_container_says_the_version() -> None:
    command = "# docker run -t --rm example/elbencho:v1.8-1 -r -b 4K --rand --size 1g /dev/x\n"
    text = shown(command + HEAD + READ + END)
    assert "run 1: elbencho 1.8-1, " in text
    assert "rand-read.iops 1024 op/s  (1024 IOPS, line 5) block_size=4096" in text
