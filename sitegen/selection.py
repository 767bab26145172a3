"""From a query to the records it means: names made complete, paths and values looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sitegen import labels, units, vocabulary
from sitegen.dataset import Dataset, where
from sitegen.diagnostics import Diagnostic
from sitegen.nearest import did_you_mean
from sitegen.query import PATH, Query
from sitegen.record import Gap, Record, Value

METRIC = ("operation", "quantity", "statistic")


class Selection(NamedTuple):
    """A query with complete names, and the records it takes, in the order of its metrics.

    `gaps` are the places in between where a tool says that there is no value.
    """

    query: Query
    records: Sequence[Record]
    gaps: Sequence[Gap] = ()


def select(query: Query, dataset: Dataset) -> tuple[Selection | None, list[Diagnostic]]:
    """Return the records that a query takes, and what in it stands for nothing.

    Paths and metrics that do not exist are left out; there is no selection if a column does not
    exist or no record is left.
    """
    findings: list[Diagnostic] = []
    query = _complete(query, dataset, findings)
    if findings:
        return None, findings
    records = _under(query, dataset, findings)
    gaps = [one for path in query.runs or ("",) for one in dataset.gaps_under(path)]
    if records and query.where:
        wanted = _values(query, records, findings)
        records = where(records, wanted)
        gaps = [one for one in gaps if _may_be(one, wanted)]
    if query.metrics:
        records = _measuring(query, records, gaps, findings)
        gaps = [one for one in gaps if _named(one) in ("", *query.metrics)]
    elif not query.runs and not query.where:
        hint = "write 'runs', 'metrics' or 'where'"
        return None, [
            Diagnostic(query.position, "bad-block", f"'{query.id}' does not say what to show", hint)
        ]
    if query.kind == "distribution":
        records = [record for record in records if _is_rank(record)]
    findings += _idle(query, records)
    if not records:
        if not findings:
            message = f"'{query.id}' takes no record"
            findings.append(Diagnostic(query.position, "no-result", message))
        return None, findings
    return Selection(query, records, gaps), findings


def _complete(query: Query, dataset: Dataset, findings: list[Diagnostic]) -> Query:
    """Return a query with the whole name of each column."""

    def whole(key: str, name: str) -> str:
        found = dataset.column(name)
        if len(found) == 1 or name in METRIC:
            return found[0] if found else name
        if found:
            message = f"'{name}' can be two columns"
            hint = f"write {' or '.join(repr(one) for one in found)}"
        else:
            message = f"no record has the column '{name}'"
            short = {known.partition(".")[2] for known in dataset.columns if "." in known}
            hint = did_you_mean(name, dataset.columns | short)
        findings.append(query.problem(key, name, "unknown-column", message, hint))
        return name

    def all_of(key: str, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(whole(key, name) for name in names))

    columns, vs = all_of("columns", query.columns), query.vs
    if query.kind == "compare":
        columns, vs = columns or ("testbed",), vs or (PATH, query.runs[0])
    return replace(
        query,
        where={whole("where", name): its for name, its in query.where.items()},
        order={whole("order", name): its for name, its in query.order.items()},
        ignore=all_of("ignore", query.ignore),
        rows=all_of("rows", query.rows),
        columns=columns,
        x=whole("x", query.x) if query.x else "",
        series=whole("series", query.series) if query.series else "",
        vs=(whole("vs", vs[0]), vs[1]) if vs and vs[0] != PATH else vs,
    )


def _under(query: Query, dataset: Dataset, findings: list[Diagnostic]) -> Sequence[Record]:
    """Return the records of the query's runs, each once."""
    if not query.runs:
        return dataset.records
    found: dict[int, Record] = {}
    for path in query.runs:
        records = dataset.under(path)
        found |= {id(record): record for record in records}
        if not records and not dataset.gaps_under(path):
            folders = {run.rpartition("/")[0] for run in dataset.by_run}
            hint = did_you_mean(path, {*dataset.by_run, *folders} - {""})
            message = f"no run or folder '{path}' with results"
            findings.append(query.problem("runs", path, "unknown-result", message, hint))
    return list(found.values())


def meant(text: str, values: Iterable[Value]) -> list[Value]:
    """Return those values of a column that a text stands for: '8 GiB' for 8589934592."""
    wanted = units.quantity(text)
    return [
        value
        for value in values
        if str(value) == text or (not isinstance(value, str) and wanted and wanted.value == value)
    ]


