"""The keys of all files that people write, from the tables that read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen import configuration, content, hardware, plain, sidecar, testbed_file
from sitegen.blocks import BLOCKS
from sitegen.facts import fact
from sitegen.manual import markdown_tables
from sitegen.manual.markdown_tables import code, listed, table
from sitegen.schema import JsonSchema, Reader
from sitegen.vocabulary import OPERATIONS, QUANTITIES
from sitegen.workload import workload

READERS: Mapping[str, Reader[Any]] = {
    "sitegen.yaml": configuration.CONFIGURATION,
    "report": content.REPORT,
    "hardware": hardware.HARDWARE,
    "page": plain.PAGE,
    "index": content.PAGE,
    "testbed": testbed_file.TESTBED,
    "sidecar": sidecar.SIDECAR,
    **{f"block-{word}": reader for word, reader in BLOCKS.items()},
}
"""The reader of each kind of file or block, by its name."""

_NAMED = {tuple(OPERATIONS): "an operation", tuple(QUANTITIES): "a quantity"}
"""What long lists of words are called that have a page of their own."""

_FACT = """\
A *fact* is one text, or `{value: 2 GB, source: data sheet, note: each}`, or a list of those where
the sources do not agree: then the first is used, all are shown, and it is a finding.

"""
_MARKS = """\
Keys that must be there are marked with \\*. The keys of a mapping inside another stand below its
path; there `[]` is each item of a list, and `NAME` a name that you choose.

"""
_INHERITED = """\
A folder inherits from those above it, key by key: the nearest wins. Every key is a column of the
records below the folder, with `testbed.` in front; what is nested has a dot: `layout: {raid:
{level: 10}}` is `testbed.raid.level`. A name may stand in one section only.

"""


def documents() -> str:
    """Return the keys of documents and of sitegen.yaml."""
    return "".join([
        _MARKS,
        "## A report: content/reports/NAME.md\n\n", _keys("report"),
        "## Hardware: content/hardware/ID.md\n\n", _FACT, _keys("hardware"),
        "## A page: content/pages/NAME.md\n\n", _keys("page"),
        "## The first page: content/index.md\n\n", _keys("index"),
        "## sitegen.yaml\n\n", "It lies at the root of a lab, and may be absent.\n\n",
        _keys("sitegen.yaml"),
    ])  # fmt: skip


def testbeds() -> str:
    """Return the keys of testbed.yaml."""
    return _INHERITED + _FACT + _keys("testbed")


def sidecars() -> str:
    """Return the keys of a sidecar."""
    about = (
        "What is here says what the output does not; with `table` no parser is tried.\n"
        "`sitegen show --sidecar FILE` proposes one.\n\n"
    )
    return about + _keys("sidecar")


def blocks() -> str:
    """Return the keys of each kind of block."""
    about = (
        "A block is YAML in a fence with one of these words. Columns may be written without\n"
        "`workload.` and `testbed.` where the rest is unique.\n\n"
    )
    parts = [f"## {word}\n\n" + _keys(f"block-{word}") for word in BLOCKS]
    return about + "".join(parts)


def _keys(name: str) -> str:
    """Return a table of the keys of a kind of file, and one for each mapping in it."""
    parts = []
    for before, rows in _mappings(READERS[name].json_schema, ""):
        if before:
            anchor = re.sub("[^a-z]+", "-", f"{name} {before}".casefold()).strip("-")
            parts.append(f"### {code(before)} {{#{anchor}}}\n\n")
        parts.append(table(("Key", "Value", "Meaning"), rows))
    return "".join(parts)


def _mappings(its: JsonSchema, before: str) -> Iterator[tuple[str, Sequence[tuple[str, str, str]]]]:
    """Yield the path of a mapping with its keys, then those of the mappings in it."""
    properties: Mapping[str, JsonSchema] = its["properties"]
    rows = []
    for key, value in properties.items():
        must = "\\*" if key in its.get("required", ()) else ""
        about = markdown_tables.plain(str(value.get("description", "")))
        rows.append((code(key) + must, _kind(value), about))
    yield before, rows
    for key, value in properties.items():
        if inner := _inner(value):
            between, mapping = inner
            yield from _mappings(mapping, f"{before}.{key}{between}".removeprefix("."))


def _bare(its: JsonSchema) -> dict[str, Any]:
    return {key: value for key, value in its.items() if key != "description"}


def _inner(its: JsonSchema) -> tuple[str, JsonSchema] | None:
    """Return the mapping in a value whose keys are known, and what stands between."""
    bare = _bare(its)
    if bare in (dict(fact.json_schema), dict(workload.json_schema)):
        return None
    if "properties" in bare:
        return "", its
    for kind in bare.get("anyOf", ()):
        if "properties" in kind:
            return "[]" if any(one.get("items") == kind for one in bare["anyOf"]) else "", kind
    free = bare.get("additionalProperties")
    if isinstance(free, Mapping) and (found := _inner(free)):
        return f".NAME{found[0]}", found[1]
    return None


def _kind(its: JsonSchema) -> str:
    """Return in words what a value may be."""
    bare = _bare(its)
    if bare == fact.json_schema:
        return "a fact"
    if bare == workload.json_schema:
        return "names of the workload, each with a fact"
    if "enum" in bare:
        return _NAMED.get(tuple(bare["enum"]), "") or listed(map(str, bare["enum"]))
    if "anyOf" in bare:
        several = any(kind.get("type") == "array" for kind in bare["anyOf"])
        kinds = (_kind(kind) for kind in bare["anyOf"] if kind.get("type") != "array")
        return " or ".join(dict.fromkeys(kinds)) + (", or a list" if several else "")
    if bare.get("type") == "array":
        return "a list"
    if "properties" in bare:
        return "a mapping"
    free = bare.get("additionalProperties")
    if isinstance(free, Mapping):
        return f"names, each with {_kind(free)}"
    if bare.get("type") == "object":
        return "a mapping"
    return {"integer": "a whole number", "string": "a name"}.get(str(bare.get("type")), "text")
