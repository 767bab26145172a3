"""What differs between measurements set side by side, besides what is shown of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen import ordering
from sitegen.dataset import differing, gathered
from sitegen.diagnostics import Diagnostic
from sitegen.names import Names, label
from sitegen.query import Query
from sitegen.record import Record, Value
from sitegen.selection import METRIC

LABELS = frozenset({"workload.series", "workload.unit", "workload.job", "workload.group"})
"""Names that tools and tables give to what other columns say."""

_SHOWN = 5
"""How many columns, or values of a column, a sentence names before it only counts."""


class Note(NamedTuple):
    """A sentence that belongs under a table or a chart: what kind of thing it says, of what."""

    kind: str
    text: str
    columns: tuple[str, ...] = ()


class Residue(NamedTuple):
    """Columns with their values: those that differ unseen, and what the named cases differ in."""

    hidden: Mapping[str, Sequence[Value | None]]
    cases: Mapping[str, Sequence[Value | None]]

    @property
    def comparable(self) -> bool:
        """Return whether nothing differs unseen but the workload."""
        return not any(map(_of_testbed, self.hidden))


def _of_testbed(column: str) -> bool:
    return column.startswith("testbed.") or column in ("tool", "tool_version")


def of(
    records: Iterable[Record],
    shown: Collection[str],
    ignore: Iterable[str],
    testbeds: Collection[str],
) -> Residue:
    """Return what differs between records of the same metric and is not shown.

    Where testbeds or runs are shown by name, what they differ in is what they are cases of; but
    only if one testbed lies above them all. Else nobody has said that they belong together.
    """
    hidden: dict[str, set[Value | None]] = {}
    cases: dict[str, set[Value | None]] = {}
    skipped = {*shown, *ignore, *LABELS, "testbed"}
    for its in gathered(records, METRIC).values():
        found = differing(its, skipped)
        named = found and {"testbed", "run"} & set(shown) and _of_one_rig(its, testbeds)
        for column, values in found.items():
            case = named and column.startswith("testbed.")
            (cases if case else hidden).setdefault(column, set()).update(values)
    return Residue(
        {c: ordering.in_order(c, values) for c, values in sorted(hidden.items())},
        {c: ordering.in_order(c, values) for c, values in sorted(cases.items())},
    )


def _of_one_rig(records: Iterable[Record], testbeds: Collection[str]) -> bool:
    paths = {str(record.columns.get("testbed", "")) for record in records}
    first = min(paths).split("/")
    above = ("/".join(first[:count]) for count in range(1, len(first) + 1))
    return any(
        one in testbeds and all(path == one or path.startswith(f"{one}/") for path in paths)
        for one in above
    )


def _difference(column: str, values: Sequence[Value | None], names: Names) -> str:
    texts = [names.value(column, value) for value in values[:_SHOWN]]
    if len(values) > _SHOWN:
        texts[-1] = f"and {len(values) - _SHOWN + 1} more"
    return f"{label(column)} ({', '.join(texts)})"


def _sentence(columns: Mapping[str, Sequence[Value | None]], names: Names) -> str:
    """Return columns with their values, the first few of them."""
    few = [_difference(column, values, names) for column, values in columns.items()][:_SHOWN]
    more = len(columns) - len(few)
    return ", ".join(few) + (f", and {more} more" if more else "")


def notes(residue: Residue, names: Names, noun: str = "rows") -> list[Note]:
    """Return what readers must know of the differences; `noun` is what is compared."""
    found = []
    if residue.cases:
        text = f"The cases differ in {_sentence(residue.cases, names)}."
        found.append(Note("cases", text, tuple(residue.cases)))
    if residue.hidden:
        text = f"The {noun} also differ in {_sentence(residue.hidden, names)}."
        found.append(Note("differs", text, tuple(residue.hidden)))
    return found


def finding(query: Query, residue: Residue, names: Names) -> Diagnostic | None:
    """Return the finding that a figure compares what cannot be compared, if it does."""
    columns = {c: values for c, values in residue.hidden.items() if _of_testbed(c)}
    if not columns:
        return None
    if len(columns) <= _SHOWN:
        ignore = f"write 'ignore: [{', '.join(columns)}]' once you have looked"
    else:
        ignore = "name them under 'ignore' once you have looked"
    return Diagnostic(
        query.position,
        "not-comparable",
        f"what '{query.id}' sets side by side also differs in {_sentence(columns, names)}",
        f"show it, narrow 'where', or {ignore}",
    )
