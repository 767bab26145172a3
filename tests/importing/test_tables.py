"""Tables of pages: what their headings, labels and units say, and what is left out."""

from __future__ import annotations

from tests.importing.pages import imported, notes, values


def test_metrics_in_the_rows_are_read_with_the_unit_that_their_label_has() -> None:
    page = """\
        # Cards

        |                      | card A | card B |
        | -------------------: | :----: | :----: |
        |         4k read IOPS |  1926  |  2139  |
        |           write MB/s |    10  |     8  |
        | 1st install (in sec) |   470  |   157  |
        | 2nd install (in sec) |   149  |    68  |
    """
    assert (
        values(page)
        == """\
5: read.iops 1926 op/s, block_size 4096, series card A
5: read.iops 2139 op/s, block_size 4096, series card B
6: write.bandwidth 1e+07 B/s, series card A, assumed
6: write.bandwidth 8e+06 B/s, series card B, assumed
7: install.time 470 s, series card A, test 1st install (in sec)
7: install.time 157 s, series card B, test 1st install (in sec)
8: install.time 149 s, series card A, test 2nd install (in sec)
8: install.time 68 s, series card B, test 2nd install (in sec)
"""
    )


def test_spans_of_headings_and_labels_reach_over_their_cells() -> None:
    page = """\
        We ran random read with 4K requests.

        <table>
        <tr><th colspan=2 rowspan=2></th><th colspan=2>host</th><th colspan=2>guest</th></tr>
        <tr><th>QD=1</th><th>QD=32</th><th>QD=1</th><th>QD=32</th></tr>
        <tr><td rowspan=2>Latency(us)</td><td>P50</td><td>97</td><td>149</td>
        <td>192</td><td>251</td></tr>
        <tr><td>P999</td><td>2114</td><td>2147</td><td>9372</td><td>5932</td></tr>
        <tr><td colspan=2>bandwidth(KiB/s)</td><td>38911.21</td><td>733617.9</td><td>19965.68</td>
        <td>477125.68</td></tr>
        </table>
    """
    assert (
        values(page)
        == """\
6: rand-read.latency.p50 9.7e-05 s, queue_depth 1, series host
6: rand-read.latency.p50 0.000149 s, queue_depth 32, series host
7: rand-read.latency.p50 0.000192 s, queue_depth 1, series guest
7: rand-read.latency.p50 0.000251 s, queue_depth 32, series guest
8: rand-read.latency.p99.9 0.002114 s, queue_depth 1, series host
8: rand-read.latency.p99.9 0.002147 s, queue_depth 32, series host
8: rand-read.latency.p99.9 0.009372 s, queue_depth 1, series guest
8: rand-read.latency.p99.9 0.005932 s, queue_depth 32, series guest
9: rand-read.bandwidth 3.98451e+07 B/s, queue_depth 1, series host
9: rand-read.bandwidth 7.51225e+08 B/s, queue_depth 32, series host
9: rand-read.bandwidth 2.04449e+07 B/s, queue_depth 1, series guest
10: rand-read.bandwidth 4.88577e+08 B/s, queue_depth 32, series guest
"""
    )


def test_an_html_table_inside_a_fence_is_a_table_all_the_same() -> None:
    page = """\
        ```
        <table>
          <tr><th> </th><th colspan="2"> number of clients and threads </th></tr>
          <tr><th> </th><th>1
          </th><th>3</th></tr>
          <tr><td>careful</td><td>78 tps</td><td>99 tps</td></tr>
          <tr><td>careless</td><td>414 tps</td><td>1215 tps</td></tr>
          <tr><td>change ratio</td><td>531 %</td><td>1227 %</td></tr>
        </table>
        ```
    """
    assert (
        values(page)
        == """\
6: transaction.rate 78 op/s, clients 1, series careful, threads 1
6: transaction.rate 99 op/s, clients 3, series careful, threads 3
7: transaction.rate 414 op/s, clients 1, series careless, threads 1
7: transaction.rate 1215 op/s, clients 3, series careless, threads 3
"""
    )
    assert "8: 'change ratio' (531 %, 1227 %): not taken, as it is not said" in notes(page)


def test_a_group_is_named_once_for_several_rows() -> None:
    page = """\
        | RAID level | Test      | Rate     |
        |------------|-----------|---------:|
        | 0          | seq read  | 512 MB/s |
        |            | seq write | 401 MB/s |
        | 5          | seq read  | 455 MB/s |
        |            | seq write | 120 MB/s |
    """
    assert (
        values(page)
        == """\
3: seq-read.bandwidth 5.12e+08 B/s, raid.level 0, assumed
4: seq-write.bandwidth 4.01e+08 B/s, raid.level 0, assumed
5: seq-read.bandwidth 4.55e+08 B/s, raid.level 5, assumed
6: seq-write.bandwidth 1.2e+08 B/s, raid.level 5, assumed
"""
    )


