"""Tables of samples as pages show them: each number with its evidence, each gap with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sitegen import urls
from sitegen.names import Names
from sitegen.pages.evidence import Evidence, Shown
from sitegen.record import Value
from sitegen.residue import Note
from sitegen.tables import Cell, Heading, Table


class ColumnView(NamedTuple):
    """The head of a column: its words, and its unit below them."""

    label: str
    unit: str
    numeric: bool


class CellView(NamedTuple):
    """A cell: a heading of a row, a number with its evidence, or why there is none.

    `sort` is the value in its base unit; `mark` stands small behind the number. Of a heading and of
    a reason `address` is what it leads to.
    """

    text: str = ""
    address: str = ""
    number: Shown | None = None
    mark: str = ""
    missing: bool = False
    best: bool = False
    sort: Value | None = None


class NoteView(NamedTuple):
    """A sentence under a table or figure."""

    text: str
    warn: bool


class TableView(NamedTuple):
    """What the macro for tables gets; the first `heads` cells of a row are its headings.

    `cite` is the address at which the table can be cited, if it has one; `doubts` are those notes
    that belong to numbers and go wherever these go. How many rows are `left` out is told with the
    address that has the `rest`.
    """

    id: str
    title: str
    subtitle: str
    heads: int
    columns: tuple[ColumnView, ...]
    rows: tuple[tuple[CellView, ...], ...]
    notes: tuple[NoteView, ...]
    sortable: bool = True
    cite: str = ""
    doubts: tuple[str, ...] = ()
    left: int = 0
    rest: str = ""


def view(table: Table, evidence: Evidence, names: Names, *, titled: bool = True) -> TableView:
    """Return the view of a table, after noting the evidence for its numbers."""
    columns = [ColumnView(head, "", False) for head in table.heads]
    columns += [
        ColumnView(column.text, " ".join(filter(None, (column.unit, _way(column.better)))), True)
        for column in table.columns
    ]
    rows = tuple(
        (
            *(_heading(one, names) for one in row.headings),
            *(_cell(cell, evidence) for cell in row.cells),
        )
        for row in table.rows
    )
    return TableView(
        table.id if titled else "",
        table.title if titled else "",
        table.caption,
        len(table.heads),
        tuple(columns),
        rows,
        notes(table.notes, table.basis),
        doubts=tuple(one.text for one in table.notes if one.kind == "doubted"),
    )


def notes(found: Sequence[Note], basis: str = "") -> tuple[NoteView, ...]:
    """Return the notes under a table: what holds for all of it, then what differs."""
    first = (NoteView(basis, False),) if basis else ()
    return (*first, *(NoteView(one.text, one.kind in ("differs", "doubted")) for one in found))


def _way(better: str) -> str:
    return {"lower": "(lower is better)"}.get(better, "")


def _heading(one: Heading, names: Names) -> CellView:
    address = ""
    if one.column == "testbed" and one.value in names.testbeds:
        address = urls.testbed(str(one.value))
    elif one.column.startswith("testbed.") and one.value in names.hardware:
        address = urls.hardware(str(one.value))
    elif one.column == "run":
        address = urls.run(str(one.value))
    return CellView(one.text, address)


def _cell(cell: Cell, evidence: Evidence) -> CellView:
    if cell.sample is None:
        to = urls.run_line(cell.gap.run, cell.gap.position.line) if cell.gap else ""
        return CellView(cell.why or "not measured", to, missing=True)
    if cell.baseline is not None:
        number = evidence.ratio(cell.sample, cell.baseline, cell.text, cell.text)
        mark = f"~ {cell.doubt}" if cell.doubt else ""
        return CellView(number=number, mark=mark, sort=cell.change)
    unit = f" {cell.unit}" if cell.unit else ""
    repeats = f"n = {cell.sample.n}" if cell.sample.n > 1 else ""
    return CellView(
        number=evidence.show(cell.sample, f"{cell.text}{unit}"),
        mark=repeats,
        best=cell.best,
        sort=cell.sample.value,
    )
