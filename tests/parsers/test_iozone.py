"""iozone: what naive readers of its tables get wrong."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values

BANNER = """\
\tIozone: Performance Test of File I/O
\t        Version $Revision: 3.489 $
\t\tCompiled for 64 bit mode.
\t\tBuild: linux

\tContributors:William Norcott, Don Capps, Isom Crawford, Kirby Collins
\t             Al Slater, Scott Rhine, Mike Wisner, Ken Goss

\tRun began: Sun Jul 16 11:58:39 2023

"""
OUTPUT = "\tOutput is in kBytes/sec\n"
HEAD = (
    "                                                              random    random     bkwd"
    "    record    stride                                    \n"
    "              kB  reclen    write  rewrite    read    reread    read     write     read"
    "   rewrite      read   fwrite frewrite    fread  freread\n"
)
ROW = (
    "           10240       4   159315   204431   161358   166675     6444     7532     9892"
    "     10189     15719   289764   321033   216774   229745\n"
)
SUBSET = (
    "           10240       4   159315   204431                       6444     7532"
    "                                                                \n"
)
END = "\niozone test complete.\n"


def test_kb_is_1024_bytes_in_rates_and_in_sizes() -> None:
    assert shown(BANNER + OUTPUT + HEAD + ROW + END, only="seq-write.bandwidth") == (
        "  seq-write.bandwidth 163138560 B/s  (159315 kBytes/sec, line 14) block_size=4096 "
        "file_size=10485760\n"
    )


def test_all_columns_are_told_apart_though_four_are_called_read() -> None:
    assert values(BANNER + OUTPUT + HEAD + ROW + END) == [
        (f"{operation}.bandwidth", value * 1024)
        for operation, value in (
            ("seq-write", 159315),
            ("rewrite", 204431),
            ("seq-read", 161358),
            ("reread", 166675),
            ("rand-read", 6444),
            ("rand-write", 7532),
            ("backward-read", 9892),
            ("record-rewrite", 10189),
            ("stride-read", 15719),
            ("fwrite", 289764),
            ("frewrite", 321033),
            ("fread", 216774),
            ("freread", 229745),
        )
    ]


@pytest.mark.parametrize("indent", ["", "        ", "> "])
def test_tests_that_were_not_run_leave_their_columns_blank(indent: str) -> None:
    text = "".join(f"{indent}{line}\n" for line in (HEAD + SUBSET + END).splitlines())
    assert values(text) == [
        ("seq-write.bandwidth", 159315 * 1024),
        ("rewrite.bandwidth", 204431 * 1024),
        ("rand-read.bandwidth", 6444 * 1024),
        ("rand-write.bandwidth", 7532 * 1024),
    ]
    assert findings(text) == ""


def test_a_subset_whose_blanks_have_collapsed_is_refused() -> None:
    text = HEAD + " ".join(SUBSET.split()) + "\n" + END
    assert values(text) == []
    assert findings(text) == (
        "run.txt:3: error[rows-left-over]: the cells do not stand under the columns of the table\n"
        "run.txt:5: error[incomplete-run]: iozone began to work, but gave no result\n"
    )


def test_the_reports_of_minus_r_are_the_same_numbers_and_not_counted_twice() -> None:
    report = (
        'Excel output is below:\n\n"Writer report"\n        "4"  "8"\n"10240"   159315  0 \n'
        '\n"Random read report"\n        "4"  "8"\n"10240"   6444  0 \n'
    )
    text = BANNER + OUTPUT + HEAD + ROW + END
    assert values(text + report) == values(text)
    assert values(report) == [
        ("seq-write.bandwidth", 159315 * 1024),
        ("rand-read.bandwidth", 6444 * 1024),
    ]
    assert findings(text + report.replace("159315", "159316")) == (
        "run.txt:14: error[does-not-add-up]: seq-write, 10240 kB in records of 4 kB: "
        "the table says 159315, the report says 159316\n"
        "  hint: line 21 is the same value; see which was changed\n"
    )


def test_operations_and_microseconds_are_not_taken_for_kilobytes() -> None:
    operations = "\tOPS Mode. Output is in operations per second.\n"
    assert values(BANNER + operations + HEAD + ROW + END)[0] == ("seq-write.iops", 159315)
    each = "\tMicroseconds/op Mode. Output is in microseconds per operation.\n"
    assert values(BANNER + each + HEAD + ROW + END)[0] == ("seq-write.latency.mean", 0.159315)


def test_numbers_of_a_mode_that_makes_them_invalid_are_refused() -> None:
    invalid = "\tVerify Mode. Pattern 3a\n\tPerformance measurements are invalid in this mode.\n"
    assert values(BANNER + invalid + OUTPUT + HEAD + ROW + END) == []
    assert findings(BANNER + invalid + OUTPUT + HEAD + ROW + END) == (
        "run.txt:12: error[failed-run]: iozone says: Performance measurements are invalid in this "
        "mode.\n"
    )


def test_the_children_are_the_result_and_neither_the_parent_nor_one_process() -> None:
    section = (
        "\tThroughput test with 4 processes\n"
        "\tEach process writes a 2097152 kByte file in 128 kByte records\n\n"
        "\tChildren see throughput for  4 initial writers \t=  409600.50 kB/sec\n"
        "\tParent sees throughput for  4 initial writers \t=  409500.25 kB/sec\n"
        "\tMin throughput per process \t\t\t=  102300.00 kB/sec \n"
        "\tMax throughput per process \t\t\t=  102500.00 kB/sec\n"
        "\tAvg throughput per process \t\t\t=  102400.12 kB/sec\n"
        "\tMin xfer \t\t\t\t\t= 2097152.00 kB\n\n"
    )
    assert shown(BANNER + OUTPUT + section + END, only="bandwidth") == (
        "  seq-write.bandwidth 419430912 B/s  (409600.50 kB/sec, line 15) block_size=131072 "
        "file_size=2147483648 processes=4"
        " [what the children see: each process over its own time, added up]\n"
        "  seq-write.bandwidth.parent 419328256 B/s  (409500.25 kB/sec, line 16) "
        "block_size=131072 file_size=2147483648 processes=4\n"
    )
    assert shown(BANNER + OUTPUT + section + END, only="not understood") == ""


def test_two_runs_in_one_file_are_two_runs() -> None:
    text = BANNER + OUTPUT + HEAD + ROW + END
    assert shown(text + "$ iozone -a\n" + text.replace("159315", "159400"), only="run ") == (
        "run 1: iozone 3.489, 2023-07-16T11:58:39, lines 1-16\n"
        "run 2: iozone 3.489, 2023-07-16T11:58:39, lines 18-33\n"
    )


def test_a_row_that_was_cut_off_is_not_published_and_a_missing_end_is_said() -> None:
    cut = ROW[:70] + "\n"
    text = BANNER + OUTPUT + HEAD + ROW + ROW.replace("  4 ", "  8 ")[:70] + "\n"
    assert len(cut.split()) < len(ROW.split())
    assert values(text) == values(BANNER + OUTPUT + HEAD + ROW + END)
    assert findings(text) == (
        "run.txt:15: error[incomplete-run]: the last row has 5 of 13 values: the run was cut off\n"
        "run.txt:15: warning[missing-field]: the line 'iozone test complete.' is missing\n"
        "  hint: if the run was cut off, what it printed until then is all there is\n"
    )


def test_a_zero_is_no_rate() -> None:
    text = HEAD + ROW.replace("  6444", "     0") + END
    assert [metric for metric, _ in values(text) if metric.startswith("rand-read")] == []
    assert findings(text) == (
        "run.txt:3: info[not-recorded]: iozone printed 0 for rand-read: no result\n"
    )


AVERAGED = "averaged over record sizes by whoever made the table; KB is iozone's, 1024 bytes"


def test_averages_whose_cells_have_run_together_are_told_apart_by_their_units() -> None:
    table = """\
        Small
        Large

        1GB Filesize2GB Filesize1GB Filesize2GB Filesize
        Re-writer Report (avg)1024KB/s2048KB/s3072KB/s4096KB/s
        """
    assert shown(table, only="rewrite") == (
        "  rewrite.bandwidth.mean 1048576 B/s  (1024 KB/s, line 5) file_size=1073741824 "
        f"series=Small [{AVERAGED}]\n"
        "  rewrite.bandwidth.mean 2097152 B/s  (2048 KB/s, line 5) file_size=2147483648 "
        f"series=Small [{AVERAGED}]\n"
        "  rewrite.bandwidth.mean 3145728 B/s  (3072 KB/s, line 5) file_size=1073741824 "
        f"series=Large [{AVERAGED}]\n"
        "  rewrite.bandwidth.mean 4194304 B/s  (4096 KB/s, line 5) file_size=2147483648 "
        f"series=Large [{AVERAGED}]\n"
    )


def test_averages_need_no_groups_and_no_glued_cells() -> None:
    table = "1GB Filesize  2GB Filesize\nFread Report (avg)  1,024.5 KB/s  2048 KB/s\n"
    assert shown(table, only="fread") == (
        "  fread.bandwidth.mean 1049088 B/s  (1,024.5 KB/s, line 2) file_size=1073741824"
        f" [{AVERAGED}]\n"
        "  fread.bandwidth.mean 2097152 B/s  (2048 KB/s, line 2) file_size=2147483648"
        f" [{AVERAGED}]\n"
    )


EXCERPT = """\
              kB  reclen    write  rewrite
           65536       8     2048     2304
