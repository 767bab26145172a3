"""The lines of openssl speed -mr, made for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._openssl_names import operation_of
from sitegen.record import Measurement, Run, Source, Value

TOOL = "openssl"

KEYS = {
    "2": ("rsa", ("sign", "verify")),
    "3": ("dsa", ("sign", "verify")),
    "4": ("ecdsa", ("sign", "verify")),
    "5": ("ecdh", ("key-exchange",)),
    "6": ("", ("sign", "verify")),
    "8": ("ffdh", ("key-exchange",)),
}
"""The algorithm of each kind of +F line and its operations."""

_SIZES = re.compile(r"(?:Got: )?\+H((?::\d+)+)(?: from \d+)?")
_RATES = re.compile(r"\+F:\d+:([^:]+)((?::-?\d+\.?\d*)+)")
_KEYS = re.compile(r"\+F([2-8]):\d+:(\d+):(?:([A-Za-z][^:]*):)?(\d+\.?\d*(?::\d+\.?\d*)*)")
_WORK = re.compile(r"\+(?:DT|DTP|R\d*):.*|Got: \+.*|Forked child \d+")
_TASK = re.compile(r"\+DT(?:P:(\d+):\w*:(\w+)|:([^:]+)):.*")


def task(text: str) -> str:
    """Return what a +DT or +DTP line says is timed: a cipher's name, or '2048 bits rsa'."""
    match = _TASK.fullmatch(text)
    if not match:
        return ""
    bits, algorithm, name = match.groups()
    return name or f"{bits} bits {algorithm.lower()}"


def block_sizes(text: str) -> list[int]:
    """Return the sizes that a +H line names; the children of -multi print one each."""
    match = _SIZES.fullmatch(text)
    return [int(size) for size in match[1].split(":") if size] if match else []


def lines_of_machine(source: Source, *, alone: bool) -> Iterator[Run | Diagnostic]:
    """Yield the run of each block of such lines; what children of -multi say is not added up.

    `alone` is whether there is no table for people, in which case these lines are the result.
    """
    sizes: list[int] = []
    head = -1
    measured: list[Measurement] = []
    known: set[int] = set()
    begun: set[str] = set()
    for index, line in enumerate(source.lines):
        text = line.strip()
        if began := task(text):
            if measured:
                yield from _run(source, measured, known, head, begun)
                measured, known, head, begun = [], set(), -1, set()
            begun.add(began)
        elif found := block_sizes(text):
            sizes, head = found, index
        elif match := _RATES.fullmatch(text):
            cells = match[2][1:].split(":")
            if len(cells) != len(sizes):
                message = "the line +H: with the block sizes is missing"
                yield source.problem(index, "missing-field", message)
                continue
            for size, cell in zip(sizes, cells, strict=True):
                load: dict[str, Value] = {"algorithm": match[1], "block_size": size}
                if cell.startswith("-"):
                    message = f"{match[1]} in blocks of {size} bytes: {cell} cannot be a rate"
                    yield source.problem(index, "impossible-value", message)
                elif cell.strip("0."):
                    measured.append(
                        Measurement(
                            operation_of(match[1]),
                            "bandwidth",
                            cell,
                            "B/s",
                            index,
                            f"{cell} bytes/s",
                            "",
                            load,
                        )
                    )
        elif match := _KEYS.fullmatch(text):
            measured += _keys(index, *match.groups())
        elif not _WORK.fullmatch(text):
            if text and measured:
                yield from _run(source, measured, known, head, begun)
                measured, known, head, begun = [], set(), -1, set()
            continue
        known.add(index)
    if measured:
        yield from _run(source, measured, known, head, begun)
    elif known and alone:
        message = "openssl speed -mr began, but there is no line +F: of results"
        yield source.problem(max(known), "incomplete-run", message)


def _keys(index: int, kind: str, bits: str, name: str, cells: str) -> Iterator[Measurement]:
    if kind not in KEYS:
        return
    algorithm, operations = KEYS[kind]
    load: dict[str, Value] = {"algorithm": name or algorithm, "key_size": int(bits)}
    for operation, cell in zip(operations, cells.split(":"), strict=False):
        if not cell.strip("0."):
            continue
        if float(cell) < 1:
            # Up to 1.1.0 it is the time of one operation.
            yield Measurement(operation, "latency", cell, "s", index, f"{cell} s", "mean", load)
        else:
            yield Measurement(operation, "rate", cell, "op/s", index, f"{cell} /s", "", load)


def _run(
    source: Source, measured: list[Measurement], known: set[int], head: int, begun: set[str]
) -> Iterator[Run | Diagnostic]:
    first, last = measured[0].line, measured[-1].line
    first = head if 0 <= head < first else first
    inside = frozenset(line for line in known if first <= line <= last)
    yield Run(TOOL, "", first, last, measured, furniture=inside)
    lines = len({its.line for its in measured})
    if lines < len(begun):
        message = f"there are {lines} lines of results for {len(begun)} algorithms"
        yield source.problem(last, "incomplete-run", message)
