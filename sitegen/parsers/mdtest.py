"""mdtest: the tables of rates and times at the end of its output, of version 1.7 and later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._mdtest_tables import ROWS, Row, Session, Table, sessions
from sitegen.parsers._wrapped import whole
from sitegen.record import Certainty, Measurement, Run, Source

TOOL = "mdtest"
MARKS = ("SUMMARY: (of", "SUMMARY rate", "SUMMARY time", " was launched with ")
VARIANTS = (
    "SUMMARY: (1.7 to 3.1), SUMMARY rate: (3.2 to 4.0) and SUMMARY rate (in ops/sec): (main): "
    "operations per second over all tasks, with a colon behind the names or not; 0.000 is a phase "
    "that was not run (mdtest.c)",
    "SUMMARY time: (-P and --print-all-procs of 3.2 to 4.0): seconds of the whole phase",
    "SUMMARY time (in ms/op): (main): the head says ms per operation, but a snapshot of mdtest.c "
    "prints the seconds of the phase below it; the rates in the same output decide",
    "of statistics per rank and per iteration in one row, those per iteration are the result",
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, ROWS)
    for session in sessions(source.lines):
        yield from _run(source, session)


def _run(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    if session.fault >= 0 and not session.tables:
        words = source.lines[session.fault].strip()
        yield source.problem(session.fault, "failed-run", f"mdtest stopped: {words}")
        return
    if not session.tables:
        message = "mdtest was launched, but gave no table of results"
        yield source.problem(session.first, "incomplete-run", message)
        return
    broken = next((table for table in session.tables if not table.whole), None)
    if broken:
        message = "the table of mdtest ends before its last row, 'Tree removal'"
        yield source.problem(broken.line, "incomplete-run", message, "the output is cut off")
        return
    if session.version and not session.finished:
        message = "mdtest's last line, '-- finished at', is missing"
        hint = "the tables above it are whole; a table of times may have followed"
        yield source.problem(session.last, "missing-field", message, hint)
    iterations = session.tables[0].iterations
    if iterations > 1:
        session.workload["iterations"] = iterations
    measurements: list[Measurement] = []
    for table in session.tables:
        meaning = _meant(session, table)
        for row in table.rows:
            measurements += _row(table, row, meaning)
    yield Run(
        TOOL,
        session.version,
        session.first,
        session.last,
        measurements,
        workload=session.workload,
        date=session.date,
        furniture=frozenset(session.furniture),
    )


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class Meant(NamedTuple):
    """What the cells of a table are: quantity, unit, its word, and how certain that is."""

    quantity: str
    unit: str
    word: str
    certainty: Certainty = "exact"
    note: str = ""


def _meant(session: Session, table: Table) -> Meant:
    if table.meaning == "rate":
        return Meant("iops", "op/s", "ops/sec")
    if table.meaning == "time":
        return Meant("time", "s", "s")
    for row, rate, items in _counted(session, table):
        seconds = items / Decimal(rate)
        if abs(seconds - Decimal(row.cells["mean"])) <= seconds / 50:
            note = f"seconds of the phase, not ms/op: {row.operation}, {items} / {rate} ops/sec"
            return Meant("time", "s", "ms/op", "proved", note)
    note = "ms/op by the head of the table; some builds print the seconds of the phase there"
    return Meant("latency", "ms", "ms/op", "assumed", note)


def _counted(session: Session, table: Table) -> Iterator[tuple[Row, str, int]]:
    """Yield the rows of a table of times for which there are a rate and a number of items."""
    items = session.workload.get("files", session.workload.get("directories"))
    rates = {
        row.operation: row.cells.get("mean", "")
        for other in session.tables
        if other.meaning == "rate"
        for row in other.rows
    }
    for row in table.rows:
        rate = rates.get(row.operation, "")
        numeric = (
            _NUMBER.fullmatch(rate)
            and rate.strip("0.")
            and _NUMBER.fullmatch(row.cells.get("mean", ""))
        )
        if isinstance(items, int) and numeric and not row.operation.startswith("tree"):
            yield row, rate, items


def _row(table: Table, row: Row, meant: Meant) -> Iterator[Measurement]:
    """Yield the values of a row; of one iteration all statistics but the value are the same."""
    cells = row.cells
    if not any(
        Decimal(cell).is_finite() and Decimal(cell)
        for statistic, cell in cells.items()
        if statistic != "stddev"
    ):
        return
    if table.iterations == 1:
        cells = {"mean" if meant.quantity == "latency" else "": cells["mean"]}
    for statistic, cell in cells.items():
        if Decimal(cell).is_finite():
            yield Measurement(
                row.operation,
                meant.quantity,
                cell,
                meant.unit,
                row.line,
                f"{cell} {meant.word}",
                statistic,
                certainty=meant.certainty,
                note=meant.note,
            )
