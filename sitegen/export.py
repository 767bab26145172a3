"""All records as JSON and as CSV: what `sitegen export` prints and site/data/ holds."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from sitegen.record import Record, Value
from sitegen.show import record_as_json

FIRST = (
    "run",
    "testbed",
    "tool",
    "tool_version",
    "date",
    "operation",
    "quantity",
    "statistic",
    "value",
    "unit",
    "written",
    "certainty",
    "note",
    "doubts",
    "path",
    "line",
)
"""The columns that every table of records begins with; workload and testbed columns follow."""

# A spreadsheet takes text that begins so for a formula (OWASP, CSV injection).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_json(records: Sequence[Record]) -> str:
    """Return records as a JSON list, one record on each line."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    lines = (
        encode({**record_as_json(record), "doubts": [one.message for one in record.doubts]})
        for record in records
    )
    return "[\n" + ",\n".join(lines) + "\n]\n" if records else "[]\n"


def as_csv(records: Sequence[Record]) -> str:
    """Return records as CSV (RFC 4180), one row for each, with a column for each condition.

    A cell is empty where nothing is known. Text that a spreadsheet would take for a formula has
    an apostrophe before it.
    """
    columns = [*FIRST, *_conditions(records)]
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerow(columns)
    for record in records:
        get = _cells(record).get
        writer.writerow([_guarded(get(column, "")) for column in columns])
    return table.getvalue()


def _conditions(records: Sequence[Record]) -> list[str]:
    """Return the workload columns, then the testbed columns, that any record has."""
    found = {column for record in records for column in record.columns} - set(FIRST)
    return sorted(found, key=lambda column: (not column.startswith("workload."), column))


def _cells(record: Record) -> dict[str, Value]:
    return {
        **record.columns,
        "value": record.value,
        "unit": record.unit,
        "written": record.written,
        "certainty": record.certainty,
        "note": record.note,
        "doubts": "; ".join(one.message for one in record.doubts),
        "path": record.position.path,
        "line": record.position.line,
    }


def _guarded(cell: Value) -> Value:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
