"""Tables: rows and columns in order, best where comparable, residue named, gaps explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import dedent

import pytest

from sitegen import names, query, selection, tables
from sitegen.diagnostics import Position
from sitegen.query import Query
from sitegen.record import Record, Value
from sitegen.tables import Cell, Table
from tests.labs import lab, value

FENCE = Position("a.md", 4, 1)
ARRAY = {
    "array": "title: The array\nlayout: {filesystem: ext3}",
    "array/mirrored": "title: mirrored\nsettings: {cache: on}",
    "array/plain": "title: unmirrored\nsettings: {cache: off}",
}


def rate(run: str, operation: str, number: float, **columns: Value) -> Record:
    its = value(run, f"{operation}.bandwidth", number, "MB/s")
    more = {name.replace("__", "."): one for name, one in columns.items()}
    return its._replace(columns={**its.columns, **more})


PAIR = [
    rate("array/mirrored/bonnie", "seq-write", 192.9, testbed__cache="on"),
    rate("array/mirrored/bonnie", "seq-read", 387.3, testbed__cache="on"),
    rate("array/plain/bonnie", "seq-write", 240.7, testbed__cache="off"),
    rate("array/plain/bonnie", "seq-read", 378.7, testbed__cache="off"),
]


def build(
    records: Sequence[Record],
    text: str,
    testbeds: Mapping[str, str] = ARRAY,
    word: str = "table",
    *,
    extend: bool = False,
) -> tuple[Table, str]:
    """Return the table of a block over records, and the findings as printed."""
    its = lab(records, testbeds)
    block, problems = query.read(word, "id: t\n" + dedent(text), FENCE)
    assert isinstance(block, Query), problems
    chosen, problems = selection.select(block, its.dataset)
    assert chosen, problems
    table, more = tables.build(chosen.query, chosen.records, names.of(its), extend=extend)
    return table, "".join(f"{problem}\n" for problem in [*problems, *more])


def cell(its: Cell) -> str:
    if its.why:
        return f"({its.why})"
    text = f"{its.text} {its.unit}".rstrip() + (f" ~ {its.doubt}" if its.doubt else "")
    return f"[{text}]" if its.best else text


def drawn(table: Table) -> str:
    """Return a table as text: best in brackets, gaps with their reason in parentheses."""
    columns = [f"{its.text} {its.unit}".strip() for its in table.columns]
    lines = [" | ".join([*table.heads, *columns])]
    for row in table.rows:
        lines.append(" | ".join([*(its.text for its in row.headings), *map(cell, row.cells)]))
    return "\n".join([*lines, *(note.text for note in table.notes), table.basis])


def printed(records: Sequence[Record], text: str, testbeds: Mapping[str, str] = ARRAY) -> str:
    table, problems = build(records, text, testbeds)
    assert problems == ""
    return "\n" + drawn(table)


def test_cases_of_one_quantity_stand_side_by_side_with_the_change() -> None:
    text = """\
        runs: [array/plain, array/mirrored]
        metrics: [seq-write.bandwidth, seq-read.bandwidth]
        rows: operation
        columns: testbed
        vs: array/plain
        """
    assert printed(PAIR, text) == dedent("""
        Operation | unmirrored MB/s | mirrored MB/s | mirrored vs unmirrored
        Sequential write | [240.7] | 192.9 | −19.9 %
        Sequential read | 378.7 | [387.3] | +2.3 % ~ one run each
        The cases differ in cache (off, on).
        bonnie++, n = 1""")


def test_testbeds_as_rows_have_a_column_for_each_metric() -> None:
    seeks = [value("array/plain/bonnie", "rand-seek.iops", 723, "op/s", testbed__cache="off")]
    text = """\
        runs: array
        metrics: [seq-write.bandwidth, seq-read.bandwidth, rand-seek.iops]
        rows: testbed
        columns: operation
        vs: {testbed: array/plain}
        """
    assert printed(PAIR + seeks, text) == dedent("""
        Testbed | Sequential write throughput MB/s | Sequential read throughput MB/s \
| Random seek operations per second op/s \
| Sequential write, throughput vs unmirrored | Sequential read, throughput vs unmirrored \
| Random seek, operations per second vs unmirrored
        mirrored | 192.9 | [387.3] | (no result) | −19.9 % | +2.3 % ~ one run each \
