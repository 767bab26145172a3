"""bonnie++: what naive readers of its tables get wrong."""

from __future__ import annotations

import pytest

from sitegen.parsers._bonnie_phases import agree
from tests.parsers.output import findings, shown, values

HEAD = """\
Version  1.03       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
"""
FILES_HEAD = """\
                    ------Sequential Create------ --------Random Create--------
                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
"""
ROW = "rig-a           16G 51200  98 188347  76 97280  28 58368  98 378880  38 732.5   2\n"
FILES = "                512 19456  94 257024 100  8192  27 19456  91 331776  99  4864  17\n"
CSV = (
    "rig-a,16G,51200,98,188347,76,97280,28,58368,98,378880,38,732.5,2,"
    "512,19456,94,257024,100,8192,27,19456,91,331776,99,4864,17\n"
)
HEAD_2 = """\
Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
"""


def test_k_is_1024_bytes_and_a_file_count_is_in_units_of_1024() -> None:
    assert shown(HEAD + ROW + FILES_HEAD + FILES, only="seq-write.bandwidth") == (
        "  seq-write.bandwidth 192867328 B/s  (188347 K/sec, line 4) file_size=17179869184\n"
    )
    assert shown(HEAD + ROW + FILES_HEAD + FILES, only="rand-delete.iops") == (
        "  rand-delete.iops 4864 op/s  (4864 /sec, line 8) files=524288\n"
    )


def test_the_table_and_the_csv_line_of_a_run_are_one_run_and_people_read_the_table() -> None:
    both = HEAD + ROW + FILES_HEAD + FILES + CSV
    assert shown(both, only="run ") == "run 1: bonnie++ 1.03, lines 1-9\n"
    assert shown(both, only="  ") == shown(HEAD + ROW + FILES_HEAD + FILES, only="  ")
    assert findings(both) == ""


def test_a_csv_line_alone_gives_the_same_values_as_the_table() -> None:
    assert values(CSV) == values(HEAD + ROW + FILES_HEAD + FILES)


@pytest.mark.parametrize(
    ("size", "block"),
    [
        ("16G:32k", "block_size=32768 file_size=17179869184"),
        ("300M:4k", "block_size=4096 file_size=314572800"),
    ],
)
def test_a_csv_line_alone_is_known_with_the_size_of_its_blocks_too(size: str, block: str) -> None:
    assert shown(CSV.replace("16G", size), only="seq-write.bandwidth") == (
        f"  seq-write.bandwidth 192867328 B/s  (188347, line 1) {block}\n"
    )


def test_where_the_csv_line_has_more_digits_it_is_taken() -> None:
    text = HEAD + ROW.replace("732.5   2", " 1234   2") + FILES_HEAD + FILES
    assert shown(text + CSV.replace("732.5", "1234.4"), only="rand-seek.iops") == (
        "  rand-seek.iops 1234.4 op/s  (1234.4, line 9) file_size=17179869184\n"
    )
    assert findings(text) == (
        "run.txt:4: info[rounded-value]: the table is rounded, and there is no CSV line with all "
        "digits\n  hint: keep the CSV line\n"
    )


def test_a_table_that_contradicts_its_csv_line_is_found_and_both_values_are_kept() -> None:
    both = HEAD + ROW.replace("188347", "188348") + FILES_HEAD + FILES + CSV
    assert shown(both, only="seq-write.bandwidth") == (
        "  seq-write.bandwidth 192868352 B/s  (188348 K/sec, line 4) file_size=17179869184\n"
        "  seq-write.bandwidth 192867328 B/s  (188347, line 9) file_size=17179869184\n"
    )
    assert findings(both) == (
        "run.txt:4: error[does-not-add-up]: seq-write: the table says 188348, "
        "the CSV line says 188347\n"
        "  hint: line 9 is the CSV line of the same run; see which was changed\n"
    )


@pytest.mark.parametrize("cell", ["1,2,3", "1.2.3", "7k7"])
def test_a_cell_that_is_no_number_agrees_with_none(cell: str) -> None:
    assert not agree(cell, "123")
    assert not agree("123", cell)


def test_a_csv_line_of_another_run_is_a_run_of_its_own() -> None:
    other = CSV.replace("1", "3").replace("8", "6").replace("rig-a,36G", "rig-a,16G")
    both = HEAD + ROW + FILES_HEAD + FILES + other
    assert shown(both, only="run ") == (
        "run 1: bonnie++ 1.03, lines 1-8\nrun 2: bonnie++, lines 9-9\n"
    )


