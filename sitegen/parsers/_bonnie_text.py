"""The text tables of bonnie++, read by column.

They are laid out by `print_stat` of bon_time.cpp (bonnie++ 1.03e): a value takes a blank and at
least five characters, its CPU share a blank and at least three, a phase that was not run ten
blanks. So each field begins where the one before it ends, however wide that was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.parsers._bonnie_csv import csv_line
from sitegen.parsers._bonnie_print import Print, Row, are_printed_cells, latencies_of


@dataclass(slots=True)
class Table:
    """The rows under one pair of heads: bulk I/O, then files."""

    head: int
    version: str = ""
    word: str = ""
    width: int = 0
    in_megabytes: bool = False
    concurrency: str = ""
    files_head: int = -1
    files_name: str = ""
    bulk: list[tuple[str, Row]] = field(default_factory=list)
    files: list[tuple[str, Row]] = field(default_factory=list)

    @property
    def is_cut(self) -> bool:
        """Return whether the head of the files table stands there without a row."""
        return bool(self.bulk) and self.files_head >= 0 and not self.files

    def prints(self) -> Iterator[Print]:
        """Yield the runs: the rows of the two tables are joined by name, or else in their order."""
        rest = list(self.files)
        alone = len(self.bulk) == 1
        for name, row in self._labelled():
            mate = next(
                (
                    its
                    for its in rest
                    if _same(its[0], name) and (its[0] or len(self.files) == len(self.bulk))
                ),
                None,
            )
            if mate:
                rest.remove(mate)
            whole = max(name, mate[0] if mate else "", key=len)
            head = self.head if alone else row.line
            yield Print(
                "text", self.version, whole, head, row, mate[1] if mate else None, self.concurrency
            )
        for name, row in rest:
            head = self.head if not self.bulk and len(self.files) == 1 else row.line
            yield Print("text", self.version, name, head, None, row, self.concurrency)

    def _labelled(self) -> Iterator[tuple[str, Row]]:
        """Yield the rows of bulk I/O with labels that tell them apart.

        Where people put rows of several set-ups below one head, a label that comes twice does not
        say that the set-up was the same.
        """
        if len(self.bulk) < 2:
            yield from self.bulk
            return
        count = Counter(name for name, _ in self.bulk)
        seen: Counter[str] = Counter()
        for name, row in self.bulk:
            seen[name] += 1
            if len(count) > 1 and count[name] > 1 and not row.latencies:
                yield f"{name} ({seen[name]})", row
            else:
                yield name, row


class Scan(NamedTuple):
    """What the lines of a source hold: tables, CSV lines, and the lines understood on the way."""

    tables: Sequence[Table]
    records: Sequence[Print]
    understood: frozenset[int]


_BULK_LABEL = re.compile(r"(.*?)[ \t]*(\d+[KMGT](?::[\w:]*)?)")
_MEGABYTES_LABEL = re.compile(r"(.*?)[ \t]*(?<!\S)(\d+)")
_FILES_LABEL = re.compile(r"(.*?)[ \t]*(?<!\S)(\d+(?::[\w:]*)?(?:/\d+)?)")
_FIELD = re.compile(r" {1,5}(\+{5}|\d+(?:\.\d+)?[kmg]?) {1,3}(\+{3}|\d+)(?= |$)")


def scan(lines: Sequence[str]) -> Scan:
    """Return all rows of bonnie++ in some lines."""
    tables: list[Table] = []
    records: list[Print] = []
    understood: set[int] = set()
    state = ""
    for index, line in enumerate(lines):
        if index in understood:
            continue
        if line.count(",") > 3 and (record := csv_line(lines, index)):
            found, used = record
            records += found
            understood.update(range(index, index + used))
        elif "-Sequential Output-" in line:
            tables.append(Table(index, _version(line)))
            state = "bulk"
            understood.add(index)
        elif "-Sequential Create-" in line:
            if not tables or tables[-1].files_head >= 0:
                tables.append(Table(index, _version(line)))
            tables[-1].files_head = index
            state = "files"
            understood.add(index)
        elif state and line.strip():
            its = _table_line(lines, index, tables[-1], state)
            understood.update(its)
            if not its and state == "files":
                # Answers in a mail part the rows of bulk I/O, which have a size with a letter. Rows
                # of files are bare numbers: they end where something else begins.
                state = ""
    return Scan(tables, records, frozenset(understood))


def _version(line: str) -> str:
    words = line.partition("Version")[2].split(maxsplit=1)
    return words[0] if words and words[0][0].isdecimal() else ""


def _table_line(lines: Sequence[str], index: int, table: Table, state: str) -> Sequence[int]:
    """Add a line under the head of a table to it, and return the lines that were understood."""
    line = lines[index]
    if "%CP" in line or "-Per Chr-" in line or "-Create--" in line or "--Random-" in line:
        if "K/sec" in line:
            table.word = "K/sec"
            table.in_megabytes = " MB " in line
        elif "/sec" in line and state == "bulk" and not table.word:
            table.word = "/sec"
            table.width = line.find("Name:Size") + 19 if "Name:Size" in line else 0
        if line.lstrip().startswith("Concurrency"):
            table.concurrency = line.split()[1]
        elif "-Create--" in line:
            table.files_name = line.partition("-Create--")[0].strip()
        return (index,)
    rows = table.bulk if state == "bulk" else table.files
    if line.lstrip().startswith("Latency"):
        if rows and (latencies := latencies_of(line)):
            name, row = rows[-1]
            rows[-1] = (name, Row(*row[:4], latencies, index))
            return (index,)
        return ()
    label = _FILES_LABEL
    if state == "bulk":
        label = _MEGABYTES_LABEL if table.in_megabytes else _BULK_LABEL
    word = table.word if state == "bulk" else "/sec"
    if found := _row(index, line, label, word):
        used = 1
    elif index + 1 < len(lines) and _is_rest(lines[index + 1]):
        # A mail program has broken the row.
        found = _row(index, f"{line} {lines[index + 1]}", label, word)
        used = 2
    if not found and (found := _laid_out(index, line, label, word, table.width)):
        used = 1
    if not found and state == "bulk" and rows and (found := _ditto(index, line, word, rows[-1])):
        used = 1
    if not found:
        return ()
    name, row = found
    rows.append((name or (table.files_name if state == "files" else ""), row))
    return range(index, index + used)


def _row(index: int, line: str, label: re.Pattern[str], word: str) -> tuple[str, Row] | None:
    """Return a row in which no phase is blank, whatever its columns."""
    head, *cells = line.rsplit(None, 12)
    if len(cells) != 12 or not are_printed_cells(cells):
        return None
    its = label.fullmatch(head)
    return (its[1].strip(), Row(index, its[2], tuple(cells), word)) if its else None


def _ditto(index: int, line: str, word: str, above: tuple[str, Row]) -> tuple[str, Row] | None:
    """Return a row for which people left out the name and size, since they are those above it."""
    name, row = above
    cells = tuple(line.split())
    if not line.startswith(" ") or len(cells) != 12 or row.line != index - 1:
        return None
    if not are_printed_cells(cells):
        return None
    return name, Row(index, row.label, cells, word)


def _laid_out(
    index: int, line: str, label: re.Pattern[str], word: str, width: int
) -> tuple[str, Row] | None:
    """Return a row in which some phases are blank, by its columns.

    Since 1.98 a label without a name does not fill the `width` of its column.
    """
    its = label.match(line)
    if not its or line[its.end() : its.end() + 1] not in (" ", ""):
        return None
    end = its.end()
    if not line[end:width].strip():
        end = max(end, width)
    rest = line[end:].rstrip()
    if not rest or not are_printed_cells(rest.split()):
        return None
    cells: list[str] = []
    at = 0
    while at < len(rest) and len(cells) < 12:
        match = _FIELD.match(rest, at)
        if match and match.end() - at == max(6, len(match[1]) + 1) + max(4, len(match[2]) + 1):
            cells += match.groups()
            at = match.end()
        elif match or rest[at : at + 10].strip():
            break
        else:
            cells += ("", "")
            at += 10
    if at < len(rest):
        cells = []
    cells += [""] * (12 - len(cells)) if cells else []
    return its[1].strip(), Row(index, its[2], tuple(cells), word)


def _is_rest(line: str) -> bool:
    """Return whether a line holds nothing but cells: the end of a broken row."""
    cells = line.split()
    return 0 < len(cells) < 12 and are_printed_cells(cells)


def _same(one: str, other: str) -> bool:
    """Return whether two names are those of one machine: either may be cut to fit its column."""
    return one.startswith(other) or other.startswith(one)
