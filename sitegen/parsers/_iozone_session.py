"""One run of iozone, read line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._iozone_mode import Mode, compared
from sitegen.parsers._iozone_tables import Cell, Head, row
from sitegen.parsers._iozone_words import FAILURES, FLAGS, FURNITURE, GROUPS, SUMMARY
from sitegen.parsers._text import ctime
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "iozone"
CHILDREN = "what the children see: each process over its own time, added up"

_VERSION = re.compile(r"Version \$Revision: (\S+) \$")
_SEES = re.compile(
    r"(Children see|Parent sees) throughput for +(\d+) (\S.*?)\s*= *(\d+\.\d+) (\w+)/sec"
)
_CPU = re.compile(r"CPU [Uu]tilization: .*CPU utilization +(\d+\.\d+) %")
_LOAD = re.compile(
    r"Each (?:process|thread) writes a (\d+) [kK][bB]yte file in (\d+) [kK][bB]yte records"
)
_TEST = re.compile(r"Throughput test with \d+ (process|thread)")
_SUMMARY = re.compile(r"\" *(\S.*?) \" +(\d+\.\d+)")
_STRIDE = re.compile(r"File stride size set to (\d+) \* record size")
_OUTPUT = re.compile(r"\"?Output is in (\S+?)\"?")
_POOR = re.compile(r"reported inaccurate results. Sizes (\d+) [kK][bB]ytes and below")


class Session:
    """What the lines of one run have said so far."""

    def __init__(self, first: int, *, whole: bool) -> None:
        self.first = self.last = first
        self.whole = whole
        self.head: Head | None = None
        self.complete = False
        self.failure: tuple[int, str] | None = None
        self.known = {first}
        self.rows: list[list[Cell]] = []
        self.measured: list[Measurement] = []
        self._version = self._date = ""
        self._facts: list[Fact] = []
        self._load: dict[str, Value] = {}
        self._sizes: dict[str, Value] = {}
        self._workers = "processes"
        self._stride = 0
        self._mode = Mode()
        self._reported: list[Cell] = []
        self._findings: list[Diagnostic] = []
        self._names_follow = False

    @property
    def has_results(self) -> bool:
        """Return whether a result was read."""
        return bool(self.rows or self.measured)

    def expect(self, load: Mapping[str, Value]) -> None:
        """Take in what the command says of the load."""
        load = dict(load)
        self._mode = self._mode.said(str(load.pop("mode", "")))
        self._sizes = {column: its for column, its in load.items() if column.endswith("_size")}
        self._load = {column: its for column, its in load.items() if column not in self._sizes}

    def read(self, source: Source, index: int) -> None:
        """Take in a line."""
        text = source.lines[index].strip()
        if not text:
            self._names_follow = False
            return
        if self.head and text[0].isdecimal() and not self.complete:
            found = row(index, source.lines[index], self.head)
            if found is None:
                if text.replace(" ", "").isdecimal():
                    message = "the cells do not stand under the columns of the table"
                    self._findings.append(source.problem(index, "rows-left-over", message))
                return
            self.rows.append(found)
        elif self.complete:
            if not text.startswith(("Excel output", "Timer resolution", "reported inaccurate")):
                return
            self._clock(source, text, index)
        elif not (self._throughput(text, index) or self._about(source, text, index)):
            return
        self.known.add(index)
        self.last = index

    def take(self, cells: Sequence[Cell], first: int, last: int) -> None:
        """Take in a report of -R on lines `first` to `last`."""
        self._reported += cells
        self.known.update(range(first, last + 1))
        self.last = last

    def begin_table(self, its: Head) -> None:
        """Take in the two lines of a table's head."""
        self.head = its
        self.known.update((its.line - 1, its.line))
        self.last = its.line

    def _throughput(self, text: str, index: int) -> bool:
        """Take in a line of the throughput mode."""
        if match := _SEES.fullmatch(text):
            who, count, name, digits, word = match.groups()
            if operation := GROUPS.get(name):
                self._mode = self._mode.said(word)
                load = {**self._sizes, self._workers: int(count)}
                parent = who == "Parent sees"
                self._add(operation, digits, index, f"{digits} {word}/sec", load, parent=parent)
            return bool(operation)
        if match := _CPU.fullmatch(text):
            if self.measured:
                before = self.measured[-1]
                share, said = match[1], f"{match[1]} %"
                cpu = Measurement(
                    before.operation, "cpu", share, "%", index, said, "", before.workload
                )
                self.measured.append(cpu)
            return True
        if match := _SUMMARY.fullmatch(text):
            operation = SUMMARY.get(match[1].lower())
            if operation and not any(its.operation == operation for its in self.measured):
                self._add(operation, match[2], index, f"{match[2]} {self._mode.word}", self._sizes)
            return bool(operation)
        if match := _LOAD.match(text):
            size, record = match.groups()
            self._sizes = {
                "file_size": int(size) * 1024,
                "block_size": int(record) * 1024,
            }
        elif match := _TEST.match(text):
            self._workers = "threads" if match[1] == "thread" else "processes"
        return bool(match)

    def _add(
        self,
        operation: str,
        digits: str,
        index: int,
        written: str,
        load: Mapping[str, Value],
        *,
        parent: bool = False,
    ) -> None:
        self.measured.append(
            Measurement(
                operation,
                self._mode.quantity,
                digits,
                self._mode.unit,
                index,
                written,
                "parent" if parent else "",
                load,
                note="" if parent else CHILDREN,
            )
        )

    def _about(self, source: Source, text: str, index: int) -> bool:
        """Take in a line that says how iozone was run."""
        if text in FLAGS:
            column, value = FLAGS[text]
            before = self._load.get(column)
            self._load[column] = f"{before} + {value}" if before else value
        elif match := _VERSION.fullmatch(text):
            self._version = match[1]
        elif text.startswith("Run began:"):
            self._date = ctime(text)
        elif text.startswith("Command line used:"):
            self._facts.append(Fact("command", text.partition(":")[2].strip(), index))
        elif text.startswith(("OPS Mode", "Microseconds/op Mode")):
            self._mode = self._mode.said(text)
        elif match := _OUTPUT.fullmatch(text):
            self._mode = self._mode.said(match[1])
        elif match := _STRIDE.match(text):
            self._stride = int(match[1])
        elif text.startswith("iozone test complete"):
            self.complete = True
        elif text.startswith("iozone: interrupted"):
            message = "iozone was interrupted: what is printed below counts for nothing"
            self._findings.append(source.problem(index, "incomplete-run", message))
        elif text.startswith(FAILURES):
            self.failure = self.failure or (index, text)
        elif text.startswith("Contributors:"):
            self._names_follow = True
        else:
            return self._names_follow or text.startswith(FURNITURE)
        return True

    def _clock(self, source: Source, text: str, index: int) -> None:
        """Take in what iozone says of its clock below the results."""
        if match := _POOR.match(text):
            message = f"the clock is too coarse for records of {match[1]} kB and less, says iozone"
            self._findings.append(source.problem(index, "too-fast", message))

    def close(self, source: Source) -> Iterator[Run | Diagnostic]:
        """Yield the run, and what is wrong with it."""
        yield from self._findings
        if self.failure:
            line, text = self.failure
            yield source.problem(line, "failed-run", f"iozone says: {text}")
            return
        if not self.complete and self.rows:
            # A row is printed cell by cell, so the last one may be cut off.
            columns = max(map(len, self.rows))
            if len(self.rows[-1]) < columns:
                cut = self.rows.pop()
                line = cut[0].line if cut else self.last
                message = f"the last row has {len(cut)} of {columns} values: the run was cut off"
                yield source.problem(line, "incomplete-run", message)
        cells = [cell for cells in self.rows for cell in cells]
        measurements = [
            *self.measured,
            *(self._mode.value(cell, self._stride) for cell in cells if self._mode.was_run(cell)),
        ]
        for item in compared(source, cells, self._reported, self._mode, self._stride):
            if isinstance(item, Measurement):
                measurements.append(item)
            else:
                yield item
        zeros = [cell for cell in cells if not self._mode.was_run(cell)]
        if zeros:
            names = ", ".join(dict.fromkeys(cell.operation for cell in zeros))
            message = f"iozone printed 0 for {names}: no result"
            yield source.problem(zeros[0].line, "not-recorded", message)
        if not measurements:
            message = "iozone began to work, but gave no result"
            yield source.problem(self.last, "incomplete-run", message)
            return
        if self.whole and not self.complete:
            message = "the line 'iozone test complete.' is missing"
            hint = "if the run was cut off, what it printed until then is all there is"
            yield source.problem(self.last, "missing-field", message, hint)
        yield Run(
            TOOL,
            self._version,
            self.first,
            self.last,
            measurements,
            self._facts,
            self._load,
            self._date,
            frozenset(self.known),
        )
