"""What somebody states about a thing: a value, where it is from, and what to say about it.

A fact is written as one text, as `{value:, source:, note:}`, or as a list of those where the
sources do not agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sitegen import metadata, units
from sitegen.diagnostics import Diagnostic, Position
from sitegen.metadata import Node, Text, quote
from sitegen.record import Value
from sitegen.schema import Key, Problems, Reader, fields, mapping_of, misfit, name, text


@dataclass(frozen=True, slots=True)
class Statement:
    """One value that one source gives."""

    value: str
    source: str
    note: str
    position: Position


@dataclass(frozen=True, slots=True)
class Fact:
    """What is stated about one thing: one statement, or several where several sources state it."""

    statements: tuple[Statement, ...]

    @property
    def value(self) -> str:
        """Return the value that is used: the first."""
        return self.statements[0].value

    @property
    def position(self) -> Position:
        """Return the place of the value that is used."""
        return self.statements[0].position

    @property
    def contradictory(self) -> bool:
        """Return whether the sources state different values; 2 GB and 2000 MB are the same."""
        return len({_meaning(one.value) for one in self.statements}) > 1


@dataclass(frozen=True, slots=True)
class Limit:
    """What something can do at most, as a quantity with its unit."""

    quantity: units.Quantity
    fact: Fact


@dataclass(frozen=True, slots=True)
class Property:
    """A column of records that somebody states: what they hold in it, and what was written."""

    column: str
    section: str
    value: Value
    fact: Fact

    @property
    def quantity(self) -> units.Quantity | None:
        """Return the value with its unit, where one was written."""
        return with_unit(self.fact.value)


def with_unit(written: str) -> units.Quantity | None:
    """Return the quantity that a text states with its unit, or None."""
    its = units.quantity(written)
    return its if its and its.unit.symbol != "1" else None


def _meaning(value: str) -> object:
    quantity = with_unit(value)
    if quantity:
        return (quantity.value, quantity.unit.base)
    return " ".join(value.split()).casefold()


def _statements(noun: str, source: Key) -> Reader[dict[str, str]]:
    value = Key(text, "the value, with its unit", required=True)
    return fields(noun, {"value": value, "source": source, "note": Key(text, "a remark")})


_ALONE = _statements("a fact", Key(text, "where it is stated"))
_ONE_OF_SEVERAL = _statements(
    "one of several statements",
    Key(text, "say where it is stated: the sources do not agree", required=True),
)


def _statement(reader: Reader[dict[str, str]], node: Node, problems: Problems) -> list[Statement]:
    values = reader.read(node, problems)
    if values is None or "value" not in values:
        return []
    assert isinstance(node, metadata.Mapping)
    value = node.get("value")
    place = value.position if value else node.position
    return [Statement(values["value"], values.get("source", ""), values.get("note", ""), place)]


def _fact(node: Node, problems: Problems) -> Fact | None:
    if isinstance(node, Text):
        value = text.read(node, problems)
        return Fact((Statement(value, "", "", node.position),)) if value is not None else None
    if isinstance(node, metadata.Mapping):
        statements = _statement(_ALONE, node, problems)
    elif all(isinstance(item, Text) for item in node.items):
        hint = (
            "write one text; a list is for sources that do not agree: '- {value: ..., source: ...}'"
        )
        problems.append(misfit(node, fact.noun, hint))
        return None
    else:
        statements = [
            one for item in node.items for one in _statement(_ONE_OF_SEVERAL, item, problems)
        ]
    return Fact(tuple(statements)) if statements else None


fact = Reader(
    "a fact",
    _fact,
    {
        "anyOf": [
            text.json_schema,
            _ALONE.json_schema,
            {"type": "array", "minItems": 1, "items": _ONE_OF_SEVERAL.json_schema},
        ]
    },
)


def ambiguity(its: Fact) -> Diagnostic | None:
    """Return the finding that the unit of a fact can be read in two ways, if it can."""
    for word, (first, second) in units.AMBIGUOUS.items():
        number = its.value.removesuffix(word).rstrip()
        if its.value.endswith(word) and units.quantity(f"{number} {first}"):
            message = f"{quote(its.value)} can be read in two ways"
            hint = f"write '{number} {first}' (1000) or '{number} {second}' (1024)"
            return Diagnostic(its.position, "ambiguous-number", message, hint)
    return None


def _limit(node: Node, problems: Problems) -> Limit | None:
    its = fact.read(node, problems)
    if its is None:
        return None
    if quantity := with_unit(its.value):
        return Limit(quantity, its)
    message = f"{quote(its.value)} is not a quantity with a unit"
    hint = "write a number and a unit, such as 400 MB/s or 8 GiB"
    problems.append(ambiguity(its) or Diagnostic(its.position, "bad-value", message, hint))
    return None


word = name("a name of lower-case words joined by '-'", "[a-z0-9]+(-[a-z0-9]+)*", "drive-bays")
facts = mapping_of(fact, word)
limits = mapping_of(Reader("a quantity with a unit", _limit, fact.json_schema), word)


def contradictions(named: Mapping[str, Fact]) -> list[Diagnostic]:
    """Return a finding for each fact on which the sources do not agree."""
    return [
        Diagnostic(
            its.position,
            "contradiction",
            f"sources differ on {what}: "
            + ", ".join(f"{quote(one.value)} ({one.source})" for one in its.statements),
            f"{quote(its.value)} is used, as the first; the others are shown beside it",
        )
        for what, its in named.items()
        if its.contradictory
    ]
