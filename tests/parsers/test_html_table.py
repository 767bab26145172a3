"""Tables in HTML pages."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.parsers.tables import COLUMNS, read, shown

PAGE = """\
<!DOCTYPE html>
<html><body>
<h2>Two drives</h2>
<table class="results">
<thead><tr><th>size</th><th>write</th><th>read</th></tr></thead>
<tbody>
{}
</tbody>
</table>
<p>The same <b>again</b>:</p>
<table><tr><td>1</td><td>2</td></tr></table>
</body></html>
"""
ROW = "<tr><td>4 KiB</td><td>10.5</td><td>20</td></tr>"
VALUES = """\
seq-write.bandwidth 10500000 B/s (10.5 MB/s, line {0}), block_size 4096
seq-read.bandwidth 20000000 B/s (20 MB/s, line {0}), block_size 4096
"""


@pytest.mark.parametrize(
    "row",
    [
        ROW,
        ROW.upper().replace("KIB", "KiB"),
        "<tr><td>4 KiB<td>10.5<td>20",
        '<tr><th scope="row">4&nbsp;KiB</th><td><b>10</b>.5</td><td><span>20</span></td></tr>',
        "<tr><td>4 KiB</td><td>10.5<sup><a href='#a'>1</a></sup></td><td><del>9</del> 20</td></tr>",
        "<tr><td>4 KiB</td><td><i style='display: none'>x</i>10.5</td><td>20<!-- 1 --></td></tr>",
    ],
)
def test_a_cell_holds_what_a_reader_sees(row: str) -> None:
    assert shown(read(PAGE.format(row), f"columns:{COLUMNS}")) == VALUES.format(7)


def test_a_value_has_the_line_on_which_it_stands() -> None:
    row = "<tr>\n<td>4 KiB</td>\n<td\n class='n'>10.5</td>\n<td>\n20</td></tr>"
    assert shown(read(PAGE.format(row), f"columns:{COLUMNS}")) == dedent("""\
        seq-write.bandwidth 10500000 B/s (10.5 MB/s, line 10), block_size 4096
        seq-read.bandwidth 20000000 B/s (20 MB/s, line 12), block_size 4096
    """)


def test_a_page_in_a_mail_with_soft_line_breaks_keeps_its_lines() -> None:
    page = PAGE.format(ROW).replace("=", "=3D").replace("20</td>", "2=\n0</td>")
    raw = f"Content-Transfer-Encoding: quoted-printable\n\n{page}"
    assert shown(read(raw, f"columns:{COLUMNS}")) == VALUES.format(9)


def test_the_table_is_the_one_that_fits_or_that_is_named() -> None:
    raw = PAGE.format(ROW)
    numbered = "columns: [{column: jobs}, {operation: read, quantity: iops, unit: op/s}]"
    second = "read.iops 2 op/s (2 op/s, line 11), jobs 1\n"
    for which in ("", "number: 2\n", "caption: the same again\n"):
        assert shown(read(raw, which + numbered)) == second
    both = raw.replace("<td>1</td><td>2</td>", "<td>8 KiB</td><td>1</td><td>2</td>")
    (found,) = read(both, f"columns:{COLUMNS}").diagnostics
    assert str(found) == (
        "t.txt:5: error[unidentified-file]: several tables fit the sidecar\n"
        "  hint: tables here: 1 (line 5), 2 (line 11); say which with number: or caption:"
    )


def test_a_cell_that_spans_rows_or_columns_stands_in_each_of_them() -> None:
    raw = dedent("""\
        <table>
        <tr><th rowspan=2>jobs</th><th colspan=2>IOPS</th></tr>
        <tr><th>read</th><th>write</th></tr>
        <tr><td rowspan=2>1</td><td>10</td><td>20</td></tr>
        <tr><td>11</td><td>21</td></tr>
        <tr><td>2</td><td colspan=2>40</td></tr>
        <tr><td>3</td><td colspan="x">50</td><td rowspan=99999999>60</td></tr>
        </table>
    """)
    table = """
        columns:
          - {heading: IOPS write, operation: write, quantity: iops}
          - {heading: IOPS read, operation: read, quantity: iops}
          - {heading: jobs, column: jobs}
    """
    assert shown(read(raw, table)) == dedent("""\
        write.iops 20 op/s (20 IOPS, line 4), jobs 1
        read.iops 10 op/s (10 IOPS, line 4), jobs 1
        write.iops 21 op/s (21 IOPS, line 5), jobs 1
        read.iops 11 op/s (11 IOPS, line 5), jobs 1
        read.iops 40 op/s (40 IOPS, line 6), jobs 2
        write.iops 60 op/s (60 IOPS, line 7), jobs 3
        read.iops 50 op/s (50 IOPS, line 7), jobs 3
        t.txt:6: not-recorded: no value for write.iops: a cell beside or above it reaches \
over this place
    """)


def test_a_power_of_ten_is_not_glued_to_its_base() -> None:
    row = "<tr><td>4 KiB</td><td>10<sup>6</sup></td><td>20</td></tr>"
    found = shown(read(PAGE.format(row), f"columns:{COLUMNS}")).splitlines()
    assert found[1] == "t.txt:7: bad-number: '^6' in '10^6' is not a unit"


def test_ragged_rows_are_said_and_not_shifted() -> None:
    row = "<tr><td>4 KiB</td><td>10.5</td></tr><tr><td colspan=3>pause</td></tr>"
    found = shown(read(PAGE.format(f"{ROW}\n{row}"), f"skip: [pause]\ncolumns:{COLUMNS}"))
    assert found == VALUES.format(7) + (
        "t.txt:8: rows-left-over: 2 cells in a table of 3 columns: '4 KiB', '10.5'\n"
    )


@pytest.mark.parametrize("end", range(1, len(PAGE.format(ROW)), 7))
def test_a_page_cut_off_anywhere_gives_the_same_values_or_a_finding(end: int) -> None:
    table = f"format: html\ncolumns:{COLUMNS}"
    cut, whole = (read(raw, table) for raw in (PAGE.format(ROW)[:end], PAGE.format(ROW)))
    assert cut.records == whole.records or (not cut.records and cut.diagnostics)


def test_damaged_markup_is_a_finding() -> None:
    raw = f"<table><tr><td>1</td></tr><![{ROW}</table>"
    assert shown(read(raw, f"format: html\ncolumns:{COLUMNS}")) == (
        "t.txt:1: unreadable-file: the page is damaged: it cannot be read as HTML\n"
    )