| (no result to compare)
        unmirrored | [240.7] | 378.7 | 723 | (the baseline) | (the baseline) | (the baseline)
        The cases differ in cache (off, on).
        bonnie++, n = 1""")


def test_repeats_are_one_cell_with_their_number_below() -> None:
    records = [
        rate("array/plain/one", "seq-read", 100),
        rate("array/plain/two", "seq-read", 120),
        rate("array/plain/three", "seq-read", 104, workload__jobs=8),
    ]
    assert printed(records, "runs: array\nrows: jobs") == dedent("""
        Jobs | Sequential read throughput MB/s
        8 | 104
        not recorded | 110
        bonnie++, n = 1 to 2""")


@pytest.mark.parametrize(
    ("order", "levels"),
    [
        ("", ["0", "1+0", "5", "10", "not recorded"]),
        ("order: {raid.level: [10, 5]}", ["10", "5", "0", "1+0", "not recorded"]),
    ],
)
def test_rows_are_in_natural_order_or_as_declared(order: str, levels: list[str]) -> None:
    records = [
        rate(f"array/plain/run{number}", "seq-read", 100 + number, testbed__raid__level=level)
        for number, level in enumerate(("10", "5", "1+0", "0"))
    ]
    records.append(rate("array/plain/run9", "seq-read", 99))
    table, _ = build(records, f"runs: array\nrows: raid.level\n{order}")
    assert [row.headings[0].text for row in table.rows] == levels


def test_sizes_are_in_the_order_of_their_size() -> None:
    sizes = (131072, 4096, 1048576, 16384)
    records = [
        rate("array/plain/fio", "seq-read", 1 + size, workload__block_size=size) for size in sizes
    ]
    table, _ = build(records, "runs: array\nrows: block_size")
    texts = [row.headings[0].text for row in table.rows]
    assert texts == ["4 KiB", "16 KiB", "128 KiB", "1 MiB"]


def test_a_cell_with_several_results_is_empty_and_a_finding() -> None:
    records = [
        rate("array/plain/fio", "seq-read", 100, workload__jobs=1),
        rate("array/plain/fio", "seq-read", 180, workload__jobs=2),
        rate("array/mirrored/fio", "seq-read", 90, workload__jobs=1),
    ]
    table, problems = build(records, "runs: array\nrows: testbed")
    assert problems == (
        "a.md:4:1: error[ambiguous-result]: a cell of 't' has more than one result, such as 2 for"
        " unmirrored\n"
        "  hint: they differ in workload.jobs: show one of these, or narrow 'where'\n"
    )
    assert drawn(table).splitlines()[1:3] == [
        "mirrored | 90",
        "unmirrored | (2 results that are not alike)",
    ]


def test_rows_are_split_where_that_is_asked_for() -> None:
    records = [
        rate("array/plain/fio", "seq-read", 100, workload__jobs=1),
        rate("array/plain/fio", "seq-read", 180, workload__jobs=2),
    ]
    table, problems = build(records, "runs: array\nrows: operation", extend=True)
    assert problems == ""
    assert drawn(table).splitlines()[:3] == [
        "Operation | Jobs | Sequential read throughput MB/s",
        "Sequential read | 1 | 100",
        "Sequential read | 2 | 180",
    ]


def test_what_differs_unseen_is_named_and_nothing_is_best_then() -> None:
    records = [
        rate(
            "array/plain/bonnie", "seq-read", 300, testbed__raid__level="5", testbed__kernel="6.1"
        ),
        rate(
            "array/plain/other", "seq-read", 400, testbed__raid__level="10", testbed__kernel="6.5"
        ),
    ]
    table, problems = build(records, "runs: array\nrows: raid.level")
    assert problems == (
        "a.md:4:1: warning[not-comparable]: what 't' sets side by side also differs in"
        " kernel (6.1, 6.5)\n"
        "  hint: show it, narrow 'where', or write 'ignore: [testbed.kernel]' once you have"
        " looked\n"
    )
    assert drawn(table).splitlines()[1:] == [
        "5 | 300",
        "10 | 400",
        "The rows also differ in kernel (6.1, 6.5).",
        "bonnie++, n = 1",
    ]
    assert printed(records, "runs: array\nrows: raid.level\nignore: kernel").splitlines()[2:4] == [
        "5 | 300",
        "10 | [400]",
    ]


def test_two_rigs_with_nothing_above_them_are_not_cases_of_one_thing() -> None:
    records = [
        rate("a/bonnie", "seq-read", 300, testbed__kernel="6.1"),
        rate("b/bonnie", "seq-read", 400, testbed__kernel="6.5"),
    ]
    _, problems = build(records, "runs: [a, b]\nrows: testbed", {"a": "title: A", "b": "title: B"})
    assert problems.startswith(
        "a.md:4:1: warning[not-comparable]: what 't' sets side by side also differs in"
        " kernel (6.1, 6.5)\n"
    )


def test_another_workload_is_named_below_the_table() -> None:
    records = [
        rate("array/plain/bonnie", "seq-read", 300, workload__file_size=2**27),
        rate("array/mirrored/bonnie", "seq-read", 400, workload__file_size=2**28),
    ]
    text = printed(records, "runs: array\nrows: testbed")
    assert "The rows also differ in file size (128 MiB, 256 MiB)." in text.splitlines()


def test_a_row_of_many_quantities_has_the_units_in_its_cells() -> None:
    records = [
        rate("array/plain/fio", "seq-read", 100),
        value("array/plain/fio", "seq-read.latency", 3, "ms"),
        value("array/plain/fio", "seq-read.cpu", 12, "%"),
    ]
    text = "runs: array\nrows: quantity\ncolumns: testbed"
    assert printed(records, text).splitlines()[1:5] == [
        "Quantity | unmirrored",
        "throughput | 100 MB/s",
        "latency | 3 ms",
        "CPU use | 12.0 %",
    ]


def test_heads_that_name_what_is_measured_begin_with_a_capital() -> None:
    records = [PAIR[0], value("array/mirrored/bonnie", "seq-write.cpu", 76, "%")]
    table, problems = build(records, "runs: array\nrows: operation\ncolumns: quantity\n")
    assert problems == ""
    assert [column.text for column in table.columns] == ["Throughput", "CPU use"]
    assert build(PAIR, "runs: array\nrows: operation\ncolumns: testbed\n")[0].columns[0].text == (
        "mirrored"
    )


def test_runs_are_compared_with_the_first_metric_by_metric() -> None:
    table, problems = build(PAIR, "runs: [array/plain, array/mirrored]", word="compare")
    assert problems == ""
    assert "\n" + drawn(table) == dedent("""
        Operation | unmirrored MB/s | mirrored MB/s | mirrored vs unmirrored
        Sequential write | [240.7] | 192.9 | −19.9 %
        Sequential read | 378.7 | [387.3] | +2.3 % ~ one run each
        The cases differ in cache (off, on).
        bonnie++, n = 1""")


def test_runs_of_one_testbed_are_compared_run_by_run() -> None:
    records = [rate("array/plain/one", "seq-read", 100), rate("array/plain/two", "seq-read", 150)]
    table, _ = build(records, "runs: [array/plain/two, array/plain/one]", word="compare")
    assert drawn(table).splitlines()[:2] == [
        "Operation | array/plain/two MB/s | array/plain/one MB/s"
        " | array/plain/one vs array/plain/two",
        "Sequential read | [150] | 100 | −33.3 %",
    ]


@pytest.mark.parametrize(
    ("vs", "printed"),
    [
        (
            "{testbed.cache: dim}",
            "a.md:9:21: error[bad-block]: 'testbed.cache' is neither a row nor a column of 't'\n"
            "  hint: name it under 'rows' or 'columns'\n",
        ),
        (
            "{testbed: array/plian}",
            "a.md:9:15: error[no-result]: no result with the testbed 'array/plian'\n"
            "  hint: did you mean 'array/plain'?\n",
        ),
        (
            "array/plian",
            "a.md:9:5: error[unknown-result]: no run or folder 'array/plian' among the results of"
            " 't'\n  hint: did you mean 'array/plain' or 'array/plain/bonnie'?\n",
        ),
        (
            "array",
            "a.md:9:5: error[bad-block]: no row or column of 't' stands for 'array' alone\n"
            "  hint: name 'testbed' or 'run' under 'rows' or 'columns'\n",
        ),
    ],
)
def test_a_baseline_that_is_not_there_is_said(vs: str, printed: str) -> None:
    table, problems = build(PAIR, f"runs: array\nrows: operation\ncolumns: testbed\nvs: {vs}")
    assert problems == printed
    assert [column.ratio for column in table.columns] == [False, False]
