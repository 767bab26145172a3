"""Records in words: what was measured, how much it is, what was printed, and under which load."""

from __future__ import annotations

from sitegen import display, labels
from sitegen.record import Record
from sitegen.samples import Sample
from sitegen.tables import scales
from sitegen.units import Number

# Said once for the whole table, or told by other cells of the evidence row.
_ELSEWHERE = frozenset({"workload.series", "workload.unit"})

CERTAINTY = {
    "at-least": "at least",
    "at-most": "at most",
    "below-resolution": "below what the tool can tell from zero",
    "derived": "derived",
    "stated": "stated, not measured",
    "assumed": "unit assumed",
    "proved": "unit proved",
}
"""Words for how certain a value is."""


def sign(sample: Sample) -> str:
    """Return the sign that stands before a bound: '≥ '."""
    return scales.sign(sample.certainty, sample.value)


def metric(record: Record) -> str:
    """Return the words for what a record measures."""
    columns = record.columns
    return labels.metric(
        str(columns["operation"]), str(columns["quantity"]), str(columns.get("statistic", ""))
    )


def plain(value: Number, record: Record, *, binary: bool = False) -> str:
    """Return a value of what a record measures with its unit; a share as per cent."""
    if record.columns["quantity"] in scales.PER_CENT:
        return display.FRACTION.quantity(value)
    return display.show(value, record.unit, binary=binary)


def printed(record: Record) -> str:
    """Return a value as the tool printed it, with the unit that it means by its word."""
    if not record.meant or record.meant == "1" or record.meant in record.written:
        return record.written
    return f"{record.written} ({record.meant})"


def workload(record: Record) -> str:
    """Return the workload of a record in words: '16 GiB file size, 4 KiB block size'."""
    return ", ".join(
        f"{labels.value(column, value)} {labels.column(column)}"
        if not isinstance(value, str)
        else f"{labels.column(column)} {value}"
        for column, value in sorted(record.columns.items())
        if column.startswith("workload.") and column not in _ELSEWHERE
    )
