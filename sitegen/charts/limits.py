"""The limits that a chart draws as lines: what its testbeds and their hardware can do at most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from sitegen import facts, names
from sitegen.charts.measured import scaled
from sitegen.charts.plots import Limit
from sitegen.diagnostics import Diagnostic
from sitegen.display import Scale
from sitegen.lab import Lab
from sitegen.nearest import did_you_mean
from sitegen.query import Query
from sitegen.record import Record
from sitegen.residue import Note

_FAR = 4
"""How many times as high as all values a limit may be; a higher one would press them together."""


def limits(
    query: Query, records: Sequence[Record], lab: Lab, scale: Scale
) -> tuple[tuple[Limit, ...], list[Note], list[Diagnostic]]:
    """Return the limits that a query names, in the unit of the axis."""
    stated = dict(_stated(records, lab))
    found: dict[Limit, None] = {}
    notes: list[Note] = []
    findings: list[Diagnostic] = []
    unit = records[0].unit
    highest = max(record.value for record in records)
    for name in query.limits:
        its = [limit for (known, _), limit in stated.items() if known == name]
        if not its:
            message = f"no testbed of '{query.id}' has a limit '{name}'"
            hint = did_you_mean(name, {known for known, _ in stated})
            findings.append(query.problem("limits", name, "bad-block", message, hint))
        for limit in its:
            quantity = limit.quantity
            words = names.words(name)
            if quantity.unit.base != unit:
                message = f"the limit '{name}' is in {quantity.unit.symbol}, the chart in {unit}"
                hint = f"state it in a multiple of {unit} at {limit.fact.position}"
                findings.append(query.problem("limits", name, "bad-block", message, hint))
            elif quantity.value > _FAR * highest:
                text = f"The limit of the {words}, {limit.fact.value}, lies far above all values."
                notes.append(Note("limit", text))
            else:
                value = scaled(quantity.value, scale)
                number = f"{Decimal(repr(value)).normalize():,f}"
                found[Limit(f"{words}, {number}", value)] = None
    return tuple(found), notes, findings


def _stated(records: Iterable[Record], lab: Lab) -> Iterable[tuple[tuple[str, float], facts.Limit]]:
    """Yield the limits of all testbeds that records were measured on, by name and value."""
    for path in sorted({str(record.columns.get("testbed", "")) for record in records}):
        its = lab.testbeds.get(path)
        if its is None:
            continue
        known = [lab.hardware[part.id].limits for part in its.parts if part.id in lab.hardware]
        for named in (*reversed(known), its.limits):
            for name, limit in named.items():
                yield (name, limit.quantity.value), limit
