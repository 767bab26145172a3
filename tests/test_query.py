"""Blocks: what is understood, and what is said about the rest."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sitegen import query
from sitegen.diagnostics import Position
from sitegen.query import Query

FENCE = Position("content/reports/a.md", 20, 1)


def read(word: str, text: str) -> query.Block | None:
    block, problems = query.read(word, dedent(text), FENCE)
    assert problems == []
    return block


def problems(word: str, text: str) -> str:
    """Return all findings about a block as printed; there is no block then."""
    block, found = query.read(word, dedent(text), FENCE)
    assert block is None
    return "".join(f"{problem}\n" for problem in found)


def test_a_table_block_says_which_records_it_takes_and_how_it_lays_them_out() -> None:
    block = read(
        "table",
        """\
        id: all-rates
        title: All rates
        runs: [lsi-3994/mirrored, lsi-3994/unmirrored]
        metrics: seq-write.bandwidth
        where: {file_size: 16 GiB, raid.level: [5, 10]}
        rows: [operation, file_size]
        columns: testbed
        vs: lsi-3994/unmirrored
        order: {raid.level: [10, 5]}
        ignore: [kernel]
        caption: One run each.
        """,
    )
    assert isinstance(block, Query)
    places = block.places
    assert block == Query(
        id="all-rates",
        kind="table",
        position=FENCE,
        title="All rates",
        caption="One run each.",
        runs=("lsi-3994/mirrored", "lsi-3994/unmirrored"),
        metrics=("seq-write.bandwidth",),
        where={"file_size": ("16 GiB",), "raid.level": ("5", "10")},
        ignore=("kernel",),
        rows=("operation", "file_size"),
        columns=("testbed",),
        vs=("", "lsi-3994/unmirrored"),
        order={"raid.level": ("10", "5")},
        places=places,
    )
    assert places["runs", "lsi-3994/unmirrored"] == Position(FENCE.path, 23, 27)
    assert places["vs", "lsi-3994/unmirrored"] == Position(FENCE.path, 28, 5)


def test_a_baseline_can_be_a_column_with_its_value() -> None:
    block = read("table", "id: a\nvs: {pool: one-partition}\n")
    assert isinstance(block, Query)
    assert block.vs == ("pool", "one-partition")


def test_x_of_a_bar_or_dot_chart_is_its_rows() -> None:
    block = read("chart", "id: a\nkind: bar\nx: raid.level\n")
    assert isinstance(block, Query)
    assert (block.kind, block.rows, block.x) == ("bar", ("raid.level",), "")
    assert block.places["rows", "raid.level"] == Position(FENCE.path, 23, 4)


def test_a_testbed_block_names_a_folder() -> None:
    assert read("testbed", "id: a\npath: lsi-3994\n") == query.TestbedBlock("a", "lsi-3994", FENCE)


@pytest.mark.parametrize(
    ("word", "text", "printed"),
    [
        (
            "tabel",
            "id: a\n",
            "content/reports/a.md:20:1: error[bad-block]: there is no block 'tabel'\n"
            "  hint: did you mean 'table'?\n",
        ),
        (
            "table",
            "id: a\nmetric: seq-write.bandwidth\n",
            "content/reports/a.md:22:1: error[unknown-key]: a table block has no key 'metric'\n"
            "  hint: did you mean 'metrics'?\n",
        ),
        (
            "chart",
            "kind: pie\nscale: log\n",
            "content/reports/a.md:21:7: error[bad-value]: 'pie' is not one of bar, dot, line,"
            " heatmap, distribution, slope, history\n"
            "content/reports/a.md:21:1: error[missing-key]: a chart block without the key 'id'\n"
            "  hint: the name of the figure in addresses: lower-case words and -\n",
        ),
        (
            "chart",
            "id: My Chart\nkind: dot\n",
            "content/reports/a.md:21:5: error[bad-id]: 'My Chart' is not an id of lower-case words"
            " joined by '-'\n  hint: write 'my-chart'\n",
        ),
        (
            "chart",
            "id: a\nkind: bar\nscale: log\n",
            "content/reports/a.md:21:1: error[bad-block]: a bar chart with a logarithmic scale\n"
            "  hint: write 'kind: dot': the length of a bar means nothing on a logarithmic axis\n",
        ),
        (
            "chart",
            "id: a\nkind: line\nrows: operation\n",
            "content/reports/a.md:21:1: error[missing-key]: a line chart without the key 'x'\n"
            "  hint: name a workload column\n"
            "content/reports/a.md:21:1: error[bad-block]: a line chart has no 'rows'\n"
            "  hint: write 'x' for the axis and 'series' for the lines\n",
        ),
        (
            "chart",
            "id: a\nkind: dot\nx: jobs\nrows: jobs\n",
            "content/reports/a.md:21:1: error[bad-block]: a dot chart with both 'x' and 'rows'\n"
            "  hint: remove 'x': values lie along the horizontal axis, and 'rows' down the side\n",
        ),
        (
            "table",
            "id: a\nwhere: 16 GiB\nvs: [a, b]\n",
            "content/reports/a.md:22:8: error[bad-value]: '16 GiB' where a mapping of columns to"
            " values is expected\n"
            "content/reports/a.md:23:5: error[bad-value]: a list where the path or the column of a"
            " baseline is expected\n  hint: write a path, or 'column: value'\n",
        ),
        (
            "table",
            "id: a\nrows: [operation\n",
            "content/reports/a.md:22:7: error[bad-yaml]: a bracket that is opened here and not"
            " closed, or a missing comma after it\n"
            "  hint: close it, or put a value that begins with a bracket in quotes\n",
        ),
        (
            "compare",
            "",
            "content/reports/a.md:21:1: error[missing-key]: a compare block without the key 'id'\n"
            "  hint: the name of the figure in addresses: lower-case words and -\n"
            "content/reports/a.md:21:1: error[missing-key]: a compare block without the key"
            " 'runs'\n"
            "  hint: paths under results/ to compare\n",
        ),
    ],
)
def test_what_is_wrong_in_a_block_is_said_with_its_place(
    word: str, text: str, printed: str
) -> None:
    assert problems(word, text) == printed
