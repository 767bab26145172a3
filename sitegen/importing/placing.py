"""Which result a number of the prose quotes, where only one can be meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen import units
from sitegen.claims import agreement
from sitegen.diagnostics import Position
from sitegen.importing.comparing import compared
from sitegen.importing.prose_numbers import Told
from sitegen.importing.referring import Origin, judged, named, sized, target
from sitegen.lab import Lab
from sitegen.record import Record

_SHARE = Decimal(1000) / Decimal(1024)
_SIDE = frozenset({"size", "count", "cpu", "user-cpu", "system-cpu"})
"""Quantities that a run has beside its result: a number in prose is not of them by chance."""

_SHOWN = 6
_TIMED = ("read", "write")


class Placed(NamedTuple):
    """Where a number of the prose stands: the target of a link, with a title if it is disputed.

    Without a target `reason` says why not.
    """

    told: Told
    target: str = ""
    title: str = ""
    reason: str = ""


def place(
    numbers: Iterable[Told], lab: Lab, origins: Mapping[Position, Origin], sections: Sequence[int]
) -> list[Placed]:
    """Return each number with the result that it quotes; `sections` are those of the pieces."""
    return [_place(one, lab, origins, sections[one.piece]) for one in numbers]


def _place(its: Told, lab: Lab, origins: Mapping[Position, Origin], section: int) -> Placed:
    if its.numeral.form == "unclear":
        return Placed(its, reason="it is not clear which of its marks is that of the decimals")
    if its.change:
        link, title = compared(its, lab, origins)
        why = "" if link else "a change or a ratio: say of what (vs=, of=)"
        return Placed(its, link, title, why)
    near = [one for one in lab.dataset.records if _comparable(its, one)]
    if not its.operation.endswith(("read", "write", "rw")):
        # 'with encryption', 'while installing': words that may say no more than when it was.
        measured = [str(one.columns["operation"]) for one in near]
        if not any(named(its.operation, one) for one in measured):
            its = its._replace(operation="")
    near = sized(its.sentence, its.numeral, near)
    exact = [one for one in near if _agrees(its, Decimal(str(one.value)), one)]
    chosen = _chosen(its, exact, origins, section)
    if len(chosen) == 1:
        link = target(chosen[0], lab)
        if link and judged(its.claim, link, "", lab).verdict == "holds":
            return Placed(its, link)
    if exact:
        lines = sorted({origins[one.position].line + 1 for one in chosen or exact})
        more = " ..." if len(lines) > _SHOWN else ""
        said = ", ".join(map(str, lines[:_SHOWN]))
        return Placed(its, reason=f"may be a result of line {said}{more}")
    left = _chosen(its, [one for one in near if _slip(its, one)], origins, section)
    if len(left) == 1:
        link = target(left[0], lab)
        title = f"disputed: {_slip(its, left[0])}"
        if link and judged(its.claim, link, title, lab).verdict == "disputed":
            return Placed(its, link, title)
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

    A number with few digits, or a round one of whose operation nothing is said, agrees with many by
    chance; and what stands above the first result is often about something else.
    """
    fitting = [one for one in records if named(its.operation, str(one.columns["operation"]))]
    left = fitting or ([] if its.operation else list(records))
    above = [one for one in left if origins[one.position].section == section]
    left = above or left
    digits = len(its.numeral.number.as_tuple().digits)
    exact = its.margin == "exact" and digits > 2
    before = all(origins[one.position].line > its.line for one in left)
    if not (exact or (fitting and (not before or (above and section)))):
        return []
    return _nearest(its, left, origins)


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