"""


def test_an_excerpt_of_the_head_says_what_is_counted() -> None:
    head = "\tOPS Mode. Output is in operations per second.\n\tO_DIRECT feature enabled\n"
    assert shown(head + EXCERPT, only="op/s") == (
        "  seq-write.iops 2048 op/s  (2048 ops/sec, line 4) block_size=8192 direct=yes "
        "file_size=67108864\n"
        "  rewrite.iops 2304 op/s  (2304 ops/sec, line 4) block_size=8192 direct=yes "
        "file_size=67108864\n"
    )


def test_the_command_above_an_excerpt_says_what_is_counted_and_how_the_file_was_opened() -> None:
    command = "$ iozone -I -e -O -i 0 -s 64m -r 8\n...\n"
    assert shown(command + EXCERPT, only="seq-write") == (
        "  seq-write.iops 2048 op/s  (2048 ops/sec, line 4) block_size=8192 direct=yes "
        "file_size=67108864 sync=fsync\n"
    )
    rate = "Children see throughput for  2 readers  =  4096.00 kB/sec\n"
    assert shown("`iozone -t2 -i1 -r 128k -s64m`:\n" + rate, only="seq-read") == (
        "  seq-read.bandwidth 4194304 B/s  (4096.00 kB/sec, line 2) block_size=131072 "
        "file_size=67108864 processes=2"
        " [what the children see: each process over its own time, added up]\n"
    )


def test_each_excerpt_of_a_head_begins_a_run_of_its_own() -> None:
    first = "Include fsync in write timing\n" + EXCERPT
    second = "Microseconds/op Mode. Output is in microseconds per operation.\n" + EXCERPT
    assert shown(first + "\n" + second, only="seq-write") == (
        "  seq-write.bandwidth 2097152 B/s  (2048 kB/s, line 3) block_size=8192 "
        "file_size=67108864 sync=fsync\n"
        "  seq-write.latency.mean 0.002048 s  (2048 us/op, line 7) block_size=8192 "
        "file_size=67108864\n"
    )
