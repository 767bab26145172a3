"""What the compare page says of loads, testbeds and tools: words, no two things alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sitegen import ordering
from sitegen.names import NOT_RECORDED, Names, label
from sitegen.pages.compare_samples import Setup
from sitegen.record import Record, Value

_SHOWN = 4
"""How many values of a property are named before the rest is only counted."""

Properties = tuple[tuple[str, str], ...]
"""Labels with values, in words."""


class Words:
    """The words for the columns of records and for their values."""

    def __init__(self, records: Iterable[Record], names: Names) -> None:
        """Begin with records that hold all columns with their values, in the order of the lab."""
        self._names = names
        self._labels: dict[str, str] = {}
        self._beds: dict[int, Properties] = {}
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

    def bed(self, setup: Setup) -> Properties:
        """Return the testbed of a set-up."""
        known = self._beds.get(id(setup))
        if known is None:
            known = self._beds[id(setup)] = tuple(
                (self._labels[column], self._values[column, value])
                for column, value in sorted(setup.columns.items())
                if column.startswith("testbed.")
            )
        return known

    def facts(self, setups: Sequence[Setup], dates: Iterable[Value | None]) -> Properties:
        """Return what is known of all set-ups: of each property the first few values."""
        days = {NOT_RECORDED if date is None else str(date) for date in dates}
        found = [
            ("tool", _some(sorted({self.tool(its) for its in setups}))),
            ("date", _some(sorted(days))),
        ]
        if len(setups) == 1:
            return *found, *self.bed(setups[0])
        columns = {c for its in setups for c in its.columns if c.startswith("testbed.")}
        for column in sorted(columns):
            values = ordering.in_order(column, (its.columns.get(column) for its in setups))
            texts = [
                NOT_RECORDED if value is None else self._values[column, value] for value in values
            ]
            found.append((self._labels[column], _some(texts)))
        return tuple(found)

    def testbed(self, path: str) -> str:
        """Return the name of a testbed."""
        return self._names.testbeds.get(path, path)

    def tool(self, setup: Setup) -> str:
        """Return the tool with its version."""
        return f"{setup.columns['tool']} {setup.columns.get('tool_version', '')}".strip()


def _some(texts: Sequence[str]) -> str:
    """Return the first few of several texts, and how many more there are."""
    if len(texts) <= _SHOWN + 1:
        return ", ".join(texts)
    return f"{', '.join(texts[:_SHOWN])} and {len(texts) - _SHOWN} more"
