"""fio's text: the reports in the lines of a source.

A report is the blocks of the jobs, `name: (groupid=0, jobs=1): err= 0: pid=...`, and below them the
sums of the groups, `Run status group 0 (all jobs):`, which end it.
"""

from __future__ import annotations

from sitegen.parsers import _fio_lines as lines
from sitegen.parsers import _fio_rates
from sitegen.parsers._fio_blocks import Block, Section, add
from sitegen.parsers._fio_lines import Row
from sitegen.parsers._fio_load import of_head
from sitegen.record import Fact, Source

_NEAR = 3
"""Within how many lines behind a report its rules and the like still belong to it."""


def sections(source: Source) -> list[Section]:
    """Return the reports in a source: of snapshots the last, and clients of one call as one."""
    scan = _Scan(source)
    rest = 0
    for index, line in enumerate(source.lines):
        if rest:
            rest -= 1
        elif line and not line.isspace():
            whole, rest = lines.joined(source.lines, index) if "=" in line else (line, 0)
            scan.read(index, whole)
            if rest:
                scan.found[-1].understood.update(range(index, index + 1 + rest))
    found: list[Section] = []
    for section in scan.found:
        add(found, section)
    return found


_ORDER = ("read", "write", "trim", "mixed")


class _Scan:
    """Reads lines one after another; what a line belongs to follows from those before it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Section] = []
        self.block: Block | None = None
        self.direction = ""
        self.percentiles: tuple[str, str] | None = None
        self.group = -1

    def read(self, index: int, line: str) -> None:
        """Take in one line that is not blank."""
        if line.startswith("<") and (match := lines.SERVER.match(line)):
            line = line[match.end() :]
        if "=" not in line and "fio" not in line and "Run status" not in line:
            if self.found and self._is_heading(line):
                self._decorate(index)
            return
        if self._opens(index, line) or self._measures(index, line):
            self._understand(index)
        elif self.found and lines.FURNITURE.match(line):
            self._decorate(index)

    def _is_heading(self, line: str) -> bool:
        """Read a line that says what those below it are."""
        if match := lines.PERCENTILES.match(line):
            self.percentiles = (match[1], match[2])
            return True
        if line and not lines.FURNITURE.match(line):
            return False
        self.percentiles = None
        if line.lstrip().startswith("fsync"):
            self.direction = "sync"
        return True

    def _understand(self, index: int) -> None:
        self.found[-1].understood.add(index)
        self.found[-1].last = index

    def _decorate(self, index: int) -> None:
        """Take a line as known that says nothing, if it is near to lines that do."""
        if index - self.found[-1].last < _NEAR:
            self._understand(index)

    def _section(self, index: int, *, inherits: bool = False) -> Section:
        """Return the section that a line belongs to, a new one where the last is closed."""
        last = self.found[-1] if self.found else None
        if last is None or last.reports:
            section = Section(index, index)
            if last and inherits:
                section.inherits, section.clients = True, last.clients
                section.version, section.heads = last.version, last.heads
            self.found.append(section)
            self.block, self.direction, self.group = None, "", -1
        return self.found[-1]

    def _opens(self, index: int, line: str) -> bool:
        """Read a line that begins something: a version, the head of a job, its block, a group."""
        if "(groupid=" in line and (match := lines.BLOCK.fullmatch(line)):
            if not self.found or self.found[-1].sum_lines:
                self._section(index, inherits=True)
            name, group, jobs, code, text, pid, date = match.groups()
            error = "" if code == "0" else f"err={code}" + (f" ({text})" if text else "")
            self.block = Block(
                name, int(group), int(jobs) if jobs else None, pid or "", error, date or "", index
            )
            self.found[-1].blocks.append(self.block)
            self.direction, self.percentiles = "", None
            return True
        if "(g=" in line and (match := lines.HEAD.fullmatch(line)):
            self._section(index).heads.append((match[1], int(match[2]), of_head(match[3])))
            return True
        if "fio" in line and (match := lines.VERSION.fullmatch(line)):
            self._section(index).version = match[1]
            return True
        if line.startswith("hostname=") and (match := lines.CLIENT.search(line)):
            section = self._section(index)
            section.clients += 1
            section.version = section.version or match[1]
            return True
        if self.found and "signal" in line and (match := lines.ENDED.match(line)):
            self.found[-1].facts.append(Fact("ended", f"by signal {match[1]}", index))
            return True
        if "Run status group" in line and (match := lines.GROUP.fullmatch(line)):
            group = int(match[1])
            if not self.found or group in self.found[-1].sum_lines:
                self._section(index, inherits=True)
            self.group = group
            self.block = None
            self.found[-1].sum_lines[group] = index
            return True
        return False

    def _measures(self, index: int, line: str) -> bool:
        """Read a line with values."""
        if self.group >= 0 and self.block is None:
            if rows := _fio_rates.sum_of(index, line):
                self.found[-1].sums.setdefault(self.group, {})[rows[0]] = rows[1]
                return True
            if "ios=" in line and (match := lines.DISK.fullmatch(line)):
                written = f"util={match[2]}%"
                fact = Fact(f"disk-use.{match[1]}", f"{float(match[2]):g} %", index, written)
                self.found[-1].facts.append(fact)
                return True
        if rate := _fio_rates.rate(index, line):
            direction, rows_of_rate = rate
            if self.block is None or self._is_next(direction) or self._is_apart(index):
                # A line that somebody quotes; what stands further off is of another run.
                section = self._section(index)
                self.block = Block("", 0, None, "", "", "", index)
                section.blocks.append(self.block)
            self.direction = direction
            self.block.rows[direction] = rows_of_rate
            return True
        return self.block is not None and self._details(index, line, self.block)

    def _is_next(self, direction: str) -> bool:
        """Return whether a rate is of another job: fio prints reads, then writes, then trims."""
        if not self.block or direction in self.block.rows:
            return True
        later = _ORDER[_ORDER.index(direction) :] if not self.block.name else ()
        return any(other in self.block.rows for other in later)

    def _is_apart(self, index: int) -> bool:
        """Return whether a line is too far from a block without a head to belong to it."""
        return bool(self.block and not self.block.name) and index - self.found[-1].last > _NEAR

    def _details(self, index: int, line: str, block: Block) -> bool:
        """Read a line that says more of a job."""
        rows = block.rows.setdefault(self.direction, []) if self.direction else []
        if "th=[" in line:
            if self.percentiles and self.direction:
                rows += lines.ranks(index, line, *self.percentiles)
            return True
        if "avg=" in line and (match := lines.LATENCY.match(line)):
            if match[1] == "sync":
                self.direction = "sync"
                rows = block.rows.setdefault("sync", [])
            if self.direction:
                rows += lines.latency(index, match)
            return True
        if "usr=" in line and (match := lines.CPU.match(line)):
            self.direction, self.percentiles = "", None
            block.rows["cpu"] = [
                Row("user-cpu", "", match[1], "%", f"usr={match[1]}%", index),
                Row("system-cpu", "", match[2], "%", f"sys={match[2]}%", index),
            ]
            return True
        if "issued" in line and (match := lines.ISSUED.match(line)):
            block.issued = tuple(int(count or 0) for count in match.groups())
        return False
