"""CrystalDiskMark: the base of MB, labels of all versions, latencies that are none."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

HEAD = "CrystalDiskMark 5.1.0 x64 (C) 2007-2015 hiyohiyo\n"
ROW = "Random Read 4KiB (Q= 32,T= 1)  :   204.800 MB/s [ 50000.0 IOPS]\n"
NEW = """\
CrystalDiskMark 8.0.4 x64 (C) 2007-2021 hiyohiyo
* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]

[Read]
  RND    4KiB (Q= 32, T= 1):   204.800 MB/s [  50000.0 IOPS] <   630.00 us>

[Write]
  RND    4KiB (Q= 32, T= 1):   102.400 MB/s [  25000.0 IOPS] <  1260.00 us>

   Test: 1 GiB (x5) [C: 33% (39/119GiB)]
   Date: 2024/01/06 5:41:15
"""


def test_the_base_of_mb_is_proved_by_the_iops() -> None:
    assert shown(HEAD + ROW) == (
        "run 1: CrystalDiskMark 5.1.0, lines 1-2\n"
        "  rand-read.bandwidth 204800000 B/s  (204.800 MB/s, line 2) block_size=4096 "
        "queue_depth=32 threads=1 "
        "[proved: MB is 10^6 bytes: 50000.0 IOPS * 4096 bytes / 204.800 = 1000000]\n"
        "  rand-read.iops 50000 op/s  (50000.0 IOPS, line 2) block_size=4096 queue_depth=32 "
        "threads=1\n"
    )


def test_rows_without_iops_have_the_base_of_the_others() -> None:
    other = "Sequential Read (T= 1)         :   500.000 MB/s\n"
    binary = ROW.replace("50000.0", "52428.8")
    assert values(HEAD + other + ROW)[0] == ("seq-read.bandwidth", 500_000_000)
    assert values(HEAD + other + binary)[0] == ("seq-read.bandwidth", 524_288_000)


def test_kdiskmark_prints_thousands_of_kib_and_says_that_they_are_mb() -> None:
    text = NEW.replace("CrystalDiskMark 8.0.4 x64", "KDiskMark (3.0.0): https://")
    text = text.replace("204.800 MB/s", "200.000 MB/s").replace("102.400 MB/s", "100.000 MB/s")
    rates = [value for metric, value in values(text) if metric.endswith("bandwidth")]
    assert rates == [204_800_000, 102_400_000]
    assert findings(text) == (
        "run.txt:1: warning[contradiction]: the head says that MB is 1,000,000 bytes, but MB is "
        "1000 * 1024 bytes: 50000.0 IOPS * 4096 bytes / 200.000 = 1024000\n"
    )


def test_a_rate_that_fits_no_base_is_found() -> None:
    assert findings(HEAD + ROW.replace("50000.0", "40000.0")) == (
        "run.txt:2: error[does-not-add-up]: 204.800 MB/s and 40000.0 IOPS of 4096 bytes do not "
        "agree, whatever MB is\n"
    )


def test_a_coarse_row_proves_nothing() -> None:
    coarse = "Random Read 4KiB (Q= 32,T= 1)  :   0.010 MB/s [ 2.4 IOPS]\n"
    assert "proved" not in shown(HEAD + coarse)


def test_a_section_says_what_a_label_leaves_out() -> None:
    assert [metric for metric, _ in values(NEW) if metric.endswith("iops")] == [
        "rand-read.iops",
        "rand-write.iops",
    ]
    assert findings(NEW) == ""


def test_one_over_iops_is_no_latency_of_32_requests() -> None:
    latencies = [pair for pair in values(NEW) if "latency" in pair[0]]
    assert latencies == [("rand-read.latency.mean", 0.00063), ("rand-write.latency.mean", 0.00126)]
    old = NEW.replace("630.00", " 20.00").replace("1260.00", "  40.00")
    assert [pair for pair in values(old) if "latency" in pair[0]] == []


def test_a_test_that_did_not_run_is_no_zero() -> None:
    text = NEW.replace(
        "102.400 MB/s [  25000.0 IOPS] <  1260.00 us>",
        "  0.000 MB/s [      0.0 IOPS] <     0.00 us>",
    )
    assert [metric for metric, _ in values(text) if "write" in metric] == []
    assert findings(text) == (
        "run.txt:8: info[not-recorded]: a rate of 0 is that of a test that did not run\n"
    )


def test_blocks_with_the_same_labels_are_runs_of_their_own() -> None:
    twice = HEAD + ROW + "\n" + HEAD + ROW.replace("50000.0", "50000.1")
    assert shown(twice, only="run ") == (
        "run 1: CrystalDiskMark 5.1.0, lines 1-2\nrun 2: CrystalDiskMark 5.1.0, lines 4-5\n"
    )


def test_comments_tell_several_runs_apart() -> None:
    text = NEW + "Comment: before\n" + NEW.replace("2.400", "2.401") + "Comment: after\n"
    assert shown(text, only="rand-write.iops") == (
        "  rand-write.iops 25000 op/s  (25000.0 IOPS, line 8) block_size=4096 "
        "file_size=1073741824 iterations=5 queue_depth=32 series=before threads=1\n"
        "  rand-write.iops 25000 op/s  (25000.0 IOPS, line 20) block_size=4096 "
        "file_size=1073741824 iterations=5 queue_depth=32 series=after threads=1\n"
    )


def test_text_that_ends_before_its_foot_is_found() -> None:
    cut = NEW.partition("   Test")[0]
    assert findings(cut) == (
        "run.txt:8: warning[missing-field]: the text of CrystalDiskMark ends before its lines "
        "Test, Date and OS\n"
    )


def test_a_sentence_with_a_rate_is_no_run() -> None:
    assert "unidentified-file" in findings("Sequential Read : 500 MB/s\nand that is all.\n")


def test_rows_below_read_and_write_are_read_without_the_head_of_the_text() -> None:
    rows = NEW[NEW.index("[Read]") : NEW.index("   Test:")]
    whole = [metric for metric, _ in values(f"A drive that somebody bought\n\n{rows}")]
    assert whole == [metric for metric, _ in values(NEW)]
    assert {metric.partition(".")[0] for metric in whole} == {"rand-read", "rand-write"}
