"""Sidecars: what is read of them, and what is refused."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from textwrap import dedent

import pytest
import yaml
from jsonschema import Draft7Validator  # type: ignore[import-untyped]  # ships no stubs

from sitegen import sidecar
from sitegen.diagnostics import Position
from sitegen.schema import json_schema
from sitegen.sidecar import Rule, Sidecar
from sitegen.table_description import Column, KeyCells, Labels, Meaning, Proof, Table
from sitegen.units import UNITS, Quantity


def load(content: str) -> Sidecar:
    """Return what a sidecar says that has nothing wrong with it."""
    found, problems = sidecar.load(dedent(content), "a.txt.yaml")
    assert problems == []
    assert found is not None
    return found


def problems(content: str) -> list[str]:
    """Return the findings for a sidecar that is not read."""
    found, its = sidecar.load(dedent(content), "a.txt.yaml")
    assert found is None
    return [str(one) for one in sorted(its)]


def test_what_the_output_does_not_say() -> None:
    found = load("""
        tool: iozone
        tool_version: 3.506
        date: 2009-11-30
        note: the second of two runs
        workload: {block_size: 16 KiB, jobs: 4, read_share: 70 %}
        rows:
          - where: {series: One Partition, operation: [seq-read, reread], file_size: 8 GiB}
            set: {testbed.pool: one-partition, testbed.chunk: 64 KiB, workload.files: 16}
          - set: {mode: direct}
    """)
    assert found == Sidecar(
        tool="iozone",
        tool_version="3.506",
        date="2009-11-30",
        note="the second of two runs",
        workload={"block_size": 16384, "jobs": 4, "read_share": 0.7},
        rows=(
            Rule(
                {
                    "workload.series": ("One Partition",),
                    "operation": ("seq-read", "reread"),
                    "workload.file_size": ("8 GiB",),
                },
                {"testbed.pool": "one-partition", "testbed.chunk": 65536, "workload.files": 16},
            ),
            Rule({}, {"workload.mode": "direct"}),
        ),
    )


def test_nothing_is_an_empty_sidecar() -> None:
    assert load("# nothing yet\n") == Sidecar()


@pytest.mark.parametrize(
    ("columns", "matches"),
    [
        ({"operation": "seq-read", "workload.file_size": 8 * 2**30, "testbed.raid": "1+0"}, True),
        ({"operation": "reread", "workload.file_size": 8 * 2**30, "testbed.raid": "1+0"}, True),
        ({"operation": "rewrite", "workload.file_size": 8 * 2**30, "testbed.raid": "1+0"}, False),
        ({"operation": "seq-read", "workload.file_size": 8 * 10**9, "testbed.raid": "1+0"}, False),
        ({"operation": "seq-read", "workload.file_size": 8 * 2**30, "testbed.raid": 10}, False),
        ({"operation": "seq-read", "testbed.raid": "1+0"}, False),
    ],
)
def test_a_rule_matches_by_value_and_not_by_spelling(
    columns: dict[str, str | int], matches: bool
) -> None:
    (rule,) = load("""
        rows:
          - where: {operation: [seq-read, reread], file_size: 8192 MiB, testbed.raid: 1+0}
            set: {mode: x}
    """).rows
    assert rule.matches(columns) == matches


def test_a_table_with_every_key() -> None:
    found = load("""
        table:
          format: csv
          separator: semicolon
          header: Size Rate
          until: The end
          skip: [Total, Mean]
          number: 2
          caption: Random I/O
          count: 3
          units: {K/sec: KiB/s}
          decimal: comma
          missing: [Failed]
          columns:
            - {heading: Block  Size, column: block_size, unit: KiB, fill: true}
            - {at: 3, column: testbed.raid.level, values: {mirror: 1}}
            - labels: {Random Read: {operation: rand-read, workload.jobs: 4}, Sum: {skip: true}}
            - skip: true
            - {operation: read, quantity: bandwidth, statistic: mean, unit: K/sec,
               certainty: stated, note: from the text, testbed.side: host}
          proof: {quotient: [Block Size, 5], equals: {column: 5}, within: 0.5 %}
    """)
    assert found.table is not None
    (table,) = found.table
    at = {column.index: column.position for column in table.columns}
    assert table == Table(
        columns=(
            Column(KeyCells("workload.block_size", "KiB"), at[0], 0, "block size", fill=True),
            Column(KeyCells("testbed.raid.level", "", {"mirror": "1"}), at[2], 2),
            Column(
                Labels(
                    {
                        "random read": Meaning("rand-read", columns={"workload.jobs": 4}),
                        "sum": None,
                    }
                ),
                at[3],
                3,
            ),
            Column(None, at[4], 4),
            Column(
                Meaning(
                    "read",
                    "bandwidth",
                    "mean",
                    "K/sec",
                    "stated",
                    "from the text",
                    {"testbed.side": "host"},
                ),
                at[5],
                5,
            ),
        ),
        position=Position("a.txt.yaml", 3, 3),
        format="csv",
        separator=";",
        header="Size Rate",
        until="The end",
        skip=("total", "mean"),
        number=2,
        caption="random i/o",
        count=3,
        units={"K/sec": "KiB/s"},
        decimal="comma",
        missing=frozenset({"failed"}),
        proof=Proof(True, 0, 4, 4, Decimal("0.005"), Position("a.txt.yaml", 21, 10)),
    )


def test_the_json_schema_for_editors_takes_what_is_read() -> None:
    editor = Draft7Validator(json_schema(sidecar.SIDECAR, "a sidecar"))
    beside = Path(__file__).parents[1] / "results" / "x4500" / "read-test.txt.yaml"
    cases = [beside, *(Path(__file__).parent / "corpus" / "table").glob("*/input.*.yaml")]
    for case in cases:
        assert list(editor.iter_errors(yaml.safe_load(case.read_text("utf-8")))) == []
    wrong = {"table": {"columns": [{"operation": "reed", "jobs": 3}]}}
    assert [error.message for error in editor.iter_errors(wrong)] != []


def test_what_a_proof_comes_to_can_be_a_quantity() -> None:
    found = load("""
        table:
          columns:
            - {operation: read, quantity: time, unit: s}
            - {operation: read, quantity: bandwidth, unit: MB/s}
          proof: {product: [1, 2], equals: '32,000 MB'}
    """)
    assert found.table is not None
    assert found.table[0].proof == Proof(
        False, 0, 1, Quantity(Decimal(32000), UNITS["MB"]), None, Position("a.txt.yaml", 6, 10)
    )


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("[{column: jobz}]", "unknown-column]: 'jobz' is not a workload or testbed column"),
        ("[{column: testbed.RAID}]", "unknown-column]: 'testbed.RAID' is not a workload or"),
        ("[{operation: reed, quantity: iops}]", "bad-value]: 'reed' is not an operation"),
        ("[{operation: read, quantity: speed}]", "bad-value]: 'speed' is not a quantity"),
        ("[{operation: read, quantity: iops, statistic: avg}]", "bad-value]: 'avg' is not a stat"),
        ("[{operation: read, quantity: iops, unit: KB}]", "bad-value]: 'KB' is not a unit"),
        ("[{operation: read, quantity: size, workload.jobs: many}]", "bad-value]: 'many' is not"),
        ("[{operation: read}]", "missing-key]: a column of values needs an operation and a qu"),
        ("[{column: jobs}]", "missing-key]: a table without a column of values"),
        ("[{column: jobs, statistic: mean}]", "unknown-key]: a column with 'column' has no key"),
        ("[{skip: true, unit: s}]", "unknown-key]: a column with 'skip' has no key 'unit'"),
        ("[{operation: read, quantity: iops, values: {a: b}}]", "unknown-key]: a column without"),
        ("[{labels: {a: {quantity: iops, unit: KB/s}}}, {operation: read}]", "'KB/s' is not a un"),
        ("[{labels: {a: seq-read}}, {quantity: iops}]", "'seq-read' where a label is expected"),
        (
            "[{column: jobs}, {column: workload.jobs}]",
            "duplicate-key]: two columns for workload.jobs",
        ),
        ("[x]", "bad-value]: 'x' where a column is expected"),
        ("[{at: 0, operation: read, quantity: iops}]", "'0' is not a whole number from 1"),
    ],
)
def test_a_column_that_is_not_right_is_refused(columns: str, message: str) -> None:
    assert any(message in one for one in problems(f"table: {{columns: {columns}}}"))


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("format: xls", "'xls' is not one of whitespace, aligned, csv"),
        ("units: {KB: KB}", "'KB' is not a unit"),
        ("reflow: true", "rows that are put together again need a proof or a count"),
        ("reflow: true, count: 3, format: html", "reflow is not for the format html"),
        ("format: json", "a column of JSON without a pointer"),
        ("proof: {product: [1, 2]}", "a proof without the key 'equals'"),
        ("proof: {product: [1], equals: 5 B}", "a proof needs two columns"),
        ("proof: {product: [1, 2], quotient: [1, 2], equals: 5 B}", "a proof needs two columns"),
        ("proof: {product: [1, 3], equals: 5 B}", "the table has no column '3'"),
        ("proof: {product: [1, 2], equals: 5 KB}", "'5 KB' is not a quantity"),
        ("proof: {product: [1, 2], equals: 5 B, within: 3 %}", "'3 %' is not a share of at most"),
    ],
)
def test_a_table_that_is_not_right_is_refused(keys: str, message: str) -> None:
    columns = "[{column: jobs}, {operation: read, quantity: iops, unit: op/s}]"
    (found,) = problems(f"table: {{columns: {columns}, {keys}}}")
    assert message in found


def test_rules_that_are_not_right_are_refused() -> None:
    assert problems("""
        rows:
          - where: {serie: x}
            set: {testbed.Pool: a, block_size: 4 KB}
          - where: {jobs: 1}
          - {sett: {jobs: 1}}
    """) == [
        "a.txt.yaml:3:13: error[unknown-column]: 'serie' is not a column of records\n"
        "  hint: did you mean 'series' or 'stride' or 'seed'?",
        "a.txt.yaml:4:11: error[unknown-column]: "
        "'testbed.Pool' is not a workload or testbed column\n"
        "  hint: write lower-case words joined by '-' and '.', such as testbed.raid.level",
        "a.txt.yaml:4:40: error[ambiguous-number]: '4 KB' can be read in two ways\n"
        "  hint: write '4 kB' (1000) or '4 KiB' (1024)",
        "a.txt.yaml:5:5: error[missing-key]: a rule without the key 'set'\n"
        "  hint: workload or testbed columns and their values",
        "a.txt.yaml:6:5: error[missing-key]: a rule without the key 'set'\n"
        "  hint: workload or testbed columns and their values",
        "a.txt.yaml:6:6: error[unknown-key]: a rule has no key 'sett'\n  hint: did you mean 'set'?",
    ]
