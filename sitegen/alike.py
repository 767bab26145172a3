"""Which records are alike in some of their columns, in little more time than a look at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from sitegen.record import Value

Part = tuple[tuple[str, ...], tuple[Value, ...]]
"""Some columns of a record: their names in order, and their values."""

Rule = Callable[[str], bool]
"""Says by the name of a column whether it belongs to a part."""


class Parts:
    """Takes the columns of records apart: each part holds those that its rule takes.

    The records of a lab have few sets of names among them, so the rules are asked once for each.
    """

    def __init__(self, *rules: Rule) -> None:
        self._rules = rules
        self._known: dict[tuple[str, ...], Sequence[tuple[tuple[str, ...], _Values]]] = {}

    def of(self, columns: Mapping[str, Value]) -> list[Part]:
        """Return the parts of a record, in the order of the rules."""
        names = tuple(columns)
        known = self._known.get(names)
        if known is None:
            known = self._known[names] = [self._part(names, rule) for rule in self._rules]
        return [(wanted, values(columns)) for wanted, values in known]

    @staticmethod
    def _part(names: Sequence[str], rule: Rule) -> tuple[tuple[str, ...], _Values]:
        wanted = tuple(sorted(filter(rule, names)))
        if len(wanted) > 1:
            return wanted, itemgetter(*wanted)
        return wanted, lambda columns: tuple(columns[name] for name in wanted)


_Values = Callable[[Mapping[str, Value]], tuple[Value, ...]]
