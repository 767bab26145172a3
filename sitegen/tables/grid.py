"""Records laid out in rows and columns: what stands where, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sitegen import ordering, vocabulary
from sitegen.dataset import gathered, group, varying
from sitegen.diagnostics import Diagnostic
from sitegen.names import Names
from sitegen.query import Query
from sitegen.record import Gap, Record, Value
from sitegen.samples import Sample, samples
from sitegen.selection import METRIC, meant

Key = tuple[Value | None, ...]

_QUANTITIES = list(vocabulary.QUANTITIES)


@dataclass(frozen=True, slots=True)
class Grid:
    """The samples of a query by the values of its row columns and its column columns.

    `gaps` are the places where a tool says that there is no value.
    """

    query: Query
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_keys: tuple[Key, ...]
    column_keys: tuple[Key, ...]
    cells: Mapping[tuple[Key, Key], Sequence[Sample]]
    gaps: Mapping[tuple[Key, Key], Gap]

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the columns of the data that readers see as headings."""
        return (*self.rows, *self.columns)

    def one(self, row: Key, column: Key) -> Sample | None:
        """Return the sample of a cell, if there is exactly one."""
        its = self.cells.get((row, column), ())
        return its[0] if len(its) == 1 else None


def arrange(
    query: Query, records: Sequence[Record], gaps: Sequence[Gap] = (), *, extend: bool = False
) -> Grid:
    """Return records in the rows and columns of their query.

    What a metric is called is shown at least somewhere; where no columns are given, in the heads of
    the columns. With `extend`, rows are split until no cell has more than one sample.
    """
    rows = query.rows
    measured: list[Record | Gap] = [*records]
    measured += (one for one in gaps if "operation" in one.columns)
    metric = _varying_metric(measured, (*rows, *query.columns))
    if not rows:
        by_metric = query.kind == "compare" or query.columns
        rows = (metric or ("operation",)) if by_metric else ("testbed",)
        metric = _varying_metric(measured, (*rows, *query.columns))
    columns = _cases(query, [*records, *gaps]) + metric
    if extend or query.kind == "compare":
        rows = _split(rows, columns, records)
    cells: dict[tuple[Key, Key], Sequence[Sample]] = {}
    for key, its in group(records, (*rows, *columns)).items():
        cells[key[: len(rows)], key[len(rows) :]] = samples(its)
    empty = {place: gap for gap in gaps for place in _places(gap, rows, columns, list(cells))}
    places = {**cells, **empty}
    return Grid(
        query,
        rows,
        columns,
        tuple(sorted({row for row, _ in places}, key=_order(query, rows))),
        tuple(sorted({column for _, column in places}, key=_order(query, columns))),
        cells,
        empty,
    )


def _places(
    gap: Gap, rows: Sequence[str], columns: Sequence[str], known: Sequence[tuple[Key, Key]]
) -> Iterator[tuple[Key, Key]]:
    """Yield the places of a gap: of a run that failed, one for each metric and load of others."""
    names = (*rows, *columns)
    whole = "operation" not in gap.columns
    for row, column in known if whole else known[:1]:
        key = tuple(
            value
            if whole
            and name not in gap.columns
            and (name in METRIC or name.startswith("workload."))
            else gap.columns.get(name)
            for name, value in zip(names, (*row, *column), strict=True)
        )
        yield key[: len(rows)], key[len(rows) :]


def _varying_metric(records: Sequence[Record | Gap], shown: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        column
        for column in METRIC
        if column not in shown and len({record.columns.get(column) for record in records}) > 1
    )


def _cases(query: Query, records: Sequence[Record | Gap]) -> tuple[str, ...]:
    """Return the columns of a query; runs of one testbed are compared run by run."""
    if query.kind == "compare" and query.columns == ("testbed",):
        testbeds = {record.columns.get("testbed") for record in records}
        if len(testbeds) < len(query.runs):
            return ("run",)
    return query.columns


def _split(
    rows: tuple[str, ...], columns: tuple[str, ...], records: Sequence[Record]
) -> tuple[str, ...]:
    """Return the row columns with as many more as it takes to tell all samples apart."""
    cells = gathered(records, (*rows, *columns))
    single = [one.record.columns for its in cells.values() for one in samples(its)]

    def apart(chosen: tuple[str, ...]) -> int:
        named = (*chosen, *columns)
        return len({tuple(its.get(column) for column in named) for its in single})

    known = apart(rows)
    candidates = sorted(
        {column for its in cells.values() for column in varying(its)},
        key=lambda column: (column != "testbed", column.startswith("testbed"), column),
    )
    for column in candidates:
        if known == len(single):
            break
        if apart((*rows, column)) > known:
            rows = (*rows, column)
            known = apart(rows)
    return rows


def _order(
    query: Query, columns: Sequence[str]
) -> Callable[[Key], list[tuple[int, tuple[int, float, str]]]]:
    """Return the sort key for values of `columns`: declared, as in the query, natural order."""
    ranks = [_rank(query, column) for column in columns]
    return lambda key: [
        (rank(value), _nature(column, value))
        for rank, column, value in zip(ranks, columns, key, strict=True)
    ]


def _nature(column: str, value: Value | None) -> tuple[int, float, str]:
    """Return the key of the natural order: p50, p99.9, the most; throughput before latency."""
    text = str(value)
    if column == "quantity" and text in _QUANTITIES:
        return (0, float(_QUANTITIES.index(text)), "")
    if column == "statistic" and (rank := vocabulary.percentile(text)) is not None:
        return (1, rank, "")
    return ordering.order(column, value)


def _rank(query: Query, column: str) -> Callable[[Value | None], int]:
    declared = query.order.get(column, ())
    listed: Sequence[str] = ()
    if column in METRIC:
        place = METRIC.index(column)
        parts = [metric.split(".", 2) for metric in query.metrics]
        listed = [its[place] if len(its) > place else "" for its in parts]
    elif column in ("testbed", "run"):
        listed = query.runs

    def rank(value: Value | None) -> int:
        if value is None:
            return len(declared) + len(listed)
        for number, text in enumerate(declared):
            if meant(text, (value,)):
                return number
        for number, text in enumerate(listed, len(declared)):
            # A path stands for the testbed or run itself, and for what lies below or above it.
            if str(value) == text or (column in ("testbed", "run") and _related(str(value), text)):
                return number
        return len(declared) + len(listed)

    return rank


def _related(value: str, path: str) -> bool:
    return value.startswith((f"{path}/", f"{path}:")) or path.startswith(f"{value}/")


def crowded(grid: Grid, names: Names) -> list[Diagnostic]:
    """Return the finding about cells with several samples, of which none can be shown."""
    cells = {place: its for place, its in grid.cells.items() if len(its) > 1}
    if not cells:
        return []
    columns = dict.fromkeys(
        column
        for its in cells.values()
        for column in varying([record for sample in its for record in sample.records])
    )
    (row, column), its = next(iter(cells.items()))
    place = ", ".join(
        names.alone(name, value) for name, value in zip(grid.shown, (*row, *column), strict=True)
    )
    name = f"of '{grid.query.id}'"
    many = f"{len(cells)} cells {name} have" if len(cells) > 1 else f"a cell {name} has"
    message = f"{many} more than one result, such as {len(its)} for {place}"
    hint = f"they differ in {', '.join(columns)}: show one of these, or narrow 'where'"
    return [Diagnostic(grid.query.position, "ambiguous-result", message, hint)]
