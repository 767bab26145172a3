"""Plain tables as a sidecar describes them: white space, CSV, TSV, Markdown."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.parsers.tables import COLUMNS, read, shown

TWO_ROWS = """\
seq-write.bandwidth 10500000 B/s (10.5 MB/s, line {0}), block_size 4096
seq-read.bandwidth 20000000 B/s (20 MB/s, line {0}), block_size 4096
seq-write.bandwidth 30000000 B/s (30 MB/s, line {1}), block_size 65536
seq-read.bandwidth 40250000 B/s (40.25 MB/s, line {1}), block_size 65536
"""


@pytest.mark.parametrize(
    ("raw", "first"),
    [
        ("4 KiB 10.5 20\n64 KiB 30 40.25\n", 1),
        ("4 KiB\t10.5\t20\n64 KiB\t30\t40.25\n", 1),
        ("4 KiB,10.5,20\n64 KiB,30,40.25\n", 1),
        ("4 KiB;10.5;20\n64 KiB;30;40.25\n", 1),
        ('"4 KiB", "10.5", "20"\n"64 KiB", "30", "40.25"\n', 1),
        ("size,write,read\n4 KiB,10.5,20\n64 KiB,30,40.25\n", 2),
        ("size,write,read\n\n4 KiB,10.5,20\nsize,write,read\n64 KiB,30,40.25\n", 3),
        ("size write read\n=== === ===\n4 KiB 10.5 20\n64 KiB 30 40.25\n", 3),
        ("Block size    Write MB/s    Read MB/s\n4 KiB    10.5    20\n64 KiB    30    40.25\n", 2),
        ("| size | write | read |\n|-|-:|--|\n| 4 KiB | 10.5 | 20 |\n| 64 KiB | 30 | 40.25 |\n", 3),
        ("size | write | read\n-- | -- | --\n4 KiB | **10.5** | 20\n64 KiB | 30 | `40.25`\n", 3),
        ("+---+--+--+\n|s|w|r|\n+---+--+--+\n|4 KiB|10.5|20|\n|64 KiB|30|40.25|\n+---+--+--+\n", 4),
        ("  s   |  w   |   r\n------+------+-----\n 4 KiB | 10.5 | 20\n 64 KiB | 30 | 40.25\n", 3),
    ],
    ids=lambda case: repr(case)[:40] if isinstance(case, str) else "",
)
def test_the_format_of_a_table_is_recognised(raw: str, first: int) -> None:
    second = raw[: raw.index("64 KiB")].count("\n") + 1
    assert shown(read(raw, f"columns:{COLUMNS}")) == TWO_ROWS.format(first, second)


def test_lines_that_end_with_carriage_return_and_newline_are_read_alike() -> None:
    raw = "size,write,read\r\n4 KiB,10.5,20\r\n64 KiB,30,40.25\r\n"
    assert shown(read(raw, f"columns:{COLUMNS}")) == TWO_ROWS.format(2, 3)


def test_a_header_of_several_lines_is_given_by_its_words() -> None:
    raw = """\
        These were the results of run 7:

        Size  Write
                   Read  4 KiB 10.5 20
        64 KiB 30 40.25
        Size Write Read
        That is all, 3 of 3.
    """
    table = f"until: That is all\nheader: Size Write Read\ncolumns:{COLUMNS}"
    assert shown(read(raw, table)) == TWO_ROWS.format(4, 5)
    assert shown(read(raw, table.replace("Size Write", "Write Size"))) == (
        "t.txt.yaml:2:3: bad-value: "
        "the words of the header do not stand in the file in this order\n"
    )


def test_columns_are_found_by_their_headings_in_any_order() -> None:
    raw = """\
        host,read (MiB/s),jobs,bs,99th (us)
        a,100,4,4 KiB,900
        b,200,8,8 KiB,950
    """
    table = """
        columns:
          - {heading: bs, column: block_size}
          - {heading: JOBS, column: jobs}
          - {heading: "99th (us)", operation: read, quantity: latency, statistic: p99}
          - {heading: read  (MiB/s), operation: read, quantity: bandwidth}
    """
    assert shown(read(raw, table)) == dedent("""\
        read.latency.p99 0.0009 s (900 us, line 2), block_size 4096, jobs 4
        read.bandwidth 104857600 B/s (100 MiB/s, line 2), block_size 4096, jobs 4
        read.latency.p99 0.00095 s (950 us, line 3), block_size 8192, jobs 8
        read.bandwidth 209715200 B/s (200 MiB/s, line 3), block_size 8192, jobs 8
    """)


def test_a_heading_that_is_not_there_or_there_twice_is_said() -> None:
    raw = "a,b,b\n1,2,3\n"
    table = """
        columns:
          - {heading: c, column: jobs}
          - {heading: b, operation: read, quantity: iops, unit: op/s}
    """
    assert shown(read(raw, table, "t.csv")) == dedent("""\
        t.csv.yaml:3:7: bad-value: no column is headed 'c'
        t.csv.yaml:4:7: bad-value: more than one column is headed 'b'
    """)


def test_rows_say_what_they_measure_where_the_metric_is_in_the_rows() -> None:
    raw = """\
        | test                | card A | card B |
        |---------------------|-------:|-------:|
        | 4k read IOPS        |   1926 |   2139 |
        | write MB/s          |     10 |    n/a |
        | boot time (in sec)  |   26.7 |   20.9 |
        | weather             |   fair |   fair |
        | mood                |     10 |     10 |
    """
    table = """
        columns:
          - labels:
              4k read IOPS: {operation: rand-read, quantity: iops, unit: op/s, workload.block_size: 4 KiB}
              write MB/s: {operation: seq-write, quantity: bandwidth, unit: MB/s}
              boot time (in sec): {operation: boot, quantity: time, unit: s}
              weather: {skip: true}
          - {testbed.card: a}
          - {testbed.card: b}
    """  # noqa: E501
    assert shown(read(raw, table)) == dedent("""\
        rand-read.iops 1926 op/s (1926 op/s, line 3), testbed.card a, block_size 4096
        rand-read.iops 2139 op/s (2139 op/s, line 3), testbed.card b, block_size 4096
        seq-write.bandwidth 10000000 B/s (10 MB/s, line 4), testbed.card a
        boot.time 26.7 s (26.7 s, line 5), testbed.card a
        boot.time 20.9 s (20.9 s, line 5), testbed.card b
        t.txt:4: not-recorded: no value for seq-write.bandwidth: 'n/a' stands in place of it
        t.txt:7: unknown-metric: the sidecar does not say what rows with 'mood' are
    """)


def test_labels_in_white_space_tables_may_have_blanks() -> None:
    raw = "Random Read 10 20\nSequential write 30 40\n"
    table = """
        columns:
          - labels: {Random read: {operation: rand-read}, sequential write: {operation: seq-write}}
          - {quantity: iops, unit: op/s}
          - {quantity: latency, unit: ms}
    """
    assert shown(read(raw, table)) == dedent("""\
        rand-read.iops 10 op/s (10 op/s, line 1)
        rand-read.latency 0.02 s (20 ms, line 1)
        seq-write.iops 30 op/s (30 op/s, line 2)
        seq-write.latency 0.04 s (40 ms, line 2)
    """)


def test_a_row_with_too_few_or_too_many_cells_gives_a_finding_and_no_value() -> None:
    raw = "4 KiB,10.5,20\n8 KiB,7\n16 KiB,1,2,3\n64 KiB,30,40.25\n"
    assert shown(read(raw, f"columns:{COLUMNS}")) == TWO_ROWS.format(1, 4) + dedent("""\
        t.txt:2: rows-left-over: 2 cells in a table of 3 columns: '8 KiB', '7'
        t.txt:3: rows-left-over: 4 cells in a table of 3 columns: '16 KiB', '1', '2', '3'
    """)


def test_many_rows_that_do_not_fit_are_counted() -> None:
    columns = COLUMNS.replace("block_size", "jobs")
    reading = read("1,2,3\n" + "1,2\n" * 100, f"format: csv\ncolumns:{columns}")
    found = [one for one in reading.diagnostics if one.code == "rows-left-over"]
    assert [one.position.line for one in found] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 101]
    assert found[-1].message == "91 more rows do not have 3 cells; this is the last"
    assert list(reading.unread) == list(range(11, 101))


def test_cells_without_a_value_are_missing_and_not_zero() -> None:
    raw = "4 KiB,,20\n8 KiB,-,N/A\n16 KiB,+++++,err\n"
    table = f"missing: [ERR]\ncolumns:{COLUMNS}"
    assert shown(read(raw, table)) == dedent("""\
        seq-read.bandwidth 20000000 B/s (20 MB/s, line 1), block_size 4096
        t.txt:1: not-recorded: no value for seq-write.bandwidth: the cell is empty
        t.txt:2: not-recorded: no value for seq-read.bandwidth: 'N/A' stands in place of it
        t.txt:2: not-recorded: no value for seq-write.bandwidth: '-' stands in place of it
        t.txt:3: not-recorded: no value for seq-read.bandwidth: 'err' stands in place of it
        t.txt:3: not-recorded: no value for seq-write.bandwidth: '+++++' stands in place of it
    """)


def test_a_blank_cell_of_a_white_space_table_keeps_its_place() -> None:
    raw = """\
        size     write   read
        4 KiB     10.5     20
        8 KiB              22
        64 KiB      30  40.25
    """
    assert shown(read(raw, f"columns:{COLUMNS}")) == dedent("""\
        seq-write.bandwidth 10500000 B/s (10.5 MB/s, line 2), block_size 4096
        seq-read.bandwidth 20000000 B/s (20 MB/s, line 2), block_size 4096
        seq-read.bandwidth 22000000 B/s (22 MB/s, line 3), block_size 8192
        seq-write.bandwidth 30000000 B/s (30 MB/s, line 4), block_size 65536
        seq-read.bandwidth 40250000 B/s (40.25 MB/s, line 4), block_size 65536
        t.txt:3: not-recorded: no value for seq-write.bandwidth: the cell is empty
    """)


def test_aligned_cells_may_be_missing_anywhere() -> None:
    raw = """\
                     one drive    two drives
        --------------------------------------
        Random read    148 IOPS     291 IOPS
        Random write    81 IOPS
        Seek                        1.5 IOPS
    """
    table = """
        format: aligned
        header: one drive two drives
        columns:
          - {column: test}
          - {operation: mix, quantity: iops, testbed.drives: 1}
          - {operation: mix, quantity: iops, testbed.drives: 2}
    """
    assert shown(read(raw, table)) == dedent("""\
        mix.iops 148 op/s (148 IOPS, line 3), testbed.drives 1, test Random read
        mix.iops 291 op/s (291 IOPS, line 3), testbed.drives 2, test Random read
        mix.iops 81 op/s (81 IOPS, line 4), testbed.drives 1, test Random write
        mix.iops 1.5 op/s (1.5 IOPS, line 5), testbed.drives 2, test Seek
        t.txt:4: not-recorded: no value for mix.iops: the cell is empty
        t.txt:5: not-recorded: no value for mix.iops: the cell is empty
    """)
    assert "rows-left-over" in shown(read(raw, table.replace("aligned", "whitespace")))


def test_an_empty_key_can_repeat_the_one_above() -> None:
    raw = "jobs,qd,rate\n1,1,10\n,2,20\n2,1,30\n"
    table = """
        columns:
          - {column: jobs, fill: true}
          - {column: queue_depth}
          - {operation: rand-read, quantity: iops, unit: op/s}
    """
    assert shown(read(raw, table)) == dedent("""\
        rand-read.iops 10 op/s (10 op/s, line 2), jobs 1, queue_depth 1
        rand-read.iops 20 op/s (20 op/s, line 3), jobs 1, queue_depth 2
        rand-read.iops 30 op/s (30 op/s, line 4), jobs 2, queue_depth 1
    """)


def test_what_cannot_be_measured_is_no_value() -> None:
    raw = "1,-3\n2,18446744073709551615\n3,12.5 ms\n4,fast\n5,0.0\n6,>900\n7,<= 5\n8,~300\n"
    table = """
        columns:
          - {column: jobs}
          - {operation: read, quantity: iops, unit: op/s}
    """
    assert shown(read(raw, table)) == dedent("""\
        read.iops 0 op/s (0.0 op/s, line 5), jobs 5, below-resolution
        read.iops 900 op/s (>900 op/s, line 6), jobs 6, at-least
        read.iops 5 op/s (<= 5 op/s, line 7), jobs 7, at-most
        read.iops 300 op/s (~300 op/s, line 8), jobs 8, stated
        t.txt:1: impossible-value: '-3 op/s' is no operations per second
        t.txt:2: impossible-value: '18446744073709551615 op/s' is no operations per second
        t.txt:3: bad-number: '12.5 ms' is no iops: that is in units of op/s
        t.txt:4: bad-number: 'fast' is not a number
    """)


def test_a_table_that_is_shorter_than_it_should_be_gives_nothing() -> None:
    raw = "1,10\n2,20\n"
    columns = "columns: [{column: jobs}, {operation: read, quantity: iops, unit: op/s}]"
    assert shown(read(raw, f"count: 3\n{columns}")) == (
        "t.txt:2: rows-left-over: 2 rows where there should be 3: nothing is read\n"
    )
    assert shown(read(raw, f"until: the end\n{columns}")) == (
        "t.txt.yaml:2:3: bad-value: the words of 'until' do not stand below the table\n"
    )


def test_one_of_several_markdown_tables_is_chosen_by_its_number_or_caption() -> None:
    one = "| {} | n |\n|--|--|\n| 1 | {} |\n\n"
    raw = "## Reads\n" + one.format("jobs", 10) + "## Writes\n" + one.format("jobs", 20)
    columns = "columns: [{column: jobs}, {operation: rw, quantity: iops, unit: op/s}]"
    second = "rw.iops 20 op/s (20 op/s, line 9), jobs 1\n"
    assert shown(read(raw, f"number: 2\n{columns}")) == second
    assert shown(read(raw, f"caption: writes\n{columns}")) == second
    assert shown(read(raw, columns)) == (
        "t.txt:2: unidentified-file: several tables fit the sidecar\n"
    )
    assert shown(read(raw, f"number: 3\n{columns}")) == (
        "t.txt:1: unidentified-file: no table fits the sidecar\n"
    )


def test_several_tables_of_a_file_are_runs_of_their_own() -> None:
    raw = "reads\n1 10\nwrites\n1 20\n"
    table = """
        - header: reads
          until: writes
          columns: [{column: jobs}, {operation: read, quantity: iops, unit: op/s}]
        - header: writes
          columns: [{column: jobs}, {operation: write, quantity: iops, unit: op/s}]
    """
    reading = read(raw, table)
    assert [(run.number, run.first, run.last) for run in reading.runs] == [(1, 1, 2), (2, 3, 4)]
    assert [record.columns["run"] for record in reading.records] == [1, 2]
    assert shown(reading) == dedent("""\
        read.iops 10 op/s (10 op/s, line 2), jobs 1
        write.iops 20 op/s (20 op/s, line 4), jobs 1
    """)
