"""Two raw files of one run: what both say is said once, what only one says is added.

People keep what a tool printed beside the file that it wrote: `run.txt` and `run.csv`. The same
value stands in both, with more digits in one of them, or with more known of its load.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen import labels, units, vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.record import Record, Value

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_KINDS = ("seq-", "rand-")
# Time and count that a value was derived from are rounded themselves.
_DERIVED = Decimal("0.001")


class Merged(NamedTuple):
    """The records of each run that two files tell of, and where the two contradict each other."""

    records: dict[str, list[Record]]
    findings: list[Diagnostic]


def whole(
    before: Mapping[str, Sequence[Record]], after: Mapping[str, Sequence[Record]], page: str
) -> Merged | None:
    """Return the runs that two files tell of, or None where these are not the same runs.

    They are where the same tool measured the same thing under a load that may be the same. `page`
    is the id of the second file's page.
    """
    if before.keys() != after.keys():
        return None
    its = Merged({}, [])
    for name, records in after.items():
        others = [record._replace(page=page) for record in records]
        both = _merged(before[name], others)
        if both is None:
            return None
        its.records[name], findings = both
        its.findings.extend(findings)
    return its


def _merged(
    ones: Sequence[Record], others: Sequence[Record]
) -> tuple[list[Record], list[Diagnostic]] | None:
    pairs, rest = _pairs(ones, others)
    if not pairs:
        return None
    records: dict[int, list[Record]] = {}
    findings: list[Diagnostic] = []
    known: dict[str, list[Record]] = {}
    for one, other in pairs:
        both = _joined(one, other)
        if _agree(one, other):
            kept = [both[1] if _resolution(other) < _resolution(one) else both[0]]
        else:
            kept = both
            findings.append(_contradiction(one, other))
        records[id(one)] = kept
        known.setdefault(_stem(one), []).append(kept[0])
    made = [its for one in ones for its in records.get(id(one)) or [_placed(one, known)]]
    return made + [_placed(other, known) for other in rest], findings


def _pairs(
    ones: Sequence[Record], others: Sequence[Record]
) -> tuple[list[tuple[Record, Record]], list[Record]]:
    """Return the records that are of the same value, and those of the second file left over."""
    open_ones: dict[tuple[object, ...], list[Record]] = {}
    for one in ones:
        open_ones.setdefault(_measured(one), []).append(one)
    pairs, rest = [], []
    for other in others:
        alike = [one for one in open_ones.get(_measured(other), ()) if _may_be_one(one, other)]
        if not alike:
            rest.append(other)
            continue
        one = next((one for one in alike if _agree(one, other)), alike[0])
        open_ones[_measured(other)] = [its for its in open_ones[_measured(other)] if its is not one]
        pairs.append((one, other))
    return pairs, rest


def _stem(record: Record) -> str:
    """Return the operation without what one of two files may not say: in sequence or at random."""
    operation = str(record.columns["operation"])
    for kind in _KINDS:
        if operation.removeprefix(kind) in vocabulary.OPERATIONS:
            return operation.removeprefix(kind)
    return operation


def _measured(record: Record) -> tuple[object, ...]:
    columns = record.columns
    return (columns["tool"], _stem(record), columns["quantity"], columns.get("statistic", ""))


def _may_be_one(one: Record, other: Record) -> bool:
    """Return whether nothing that both files say of the load is different."""
    operations = {str(record.columns["operation"]) for record in (one, other)}
    if len(operations) == 2 and _stem(one) not in operations:
        return False
    return all(
        other.columns.get(column, value) == value
        for column, value in one.columns.items()
        if column.startswith("workload.") or column == "tool_version"
    )


def _agree(one: Record, other: Record) -> bool:
    """Return whether two values are the same within the last digit that each file prints.

    A whole digit, not half of one: some tools cut where others round.
    """
    first, second = Decimal(str(one.value)), Decimal(str(other.value))
    margin = max(_resolution(one), _resolution(other))
    if "derived" in (one.certainty, other.certainty):
        margin = max(margin, abs(first) * _DERIVED)
    return abs(first - second) <= margin


def _resolution(record: Record) -> Decimal:
    """Return what one more in the last printed digit is in the base unit; 0 where none is known."""
    unit = units.UNITS.get(record.meant)
    for text in _NUMBER.findall(record.written) if unit else ():
        number = Decimal(text.replace(",", "."))
        if unit and units.tidy(number, unit) == record.value:
            exponent = number.as_tuple().exponent
            return unit.factor.scaleb(exponent if isinstance(exponent, int) else 0) / unit.divisor
    return Decimal(0)


def _joined(one: Record, other: Record) -> list[Record]:
    """Return two records of one value, each with all that both files say of it."""
    columns = {**other.columns, **one.columns}
    columns["operation"] = max(
        (str(record.columns["operation"]) for record in (one, other)), key=len
    )
    return [one._replace(columns=columns), other._replace(columns=columns)]


def _placed(record: Record, known: dict[str, list[Record]]) -> Record:
    """Return a record that only one file has, with what is known of the load of its operation."""
    alike = known.get(_stem(record))
    if not alike:
        return record
    common = _common(alike)
    own = {
        **common,
        **record.columns,
        "operation": common.get("operation", record.columns["operation"]),
    }
    return record._replace(columns=own)


def _common(records: Iterable[Record]) -> dict[str, Value]:
    """Return the columns in which records do not differ, but for the metric and the run."""
    first, *rest = (set(record.columns.items()) for record in records)
    alike = first.intersection(*rest)
    return {column: value for column, value in alike if column not in ("quantity", "statistic")}


def _contradiction(one: Record, other: Record) -> Diagnostic:
    name = labels.metric(
        str(one.columns["operation"]),
        str(one.columns["quantity"]),
        str(one.columns.get("statistic", "")),
    )
    message = f"{name}: {other.written} here, but {one.written} in {one.position}"
    hint = "the names say that both files are of one run; give one of them another name if not"
    return Diagnostic(other.position, "does-not-add-up", message, hint)