def test_rows_that_lost_their_cells_give_no_value_and_are_said() -> None:
    page = """\
        | Step | Drives   | Random read (MB/s) | Random write (MB/s) |
        |------|----------|--------------------|---------------------|
        | Boot |
        | 1    | 1 drive  | 5716               | 3998                |
        | 2    | 8 drives | **3190**           | **2494**            |
        | 3    | 1 drive  | 523                |
    """
    assert (
        values(page)
        == """\
4: rand-read.bandwidth 5.716e+09 B/s, drive.count 1, phase 1, series 1 drive, assumed
4: rand-write.bandwidth 3.998e+09 B/s, drive.count 1, phase 1, series 1 drive, assumed
5: rand-read.bandwidth 3.19e+09 B/s, drive.count 8, phase 2, series 8 drives, assumed
5: rand-write.bandwidth 2.494e+09 B/s, drive.count 8, phase 2, series 8 drives, assumed
"""
    )
    assert (
        notes(page)
        == """\
3: no row of the table: 'Boot' (1 cell in a table of 4 columns)
6: no row of the table: '3, 1 drive, 523' (3 cells in a table of 4 columns)
"""
    )


def test_prefixes_of_operations_are_by_1000_and_those_of_bytes_are_said_to_be_assumed() -> None:
    page = """\
        |               | small    | large     |
        |---------------|----------|-----------|
        | 4KB Rand Read | 248K IOPS | 1.9M IOPS |
        | 4MB Read      | 15 GiB/s | 63 GB/s   |
        | Write KB/s    | 20       | 30        |
    """
    assert (
        values(page)
        == """\
3: rand-read.iops 248000 op/s, block_size 4096, series small
3: rand-read.iops 1.9e+06 op/s, block_size 4096, series large
4: read.bandwidth 1.61061e+10 B/s, block_size 4194304, series small
4: read.bandwidth 6.3e+10 B/s, block_size 4194304, series large, assumed
5: write.bandwidth 20480 B/s, series small, assumed
5: write.bandwidth 30720 B/s, series large, assumed
"""
    )


def test_commas_between_thousands_are_known_by_the_points_of_the_page() -> None:
    table = """\
        | Threads | Read MiB/s |
        |---------|------------|
        | 1       | 1,024      |
        | 2       | 2,048      |
    """
    said = table + "\n        It took 3.5 s.\n"
    assert values(table) == ""
    assert "'1,024' can be 1.024 or 1024, and no other number decides" in notes(table)
    assert (
        values(said)
        == """\
3: read.bandwidth 1.07374e+09 B/s, threads 1
4: read.bandwidth 2.14748e+09 B/s, threads 2
"""
    )
    assert values(said.replace("3.5 s", "3,5 s and 2.5 s")) == ""


def test_the_table_of_openssl_speed_is_no_bandwidth_of_storage() -> None:
    page = """\
        ```
        openssl speed -evp aes-128-gcm -decrypt
        ```
        type | 16 bytes | 8192 bytes
        -- | -- | --
        aes-128-gcm | 321729.96k | 3995912.87k
    """
    assert (
        values(page)
        == """\
6: decrypt.bandwidth 3.2173e+08 B/s, algorithm aes-128-gcm, block_size 16
6: decrypt.bandwidth 3.99591e+09 B/s, algorithm aes-128-gcm, block_size 8192
"""
    )


def test_zero_is_below_what_the_tool_can_tell_and_an_error_is_no_value() -> None:
    page = """\
        | access method | read bw   | write bw                       |
        |---------------|-----------|--------------------------------|
        | local         | 85.6MiB/s | err: `Operation not supported` |
        | remote        | 0.0MiB/s  | 56.3MiB/s                      |
    """
    assert (
        values(page)
        == """\
3: read.bandwidth 8.97581e+07 B/s, series local
4: read.bandwidth 0 B/s, series remote, below-resolution
4: write.bandwidth 5.90348e+07 B/s, series remote
"""
    )
    assert notes(page) == (
        "3: no value for write.bandwidth: 'err: Operation not supported' stands in place of it\n"
    )


def test_average_over_one_column_of_many_is_no_mean() -> None:
    page = """\
        |           | Average card | Best card |
        |-----------|-------------:|----------:|
        | read IOPS |         1926 |      5083 |
    """
    assert (
        values(page)
        == """\
3: read.iops 1926 op/s, series Average card
3: read.iops 5083 op/s, series Best card
"""
    )


def test_a_table_in_which_nothing_is_measured_is_said_and_one_of_parts_is_the_testbed() -> None:
    page = """\
        | Timestamp | Offset |
        |-----------|--------|
        | 10.00002  | 1067   |
        | 10.00016  | 1153   |

        Nodes | 10 x Dell PowerEdge R6515
        -- | --
        CPU | 1 x AMD EPYC 7742 64C/128T
    """
    assert values(page) == ""
    assert notes(page) == (
        "1: a table in which nothing is known to be measured (Timestamp, Offset)\n"
    )
    assert "content/hardware/dell-poweredge-r6515.md" in imported(page).files


def test_a_wrapped_table_in_a_mail_is_put_together_and_its_rows_are_told_apart() -> None:
    page = """\
        > Level Chunk (KB) Read time (s) Read rate (MB/s) 0 64 40.000
        > 400.00 0 128 33.571 476.60 0 256 27.250 587.16 0 512
        > 24.115 663.49 0 1024 23.904 669.34 1 64 78.312
        > 204.31 1 128 71.020 225.29 5 64 88.750 180.28 5 128
        > 79.431 201.43
    """
    found = values(page, "mail.txt").splitlines()
    assert len(found) == 18
    assert found[0] == "1: read.time 40 s, series 0, test 64"
    assert found[17] == "5: read.bandwidth 2.0143e+08 B/s, series 5, test 128, assumed"
