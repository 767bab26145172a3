"""All records, and the few questions that every page, table, chart and claim asks of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from sitegen.alike import Part, Parts
from sitegen.ordering import in_order, order
from sitegen.record import Gap, Record, Value

# Columns that say which measurement it was, not under which conditions.
_NOT_CONDITIONS = frozenset({"run", "date", "operation", "quantity", "statistic"})


class _Hardware(NamedTuple):
    """The records with each value in their testbed columns, and how often all of these are alike.

    The ids of hardware are among the values.
    """

    records: Mapping[str, Sequence[Record]]
    often: Mapping[Part, int]


@dataclass(frozen=True)
class Dataset:
    """Every measured value of the project by its run, in the order of files and lines.

    `columns` are the names of all columns that some record has. `gaps` are the places where a tool
    says that there is no value: what it calls invalid, or a run that failed.
    """

    by_run: Mapping[str, Sequence[Record]]
    columns: frozenset[str]
    gaps: Sequence[Gap] = ()

    @cached_property
    def records(self) -> Sequence[Record]:
        """Return the records of all runs."""
        return [record for records in self.by_run.values() for record in records]

    @cached_property
    def _by_folder(self) -> Mapping[str, Sequence[Record]]:
        """Return the records below each folder, and of each file that holds several runs."""
        found: dict[str, list[Record]] = {}
        for run, records in self.by_run.items():
            file = run.partition(":")[0]
            above = [file] if file != run else []
            above += [file[:end] for end, letter in enumerate(file) if letter == "/"]
            for one in above:
                found.setdefault(one, []).extend(records)
        return found

    @cached_property
    def _hardware(self) -> _Hardware:
        """Look once through the testbed columns of all records."""
        found: dict[str, list[Record]] = {}
        own: dict[Part, list[list[Record]]] = {}
        often: Counter[Part] = Counter()
        for record in self.records:
            (part,) = _TESTBED.of(record.columns)
            often[part] += 1
            its = own.get(part)
            if its is None:
                its = own[part] = [found.setdefault(one, []) for one in _ids(part[1])]
            for records in its:
                records.append(record)
        return _Hardware(found, often)

    @property
    def by_hardware(self) -> Mapping[str, Sequence[Record]]:
        """Return the records that were measured with each piece of hardware, by its id.

        A testbed column that joins several ids with ' + ' counts for each of them.
        """
        return self._hardware.records

    @cached_property
    def runs_with(self) -> Mapping[str, Sequence[str]]:
        """Return the runs that measured something with each piece of hardware, by its id."""
        return {
            one: tuple(dict.fromkeys([str(record.columns["run"]) for record in records]))
            for one, records in self.by_hardware.items()
        }

    @cached_property
    def roles(self) -> Mapping[str, str]:
        """Return the testbed column that holds a piece of hardware alone, most often, by its id."""
        counts: dict[str, Counter[str]] = {}
        for part, often in self._hardware.often.items():
            for column, value in zip(*part, strict=True):
                counts.setdefault(str(value), Counter())[column] += often
        return {
            name: max(sorted(its), key=lambda column: its[column]) for name, its in counts.items()
        }

    def under(self, path: str) -> Sequence[Record]:
        """Return the records of a run, or of all runs in a folder of results/."""
        whole = path.strip("/")
        return self.by_run.get(whole) or self._by_folder.get(whole, [])

    def gaps_under(self, path: str) -> Sequence[Gap]:
        """Return the gaps of a run, or of all runs in a folder of results/; '' is all."""
        whole = path.strip("/")
        below = (f"{whole}/", f"{whole}:")
        return [
            one for one in self.gaps if not whole or one.run == whole or one.run.startswith(below)
        ]

    def column(self, name: str) -> Sequence[str]:
        """Return the columns that `name` stands for: itself, or one of workload. or testbed."""
        if name in self.columns:
            return (name,)
        return tuple(c for c in (f"workload.{name}", f"testbed.{name}") if c in self.columns)


def of(records: Iterable[Record], gaps: Sequence[Gap] = ()) -> Dataset:
    """Return a dataset of some records."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.run, []).append(record)
    return Dataset(found, columns(*found.values()), gaps)


def columns(*several: Iterable[Record]) -> frozenset[str]:
    """Return the names of all columns that some record has."""
    return frozenset().union(*{tuple(one.columns) for records in several for one in records})


_TESTBED = Parts(lambda column: column.startswith("testbed."))


def ids(columns: Mapping[str, Value]) -> tuple[str, ...]:
    """Return what stands in testbed columns, each once: the ids of hardware are among it."""
    ((_, values),) = _TESTBED.of(columns)
    return _ids(values)


@lru_cache(10_000)
def _ids(values: tuple[Value, ...]) -> tuple[str, ...]:
    found = {one for value in values if isinstance(value, str) for one in value.split(" + ")}
    return tuple(sorted(found))


def where(records: Iterable[Record], wanted: Mapping[str, Value | Sequence[Value]]) -> list[Record]:
    """Return the records that have in each column the wanted value, or one of the wanted values."""
    allowed = {
        column: {str(one) for one in values} if isinstance(values, list | tuple) else {str(values)}
        for column, values in wanted.items()
    }
    found = list(records)
    for column, texts in allowed.items():
        found = [record for record in found if str(record.columns.get(column, "")) in texts]
    return found


def varying(
    records: Sequence[Record], ignore: Iterable[str] = ()
) -> dict[str, Sequence[Value | None]]:
    """Return the columns in which records differ, with their values in order.

    This is what a table does not show but still varies: the source of every 'also differs in'.
    `run`, `date` and the metric itself are no conditions and never among them.
    """
    return {name: in_order(name, its) for name, its in sorted(differing(records, ignore).items())}


def differing(
    records: Sequence[Record], ignore: Iterable[str] = ()
) -> dict[str, set[Value | None]]:
    """Return what `varying` does, in no order."""
    if len(records) < 2:
        return {}
    skipped = _NOT_CONDITIONS | set(ignore)
    return {
        name: its for name, its in values(records).items() if len(its) > 1 and name not in skipped
    }


def values(records: Iterable[Record]) -> dict[str, set[Value | None]]:
    """Return the distinct values in each column that some record has; None is for others."""
    rows: dict[tuple[str, ...], list[Iterable[Value]]] = {}
    for record in records:
        rows.setdefault(tuple(record.columns), []).append(record.columns.values())
    # The values of records with the same columns lie below each other.
    found: dict[str, set[Value | None]] = {}
    for names, its in rows.items():
        for name, column in zip(names, zip(*its, strict=True), strict=True):
            found.setdefault(name, set()).update(column)
    for names in rows if len(rows) > 1 else ():
        for name in found.keys() - set(names):
            found[name].add(None)
    return found


def group(
    records: Iterable[Record], columns: Sequence[str]
) -> dict[tuple[Value | None, ...], list[Record]]:
    """Return records by their values in `columns`, the groups in natural order."""
    found = gathered(records, columns)

    def key(values: tuple[Value | None, ...]) -> list[tuple[int, float, str]]:
        return [order(column, value) for column, value in zip(columns, values, strict=True)]

    return {values: found[values] for values in sorted(found, key=key)}


def gathered(
    records: Iterable[Record], columns: Sequence[str]
) -> dict[tuple[Value | None, ...], list[Record]]:
    """Return records by their values in `columns`, the groups as they come."""
    found: dict[tuple[Value | None, ...], list[Record]] = {}
    for record in records:
        get = record.columns.get
        found.setdefault(tuple([get(column) for column in columns]), []).append(record)
    return found
