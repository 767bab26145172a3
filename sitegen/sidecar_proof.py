"""Reading the `proof` of a described table: what is true of each of its rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sitegen import metadata, units
from sitegen.diagnostics import Diagnostic, Position
from sitegen.metadata import Node
from sitegen.schema import Key, Problems, Reader, fields, list_of, scalar, text
from sitegen.table_description import Column, Proof, fold

_SHARE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*%")


def _share(written: str) -> Decimal | None:
    match = _SHARE.fullmatch(written)
    share = Decimal(match[1]) / 100 if match else None
    # 1000 and 1024 are 2.4 % apart: what allows for more proves nothing of the unit.
    return share if share is not None and 0 < share <= Decimal("0.02") else None


_EQUALS = fields("a number", {"column": Key(text, "the column that holds it", required=True)})


def _equals(node: Node, problems: Problems) -> units.Quantity | str | None:
    if isinstance(node, metadata.Mapping):
        its = _EQUALS.read(node, problems)
        return its.get("column") if its else None
    return scalar(
        "a quantity",
        units.quantity,
        lambda _: "such as 32000 MB; for another column write {column: 3}",
    ).read(node, problems)


_PROOF = fields(
    "a proof",
    {
        "product": Key(list_of(text), "two columns whose numbers are multiplied: [5, 6]"),
        "quotient": Key(list_of(text), "two columns; the first is divided by the second"),
        "equals": Key(
            Reader("a quantity or a column", _equals), "what that comes to in each row", True
        ),
        "within": Key(
            scalar("a share of at most 2 %", _share), "how far it may be off; else by rounding"
        ),
    },
)


def _proof(node: Node, problems: Problems) -> Mapping[str, Any] | None:
    its = _PROOF.read(node, problems)
    if its is None or "equals" not in its:
        return None
    its["position"] = node.position
    given = [name for name in ("product", "quotient") if name in its]
    if len(given) == 1 and len(its[given[0]]) == 2:
        return its
    problems.append(
        Diagnostic(node.position, "bad-value", "a proof needs two columns", _PROOF_HINT)
    )
    return None


_PROOF_HINT = "write {product: [5, 6], equals: 32000 MB}, or quotient instead of product"

proof: Reader[Mapping[str, Any]] = Reader("a proof", _proof, _PROOF.json_schema)
"""The reader of a proof; `placed_proof` makes one of what it returns."""


def _place(written: str, columns: Sequence[Column], at: Position, problems: Problems) -> int:
    """Return the place of a column that a proof names by its number or its heading."""
    names = [fold(one.heading) for one in columns]
    if written.isdecimal() and 0 < int(written) <= len(columns):
        return int(written) - 1
    if written and fold(written) in names:
        return names.index(fold(written))
    message = f"the table has no column '{written}'"
    hint = f"write a number from 1 to {len(columns)}: columns count as they stand in the sidecar"
    problems.append(Diagnostic(at, "bad-value", message, hint))
    return 0


def placed_proof(its: Mapping[str, Any], columns: Sequence[Column], problems: Problems) -> Proof:
    """Return the proof with the places of the columns that it names."""
    at = its["position"]
    first, second = (
        _place(written, columns, at, problems)
        for written in its.get("product", its.get("quotient"))
    )
    equals = its["equals"]
    if isinstance(equals, str):
        equals = _place(equals, columns, at, problems)
    return Proof("quotient" in its, first, second, equals, its.get("within"), at)
