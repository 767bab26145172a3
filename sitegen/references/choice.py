"""Which one value a path and filters come to, and what to say where it is not one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sitegen import labels, ordering, units, vocabulary
from sitegen.dataset import varying
from sitegen.diagnostics import FAILED, Diagnostic, Position
from sitegen.lab import Lab
from sitegen.nearest import did_you_mean
from sitegen.record import Record, Value
from sitegen.samples import Sample, samples
from sitegen.selection import METRIC, meant

HEADLINES = ("bandwidth", "net-bandwidth", "iops", "rate", "latency", "time")
"""The quantity that is meant where none is named: the first of these that an operation has."""

UNREAD = frozenset(
    {"parser-failed", "unreadable-file", "empty-file", "unidentified-file", "contested-file"}
)
"""Findings that say that nothing could be read from a raw file."""

_BASES = {"size": "B", "duration": "s", "fraction": "1", "count": "1", "rate": "B/s"}
_AMBIGUOUS = re.compile(r"([\d.,]+) ?([kKMGT])B?")
_SHOWN = 6


class Wanted(NamedTuple):
    """A run or folder under results/, and the values that columns must have.

    Filters hold the metric too, by its columns `operation`, `quantity` and `statistic`. `name` is
    what findings call this.
    """

    path: str
    filters: Mapping[str, str]
    name: str
    position: Position

    def problem(self, code: str, message: str, hint: str = "") -> Diagnostic:
        """Return a finding about this choice."""
        return Diagnostic(self.position, code, message, hint)


def metric_problem(wanted: Wanted) -> Diagnostic | None:
    """Return the finding that a name of the metric is not defined, if one is not."""
    tables: Mapping[str, Collection[str]] = {
        "operation": vocabulary.OPERATIONS,
        "quantity": vocabulary.QUANTITIES,
    }
    for column, names in tables.items():
        word = wanted.filters.get(column)
        if word and word not in names:
            message = f"{wanted.name}: '{word}' is no {column}"
            return wanted.problem("unknown-metric", message, did_you_mean(word, names))
    word = wanted.filters.get("statistic", "")
    if not vocabulary.is_statistic(word):
        message = f"{wanted.name}: '{word}' is no statistic"
        hint = did_you_mean(word, {*vocabulary.STATISTICS, "p50", "p95", "p99", "p99.9"} - {""})
        return wanted.problem("unknown-metric", message, hint)
    return None


def one(wanted: Wanted, lab: Lab) -> Sample | Diagnostic:
    """Return the one value that is wanted, repeats taken together, or why there is not just one."""
    records = lab.dataset.under(wanted.path)
    if not records:
        return _no_records(wanted, lab)
    metric = {column: wanted.filters.get(column) for column in METRIC}
    for column, word in metric.items():
        if word:
            measured = [one for one in records if one.columns.get(column) == word]
            if not measured:
                return _no_metric(wanted, records, lab)
            records = measured
    for name, text in wanted.filters.items():
        if name in METRIC:
            continue
        whole = _column(name, wanted, records, lab)
        if isinstance(whole, Diagnostic):
            return whole
        left = _having(records, whole, text)
        if not left:
            return _no_value(wanted, name, whole, text, records)
        records = left
    records = _natural(records, metric)
    found = samples(records)
    if len(found) > 1:
        return _several(wanted, found)
    return found[0]


def _no_records(wanted: Wanted, lab: Lab) -> Diagnostic:
    if failure := _failure(wanted, "value", lab):
        return failure
    folders = {
        "/".join(parts[:count])
        for parts in (run.split("/") for run in (*lab.runs, *lab.testbeds))
        for count in range(1, len(parts) + 1)
    }
    if wanted.path in folders:
        message = f"there are no results under '{wanted.path}'"
        return wanted.problem("claim-no-data", message)
    bare = wanted.path.removeprefix("results/")
    without = {bare, bare.rpartition(".")[0]} & (folders | set(lab.runs))
    hint = did_you_mean(next(iter(without), wanted.path), folders | set(lab.runs))
    message = f"no run or folder '{wanted.path}' under results/"
    return wanted.problem("unknown-result", message, hint)


def _failure(wanted: Wanted, what: str, lab: Lab) -> Diagnostic | None:
    """Return that a raw file at the path, or in the folder, gave no value, and why."""
    path = wanted.path
    for file in lab.files.values():
        if not ((file.id + "/").startswith(path + "/") or path.startswith(file.id + ":")):
            continue
        for finding in file.reading.diagnostics:
            if finding.code in FAILED.keys() | UNREAD:
                failed = "run failed" if finding.code in FAILED else "nothing could be read"
                message = f"{failed}: '{path}' gave no {what}"
                hint = f"{finding.position}: {finding.message}"
                return wanted.problem("claim-no-data", message, hint)
    return None


def _no_metric(wanted: Wanted, records: Sequence[Record], lab: Lab) -> Diagnostic:
    name = ".".join(filter(None, (wanted.filters.get(column) for column in METRIC)))
    if failure := _failure(wanted, name, lab):
        return failure
    operation = wanted.filters.get("operation")
    its = {one.metric for one in records if one.columns["operation"] == operation}
    hint = did_you_mean(name, its or {one.metric for one in records})
    return wanted.problem("no-result", f"{wanted.name}: no result for '{name}'", hint)


def _column(name: str, wanted: Wanted, records: Sequence[Record], lab: Lab) -> str | Diagnostic:
    """Return the whole name of a column that records have."""
    columns = {column for record in records for column in record.columns}
    whole = [
        column for column in (name, f"workload.{name}", f"testbed.{name}") if column in columns
    ]
    if len(whole) == 1 or name in whole:
        return name if name in whole else whole[0]
    if whole:
        hint = f"write {' or '.join(repr(one) for one in whole)}"
        return wanted.problem("bad-reference", f"'{name}' can be two columns", hint)
    if known := lab.dataset.column(name):
        return known[0]
    short = {_short(column) for column in columns} - set(METRIC)
    message = f"{wanted.name}: no record has the column '{name}'"
    return wanted.problem("unknown-column", message, did_you_mean(name, short))


def _short(column: str) -> str:
    return column.removeprefix("workload.").removeprefix("testbed.")


def _having(records: Iterable[Record], column: str, text: str) -> list[Record]:
    """Return the records whose column has the value that a text stands for; '' is not recorded."""
    kept = []
    for record in records:
        value = record.columns.get(column)
        if (value is None and not text) or (value is not None and _means(text, column, value)):
            kept.append(record)
    return kept


def _means(text: str, column: str, value: Value) -> bool:
    if not meant(text, [value]):
        return False
    its = units.quantity(text)
    kind = vocabulary.WORKLOAD.get(column.removeprefix("workload."))
    base = _BASES.get(kind.type) if kind and column.startswith("workload.") else None
    return str(value) == text or not (its and base) or its.unit.base in ("1", base)


def _no_value(
    wanted: Wanted, name: str, column: str, text: str, records: Sequence[Record]
) -> Diagnostic:
    values = ordering.in_order(column, {one.columns.get(column) for one in records})
    numbers = any(isinstance(value, int | float) for value in values)
    if numbers and (match := _AMBIGUOUS.fullmatch(text)):
        number, prefix = match.groups()
        message = f"{wanted.name}: '{text}' can be read in two ways"
        decimal = "k" if prefix in "kK" else prefix
        hint = f"write {number}{prefix.upper()}iB or {number}{decimal}B"
        return wanted.problem("bad-reference", f"{message}", hint)
    its = f"'{name}={text}'" if text else f"no {name}"
    hint = f"{name} is {_listed(column, values)}"
    return wanted.problem("no-result", f"{wanted.name}: no result with {its}", hint)


def _natural(records: Sequence[Record], metric: Mapping[str, str | None]) -> Sequence[Record]:
    """Return the records of the quantity and the statistic that are meant where none is named."""
    if not metric["quantity"] and len({one.columns["operation"] for one in records}) == 1:
        has = {one.columns["quantity"] for one in records}
        headline = next((quantity for quantity in HEADLINES if quantity in has), None)
        records = [one for one in records if one.columns["quantity"] == headline] or records
    if not metric["statistic"]:
        for statistic in ("", "mean"):
            its = [one for one in records if one.columns.get("statistic", "") == statistic]
            if its:
                return its
    return records


def _several(wanted: Wanted, found: Sequence[Sample]) -> Diagnostic:
    records = [sample.record for sample in found]
    differ = {
        column: values
        for column in METRIC
        if len(values := {one.columns.get(column) for one in records}) > 1
    }
    conditions = varying(records)
    ordered = sorted(conditions, key=lambda column: not column.startswith("workload."))
    differ |= {column: set(conditions[column]) for column in ordered}
    parts = [
        f"{_short(column)} ({_listed(column, ordering.in_order(column, values))})"
        for column, values in list(differ.items())[:4]
    ]
    more = f", and {len(differ) - 4} more" if len(differ) > 4 else ""
    message = f"{wanted.name} comes to {len(found)} values"
    places = " and ".join(str(one.position) for one in records[:2])
    hint = f"they differ in {', '.join(parts)}{more}; the first are {places}"
    return wanted.problem("ambiguous-result", message, hint)


def _listed(column: str, values: Sequence[Value | None]) -> str:
    texts = [written(column, value) for value in values[:_SHOWN]]
    more = f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else ""
    return ", ".join(texts) + more


@lru_cache(100_000, typed=True)
def written(column: str, value: Value | None) -> str:
    """Return a value as it can be written in a filter."""
    if value is None or value == "":
        return "not recorded"
    shown = labels.value(column, value).replace(" ", "")
    return shown if not isinstance(value, str) and meant(shown, [value]) else str(value)
