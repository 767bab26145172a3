"""HammerDB: transactions per minute of TPROC-C, query times of TPROC-H, and time profiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._hammerdb_lines import PATTERNS, is_furniture, profile_row, user_of
from sitegen.parsers._text import ctime
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "HammerDB"
MARKS = ("System achieved ", "Vuser ", '"TEST RESULT', "ACTIVE VIRTUAL USERS", "PROC: NEWORD")
VARIANTS = (
    "TPROC-C (TPC-C) of 2 to 5: `x TPM at y NOPM` to 3.2, `y NOPM from x TPM` since; both are per "
    "minute (src/*/*oltp.tcl divide by $durmin); also in the JSON of `jobs`",
    "TPM counts the transactions of a database in its own way and is not comparable between "
    "databases: the database stands in `mode`",
    "time profiles: etprof in microseconds, of one virtual user, without what it calls; xtprof in "
    "ms, of which the summary over all users is read; intervals are left out",
    "TPROC-H (TPC-H): seconds of each query, of the query set, and their geometric mean",
)


@dataclass(slots=True)
class Block:
    """What is known of a run while its lines are read."""

    first: int
    version: str = ""
    date: str = ""
    load: dict[str, Value] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    measurements: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    last: int = -1
    failure: int = -1
    result: bool = False
    began: bool = False
    procedure: str = ""
    summary: bool = False


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    block = Block(0)
    begun = False
    for index, line in enumerate(source.lines):
        name, match = _kind(line)
        if match is None:
            if begun and (not line.strip() or is_furniture(line)):
                block.known.add(index)
            continue
        if _begins_another(block, name):
            yield from _close(source, block)
            block = Block(index, block.version)
            begun = False
        if not begun and name not in ("banner", "setting"):
            block.first, begun = index, True
        if begun:
            block.last = index
            block.known.add(index)
        yield from _take(source, block, name, match, index)
    yield from _close(source, block)


def _kind(line: str) -> tuple[str, re.Match[str] | None]:
    for name, mark, pattern in PATTERNS:
        if mark in line and (match := pattern.search(line)):
            return name, match
    return "", None


def _begins_another(block: Block, name: str) -> bool:
    """Return whether a line of this kind cannot belong to the run so far."""
    if name in ("log", "users", "banner"):
        return block.began or block.result or block.failure >= 0
    if name == "ramp":
        return "ramp" in block.load or block.result or block.failure >= 0
    return name == "result" and any(its.quantity == "rate" for its in block.measurements)


def _take(
    source: Source, block: Block, name: str, match: re.Match[str], index: int
) -> Iterator[Diagnostic]:
    """Take in what a line says."""
    words = match.groups()
    if name == "banner":
        block.version = words[0]
    elif name in ("log", "stamp"):
        block.date = block.date or ctime(words[0])
    elif name == "setting":
        block.facts.append(Fact("warehouses", int(words[0]), index, words[0]))
    elif name == "ramp":
        block.began = True
        block.load["ramp"] = int(words[0]) * 60
    elif name == "timing":
        block.began = True
        block.load["runtime"] = int(words[0]) * 60
    elif name == "active":
        block.load["clients"] = int(words[0])
    elif name == "result":
        block.result = True
        yield from _result(source, block, match, index)
    elif name == "failed":
        block.failure = index
    elif name in ("query", "refresh", "set", "mean"):
        _query(block, name, match, index, user_of(source.lines[index]))
    elif name == "summary":
        block.summary, block.result = True, True
        if words[0]:
            block.load["clients"] = int(words[0])
    elif name == "single":
        block.summary = False
    elif name == "procedure":
        block.procedure = words[0].lower() if block.summary else ""
    elif block.procedure or name == "etprof":
        block.measurements += profile_row(name, match, index, block.procedure)
        block.result = True


def _result(source: Source, block: Block, match: re.Match[str], index: int) -> Iterator[Diagnostic]:
    if match["nopm"]:
        orders, transactions, database = match["nopm"], match["tpm"], match["database"]
    else:
        orders, transactions, database = match["nopm_old"], match["tpm_old"], match["database_old"]
    block.facts.append(Fact("database", database, index, database))
    if orders == transactions == "0":
        block.failure = index
        return
    pairs = (("new-order", "NOPM", orders), ("transaction", f"{database} TPM", transactions))
    for operation, unit, digits in pairs:
        if digits == "0":
            message = f"HammerDB printed 0 {unit}: it could not count them"
            yield source.problem(index, "not-recorded", message)
            continue
        block.measurements.append(
            Measurement(
                operation, "rate", digits, "op/min", index, f"{digits} {unit}", "", {"mode": unit}
            )
        )
        block.facts.append(Fact(unit.split()[-1].lower(), int(digits), index, f"{digits} {unit}"))


def _query(block: Block, name: str, match: re.Match[str], index: int, user: str) -> None:
    load: dict[str, Value] = {"job": user} if user else {}
    operation, statistic = "query", ""
    if name == "query":
        load["test"] = f"query {match[1]}"
    elif name == "refresh":
        load["test"] = f"{match[1].lower()} refresh"
    elif name == "set":
        operation = "total"
        block.result = True
        load["iterations"] = int(match[1])
    else:
        statistic = "geomean"
        load["mode"] = f"{match[1]} queries that returned rows"
    digits = match[2]
    block.measurements.append(
        Measurement(operation, "time", digits, "s", index, f"{digits} s", statistic, load)
    )
    block.began = True


def _close(source: Source, block: Block) -> Iterator[Run | Diagnostic]:
    if block.failure >= 0:
        words = source.lines[block.failure].strip()
        message = f"HammerDB: {words[:200]}"
        hint = "the load was not the one that was asked for: nothing is published"
        yield source.problem(block.failure, "failed-run", message, hint)
    elif block.result and block.measurements:
        yield Run(
            TOOL,
            block.version,
            block.first,
            block.last,
            block.measurements,
            block.facts,
            block.load,
            block.date,
            frozenset(block.known),
        )
    elif block.began:
        message = "HammerDB began to work, but there is no result"
        yield source.problem(max(block.last, 0), "incomplete-run", message)
