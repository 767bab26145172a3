"""Reading one column of the `table` of a sidecar, and the settings it gives to other columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast, get_args

from sitegen import metadata, vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.metadata import Node, Text
from sitegen.nearest import did_you_mean
from sitegen.record import Certainty, Value
from sitegen.schema import (
    JsonSchema,
    Key,
    Problems,
    Reader,
    fields,
    mapping_of,
    misfit,
    one_of,
    scalar,
    text,
)
from sitegen.table_description import (
    Column,
    KeyCells,
    Labels,
    Meaning,
    fold,
)
from sitegen.testbed_file import column_value
from sitegen.workload import workload

_TESTBED_COLUMN = re.compile(r"testbed(\.[a-z0-9]+(-[a-z0-9]+)*)+")

yes = scalar("true or false", {"true": True, "false": False}.get, json_schema={"type": "boolean"})
count = scalar(
    "a whole number from 1",
    lambda written: int(written) if re.fullmatch("[1-9][0-9]{0,8}", written) else None,
    json_schema={"type": "integer", "minimum": 1},
)


def _nameable(written: str) -> str | None:
    if written in vocabulary.WORKLOAD:
        return f"workload.{written}"
    known = written.removeprefix("workload.") in vocabulary.WORKLOAD
    return written if known or _TESTBED_COLUMN.fullmatch(written) else None


def _column_hint(written: str) -> str:
    if written.startswith("testbed."):
        return "write lower-case words joined by '-' and '.', such as testbed.raid.level"
    return did_you_mean(written, [f"workload.{one}" for one in vocabulary.WORKLOAD])


column_name: Reader[str] = scalar(
    "a workload or testbed column", _nameable, _column_hint, "unknown-column"
)
"""The reader of the name of a workload or testbed column, which it returns in full."""


def settings(entries: Iterable[tuple[Text, Node]], problems: Problems) -> dict[str, Value]:
    """Return the values that entries such as `workload.block_size: 4 KiB` give to columns."""
    values: dict[str, Value] = {}
    conditions = []
    for key, node in entries:
        name = column_name.read(key, problems)
        if name is None:
            continue
        if name.startswith("workload."):
            conditions.append((Text(name.removeprefix("workload."), key.position), node))
        elif (written := text.read(node, problems)) is not None:
            values[name] = column_value(written)
    if conditions:
        mapping = metadata.Mapping(tuple(conditions), conditions[0][0].position)
        stated = workload.read(mapping, problems) or {}
        values.update({f"workload.{name}": one.value for name, one in stated.items()})
    return values


def _defined(noun: str, names: Mapping[str, object]) -> Reader[str]:
    return scalar(
        noun,
        lambda written: written if written in names else None,
        lambda written: did_you_mean(written, names),
        json_schema={"enum": list(names)},
    )


_MEANING = {
    "operation": Key(
        _defined("an operation", vocabulary.OPERATIONS), "what was done: seq-read, rand-write ..."
    ),
    "quantity": Key(
        _defined("a quantity", vocabulary.QUANTITIES), "what the numbers are: bandwidth, iops ..."
    ),
    "statistic": Key(
        scalar(
            "a statistic",
            lambda written: written if vocabulary.is_statistic(written) else None,
            lambda written: did_you_mean(written, [*filter(None, vocabulary.STATISTICS), "p99"]),
        ),
        "mean, median, min, max, stddev, sum, or a percentile: p99",
    ),
    "unit": Key(text, "what numbers without a unit of their own are in"),
    "certainty": Key(one_of(*get_args(Certainty)), "what kind of values these are; else exact"),
    "note": Key(text, "a remark that goes with each value"),
}
_LABEL = fields("a label", {**_MEANING, "skip": Key(yes, "leave these rows out")})


def _meaning(node: metadata.Mapping, its: Mapping[str, Any], problems: Problems) -> Meaning:
    columns = settings((entry for entry in node.entries if "." in entry[0].value), problems)
    return Meaning(
        its.get("operation", ""),
        its.get("quantity", ""),
        its.get("statistic", ""),
        its.get("unit", ""),
        cast("Certainty | None", its.get("certainty")),
        its.get("note", ""),
        columns,
    )


def _with_columns(reader: Reader[Any]) -> JsonSchema:
    """Return the schema of a mapping that may also set workload and testbed columns."""
    columns = {r"^(workload|testbed)\.": {"type": ["string", "number", "boolean"]}}
    return {**reader.json_schema, "patternProperties": columns}


def _without_columns(node: metadata.Mapping) -> metadata.Mapping:
    plain = tuple(entry for entry in node.entries if "." not in entry[0].value)
    return metadata.Mapping(plain, node.position)


def _labels(node: Node, problems: Problems) -> Labels | None:
    if not isinstance(node, metadata.Mapping):
        problems.append(misfit(node, "a mapping of labels"))
        return None
    meanings: dict[str, Meaning | None] = {}
    for key, value in node.entries:
        if not isinstance(value, metadata.Mapping):
            problems.append(misfit(value, _LABEL.noun, "write what it says: {operation: seq-read}"))
            continue
        its = _LABEL.read(_without_columns(value), problems) or {}
        meanings[fold(key.value)] = None if its.get("skip") else _meaning(value, its, problems)
    return Labels(meanings)


_COLUMN = fields(
    "a column",
    {
        "heading": Key(text, "the words above it, where the table has a head"),
        "at": Key(count, "its number from 1, where it does not follow the one before"),
        "pointer": Key(text, "where it stands in a record of JSON: /read/bw"),
        "fill": Key(yes, "an empty cell repeats the one above it"),
        "skip": Key(yes, "nothing is to be read here"),
        "column": Key(column_name, "the workload or testbed column that it is a key for"),
        "values": Key(mapping_of(text), "what printed words mean: {8 OSDs: 8}"),
        "labels": Key(
            Reader(
                "a mapping of labels",
                _labels,
                {"type": "object", "additionalProperties": _with_columns(_LABEL)},
            ),
            "what the rows with each word are",
        ),
        **_MEANING,
    },
)
_PLACE = {"heading", "at", "pointer", "fill"}
_ROLES = {"skip": set[str](), "labels": set[str](), "column": {"unit", "values"}}


def _read(node: Node, problems: Problems) -> Column | None:
    if not isinstance(node, metadata.Mapping):
        problems.append(misfit(node, "a column", "write it as {operation: ..., quantity: ...}"))
        return None
    its = _COLUMN.read(_without_columns(node), problems)
    if its is None:
        return None
    role = next((name for name in _ROLES if its.get(name)), "")
    given = {key.value for key, _ in node.entries} - _PLACE - {role}
    odd = given - _ROLES[role] if role else given & {"values"}
    if odd:
        what = f"a column with '{role}'" if role else "a column without 'column'"
        problems.append(
            Diagnostic(
                node.position,
                "unknown-key",
                f"{what} has no key {', '.join(map(repr, sorted(odd)))}",
                "a column is a key (column:), values (operation: ...), labels: or skip: true",
            )
        )
    holds: Meaning | KeyCells | Labels | None = None
    if role == "column":
        holds = KeyCells(its["column"], its.get("unit", ""), its.get("values", {}))
    elif role == "labels":
        holds = its["labels"]
    elif not role:
        holds = _meaning(node, its, problems)
    return Column(
        holds,
        node.position,
        its.get("at", 0) - 1,
        fold(its.get("heading", "")),
        its.get("pointer"),
        its.get("fill", False),
    )


column: Reader[Column] = Reader("a column", _read, _with_columns(_COLUMN))
"""The reader of one column; its `index` is -1 where it is not said."""
