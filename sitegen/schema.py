"""What a value in a file may be: readers that turn nodes into typed values and note what is wrong.

A kind of file is a table of keys, each with its reader. The JSON Schema for editors comes from the
same table.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen import metadata
from sitegen.diagnostics import Diagnostic
from sitegen.metadata import Node, Text, quote
from sitegen.nearest import did_you_mean, nearest

T = TypeVar("T")
Problems = list[Diagnostic]
JsonSchema = Mapping[str, Any]

# An editor's YAML takes 10, off and 2007 for something else than text.
_SCALAR: JsonSchema = {"type": ["string", "number", "boolean"]}


@dataclass(frozen=True, slots=True)
class Reader(Generic[T]):
    """Reads one kind of value; `noun` says with its article what is expected.

    `read` returns None for what it cannot use, after noting why.
    """

    noun: str
    read: Callable[[Node, Problems], T | None]
    json_schema: JsonSchema = field(default_factory=dict)


def found(node: Node) -> str:
    """Return what stands at a place where something else is expected."""
    if isinstance(node, Text):
        return quote(node.value) if node.value.strip() else "no value"
    return "a list" if isinstance(node, metadata.Sequence) else "a mapping"


def misfit(node: Node, noun: str, hint: str = "") -> Diagnostic:
    """Return the finding that a node of one kind stands where another is expected."""
    if not hint and isinstance(node, Text) and not node.value.strip():
        hint = "write a value, or remove the key"
    return Diagnostic(node.position, "bad-value", f"{found(node)} where {noun} is expected", hint)


def scalar(
    noun: str,
    convert: Callable[[str], T | None],
    hint: Callable[[str], str] = lambda _: "",
    code: str = "bad-value",
    json_schema: JsonSchema = _SCALAR,
) -> Reader[T]:
    """Return a reader of one scalar; `convert` returns None for text that is not `noun`."""

    def read(node: Node, problems: Problems) -> T | None:
        if not isinstance(node, Text) or not node.value.strip():
            problems.append(misfit(node, noun))
            return None
        value = convert(node.value)
        if value is None:
            message = f"{quote(node.value)} is not {noun}"
            problems.append(Diagnostic(node.position, code, message, hint(node.value)))
        return value

    return Reader(noun, read, json_schema)


def one_of(*words: str) -> Reader[str]:
    """Return a reader of one word of a closed list."""
    return scalar(
        f"one of {', '.join(words)}",
        lambda written: written if written in words else None,
        lambda written: did_you_mean(written, words) if nearest(written, words) else "",
        json_schema={"enum": list(words)},
    )


def name(noun: str, pattern: str, like: str) -> Reader[str]:
    """Return a reader of a name that must match `pattern`; `like` is a good one."""
    whole = re.compile(pattern)

    def hint(written: str) -> str:
        joint = "_" if "_" in like else "-"
        tidied = re.sub(r"[^a-z0-9]+", joint, written.casefold()).strip(joint)
        return f"write '{tidied}'" if whole.fullmatch(tidied) else f"a good one is '{like}'"

    return scalar(
        noun,
        lambda written: written if whole.fullmatch(written) else None,
        hint,
        "bad-id",
        {"type": "string", "pattern": f"^{pattern}$"},
    )


def _date(written: str) -> str | None:
    match = re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", written, re.ASCII)
    if not match:
        return None
    try:
        datetime.date(*(int(part or 1) for part in match.groups()))
    except ValueError:
        return None
    return written


text: Reader[str] = scalar("text", str.strip)
identifier = name("an id of lower-case words joined by '-'", "[a-z0-9]+(-[a-z0-9]+)*", "wd-800")
date: Reader[str] = scalar("a date", _date, lambda _: "write it as 2007, 2007-06 or 2007-06-15")
integer: Reader[int] = scalar(
    "a whole number",
    lambda written: int(written) if re.fullmatch(r"-?[0-9]{1,18}", written) else None,
    json_schema={"type": "integer"},
)
anything: Reader[Node] = Reader("anything", lambda node, _: node)


def list_of(reader: Reader[T]) -> Reader[tuple[T, ...]]:
    """Return a reader of a list; a single value is a list of one."""

    def read(node: Node, problems: Problems) -> tuple[T, ...]:
        items = node.items if isinstance(node, metadata.Sequence) else (node,)
        values = (reader.read(item, problems) for item in items)
        return tuple(value for value in values if value is not None)

    several = {"type": "array", "items": reader.json_schema}
    return Reader("a list", read, {"anyOf": [reader.json_schema, several]})


def mapping_of(reader: Reader[T], key: Reader[str] = text) -> Reader[Mapping[str, T]]:
    """Return a reader of a mapping whose keys are free."""

    def read(node: Node, problems: Problems) -> Mapping[str, T] | None:
        if not isinstance(node, metadata.Mapping):
            problems.append(misfit(node, "a mapping"))
            return None
        values = {}
        for written, item in node.entries:
            its = key.read(written, problems)
            value = reader.read(item, problems)
            if its is not None and value is not None:
                values[its] = value
        return values

    names = {k: v for k, v in key.json_schema.items() if k == "pattern"}
    schema: dict[str, Any] = {"type": "object", "additionalProperties": reader.json_schema}
    return Reader("a mapping", read, schema | ({"propertyNames": names} if names else {}))


class Key(NamedTuple):
    """A key that a mapping may have: how its value is read, and what it is for."""

    reader: Reader[Any]
    about: str = ""
    required: bool = False


_NONE: Mapping[str, str] = {}


def fields(
    noun: str, table: Mapping[str, Key], elsewhere: Mapping[str, str] = _NONE, others: str = ""
) -> Reader[dict[str, Any]]:
    """Return a reader of a mapping whose keys stand in `table`; absent keys stay absent.

    `elsewhere` has keys by the names that others give to them: such a name is a finding too, but
    its value is read, unless the key itself is there. `others` says where all other names belong.
    """

    def read(node: Node, problems: Problems) -> dict[str, Any] | None:
        if not isinstance(node, metadata.Mapping):
            problems.append(misfit(node, noun))
            return None
        values = {}
        for written, item in node.entries:
            name = written.value
            if name not in table:
                meant = elsewhere.get(name, "")
                message = f"{noun} has no key {quote(written.value)}"
                hint = f"did you mean '{meant}'?" if meant else did_you_mean(name, table)
                hint += f" {others}" if others and not meant else ""
                problems.append(Diagnostic(written.position, "unknown-key", message, hint))
                if not meant or node.get(meant) is not None:
                    continue
                name = meant
            value = table[name].reader.read(item, problems)
            if value is not None:
                values[name] = value
        for wanted, key in table.items():
            if key.required and node.get(wanted) is None:
                message = f"{noun} without the key '{wanted}'"
                problems.append(Diagnostic(node.position, "missing-key", message, key.about))
        return values

    properties = {
        wanted: dict(key.reader.json_schema) | ({"description": key.about} if key.about else {})
        for wanted, key in table.items()
    }
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    required = [wanted for wanted, key in table.items() if key.required]
    return Reader(noun, read, schema | ({"required": required} if required else {}))


def json_schema(reader: Reader[Any], title: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 7, which YAML editors know) of what `reader` reads."""
    head = {"$schema": "http://json-schema.org/draft-07/schema#", "title": title}
    return head | dict(reader.json_schema)