def test_plus_signs_are_no_value_and_no_zero() -> None:
    fast = HEAD + ROW.replace(" 58368  98", " +++++ +++") + FILES_HEAD + FILES
    assert [metric for metric, _ in values(fast) if metric.startswith("char-read")] == []
    assert findings(fast) == (
        "run.txt:4: info[too-fast]: under half a second, too fast to be measured: char-read\n"
        "  hint: use a larger file, or more files\n"
    )


def test_blank_columns_keep_the_positions_of_the_others() -> None:
    blank = (
        HEAD
        + "rig-a           16G           188347  76 97280  28           378880  38 732.5   2\n"
        + FILES_HEAD
        + FILES
    )
    assert shown(blank, only=".bandwidth") == (
        "  seq-write.bandwidth 192867328 B/s  (188347 K/sec, line 4) file_size=17179869184\n"
        "  rewrite.bandwidth 99614720 B/s  (97280 K/sec, line 4) file_size=17179869184\n"
        "  seq-read.bandwidth 387973120 B/s  (378880 K/sec, line 4) file_size=17179869184\n"
    )


def test_wide_values_that_run_over_the_grid_do_not_shift_blank_columns() -> None:
    wide = (
        HEAD
        + "rig-a           16G           1883470  76 10972800 128           3788800  38 732.5   2\n"
        + FILES_HEAD
        + FILES
    )
    assert shown(wide, only="seq-read.bandwidth") == (
        "  seq-read.bandwidth 3879731200 B/s  (3788800 K/sec, line 4) file_size=17179869184\n"
    )


def test_cells_that_stand_under_no_column_are_refused_unless_the_csv_line_has_them() -> None:
    lost = HEAD + "rig-a 16G 188347 76 97280 28 378880 38 732.5 2\n" + FILES_HEAD + FILES
    assert [metric for metric, _ in values(lost) if metric.endswith("bandwidth")] == []
    assert findings(lost) == (
        "run.txt:4: error[rows-left-over]: cells are missing, and the others do not stand under "
        "their columns\n  hint: the CSV line has all cells\n"
    )
    without_characters = CSV.replace("51200,98", ",").replace("58368,98", ",")
    assert dict(values(lost + without_characters))["seq-read.bandwidth"] == 378880 * 1024
    assert findings(lost + without_characters) == ""


def test_a_table_whose_blanks_have_collapsed_is_read_when_it_is_full() -> None:
    collapsed = HEAD + " ".join(ROW.split()) + "\n" + FILES_HEAD + " ".join(FILES.split()) + "\n"
    assert values(collapsed) == values(HEAD + ROW + FILES_HEAD + FILES)


def test_a_row_and_a_csv_line_that_a_mail_program_has_broken_are_put_together() -> None:
    row = ROW.replace(" 38 732.5", "\n> 38 732.5")
    line = CSV.replace("97280,28,", "97280,28,\n> ")
    quoted = "".join(f"> {text}\n" for text in (HEAD + row).splitlines()).replace("> > ", "> ")
    files = "".join(f"> {text}\n" for text in (FILES_HEAD + FILES).splitlines())
    assert values(quoted + files) == values(HEAD + ROW + FILES_HEAD + FILES)
    assert values(f"> {line}") == values(CSV)


def test_since_1_98_letters_are_powers_of_1024_and_the_csv_line_has_the_digits() -> None:
    text = (
        HEAD_2
        + "rig-a           63G  540k  99  728m 100  958m  91 2205k  99  1.1g  58 +++++ +++\n"
        + "Latency             16366us    5650us   12027us    4465us    1806us     478us\n"
    )
    line = (
        "1.98,2.00a,rig-a,1,1700000000,63G,,8192,5,540,99,745124,100,980550,91,2205,99,1203968,58,"
        "+++++,+++,,,,,,,,,,,,,,,,,,16366us,5650us,12027us,4465us,1806us,478us,,,,,,\n"
    )
    rates = [value for metric, value in values(text) if metric.endswith("bandwidth")]
    assert rates == [540 * 2**10, 728 * 2**20, 958 * 2**20, 2205 * 2**10, 1181116006.4]
    rates = [value for metric, value in values(text + line) if metric.endswith("bandwidth")]
    assert rates == [n * 1024 for n in (540, 745124, 980550, 2205, 1203968)]
    assert shown(text + line, only="char-write.latency") == (
        "  char-write.latency.max 0.016366 s  (16366us, line 5) concurrency=1 "
        "file_size=67645734912\n"
    )


