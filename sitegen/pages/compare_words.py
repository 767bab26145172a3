"""What the compare page says of loads, testbeds and tools: words, no two things alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sitegen import ordering
from sitegen.names import NOT_RECORDED, Names, label
from sitegen.record import Record, Value

_SHOWN = 4
"""How many values of a property are named before the rest is only counted."""

Properties = tuple[tuple[str, str], ...]
"""Labels with values, in words."""


class Words:
    """The words for the columns of records and for their values."""

    def __init__(self, records: Iterable[Record], names: Names) -> None:
        self._names = names
        self._labels: dict[str, str] = {}
        self._values: dict[tuple[str, Value], str] = {}
        owners: dict[tuple[str, str], object] = {}
        for record in records:
            for column, value in record.columns.items():
                if column not in self._labels:
                    text = label(column)
                    alone = owners.setdefault(("", text), column) == column
                    self._labels[column] = text if alone else f"{text} ({column})"
                if (column, value) not in self._values:
                    text = names.value(column, value)
                    alone = owners.setdefault((column, text), value) == value
                    self._values[column, value] = text if alone else f"{text} ({value})"

    def load(self, columns: Iterable[tuple[str, Value]]) -> str:
        """Return a load: 'block size 4 KiB, jobs 8'."""
        return ", ".join(f"{self._labels[c]} {self._values[c, value]}" for c, value in columns)

    def bed(self, record: Record) -> Properties:
        """Return the testbed of a record."""
        return tuple(
            (self._labels[column], self._values[column, value])
            for column, value in sorted(record.columns.items())
            if column.startswith("testbed.")
        )

    def facts(self, records: Sequence[Record]) -> Properties:
        """Return what is known of all records: of each property the first few values."""
        columns = {c for record in records for c in record.columns if c.startswith("testbed.")}
        dates = {str(record.columns.get("date", NOT_RECORDED)) for record in records}
        found = [
            ("tool", _some(sorted({self.tool(record) for record in records}))),
            ("date", _some(sorted(dates))),
        ]
        for column in sorted(columns):
            values = ordering.in_order(column, (record.columns.get(column) for record in records))
            texts = [
                NOT_RECORDED if value is None else self._values[column, value] for value in values
            ]
            found.append((self._labels[column], _some(texts)))
        return tuple(found)

    def testbed(self, path: str) -> str:
        """Return the name of a testbed."""
        return self._names.testbeds.get(path, path)

    def tool(self, record: Record) -> str:
        """Return the tool with its version."""
        return f"{record.columns['tool']} {record.columns.get('tool_version', '')}".strip()


def _some(texts: Sequence[str]) -> str:
    """Return the first few of several texts, and how many more there are."""
    if len(texts) <= _SHOWN + 1:
        return ", ".join(texts)
    return f"{', '.join(texts[:_SHOWN])} and {len(texts) - _SHOWN} more"
