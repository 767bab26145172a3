"""Which result a number of the prose quotes, where only one can be meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple
from urllib.parse import quote

from sitegen import claims, references, units, vocabulary
from sitegen.claims import agreement
from sitegen.diagnostics import Diagnostic, Position
from sitegen.importing.prose_numbers import Told
from sitegen.lab import Lab
from sitegen.prose import Link
from sitegen.record import Record, Value
from sitegen.selection import meant

_PLACE = Position("content/reports/draft.md", 1, 1)
_SHARE = Decimal(1000) / Decimal(1024)
_SIDE = frozenset({"size", "count", "cpu", "user-cpu", "system-cpu"})
"""Quantities that a run has beside its result: a number in prose is not of them by chance."""

_TIMED = ("read", "write")


class Placed(NamedTuple):
    """Where a number of the prose stands: the target of a link, with a title if it is disputed.

    Without a target `reason` says why not.
    """

    told: Told
    target: str = ""
    title: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where in the page a record stands: its line from 0, and the section that it is in."""

    line: int
    section: int


def place(
    numbers: Iterable[Told], lab: Lab, origins: Mapping[Position, Origin], sections: Sequence[int]
) -> list[Placed]:
    """Return each number with the result that it quotes; `sections` are those of the pieces."""
    return [_place(one, lab, origins, sections[one.piece]) for one in numbers]


def _place(its: Told, lab: Lab, origins: Mapping[Position, Origin], section: int) -> Placed:
    if its.change:
        return Placed(its, reason="a change or a ratio: say of what (vs=, of=)")
    near = [one for one in lab.dataset.records if _comparable(its, one)]
    if not its.operation.endswith(("read", "write", "rw")):
        # 'with encryption', 'while installing': words that may say no more than when it was.
        measured = [str(one.columns["operation"]) for one in near]
        if not any(_named(its.operation, one) for one in measured):
            its = its._replace(operation="")
    exact = [one for one in near if _agrees(its, Decimal(str(one.value)), one)]
    chosen = _chosen(its, exact, origins, section)
    if len(chosen) == 1:
        target = _target(chosen[0], lab)
        if target and _verdict(its.claim, target, "", lab) == "holds":
            return Placed(its, target)
    if chosen:
        lines = sorted({origins[one.position].line + 1 for one in chosen})
        return Placed(its, reason=f"may be a result of line {', '.join(map(str, lines[:6]))}")
    left = _chosen(its, [one for one in near if _slip(its, one)], origins, section)
    if len(left) == 1:
        target = _target(left[0], lab)
        title = f"disputed: {_slip(its, left[0])}"
        if target and _verdict(its.claim, target, title, lab) == "disputed":
            return Placed(its, target, title)
    return Placed(its, reason="no result of this page has this value: no data")


def _comparable(its: Told, record: Record) -> bool:
    if record.columns["quantity"] in _SIDE or record.columns.get("statistic") == "stddev":
        return False
    if record.columns["quantity"] == "time" and str(record.columns["operation"]).endswith(_TIMED):
        return False
    unit = its.numeral.unit
    base = unit.base if unit else "op/s" if its.numeral.form == "count" else ""
    return base == record.unit


def _agrees(its: Told, value: Decimal, record: Record) -> bool:
    unit = its.numeral.unit or units.UNITS[record.unit if record.unit in units.UNITS else "1"]
    written = value * unit.divisor / unit.factor
    return agreement.agrees(its.numeral, its.margin, agreement.value(written))


def _chosen(
    its: Told, records: Sequence[Record], origins: Mapping[Position, Origin], section: int
) -> list[Record]:
    """Return the records that are meant most likely: by the operation, then by their place.

    A number of one digit, or one of whose operation nothing is said, agrees with many by chance.
    """
    named = [one for one in records if _named(its.operation, str(one.columns["operation"]))]
    left = named or ([] if its.operation else list(records))
    above = [one for one in left if origins[one.position].section == section]
    left = above or left
    digits = len(its.numeral.number.as_tuple().digits)
    if not named and not above and digits < 3:
        return []
    return _nearest(its, left, origins)


def _named(told: str, measured: str) -> bool:
    return bool(told) and (
        told == measured or told.endswith(f"-{measured}") or measured.endswith(f"-{told}")
    )


def _nearest(
    its: Told, records: Sequence[Record], origins: Mapping[Position, Origin]
) -> list[Record]:
    """Return the records of the line that is nearest above the number, if they agree in value."""
    if len({one.value for one in records}) > 1 or len(records) < 2:
        return list(records)
    above = [one for one in records if origins[one.position].line < its.line]
    if not above:
        return list(records)
    line = max(origins[one.position].line for one in above)
    return [one for one in above if origins[one.position].line == line]


def _slip(its: Told, record: Record) -> str:
    """Return why a number that does not agree may have been taken from a record; '' if not so."""
    value = Decimal(str(record.value))
    if record.meant in ("KiB/s", "MiB/s"):
        factor = _SHARE if record.meant == "KiB/s" else _SHARE**2
        if its.margin == "exact" and _agrees(its, value * factor, record):
            return f"read from {record.written} by powers of 1000, but {record.meant} is meant"
    unit = its.numeral.unit
    if unit and its.margin == "exact":
        exponent = its.numeral.number.as_tuple().exponent
        step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
        exact = value * unit.divisor / unit.factor
        if exact // step * step == its.numeral.number and len(str(its.numeral.number)) > 1:
            return "cut off, not rounded"
    return ""


def _target(record: Record, lab: Lab) -> str:
    """Return the shortest reference that comes to a record, '' if none does."""
    path = quote(record.run.partition(":")[0]) + (":" + record.run.partition(":")[2]).rstrip(":")
    fragment = f"#{record.metric}"
    filters: list[str] = []
    for more in ("", *_filters(record, lab)):
        if more:
            filters.append(more)
        target = f"result:{path}{'?' + '&'.join(filters) if filters else ''}{fragment}"
        parsed = references.parse(target, _PLACE)
        if isinstance(parsed, Diagnostic):
            return ""
        found = references.resolve(parsed, lab)
        if isinstance(found, references.Measured):
            return target if record in found.sample.records else ""
    return ""


def _filters(record: Record, lab: Lab) -> Iterator[str]:
    """Yield filters on the columns in which the values of a run differ."""
    like = [
        one
        for one in lab.dataset.under(record.run.partition(":")[0])
        if one.metric == record.metric
    ]
    for column in sorted(record.columns):
        section, _, name = column.partition(".")
        if section in ("workload", "testbed") and name:
            values = {one.columns.get(column) for one in like}
            if len(values) > 1:
                yield f"{column}={quote(_written(column, record.columns[column]))}"


def _written(column: str, value: Value) -> str:
    shown = vocabulary.show(column, value).replace(" ", "")
    return shown if not isinstance(value, str) and meant(shown, [value]) else str(value)


def _verdict(text: str, target: str, title: str, lab: Lab) -> str:
    parsed = references.parse(target, _PLACE)
    found = parsed if isinstance(parsed, Diagnostic) else references.resolve(parsed, lab)
    link = Link("result", target, text, text, title, _PLACE)
    return claims.judge(link, found).verdict
