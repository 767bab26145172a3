"""What the target of a link to evidence says, taken apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast
from urllib.parse import unquote

from sitegen.diagnostics import Diagnostic, Position

Kind = Literal["result", "testbed", "hardware", "run"]
Relation = Literal["", "vs", "of"]

KINDS: tuple[Kind, ...] = ("result", "testbed", "hardware", "run")
"""The schemes of links that lead to evidence."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The target of a link, taken apart.

    `other` is the path of the baseline or the whole, where another than the reference's own is
    named; `others` are the filters that replace those of the reference there.
    """

    target: str
    position: Position
    kind: Kind
    path: str
    filters: Mapping[str, str]
    fragment: str
    relation: Relation = ""
    other: str = ""
    others: Mapping[str, str] | None = None

    def problem(self, code: str, message: str, hint: str = "") -> Diagnostic:
        """Return a finding about this reference."""
        return Diagnostic(self.position, code, message, hint)


def parse(target: str, position: Position) -> Reference | Diagnostic:
    """Return what the target of a link says, or why it cannot be understood."""
    scheme, colon, rest = target.partition(":")
    if not colon or scheme not in KINDS:
        hint = f"write one of {', '.join(f'{kind}:' for kind in KINDS)}"
        return Diagnostic(position, "bad-reference", f"'{target}' is no reference", hint)
    rest, _, fragment = rest.partition("#")
    path, _, query = rest.partition("?")
    try:
        path, fragment = unquote(path, errors="strict"), unquote(fragment, errors="strict")
        pairs = [unquote(part, errors="strict") for part in query.split("&") if part]
    except UnicodeDecodeError:
        message = f"'{target}' has a %-escape that is no character of UTF-8"
        return Diagnostic(position, "bad-reference", message)
    reason = _no_path(path)
    if query and scheme != "result":
        reason = reason or f"only result: takes filters, and '{query}' is one"
    if reason:
        return Diagnostic(position, "bad-reference", f"'{target}': {reason}")
    return _with_query(Reference(target, position, scheme, path.rstrip("/"), {}, fragment), pairs)


def _no_path(path: str) -> str:
    """Return why a text cannot be the path of a run, a folder or a piece of hardware, or ''."""
    if not path.strip("/"):
        return "there is no path"
    if odd := re.search(r"[\x00-\x1f\x7f\\]", path):
        return f"a path cannot have the character {odd[0]!r}"
    if path.startswith("/") or {"", ".", ".."} & set(path.rstrip("/").split("/")):
        return "a path begins below results/, and has no '.' or '..' in it"
    return ""


def _with_query(bare: Reference, pairs: list[str]) -> Reference | Diagnostic:
    """Return a reference with its filters, and with its baseline or its whole."""
    own: dict[str, str] = {}
    others: dict[str, dict[str, str]] = {}
    paths: dict[str, str] = {}
    for pair in pairs:
        column, equals, value = pair.partition("=")
        column, value = column.strip(), value.strip()
        relation, dot, name = column.partition(".")
        into, key = own, column
        if column in ("vs", "of"):
            into = paths
        elif dot and relation in ("vs", "of"):
            into, key = others.setdefault(relation, {}), name
        if not equals or not key or (into is paths and not value):
            hint = "write COLUMN=VALUE, vs=PATH, vs.COLUMN=VALUE, of=PATH or of=limit:NAME"
            return bare.problem("bad-reference", f"'{pair}' in '{bare.target}' is no filter", hint)
        if key in into:
            message = f"'{column}' is there twice in '{bare.target}'"
            return bare.problem("bad-reference", message)
        into[key] = value
    relations = {*paths, *others}
    if len(relations) > 1:
        message = f"'{bare.target}' has both a baseline (vs) and a whole (of)"
        return bare.problem("bad-reference", message, "make two links of it")
    relation = cast(Relation, next(iter(relations), ""))
    other = paths.get(relation, "")
    if other and not other.startswith("limit:") and (reason := _no_path(other)):
        return bare.problem("bad-reference", f"'{relation}={other}': {reason}")
    return Reference(
        bare.target,
        bare.position,
        bare.kind,
        bare.path,
        own,
        bare.fragment,
        relation,
        other.rstrip("/"),
        others.get(relation, {}),
    )
