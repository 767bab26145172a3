"""What a file ends with, and nothing closes, is published only where something proves it whole."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, read, shown, values
from tests.parsers.tables import read as read_table

SCAN = """\
select count(*) from t;
 count
-------
  1238
(1 row)

Time: 619.939 ms
select pg_relation_size('t');
 pg_relation_size
------------------
 """
DD = """\
3200+0 records in
3200+0 records out
1400000000 bytes (1.4 GB, 1.3 GiB) copied, 1.00 s, 1.4 GB/s"""


def test_a_number_at_the_end_of_a_file_without_a_line_end_is_not_published() -> None:
    assert shown(f"{SCAN}12".encode()) == (
        "run 1: psql, lines 1-11\n"
        "  table-scan.time 0.619939 s  (619.939 ms, line 7) rows=1238\n"
        "run.txt:11: error[cut-off-value]: the file ends with '12' and no line end; what may be cut"
        " off is not published: table-scan.bandwidth, table-scan.size, workload.table_size\n"
        "  hint: copy the file again; if it is whole, end its last line\n"
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n(1 row)"])
def test_the_same_number_with_its_line_end_is_published(end: str) -> None:
    assert values(f"{SCAN}1239810048{end}".encode()) == [
        ("table-scan.time", 0.619939),
        ("table-scan.bandwidth", 1999890389.2157133),
        ("table-scan.size", 1239810048),
    ]


def test_a_rate_at_the_end_of_dd_is_proved_by_its_bytes_and_seconds() -> None:
    assert values(DD.encode()) == [
        ("transfer.bandwidth", 1400000000),
        ("transfer.time", 1),
        ("transfer.size", 1400000000),
    ]
    assert findings(DD.encode()) == ""


@pytest.mark.parametrize("cut", range(1, 9))
def test_a_rate_of_dd_that_is_cut_off_gives_no_other_rate(cut: int) -> None:
    found = read(DD[:-cut].encode())
    assert [its.value for its in found.records if its.metric == "transfer.bandwidth"] in (
        [],
        [1400000000],
    )
    assert found.records or found.diagnostics


def test_a_unit_that_may_go_on_is_no_unit() -> None:
    whole = "Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec"
    assert values(f" {whole}".encode()) == [("seq-read.bandwidth", 104857600)]
    assert values(f" {whole[:-5]}".encode()) == []


def test_a_share_that_a_second_form_of_the_output_has_too_is_published() -> None:
    table = (
        "Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n"
        "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
        "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
        "rig-a           16G 51751  99 242637  97 105392  30 58859  98 235541  23 563.2   1\n"
    )
    record = "rig-a,16G,51751,99,242637,97,105392,30,58859,98,235541,23,563.2,1,,,,,,,,,,,,,"
    row = record.removesuffix(",,,,,,,,,,,,,")
    assert ("rand-seek.cpu", 0.01) in values(f"{table}{record}".encode())
    alone = read(f"{table.rstrip()}".encode())
    assert "rand-seek.cpu" not in {its.metric for its in alone.records}
    assert [its.code for its in alone.diagnostics if its.code == "cut-off-value"]
    assert values(row.encode()) == []


def test_a_name_at_the_end_is_kept_and_said_to_be_open() -> None:
    assert shown(b"Model Family: Seagate\nDevice Model:     ST4000NM0033-9Z", only="open-end") == ""
    assert shown(
        b"=== START OF INFORMATION SECTION ===\nModel Family:     Seagate Constellation", only="["
    ) == (
        "run.txt:2: info[open-end]: the file ends with 'Seagate Constellation' and no line end;"
        " perhaps not the whole name: drive.family\n"
    )


TABLE = """
    format: csv
    columns:
      - {column: jobs}
      - {operation: read, quantity: iops, unit: op/s}
"""


def test_a_described_table_without_a_last_line_end_is_read_and_said_to_be_open() -> None:
    reading = read_table(b"1,100\n2,200\n3,300", TABLE)
    assert [its.value for its in reading.records] == [100, 200, 300]
    assert [str(its) for its in reading.diagnostics] == [
        "t.txt:3: warning[open-table]: the file ends with '3,300' and no line end; if it is cut"
        " off, this is not the whole number: read.iops\n"
        "  hint: copy the file again; if it is whole, end its last line"
    ]


def test_a_column_in_which_all_numbers_have_as_many_decimals_proves_its_last_one() -> None:
    whole = read_table(b"1,100.25\n2,200.50\n3,300.75", TABLE)
    assert [its.value for its in whole.records] == [100.25, 200.5, 300.75]
    assert whole.diagnostics == ()
    cut = read_table(b"1,100.25\n2,200.50\n3,300.7", TABLE)
    assert [its.code for its in cut.diagnostics] == ["open-table"]


def test_json_without_a_last_line_end_is_whole() -> None:
    fio = (
        b'{"fio version":"fio-3.37","jobs":[{"jobname":"t","error":0,"read":{"io_bytes":4096000,'
        b'"bw":1000,"bw_bytes":1024000,"iops":250.0,"runtime":4000,"total_ios":1000}}]}'
    )
    assert "cut-off-value" not in findings(fio)
    assert ("read.iops", 250) in values(fio)


def test_a_character_of_which_bytes_are_missing_does_not_change_the_others() -> None:
    text = "min/avg/max/mdev = 100 µs / 200 µs / 300 µs / 4".encode()
    whole = b"--- /dev/sda ioping statistics ---\n" + text
    for cut in range(len(whole) - 14, len(whole)):
        assert "Â" not in shown(whole[:cut])
