"""One run of iozone, read line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._iozone_tables import Cell, Head, row
from sitegen.parsers._iozone_words import FAILURES, FLAGS, FURNITURE, GROUPS, SUMMARY
from sitegen.parsers._text import ctime
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "iozone"
KIBIBYTE = 1024
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
        self._quantity, self._unit, self._word = "bandwidth", "KiB/s", "kB/s"
        self._reported: list[Cell] = []
        self._findings: list[Diagnostic] = []
        self._names_follow = False

    def read(self, source: Source, index: int) -> None:
        """Take in a line."""
        text = source.lines[index].strip()
        if not text:
            self._names_follow = False
            return
        if self.head and text[0].isdigit() and not self.complete:
            found = row(index, source.lines[index], self.head)
            if found is None:
                if text.replace(" ", "").isdigit():
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
                self._mode(word)
                load = {**self._sizes, self._workers: int(count)}
                parent = who == "Parent sees"
                self._add(operation, digits, index, f"{digits} {word}/sec", load, parent=parent)
            return bool(operation)
        if match := _CPU.fullmatch(text):
            if self.measured:
                before = self.measured[-1]
                self.measured.append(
                    Measurement(
                        before.operation,
                        "cpu",
                        match[1],
                        "%",
                        index,
                        f"{match[1]} %",
                        "",
                        before.workload,
                    )
                )
            return True
        if match := _SUMMARY.fullmatch(text):
            operation = SUMMARY.get(match[1].lower())
            if operation and not any(its.operation == operation for its in self.measured):
                self._add(operation, match[2], index, f"{match[2]} {self._word}", self._sizes)
            return bool(operation)
        if match := _LOAD.match(text):
            size, record = match.groups()
            self._sizes = {
                "file_size": int(size) * KIBIBYTE,
                "block_size": int(record) * KIBIBYTE,
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
                self._quantity,
                digits,
                self._unit,
                index,
                written,
                "parent" if parent else "",
                load,
                note="" if parent else CHILDREN,
            )
        )

    def _mode(self, word: str) -> None:
        """Note what is counted: kB, operations, or microseconds for each operation."""
        if word.startswith("op"):
            self._quantity, self._unit, self._word = "iops", "op/s", "ops/sec"
        elif word.startswith(("Micro", "micro")):
            self._quantity, self._unit, self._word = "latency", "us", "us/op"
        elif word[:1] in "kK" and "/" in word:
            self._word = word

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
            self._mode(text.replace("OPS", "ops"))
        elif match := _OUTPUT.fullmatch(text):
            self._mode(match[1])
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
        measurements = [*self.measured, *map(self._cell, filter(self._was_run, cells))]
        for item in self._compared(source, cells):
            if isinstance(item, Measurement):
                measurements.append(item)
            else:
                yield item
        zeros = [cell for cell in cells if not self._was_run(cell)]
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

    def _was_run(self, cell: Cell) -> bool:
        return cell.text != "0" or self._quantity == "latency"

    def _cell(self, cell: Cell) -> Measurement:
        load: dict[str, Value] = {
            "file_size": cell.file_size * KIBIBYTE,
            "block_size": cell.record_size * KIBIBYTE,
        }
        if self._stride and cell.operation == "stride-read":
            load["stride"] = self._stride * cell.record_size * KIBIBYTE
        return Measurement(
            cell.operation,
            self._quantity,
            cell.text,
            self._unit,
            cell.line,
            f"{cell.text} {self._word}",
            "mean" if self._quantity == "latency" else "",
            load,
            certainty="below-resolution" if cell.text == "0" else "exact",
        )

    def _compared(
        self, source: Source, cells: Sequence[Cell]
    ) -> Iterator[Measurement | Diagnostic]:
        """Yield what the reports of -R have that the table has not, or has otherwise."""
        known = {(its.operation, its.file_size, its.record_size): its for its in cells}
        for cell in self._reported:
            its = known.get((cell.operation, cell.file_size, cell.record_size))
            if its and its.text == cell.text:
                continue
            yield self._cell(cell)
            if its:
                where = f"{cell.operation}, {cell.file_size} kB in records of {cell.record_size} kB"
                yield source.problem(
                    its.line,
                    "does-not-add-up",
                    f"{where}: the table says {its.text}, the report says {cell.text}",
                    f"line {source.numbers[cell.line]} is the same value; see which was changed",
                )
