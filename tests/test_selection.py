"""From a block to its records: names made complete, and what stands for nothing."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sitegen import query, selection
from sitegen.dataset import of
from sitegen.diagnostics import Position
from sitegen.query import Query
from sitegen.selection import Selection
from tests.labs import value

FENCE = Position("a.md", 4, 1)
DATASET = of(
    [
        value("rig/a/fio", "seq-read.bandwidth", 300, "MB/s", workload__block_size=4096),
        value("rig/a/fio", "seq-read.bandwidth", 400, "MB/s", workload__block_size=131072),
        value("rig/b/fio", "seq-write.bandwidth", 200, "MB/s", testbed__kernel="6.10"),
        value("rig/b/fio", "rand-read.latency.mean", 3, "ms", workload__jobs=1),
        value("rig/b/fio", "rand-read.latency.p99", 9, "ms", workload__jobs=1, testbed__jobs=2),
    ]
)


def select(text: str) -> tuple[Selection | None, str]:
    block, problems = query.read("table", "id: t\n" + dedent(text), FENCE)
    assert isinstance(block, Query), problems
    chosen, problems = selection.select(block, DATASET)
    return chosen, "".join(f"{problem}\n" for problem in problems)


@pytest.mark.parametrize(
    ("text", "rates"),
    [
        ("runs: rig", [300, 400, 200, 3, 9]),
        ("runs: [rig/b, rig/a/fio]", [200, 3, 9, 300, 400]),
        ("runs: [rig/a, rig]", [300, 400, 200, 3, 9]),
        ("metrics: [seq-write.bandwidth, seq-read.bandwidth]", [200, 300, 400]),
        ("metrics: rand-read.latency", [3]),
        ("metrics: rand-read.latency.p99", [9]),
        ("where: {block_size: 128 KiB}", [400]),
        ("where: {workload.block_size: [131072, 4096 B]}", [300, 400]),
        ("where: {kernel: 6.10}", [200]),
    ],
)
def test_a_query_takes_records_by_path_metric_and_condition(text: str, rates: list[float]) -> None:
    chosen, problems = select(text)
    assert problems == ""
    assert chosen is not None
    found = [float(record.written.split()[0]) for record in chosen.records]
    assert found == rates


def test_columns_get_their_whole_names() -> None:
    chosen, _ = select(
        "runs: rig\nrows: [block_size, statistic]\ncolumns: kernel\nvs: {kernel: 6.10}"
    )
    assert chosen is not None
    assert chosen.query.rows == ("workload.block_size", "statistic")
    assert chosen.query.columns == ("testbed.kernel",)
    assert chosen.query.vs == ("testbed.kernel", "6.10")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (
            "runs: [rig/a, rig/c]",
            "a.md:6:15: error[unknown-result]: no run or folder 'rig/c' with results\n"
            "  hint: did you mean 'rig/b' or 'rig/a'?\n",
        ),
        (
            "metrics: [seq-read.bandwidth, seq-raed.bandwidth, seq-read.iops, seq-read.bandwith]",
            "a.md:6:31: error[unknown-metric]: 'seq-raed.bandwidth' begins with no operation\n"
            "  hint: did you mean 'seq-read' or 'seq-rw' or 'seq-write'?\n"
            "a.md:6:51: error[no-result]: no result for 'seq-read.iops'\n"
            "  hint: did you mean 'seq-read.bandwidth'?\n"
            "a.md:6:66: error[unknown-metric]: 'seq-read.bandwith' names no quantity after"
            " 'seq-read'\n  hint: did you mean 'bandwidth' or 'net-bandwidth'?\n",
        ),
        (
            "where: {block_size: 8 KiB}",
            "a.md:6:21: error[no-result]: no result with the block size '8 KiB'\n"
            "  hint: did you mean '128 KiB' or '4 KiB'?\n",
        ),
        (
            "runs: rig\nrows: [blocksize]\nignore: [jobs]",
            "a.md:8:10: error[unknown-column]: 'jobs' can be two columns\n"
            "  hint: write 'workload.jobs' or 'testbed.jobs'\n"
            "a.md:7:8: error[unknown-column]: no record has the column 'blocksize'\n"
            "  hint: did you mean 'block_size' or 'workload.block_size'?\n",
        ),
        (
            "runs: rig\norder: {block_size: [4 KiB, 8 KiB]}",
            "a.md:7:29: warning[idle-value]: no result with the block size '8 KiB' to be put in"
            " order\n  hint: did you mean '128 KiB' or '4 KiB'?\n",
        ),
        (
            "title: Everything",
            "a.md:4:1: error[bad-block]: 't' does not say what to show\n"
            "  hint: write 'runs', 'metrics' or 'where'\n",
        ),
    ],
)
def test_what_stands_for_nothing_is_said_with_the_nearest_names(text: str, printed: str) -> None:
    _, problems = select(text)
    assert problems == printed


def test_a_path_or_metric_that_does_not_exist_costs_only_itself() -> None:
    chosen, _ = select("runs: [rig/a, rig/c]\nmetrics: [seq-read.bandwidth, seq-read.iops]")
    assert chosen is not None
    assert len(chosen.records) == 2
