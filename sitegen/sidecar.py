"""`<file>.yaml` beside a raw file: what its output does not say.

tool: sequential read test       # where it cannot be told from the output
tool_version: 1.2
date: 2006-09-15
status: retracted                # see withdrawal.py
workload: {block_size: 16 KiB}   # where the output does not say it
rows:                            # columns of single records
  - where: {series: One Partition}
    set: {testbed.pool: one-partition}
table: {...}                     # a table that no parser knows: see sidecar_table.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sitegen import metadata, units, vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.metadata import Node
from sitegen.nearest import did_you_mean
from sitegen.record import Value
from sitegen.schema import (
    Key,
    Problems,
    Reader,
    date,
    fields,
    list_of,
    mapping_of,
    misfit,
    scalar,
    text,
)
from sitegen.sidecar_column import column_name, settings
from sitegen.sidecar_table import table
from sitegen.table_description import Table
from sitegen.testbed_file import column_value
from sitegen.withdrawal import STATUS_KEYS, Withdrawal, withdrawal
from sitegen.workload import workload


@dataclass(frozen=True, slots=True)
class Rule:
    """What is set on the records of a file that match; no condition matches all of them."""

    where: Mapping[str, Sequence[str]]
    set: Mapping[str, Value]

    def matches(self, columns: Mapping[str, Value]) -> bool:
        """Return whether a record with these columns meets every condition."""
        return all(
            any(_is(columns.get(column), written) for written in values)
            for column, values in self.where.items()
        )


@dataclass(frozen=True, slots=True)
class Sidecar:
    """All that a sidecar says; text that it does not have is empty."""

    tool: str = ""
    tool_version: str = ""
    date: str = ""
    note: str = ""
    workload: Mapping[str, Value] = field(default_factory=dict)
    rows: Sequence[Rule] = ()
    table: Sequence[Table] | None = None
    withdrawal: Withdrawal | None = None


def _is(value: Value | None, written: str) -> bool:
    """Return whether a column holds what was written: 8 GiB and 8192 MiB are the same."""
    if value is None or value == written:
        return value is not None
    if isinstance(value, str):
        return value.casefold() == str(column_value(written)).casefold()
    quantity = units.quantity(written)
    return quantity is not None and quantity.value == value


_MATCHED = ("operation", "quantity", "statistic")


def _matchable(written: str) -> str | None:
    if written in _MATCHED or written.startswith("testbed."):
        return written
    rest = written.removeprefix("workload.")
    return f"workload.{rest}" if rest in vocabulary.WORKLOAD else None


_matchable_name = scalar(
    "a column of records",
    _matchable,
    lambda written: did_you_mean(written, [*_MATCHED, *vocabulary.WORKLOAD]),
    "unknown-column",
)


def _set(node: Node, problems: Problems) -> Mapping[str, Value] | None:
    if not isinstance(node, metadata.Mapping):
        problems.append(misfit(node, "a mapping of columns"))
        return None
    return settings(node.entries, problems)


_RULE = fields(
    "a rule",
    {
        "where": Key(mapping_of(list_of(text), _matchable_name), "which records are meant"),
        "set": Key(
            Reader("columns", _set, mapping_of(text, column_name).json_schema),
            "workload or testbed columns and their values",
            required=True,
        ),
    },
)


def _rule(node: Node, problems: Problems) -> Rule | None:
    before = len(problems)
    its = _RULE.read(node, problems)
    if its is None or len(problems) > before:
        return None
    return Rule(its.get("where", {}), its["set"])


SIDECAR = fields(
    "a sidecar",
    {
        "tool": Key(text, "the tool, where its output does not say it or is a table"),
        "tool_version": Key(text, "the version of the tool, where its output does not say it"),
        "date": Key(date, "when it ran, where its output does not say it"),
        "note": Key(text, "a remark on the file for people who read this"),
        "workload": Key(workload, "what the output does not say about the load"),
        "rows": Key(
            list_of(Reader("a rule", _rule, _RULE.json_schema)), "columns of single records"
        ),
        **STATUS_KEYS,
        "table": Key(list_of(table), "a table that no parser knows, or several"),
    },
)
"""The reader of a sidecar."""


def load(content: str, path: str) -> tuple[Sidecar | None, list[Diagnostic]]:
    """Return what the sidecar at `path` says, and all that is wrong with it.

    There is none if anything is wrong with it: half of what was said could make values of another
    load or testbed.
    """
    node, problems = metadata.load(content, path)
    if node is None:
        return None, problems
    its = SIDECAR.read(node, problems)
    if its is None or any(problem.severity == "error" for problem in problems):
        return None, problems
    conditions = its.get("workload", {})
    return Sidecar(
        tool=its.get("tool", ""),
        tool_version=its.get("tool_version", ""),
        date=its.get("date", ""),
        note=its.get("note", ""),
        workload={name: one.value for name, one in conditions.items()},
        rows=its.get("rows", ()),
        table=its.get("table"),
        withdrawal=withdrawal("run", path, its, node.position),
    ), problems
