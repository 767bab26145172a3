"""What people state about a workload: the columns of the vocabulary, in base units."""

from __future__ import annotations

from sitegen import units, vocabulary
from sitegen.diagnostics import Diagnostic
from sitegen.facts import Fact, Property, ambiguity, contradictions, fact
from sitegen.metadata import Node, Text, quote
from sitegen.record import Value
from sitegen.schema import Key, Problems, Reader, fields, integer

_BASES = {"size": "B", "duration": "s", "rate": "B/s", "fraction": "1"}
_EXAMPLES = {"size": "8 GiB", "duration": "60 s", "rate": "100 MB/s", "fraction": "70 %"}

# The names of fio's options, and the words of other tools, for what has a column of its own.
_ELSEWHERE = {
    "size": "total_size",
    "filesize": "file_size",
    "bs": "block_size",
    "blocksize": "block_size",
    "record_size": "block_size",
    "iodepth": "queue_depth",
    "numjobs": "jobs",
    "rw": "pattern",
    "ioengine": "engine",
    "ramp_time": "ramp",
}


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
    message = f"{quote(its.value)} is not a {kind}"
    hint = f"write it with its unit, such as {_EXAMPLES[kind]}"
    wrong = Diagnostic(its.position, "bad-value", message, hint)
    problems.append(ambiguity(its) or wrong)
    return None


def _property(name: str) -> Reader[Property]:
    def read(node: Node, problems: Problems) -> Property | None:
        its = fact.read(node, problems)
        if its is None:
            return None
        problems += contradictions({name: its})
        value = _value(name, its, problems)
        return None if value is None else Property(f"workload.{name}", "workload", value, its)

    return Reader("a fact", read, fact.json_schema)


workload: Reader[dict[str, Property]] = fields(
    "the workload",
    {name: Key(_property(name), column.label) for name, column in vocabulary.WORKLOAD.items()},
    _ELSEWHERE,
)
"""The reader of the `workload` section of a testbed.yaml or a sidecar."""