def _values(
    query: Query, records: Sequence[Record], findings: list[Diagnostic]
) -> Mapping[str, Sequence[Value]]:
    """Return the values that records must have, by column."""
    wanted: dict[str, Sequence[Value]] = {}
    for column, texts in query.where.items():
        known = {one.columns[column] for one in records if column in one.columns}
        wanted[column] = [value for text in texts for value in meant(text, known)]
        for text in texts:
            if not meant(text, known):
                shown = {labels.value(column, value) for value in known}
                label = labels.column(column)
                message = f"no result with the {label} '{text}'"
                hint = did_you_mean(text, shown)
                findings.append(query.problem("where", text, "no-result", message, hint))
    return wanted


def _idle(query: Query, records: Sequence[Record]) -> Iterator[Diagnostic]:
    """Yield a finding for each value in a declared order that no record has."""
    for column, texts in query.order.items():
        known = {one.columns[column] for one in records if column in one.columns}
        for text in texts if records else ():
            if not meant(text, known):
                message = f"no result with the {labels.column(column)} '{text}' to be put in order"
                hint = did_you_mean(text, {labels.value(column, value) for value in known})
                yield query.problem("order", text, "idle-value", message, hint)


def _may_be(gap: Gap, wanted: Mapping[str, Sequence[Value]]) -> bool:
    """Return whether nothing that is known of a gap is other than what is wanted."""
    return all(
        gap.columns[column] in values
        if column in gap.columns
        else column in METRIC or column.startswith("workload.")
        for column, values in wanted.items()
    )


def _named(gap: Gap) -> str:
    """Return the metric of a gap as queries name it; nothing where a whole run failed."""
    return ".".join(str(gap.columns[column]) for column in METRIC if column in gap.columns)


def _measuring(
    query: Query, records: Sequence[Record], gaps: Sequence[Gap], findings: list[Diagnostic]
) -> list[Record]:
    """Return the records of the query's metrics, in the order of the metrics."""
    by_metric: dict[str, dict[str, list[Record]]] = {}
    for record in records:
        name = f"{record.columns['operation']}.{record.columns['quantity']}"
        statistic = str(record.columns.get("statistic", ""))
        by_metric.setdefault(name, {}).setdefault(statistic, []).append(record)
    found: dict[int, Record] = {}
    for metric in query.metrics:
        operation, _, rest = metric.partition(".")
        quantity, _, statistic = rest.partition(".")
        if finding := _undefined(query, metric, operation, quantity, statistic):
            findings.append(finding)
            continue
        its = by_metric.get(f"{operation}.{quantity}", {})
        if query.kind == "distribution" and not statistic:
            found |= {id(record): record for some in its.values() for record in some}
            continue
        chosen = its.get(statistic or _natural(its))
        if chosen is None and any(_named(one) == metric for one in gaps):
            continue
        if chosen is None:
            message = f"no result for '{metric}'"
            known = [
                f"{name}.{one}".strip(".") for name, these in by_metric.items() for one in these
            ]
            hint = did_you_mean(metric, known) if records else ""
            findings.append(query.problem("metrics", metric, "no-result", message, hint))
            continue
        found |= {id(record): record for record in chosen}
    return list(found.values())


def _is_rank(record: Record) -> bool:
    return vocabulary.percentile(str(record.columns.get("statistic", ""))) is not None


def _natural(statistics: Mapping[str, object]) -> str:
    """Return the statistic that is meant where none is named."""
    for name in ("", "mean"):
        if name in statistics:
            return name
    return next(iter(statistics)) if len(statistics) == 1 else ""


def _undefined(
    query: Query, metric: str, operation: str, quantity: str, statistic: str
) -> Diagnostic | None:
    if operation not in vocabulary.OPERATIONS:
        message = f"'{metric}' begins with no operation"
        hint = did_you_mean(operation, vocabulary.OPERATIONS)
    elif quantity not in vocabulary.QUANTITIES:
        message = f"'{metric}' names no quantity after '{operation}'"
        hint = did_you_mean(quantity, vocabulary.QUANTITIES)
    elif not vocabulary.is_statistic(statistic):
        message = f"'{metric}' ends with no statistic"
        hint = did_you_mean(statistic, vocabulary.STATISTICS)
    else:
        return None
    return query.problem("metrics", metric, "unknown-metric", message, hint)