def test_the_number_of_files_that_2_00_prints_is_never_taken_for_a_rate() -> None:
    text = (
        "Version 2.00a       ------Sequential Create------ --------Random Create--------\n"
        "rig-a               -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
        "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
        "                 16 16384  52 +++++ +++ 16384  38 +++++ +++ +++++ +++ +++++ +++\n"
        "Latency              3341us     316us    3902us     134ms     127us    3939us\n"
    )
    line = (
        "1.98,2.00a,rig-a,1,1700000000,,,,,,,,,,,,,,,,,16,,,,,3783,52,+++++,+++,8661,38,+++++,+++,"
        "+++++,+++,+++++,+++,,,,,,,3341us,316us,3902us,134ms,127us,3939us\n"
    )
    assert [metric for metric, _ in values(text) if metric.endswith("iops")] == []
    assert shown(text, only="impossible-value") == (
        "run.txt:4: error[impossible-value]: bonnie++ 2.00a prints the number of files as the rate "
        "of seq-create, seq-delete\n"
    )
    rates = [pair for pair in values(text + line) if pair[0].endswith("iops")]
    assert rates == [("seq-create.iops", 3783), ("seq-delete.iops", 8661)]


def test_the_head_line_of_minus_x_is_no_row_and_each_row_is_a_run() -> None:
    head = (
        "name,file_size,putc,putc_cpu,put_block,put_block_cpu,rewrite,rewrite_cpu,getc,getc_cpu,"
        "get_block,get_block_cpu,seeks,seeks_cpu,num_files,seq_create,seq_create_cpu,seq_stat,"
        "seq_stat_cpu,seq_del,seq_del_cpu,ran_create,ran_create_cpu,ran_stat,ran_stat_cpu,ran_del,"
        "ran_del_cpu\n"
    )
    twice = head + CSV + CSV.replace("188347", "188400")
    rates = [value for metric, value in values(twice) if metric == "seq-write.bandwidth"]
    assert rates == [188347 * 1024, 188400 * 1024]
    assert findings(twice) == ""


def test_rows_of_several_machines_and_versions_in_one_csv_file_are_told_apart() -> None:
    mixed = CSV + (
        "1.97,1.97,rig-b,1,1500000000,6000M,,,,327680,41,163840,23,,,655360,37,812.5,12,32,,,,,"
        "15360,44,+++++,+++,30720,61,14336,46,+++++,+++,11264,28,,512ms,1024ms,,65536us,250ms,"
        "120ms,640us,1280us,960us,80us,12s\n"
    )
    assert shown(mixed, only="seq-write.bandwidth") == (
        "  seq-write.bandwidth 192867328 B/s  (188347, line 1) file_size=17179869184 "
        "series=rig-a\n"
        "  seq-write.bandwidth 335544320 B/s  (327680, line 2) concurrency=1 "
        "file_size=6291456000 series=rig-b\n"
    )


def test_sizes_of_versions_before_1_02_are_megabytes_without_a_letter() -> None:
    old = HEAD.replace("Machine        Size", "Machine          MB").replace("1.03", "1.00")
    row = ROW.replace(" 16G", "2000")
    assert shown(old + row + FILES_HEAD + FILES, only="seq-write.bandwidth") == (
        "  seq-write.bandwidth 192867328 B/s  (188347 K/sec, line 4) file_size=2097152000\n"
    )


def test_numbers_below_a_table_are_not_rows_of_it() -> None:
    below = HEAD + ROW + FILES_HEAD + FILES + "and then\n 64 4 5 6 7 8 9 10 11 12 13 14 15\n"
    assert values(below) == values(HEAD + ROW + FILES_HEAD + FILES)


def test_a_file_rate_of_zero_with_plus_signs_in_html_was_too_fast() -> None:
    cells = [
        "rig-a",
        "64M",
        "936",
        "68",
        "0",
        "+++",
        "1",
        "50",
        "1749",
        "77",
        "120",
        "9",
        "812",
        "1",
    ]
    heads = ["", "Size", "Per Char", "Block", "Rewrite", "Per Char", "Block", "Num Files"]
    cells += ["16", *["+++++", "+++"] * 6]
    page = (
        "<html><body><table>\n<tr><td>Version 2.00a</td><td>Sequential Output</td></tr>\n<tr>"
        + "".join(f"<td>{head}</td>" for head in heads)
        + "</tr>\n<tr><td>M/sec</td></tr>\n<tr>"
        + "".join(f"<td>{cell}</td>" for cell in cells)
        + "</tr>\n</table></body></html>\n"
    )
    assert [pair for pair in values(page, "run.html") if "cpu" not in pair[0]] == [
        ("char-write.bandwidth", 936 * 2**10),
        ("rewrite.bandwidth", 2**20),
        ("char-read.bandwidth", 1749 * 2**10),
        ("seq-read.bandwidth", 120 * 2**20),
        ("rand-seek.iops", 812),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (HEAD, "1: error[incomplete-run]: a bonnie++ table ends at its head: no row follows"),
        (
            HEAD + ROW + FILES_HEAD,
            "5: error[incomplete-run]: the table of file creation ends at its head: the output is "
            "cut off",
        ),
        (
            HEAD + ROW,
            "4: warning[missing-field]: there is neither a table of file creation nor a CSV line\n"
            "  hint: either the output is cut off, or bonnie++ ran with -n 0",
        ),
        (
            "Writing intelligently...done\nRewriting...done\n",
            "1: error[incomplete-run]: bonnie++ began to work, but gave no result",
        ),
        (
            "Writing intelligently...done\nRewriting...Can't read a full block, only got 4096\n",
            "2: error[failed-run]: bonnie++ stopped: Can't read a full block, only got 4096",
        ),
    ],
)
def test_output_that_was_cut_off_or_of_a_run_that_failed_says_so(text: str, found: str) -> None:
    assert findings(text) == f"run.txt:{found}\n"


