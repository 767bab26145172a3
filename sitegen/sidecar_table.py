"""Reading the `table` of a sidecar: what somebody says of a table that no parser knows.

    table:
      header: RAID Level Time (s) Rate (MB/s)   # the words above the first row, however they wrap
      columns:
        - {column: testbed.raid.level}          # a key: on what testbed the row was measured
        - {operation: seq-read, quantity: time, unit: s}                  # values
        - {operation: seq-read, quantity: bandwidth, unit: MB/s}
      proof: {product: [2, 3], equals: 32000 MB}

Where rows and not columns say what was measured, a column has `labels`, the meanings of the words
that stand there: `{Random Read: {operation: rand-read}}`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from sitegen import units
from sitegen.diagnostics import Diagnostic
from sitegen.metadata import Node
from sitegen.nearest import did_you_mean
from sitegen.schema import (
    Key,
    Problems,
    Reader,
    fields,
    list_of,
    mapping_of,
    one_of,
    scalar,
    text,
)
from sitegen.sidecar_column import column, count, yes
from sitegen.sidecar_proof import placed_proof, proof
from sitegen.table_description import FORMATS, Column, KeyCells, Labels, Meaning, Table, fold

_SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}


def _known_unit(written: str) -> str | None:
    return written if written in units.UNITS else None


def _unit_hint(written: str) -> str:
    if written in units.AMBIGUOUS:
        return "write {} (1000) or {} (1024)".format(*units.AMBIGUOUS[written])
    return did_you_mean(written, units.UNITS) if len(written) > 1 else "such as KiB, MB/s, op/s, ms"


_unit: Reader[str] = scalar("a unit", _known_unit, _unit_hint)

_TABLE = fields(
    "a table",
    {
        "format": Key(one_of(*FORMATS), "how it is written; else it is recognised"),
        "separator": Key(one_of(*_SEPARATORS), "what stands between the cells of format csv"),
        "header": Key(text, "the words right above the first row, however they are wrapped"),
        "until": Key(text, "the words right below the last row"),
        "skip": Key(list_of(text), "rows that begin with one of these words are left out"),
        "number": Key(count, "which table of the file, from 1 (format markdown, html)"),
        "caption": Key(text, "words of its caption, or of the heading above it"),
        "records": Key(text, "where the records of JSON stand: /results/*"),
        "reflow": Key(yes, "rows were wrapped anywhere: cells are counted off by the columns"),
        "count": Key(count, "how many rows there are"),
        "units": Key(mapping_of(_unit), "what printed unit words mean: {K/sec: KiB/s}"),
        "decimal": Key(one_of("point", "comma"), "the decimal mark, where numbers do not show it"),
        "missing": Key(list_of(text), "words that stand where there is no value"),
        "columns": Key(list_of(column), "what each column holds", required=True),
        "proof": Key(proof, "what is true of each row"),
    },
)


def _read(node: Node, problems: Problems) -> Table | None:
    before = len(problems)
    its = _TABLE.read(node, problems)
    if its is None or len(problems) > before:
        return None
    columns = tuple(_placed(its["columns"]))
    table = Table(
        columns=columns,
        position=node.position,
        format=its.get("format", ""),
        separator=_SEPARATORS.get(its.get("separator", ""), ""),
        header=its.get("header", ""),
        until=its.get("until", ""),
        skip=tuple(map(fold, its.get("skip", ()))),
        number=its.get("number", 0),
        caption=fold(its.get("caption", "")),
        records=its.get("records", ""),
        reflow=its.get("reflow", False),
        count=its.get("count", 0),
        units=its.get("units", {}),
        decimal=its.get("decimal", ""),
        missing=frozenset(map(fold, its.get("missing", ()))),
        proof=placed_proof(its["proof"], columns, problems) if "proof" in its else None,
    )
    problems += _checked(table)
    return table if len(problems) == before else None


def _placed(columns: Sequence[Column]) -> Iterator[Column]:
    """Yield the columns with their place; one without a number follows the one before it."""
    index = -1
    for its in columns:
        index = its.index if its.index >= 0 else index + 1
        yield dataclasses.replace(its, index=index)


def _checked(table: Table) -> Iterator[Diagnostic]:
    """Yield what is wrong with a table though each of its keys is right."""
    labelled = any(isinstance(one.holds, Labels) for one in table.columns)
    meanings = [one.holds for one in table.columns if isinstance(one.holds, Meaning)]
    if not meanings:
        yield Diagnostic(
            table.position,
            "missing-key",
            "a table without a column of values",
            "write {operation: ..., quantity: ..., unit: ...} for it",
        )
    keys: set[str] = set()
    for one in table.columns:
        its = one.holds
        if isinstance(its, KeyCells) and its.column in keys:
            message = f"two columns for {its.column}"
            yield Diagnostic(one.position, "duplicate-key", message, "keep one of the two")
        keys |= {its.column} if isinstance(its, KeyCells) else set()
        if isinstance(its, Meaning) and not labelled and not (its.operation and its.quantity):
            yield Diagnostic(
                one.position,
                "missing-key",
                "a column of values needs an operation and a quantity",
                "give both, or skip: true, or a column with labels that say it row by row",
            )
        yield from _checked_units(table, one)
    if table.reflow and not (table.count or table.proof):
        yield Diagnostic(
            table.position,
            "missing-key",
            "rows that are put together again need a proof or a count",
            "write what is true of each row (proof:), or how many rows there are (count:)",
        )
    if table.reflow and table.format not in ("", "whitespace", "csv", "tsv"):
        yield Diagnostic(
            table.position,
            "bad-value",
            f"reflow is not for the format {table.format}",
            "it is for whitespace, csv and tsv",
        )
    if table.format in ("json", "jsonl") and any(one.pointer is None for one in table.columns):
        yield Diagnostic(
            table.position,
            "missing-key",
            "a column of JSON without a pointer",
            "write where it stands in each record: pointer: /read/bw",
        )


def _checked_units(table: Table, one: Column) -> Iterator[Diagnostic]:
    """Yield what is wrong with the units of a column and of its labels."""
    its = one.holds
    spoken: list[Meaning | KeyCells] = [its] if isinstance(its, Meaning | KeyCells) else []
    if isinstance(its, Labels):
        spoken += [meaning for meaning in its.meanings.values() if meaning]
    for written in dict.fromkeys(one.unit for one in spoken if one.unit):
        if table.units.get(written, written) not in units.UNITS:
            message = f"'{written}' is not a unit"
            yield Diagnostic(one.position, "bad-value", message, _unit_hint(written))


table: Reader[Table] = Reader("a table", _read, _TABLE.json_schema)
"""The reader of one `table`."""
