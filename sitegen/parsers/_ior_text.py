"""IOR: its text and its CSV, of versions 2.10 to 4.0, as tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen.parsers._ior_tests import Cell, Moved, Row, Test, is_number
from sitegen.parsers._text import ctime

_BANNER = re.compile(r"\s*IOR-(\S+): MPI Coordinated Test of Parallel I/O")
_BEGAN = re.compile(r"\s*(?:Run )?[Bb]egan\s*: (.*)")
_TEST = re.compile(r"\s*(?:TestID\s*: (\d+)|Test (\d+) started: )")
_FINISHED = re.compile(r"\s*(?:Run f|F)inished\s*:")
_PAIR = re.compile(r"\s*([A-Za-z][A-Za-z ]*?)\s*[:=]\s*(\S.*?)\s*")
_CLIENTS = re.compile(r"(\d+) \((\d+) per node\)")
_SIZES = re.compile(
    r"\s*WARNING: (Expected|Stat\(\) of|Using actual) aggregate (?:file size|bytes moved) *= (\d+)"
)
_MAXIMUM = re.compile(r"\s*Max (Write|Read): +(\d+(?:\.\d+)?) MiB/sec \(\d+(?:\.\d+)? MB/sec\)")
ROWS = re.compile(
    r"\s*access +bw\(MiB/s\) .* iter\s*|\s*Operation +Max ?\(.* (?:RefNum|Mean \(s\))\s*"
    r"|\s*(?:write|read|remove)(?: +(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|NA|-)){8,10}\s*"
    r"|\s*(?:write|read)(?: +(?:\d+(?:\.\d+)?|NA)){8,} +[A-Z]\S*(?: +\d+)?\s*"
)
_FAULT = re.compile(r"\s*(?:ior )?(ERROR: .*|WARNING: incorrect data on (?:write|read)\b.*)")
_KNOWN = re.compile(
    r"\s*(?:-{4,}|Options:|Results:|Summary|StartTime|Path|FS|Machine|Command line|Participating"
    r"|Commencing|Verifying|WARNING|stonewalling|delaying|apiVersion|test filename"
    r"|task offset|reorder|Using |\d+ errors found"
    r"|(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) [A-Z])"
)
_OPTIONS = frozenset(
    {
        "api",
        "access",
        "type",
        "segments",
        "ordering in a file",
        "ordering inter file",
        "nodes",
        "tasks",
        "clients",
        "clients per node",
        "repetitions",
        "xfersize",
        "blocksize",
        "aggregate filesize",
        "stonewallingTime",
        "stoneWallingWearOut",
    }
)
_SPLIT_HEADS = re.compile(r"\b(Max|Min|Mean) \(|\bStd Dev\b")


def tests(lines: Sequence[str]) -> Iterator[Test]:
    """Yield each test that stands in the lines of a source."""
    reader = _Reader()
    for index, line in enumerate(lines):
        if line and not line.isspace():
            yield from reader.read(index, line)
    yield from reader.close()


class _Reader:
    """Takes in lines one after another; what a line means follows from those before it."""

    def __init__(self) -> None:
        self.call: list[Test] = []
        self.heads: list[str] = []
        self.summary: list[str] = []

    def read(self, index: int, line: str) -> Iterator[Test]:
        """Take in a line that is not blank; yield the tests that end above it."""
        if match := _BANNER.match(line):
            yield from self.close()
            self.call = [Test(index, index, match[1], banner=True)]
            self.call[0].understand(index)
        elif "bw(MiB/s)" in line and "access" in line:
            if not self.call:
                self.call = [Test(index, index, whole=True)]
            elif self.call[-1].rows:
                self._next(index)
            self.heads, self.summary = _split(line), []
            self.call[-1].understand(index)
        elif line.lstrip().startswith("Operation") and "(MiB)" in line:
            if not self.call:
                self.call = [Test(index, index, whole=True)]
            self.summary = _heads_of_summary(line)
            self.call[-1].understand(index)
        elif match := _MAXIMUM.match(line):
            if not self.call:
                self.call = [Test(index, index, whole=True)]
            self.call[-1].maxima[match[1].lower()] = Cell(match[2], index)
            self.call[-1].understand(index)
        elif self.call:
            yield from self._within(index, line)

    def close(self) -> Iterator[Test]:
        """Yield the tests of the call that ends here."""
        yield from self.call
        self.call, self.heads, self.summary = [], [], []

    def _next(self, index: int) -> None:
        before = self.call[-1]
        test = Test(index, index, before.version, before.date, banner=before.banner)
        test.whole = not before.banner
        self.call.append(test)
        self.heads, self.summary = [], []

    def _within(self, index: int, line: str) -> Iterator[Test]:
        """Take in a line of a call that has begun."""
        test = self.call[-1]
        if _FINISHED.match(line):
            test.understand(index)
            for one in self.call:
                one.whole = True
            yield from self.close()
        elif match := _BEGAN.match(line):
            test.date = ctime(match[1])
            test.understand(index)
        elif match := _TEST.match(line):
            if test.rows or test.maxima:
                self._next(index)
            self.call[-1].understand(index)
        elif match := _FAULT.match(line):
            test.faults.append((match[1].strip(), index))
            test.understand(index)
        elif match := _SIZES.match(line):
            self._size(test, match, index)
        elif self.summary and (cells := _means(line, self.summary)):
            self._summary(cells, index)
        elif self.heads and (row := _row(line, self.heads, index)):
            test.rows.append(Row(row["access"].text, row, test.pending))
            test.pending = None
            test.understand(index)
        elif not self.heads and (match := _PAIR.fullmatch(line)) and match[1] in _OPTIONS:
            self._option(test, match[1], match[2], index)
        elif _KNOWN.match(line):
            test.furniture.add(index)

    def _size(self, test: Test, match: re.Match[str], index: int) -> None:
        if match[1] == "Expected":
            test.pending = Moved(int(match[2]), Cell(match[2], index))
        elif match[1] == "Using actual" and test.pending:
            test.pending = test.pending._replace(moved=Cell(match[2], index))
        test.furniture.add(index)

    def _summary(self, cells: Sequence[str], index: int) -> None:
        found = {head: Cell(text, index) for head, text in zip(self.summary, cells, strict=False)}
        number = found.get("Test#")
        test = self.call[-1]
        if number and number.text.isdecimal() and int(number.text) < len(self.call):
            test = self.call[int(number.text)]
        test.means.setdefault(cells[0], found)
        test.understand(index)

    def _option(self, test: Test, name: str, text: str, index: int) -> None:
        if match := _CLIENTS.match(text):
            test.options["tasks"] = Cell(match[1], index)
            test.options["clients per node"] = Cell(match[2], index)
        else:
            test.options[name] = Cell(text, index)
        test.understand(index)


def _split(line: str) -> list[str]:
    """Return the cells of a row: between commas in CSV, else between blanks."""
    return [cell.strip() for cell in line.split(",")] if "," in line else line.split()


def _heads_of_summary(line: str) -> list[str]:
    """Return the heads of the table of means; the two for deviations get what they are of."""
    heads = _SPLIT_HEADS.sub(lambda match: f"{match[1]}(" if match[1] else "StdDev", line).split()
    of = iter(("StdDev(MiB)", "StdDev(OPs)"))
    return [next(of, head) if head == "StdDev" else head for head in heads]


def _row(line: str, heads: Sequence[str], index: int) -> dict[str, Cell]:
    """Return the cells of a repetition by the heads of its table, or nothing."""
    cells = _split(line)
    # IOR 2.10 ends its rows so, for people who take them out with grep.
    if cells[-1] in ("EXCEL", "XXCEL"):
        cells.pop()
    if len(cells) != len(heads):
        return {}
    row = {head: Cell(text, index) for head, text in zip(heads, cells, strict=True)}
    numbers = all(text == "-" or is_number(text) for text in cells[heads.index("access") + 1 :])
    return row if numbers and row["access"].text in ("write", "read", "remove") else {}


def _means(line: str, heads: Sequence[str]) -> list[str]:
    """Return the cells of a row of the table of means, or nothing."""
    cells = line.split()
    if cells[-1] in ("EXCEL", "XXCEL"):
        cells.pop()
    least = heads.index("Mean(s)") + 1 if "Mean(s)" in heads else len(heads)
    if len(cells) not in (least, len(heads)) or cells[0] not in ("write", "read"):
        return []
    return cells if all(map(is_number, cells[1:4])) else []
