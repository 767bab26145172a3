"""The tables that iozone prints, and those that people make of its reports."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.parsers._text import binary_size, number

COLUMNS = (
    ("write", "seq-write"),
    ("rewrite", "rewrite"),
    ("read", "seq-read"),
    ("reread", "reread"),
    ("read", "rand-read"),
    ("write", "rand-write"),
    ("read", "backward-read"),
    ("rewrite", "record-rewrite"),
    ("read", "stride-read"),
    ("fwrite", "fwrite"),
    ("frewrite", "frewrite"),
    ("fread", "fread"),
    ("freread", "freread"),
    ("pwrite", "pwrite"),
)
"""The columns of the table of the automatic mode (print_header in iozone.c), in their order; the
line above tells the reads apart: random, backward, stride."""

REPORTS = {
    "writer": "seq-write",
    "re-writer": "rewrite",
    "reader": "seq-read",
    "re-reader": "reread",
    "random read": "rand-read",
    "random write": "rand-write",
    "backward read": "backward-read",
    "record rewrite": "record-rewrite",
    "stride read": "stride-read",
    "fwrite": "fwrite",
    "re-fwrite": "frewrite",
    "fread": "fread",
    "re-fread": "freread",
    "pwrite": "pwrite",
    "pread": "pread",
    "pwritev": "pwritev",
    "preadv": "preadv",
}
"""The names of the reports of -R (dump_excel in iozone.c)."""

_TOKEN = re.compile(r"\S+")
_REPORT = re.compile(r"\s*\"(.+?) report\"\s*")
_QUOTED = re.compile(r"\"(\d+)\"")
_AVERAGES = re.compile(
    r"\s*(\S.*?) Report ?\((?:avg|average|mean)\)\s*((?:[\d.,]+ ?[kKMG]B/s(?:ec)?\s*)+)", re.I
)
_AVERAGE = re.compile(r"([\d.,]+) ?([kKMG]B/s)(?:ec)?", re.I)
_SIZES = re.compile(r"(\d+(?:\.\d+)? ?[KMGT]B) ?File ?size", re.I)
_UNITS = {"kb/s": "KiB/s", "mb/s": "MiB/s", "gb/s": "GiB/s"}


class Head(NamedTuple):
    """The head of a table: its line, the end of its second column, and those of its operations."""

    line: int
    anchor: int
    ends: Sequence[int]
    operations: Sequence[str]


class Cell(NamedTuple):
    """One value: the line, the operation, file and record size in KiB, and the text."""

    line: int
    operation: str
    file_size: int
    record_size: int
    text: str


class Average(NamedTuple):
    """One cell of a table of averages; `head` is the first line of the table."""

    head: int
    line: int
    operation: str
    file_size: int
    series: str
    digits: str
    unit: str
    written: str


def head(index: int, line: str) -> Head | None:
    """Return the head of a table that a line is."""
    tokens = [(match[0], match.end()) for match in _TOKEN.finditer(line)]
    names = [name for name, _ in tokens[2:]]
    if not names or tokens[0][0] not in ("KB", "kB") or tokens[1][0] != "reclen":
        return None
    if names[: len(COLUMNS)] != [name for name, _ in COLUMNS[: len(names)]]:
        return None
    operations = [operation for _, operation in COLUMNS[: len(names)]]
    operations += names[len(COLUMNS) :]
    return Head(index, tokens[1][1], [end for _, end in tokens[2:]], operations)


def row(index: int, line: str, its: Head) -> list[Cell] | None:
    """Return the values of a row under a head, or None where it is no row or does not fit.

    Tests that were not run leave blanks, so a row that is not full is read by its columns: iozone
    prints right-aligned cells that end where the words of the head end, give or take a character.
    """
    tokens = [(match[0], match.end()) for match in _TOKEN.finditer(line)]
    if len(tokens) < 2 or not all(text.isdecimal() for text, _ in tokens):
        return None
    sizes, cells = tokens[:2], tokens[2:]
    if len(cells) > len(its.operations):
        return None
    found = []
    shift = sizes[1][1] - its.anchor
    column = -1
    for text, end in cells:
        if len(cells) == len(its.operations):
            column += 1
        else:
            column = min(range(len(its.ends)), key=lambda n: abs(its.ends[n] + shift - end))
            if abs(its.ends[column] + shift - end) > 2:
                return None
        operation = its.operations[column]
        found.append(Cell(index, operation, int(sizes[0][0]), int(sizes[1][0]), text))
    if len({cell.operation for cell in found}) != len(found):
        return None
    return found


def report(lines: Sequence[str], index: int) -> tuple[list[Cell], int] | None:
    """Return the values of a report of -R that begins at a line, and the line after it.

    A zero stands for what was not run.
    """
    match = _REPORT.fullmatch(lines[index])
    if not match or index + 1 >= len(lines):
        return None
    operation = REPORTS.get(match[1].lower(), "")
    records = [int(size) for size in _QUOTED.findall(lines[index + 1])]
    found = []
    at = index + 2
    while at < len(lines) and (its := _QUOTED.match(lines[at].lstrip())):
        cells = lines[at].replace('"', " ").split()[1:]
        found += [
            Cell(at, operation, int(its[1]), size, text)
            for size, text in zip(records, cells, strict=False)
            if operation and text.isdecimal() and text != "0"
        ]
        at += 1
    return found, at


def averages(lines: Sequence[str]) -> Iterator[Average]:
    """Yield the cells of tables such as a write-up makes of the reports of -R.

    `Writer Report (avg)53484KB/s49143KB/s` below `8GB Filesize16GB Filesize`: cells may have run
    together; labels of groups of columns stand on lines of their own above.
    """
    sizes: list[int] = []
    labels: Mapping[int, str] = {}
    first = 0
    for index, line in enumerate(lines):
        if found := _SIZES.findall(line):
            sizes = [binary_size(size) or 0 for size in found]
            first, labels = _labels(lines, index, sizes)
        elif sizes and "eport" in line and (match := _AVERAGES.fullmatch(line)):
            operation = REPORTS.get(match[1].lower())
            cells = _AVERAGE.findall(match[2])
            if not operation or len(cells) != len(sizes):
                continue
            for column, (digits, word) in enumerate(cells):
                plain = number(digits, line)
                if plain is not None:
                    yield Average(
                        first,
                        index,
                        operation,
                        sizes[column],
                        labels.get(column, ""),
                        plain,
                        _UNITS[word.lower()],
                        f"{digits} {word}",
                    )


def _labels(lines: Sequence[str], index: int, sizes: Sequence[int]) -> tuple[int, dict[int, str]]:
    """Return the first line of a table and the label of each column.

    There are labels where the sizes are repeated, once for each group of columns.
    """
    groups, rest = divmod(len(sizes), len(set(sizes)))
    if groups < 2 or rest:
        return index, {}
    first = index
    words: list[str] = []
    for at in range(index - 1, -1, -1):
        if lines[at].strip():
            words[:0] = re.split(r"\t+| {2,}", lines[at].strip())
            first = at
        if len(words) >= groups or (words and not lines[at].strip()):
            break
    if len(words) != groups:
        first, words = index, [f"group {number}" for number in range(1, groups + 1)]
    width = len(sizes) // groups
    return first, {column: words[column // width] for column in range(len(sizes))}
