"""PostMark (NetApp): transactions of a mail server on many small files."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._text import binary_size
from sitegen.record import Certainty, Measurement, Run, Source, Value

TOOL = "PostMark"
MARKS = ("seconds of transactions (", "Performing transactions", "Creating files...")
VARIANTS = (
    "1.5: kilobytes and megabytes are 2^10 and 2^20 bytes (megabytes * 1024 / seconds is what "
    "is printed as kilobytes per second)",
    "times are whole seconds, and at least 1 (diff_time in postmark.c): where it says 1 second, "
    "times are upper bounds and rates are lower ones; rates of files are cut to whole numbers",
    "builds that print decimals: times and rates as they are",
)

UNITS = {
    "bytes": "B/s",
    "kilobytes": "KiB/s",
    "megabytes": "MiB/s",
    "gigabytes": "GiB/s",
}
SIZES = {"bytes": "B", "kilobytes": "KiB", "megabytes": "MiB", "gigabytes": "GiB"}
FILES = {"created": "file-create", "read": "file-read", "appended": "append", "deleted": "delete"}
SHORT = "PostMark counts whole seconds, and prints 1 for anything shorter"
CUT = "cut to a whole number by PostMark"

_BANNER = re.compile(r"\s*PostMark v(\S+) : \S+\s*")
_TOTAL = re.compile(r"\s*(\d+\.?\d*) seconds total\s*")
_TRANSACTIONS = re.compile(r"\s*(\d+\.?\d*) seconds of transactions \((\d+\.?\d*) per second\)\s*")
_FILES = re.compile(r"\s*(\d+) (created|read|appended|deleted) \((\d+\.?\d*) per second\)\s*")
_PART = re.compile(
    r"\s*(Creation alone|Deletion alone|Mixed with transactions):"
    r" (\d+) files \((\d+\.?\d*) per second\)\s*"
)
_DATA = re.compile(
    r"\s*(\d+\.?\d*) (\w*bytes) (read|written) \((\d+\.?\d*) (\w*bytes) per second\)\s*"
)
_FURNITURE = re.compile(
    r"\s*(?:pm>\s*)*(?:(?:Creating|Deleting) (?:subdirectories|files)\.\.\.(?:Done)?"
    r"|Performing transactions\.*(?:Done)?|Files:|Data:|Time:|run|quit|exit)\s*"
)
_FACTS = (
    (re.compile(r"\s*(?:pm>)?The base number of files is (\d+)\s*"), "files"),
    (re.compile(r"\s*Transactions: (\d+)\s*"), "iterations"),
    (re.compile(r"\s*(\d+) subdirectories will be used.*"), "directories"),
    (re.compile(r"\s*Random number generator seed is (\d+)\s*"), "seed"),
)
_RANGE = re.compile(
    r"\s*Files range between (\d+\.?\d*) (\w*bytes) and (\d+\.?\d*) (\w*bytes) in size\s*"
)
_BLOCKS = re.compile(
    r"\s*Block sizes are: read=(\d+\.?\d*) (\w*bytes), write=(\d+\.?\d*) (\w*bytes)\s*"
)
_SET = re.compile(
    r"\s*(?:pm>\s*)*set (number|transactions|subdirectories|seed|size) (\d+)(?: (\d+))?\s*"
)
_SETTINGS = {
    "number": "files",
    "transactions": "iterations",
    "subdirectories": "directories",
    "seed": "seed",
}
_CONFIGURATION = (
    "Current configuration is:",
    "Working director",
    "Biases are:",
    "Using Unix",
    "Using buffered",
    "Report format is",
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    lines = source.lines
    version = ""
    load: dict[str, Value] = {}
    began = -1
    index = 0
    while index < len(lines):
        line = lines[index]
        if match := _BANNER.fullmatch(line):
            version, load = match[1], {}
        elif _describes(line, load):
            pass
        elif "Creating " in line and _FURNITURE.fullmatch(line):
            began = index if began < 0 else began
        elif line.strip() == "Time:" and _TOTAL.fullmatch("".join(lines[index + 1 : index + 2])):
            index = yield from _report(source, began, index, version, load)
            began = -1
            continue
        index += 1
    if began >= 0:
        message = "PostMark began to work, but gave no report"
        yield source.problem(began, "incomplete-run", message)


def _describes(line: str, load: dict[str, Value]) -> bool:
    """Take in a command, or a line of `show`: what the load is."""
    for pattern, column in _FACTS:
        if match := pattern.fullmatch(line):
            load[column] = match[1] if column == "seed" else int(match[1])
            return True
    if match := _SET.fullmatch(line):
        name, first, second = match.groups()
        if name == "size":
            load["min_size"], load["max_size"] = int(first), int(second or first)
        else:
            load[_SETTINGS[name]] = first if name == "seed" else int(first)
        return True
    if match := _RANGE.fullmatch(line):
        for column, digits, word in (
            ("min_size", match[1], match[2]),
            ("max_size", match[3], match[4]),
        ):
            if size := _bytes(digits, word):
                load[column] = size
        return True
    if match := _BLOCKS.fullmatch(line):
        if match[1] == match[3] and match[2] == match[4] and (size := _bytes(match[1], match[2])):
            load["block_size"] = size
        return True
    return line.strip().startswith(_CONFIGURATION)


def _bytes(digits: str, word: str) -> int | None:
    letter = word.removesuffix("bytes")[:1]
    return binary_size(f"{digits}{letter}")


def _report(
    source: Source,
    began: int,
    head: int,
    version: str,
    load: dict[str, Value],
) -> Generator[Run | Diagnostic, None, int]:
    """Yield the run whose report begins at `head`, and return the line behind it."""
    measurements: list[Measurement] = []
    lines = source.lines
    first = began if began >= 0 else head
    known = {line for line in range(first, head + 1) if _FURNITURE.fullmatch(lines[line])}
    kind = ""
    data = 0
    index = head + 1
    for index in range(head + 1, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        if match := _TOTAL.fullmatch(line):
            measurements.append(_time("total", match[1], index))
        elif match := _TRANSACTIONS.fullmatch(line):
            measurements.append(_time("transaction", match[1], index))
            short = match[1] == "1"
            measurements.append(_rate("transaction", match[2], index, {}, short=short))
        elif match := _FILES.fullmatch(line):
            count, kind, rate = match.groups()
            phase: dict[str, Value] = {"phase": "all"} if kind in ("created", "deleted") else {}
            measurements.append(
                _rate(FILES[kind], rate, index, phase, short=count == rate, count=count)
            )
        elif (match := _PART.fullmatch(line)) and kind in FILES:
            name, count, rate = match.groups()
            phase = {"phase": "alone" if name.endswith("alone") else "with transactions"}
            measurements.append(
                _rate(FILES[kind], rate, index, phase, short=count == rate, count=count)
            )
        elif match := _DATA.fullmatch(line):
            measurements += _data(index, match, short=measurements[0].value == "1")
            data += 1
            if data == 2:
                break
        elif _FURNITURE.fullmatch(line):
            known.add(index)
        else:
            break
    last = max(its.line for its in measurements)
    if data < 2:
        message = "the report of PostMark is cut off: the rates of data are missing"
        yield source.problem(last, "incomplete-run", message)
    yield Run(TOOL, version, first, last, measurements, (), dict(load), furniture=frozenset(known))
    return last + 1


def _time(operation: str, digits: str, index: int) -> Measurement:
    short = digits == "1"
    return Measurement(
        operation,
        "time",
        digits,
        "s",
        index,
        f"{digits} seconds",
        certainty="at-most" if short else "exact",
        note=SHORT if short else "",
    )


def _rate(
    operation: str,
    digits: str,
    index: int,
    load: dict[str, Value],
    *,
    short: bool,
    count: str = "",
) -> Measurement:
    certainty: Certainty = "exact"
    note = "" if "." in digits else CUT
    if short:
        certainty, note = "at-least", SHORT
    elif digits == "0" and count != "0":
        certainty = "below-resolution"
    written = f"{digits} per second"
    return Measurement(
        operation, "iops", digits, "op/s", index, written, "", load, certainty=certainty, note=note
    )


def _data(index: int, match: re.Match[str], *, short: bool) -> Iterator[Measurement]:
    amount, size_word, way, rate, rate_word = match.groups()
    if size_word not in SIZES or rate_word not in UNITS:
        return
    operation = "read" if way == "read" else "write"
    yield Measurement(operation, "size", amount, SIZES[size_word], index, f"{amount} {size_word}")
    yield Measurement(
        operation,
        "bandwidth",
        rate,
        UNITS[rate_word],
        index,
        f"{rate} {rate_word} per second",
        certainty="at-least" if short else "exact",
        note=SHORT if short else "",
    )