def test_a_run_whose_table_of_files_is_cut_off_publishes_nothing() -> None:
    assert values(HEAD + ROW + FILES_HEAD) == []


def test_rows_of_several_set_ups_below_one_head_are_no_repeats_though_a_label_comes_twice() -> None:
    rows = [
        ROW.replace("rig-a           16G", f"{label}  16G").replace("732.5", seeks)
        for label, seeks in (
            ("Raid0 (8 disk)", "731.5"),
            ("Raid0s(4 disk)", "732.5"),
            ("Raid0s(4 disk)", "733.5"),
        )
    ]
    assert shown(HEAD + "".join(rows), only="rand-seek.iops") == (
        "  rand-seek.iops 731.5 op/s  (731.5 /sec, line 4) file_size=17179869184 "
        "series=Raid0 (8 disk)\n"
        "  rand-seek.iops 732.5 op/s  (732.5 /sec, line 5) file_size=17179869184 "
        "series=Raid0s(4 disk) (1)\n"
        "  rand-seek.iops 733.5 op/s  (733.5 /sec, line 6) file_size=17179869184 "
        "series=Raid0s(4 disk) (2)\n"
    )


def test_a_row_of_2_00_without_a_machine_has_its_cells_under_its_columns() -> None:
    row = "32G:8k::65536                 20.5m  17 71.2m  24            304m  33 311.4  12\n"
    assert shown(HEAD_2 + row, only="/s  (") == (
        "  seq-write.bandwidth 21495808 B/s  (20.5m/sec, line 4) block_size=8192 "
        "file_size=34359738368\n"
        "  rewrite.bandwidth 74658611.2 B/s  (71.2m/sec, line 4) block_size=8192 "
        "file_size=34359738368\n"
        "  seq-read.bandwidth 318767104 B/s  (304m/sec, line 4) block_size=8192 "
        "file_size=34359738368\n"
        "  rand-seek.iops 311.4 op/s  (311.4 /sec, line 4) block_size=8192 "
        "file_size=34359738368\n"
    )


def test_a_row_without_name_and_size_has_those_of_the_row_above() -> None:
    again = "                    52224  97 189440  77 98304  29 57344  97 377856  37 730.1   2\n"
    assert shown(HEAD + ROW + again, only="seq-write.bandwidth") == (
        "  seq-write.bandwidth 192867328 B/s  (188347 K/sec, line 4) file_size=17179869184\n"
        "  seq-write.bandwidth 193986560 B/s  (189440 K/sec, line 5) file_size=17179869184\n"
    )


def test_the_tags_of_a_forum_are_no_part_of_a_row() -> None:
    text = "[code]" + HEAD + ROW + FILES_HEAD + FILES.rstrip() + "[/code]\n\nand more of it\n"
    assert values(text) == values(HEAD + ROW + FILES_HEAD + FILES)
    assert findings("[code]" + CSV.rstrip() + "[/code]\n") == ""


def test_a_word_that_clings_to_the_last_field_of_a_csv_line_is_left_alone() -> None:
    line = (
        "1.97,1.97,rig-a,1,1700000000,16G,,512,97,81920,11,40960,7,3072,98,122880,9,301.5,6,16,,,,,"
        "18432,41,+++++,+++,20480,33,19456,43,+++++,+++,14336,29,"
        "9216us,1024ms,512ms,8192us,4096us,256ms,300us,400us,500us,600us,70us,80us"
    )
    assert values(line + "</code>\n") == values(line + "\n")


def test_a_mail_that_quotes_with_a_blank_before_the_mark_is_read() -> None:
    text = HEAD + ROW + FILES_HEAD + FILES
    quoted = "".join(f" > {line}\n" for line in text.splitlines())
    assert values("He wrote:\n" + quoted) == values(text)
