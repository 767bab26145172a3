"""What people state about a workload: the columns of the vocabulary, in base units."""

from __future__ import annotations

from dataclasses import dataclass

from sitegen import units, vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.facts import Fact, ambiguity, contradictions, fact
from sitegen.metadata import Node, Text
from sitegen.record import Value
from sitegen.schema import Key, Problems, Reader, fields, integer

_BASES = {"size": "B", "duration": "s", "rate": "B/s", "fraction": "1"}
_EXAMPLES = {"size": "8 GiB", "duration": "60 s", "rate": "100 MB/s", "fraction": "70 %"}


@dataclass(frozen=True, slots=True)
class Condition:
    """A workload column that somebody states: its value in the base unit, and what was written."""

    value: Value
    fact: Fact


def _value(name: str, its: Fact, problems: Problems) -> Value | None:
    """Return what the column `workload.<name>` holds for a fact."""
    kind = vocabulary.WORKLOAD[name].type
    if kind == "text":
        return its.value
    if kind == "count":
        return integer.read(Text(its.value, its.position), problems)
    quantity = units.quantity(its.value)
    if quantity and quantity.unit.base == _BASES[kind]:
        return quantity.value
    message = f"'{its.value}' is not a {kind}"
    hint = f"write it with its unit, such as {_EXAMPLES[kind]}"
    wrong = Diagnostic(its.position, "bad-value", message, hint)
    problems.append(ambiguity(its) or wrong)
    return None


def _condition(name: str) -> Reader[Condition]:
    def read(node: Node, problems: Problems) -> Condition | None:
        its = fact.read(node, problems)
        if its is None:
            return None
        problems += contradictions({name: its})
        value = _value(name, its, problems)
        return None if value is None else Condition(value, its)

    return Reader("a fact", read, fact.json_schema)


workload: Reader[dict[str, Condition]] = fields(
    "the workload",
    {name: Key(_condition(name), column.label) for name, column in vocabulary.WORKLOAD.items()},
)
"""The reader of the `workload` section of a testbed.yaml or a sidecar."""
