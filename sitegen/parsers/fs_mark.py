"""fs_mark (Ric Wheeler): how many small files are written and synced in a second."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._text import ctime
from sitegen.parsers._wrapped import whole
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "fs_mark"
MARKS = ("Files/sec     App Overhead", "thread(s) starting at")
VARIANTS = (
    "3.x: a row for each iteration (-L): files per second, size in bytes, 'App Overhead' in "
    "microseconds of all its threads together (README); Count is the sum over iterations",
    "-v: least, mean and longest time of each system call in microseconds; three zeros are a "
    "call that was not made",
    "builds that add 'Average Files/sec' and percentiles of the iterations",
)

CALLS = {
    "CREAT": "file-create",
    "WRITE": "write",
    "FSYNC": "fsync",
    "SYNC": "sync",
    "CLOSE": "close",
    "UNLINK": "delete",
}

_VERSION = re.compile(r"#?\s*Version (\d+\.?\d*), (\d+) thread\(s\) starting at (.*)")
_COMMAND = re.compile(r"#\s+fs_mark\s+(-.*|)")
_LOOPS = re.compile(r"\s-L\s+(\d+)")
_INFO = re.compile(
    r"#\s*Files info: size (\d+) bytes, written with an IO size of (\d+) bytes per write"
)
_SYNC = re.compile(r"#\s*Sync method: ([^:]*\w).*")
_DIRECTORIES = re.compile(r"#\s*Directories:.* across (\d+) subdirectories")
_FURNITURE = re.compile(r"#\s*(?:Directories|File names|App overhead|All system call times).*|#\s*")
_HEAD = re.compile(r"#?\s*FSUse%\s+Count\s+Size\s+Files/sec\s+App Overhead\b(.*)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_CALL = re.compile(r"(\w+) \(Min/Avg/Max\)")
# Only the rows of -v are wide: five cells, and three for each of six calls.
_ROWS = re.compile(
    rf"{_HEAD.pattern.removesuffix('(.*)')}(?: +\w+ \(Min/Avg/Max\))+\s*|(?:\s+[\d.]+){{23}}\s*"
)
_MEAN = re.compile(r"\s*Average Files/sec:\s+(\d+\.?\d*)\s*")
_RANK = re.compile(r"\s*(p\d+) Files/sec:\s+(\d+\.?\d*)\s*")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, _ROWS)
    lines = source.lines
    began, version, date, loops = -1, "", "", 0
    load: dict[str, Value] = {}
    facts: list[Fact] = []
    known: set[int] = set()
    index = 0
    while index < len(lines):
        line = lines[index]
        if match := _HEAD.fullmatch(line):
            first = began if began >= 0 else index
            known.add(index)
            measurements, last = _rows(lines, index, _CALL.findall(match[1]), load, known)
            rows = len({its.line for its in measurements if its.operation == "overhead"})
            if rows < max(loops, 1):
                message = f"fs_mark stopped after {rows} of {max(loops, 1)} iterations"
                yield source.problem(last, "incomplete-run", message)
            if measurements:
                yield Run(
                    TOOL, version, first, last, measurements, facts, load, date, frozenset(known)
                )
            index = last
            began, version, date, loops, load, facts, known = -1, "", "", 0, {}, [], set()
        elif match := _COMMAND.fullmatch(line):
            if began >= 0 and version:
                yield source.problem(began, "incomplete-run", "fs_mark began, but gave no result")
                version, date, load = "", "", {}
            found = _LOOPS.search(match[1])
            began, loops = index, int(found[1]) if found else 1
            facts = [Fact("command", f"fs_mark {match[1]}".strip(), index)]
            known = {index}
        elif match := _VERSION.fullmatch(line):
            began = index if began < 0 else began
            version, date = match[1], ctime(match[3])
            load = {"threads": int(match[2])}
            known.add(index)
        elif began >= 0 and line.startswith("#") and _describes(line, load):
            known.add(index)
            if "Files info" in line and "file_size" in load:
                facts.append(Fact("file-size", load["file_size"], index))
        index += 1
    if began >= 0 and version:
        yield source.problem(began, "incomplete-run", "fs_mark began, but gave no result")


def _describes(line: str, load: dict[str, Value]) -> bool:
    """Take in a line that says how the files are written."""
    if match := _INFO.match(line):
        load["file_size"], load["block_size"] = int(match[1]), int(match[2])
    elif match := _SYNC.fullmatch(line):
        load["sync"] = match[1]
    elif match := _DIRECTORIES.match(line):
        load["directories"] = int(match[1])
    elif not _FURNITURE.fullmatch(line):
        return False
    return True


def _rows(
    lines: Sequence[str], head: int, calls: Sequence[str], load: dict[str, Value], known: set[int]
) -> tuple[list[Measurement], int]:
    """Return the values below a head, and the last line on which one stands."""
    measurements: list[Measurement] = []
    last = head
    for index in range(head + 1, len(lines)):
        line = lines[index]
        cells = line.split()
        if len(cells) == 5 + 3 * len(calls) and all(map(_NUMBER.fullmatch, cells)):
            measurements += _row(index, cells, calls, load)
        elif match := _MEAN.fullmatch(line):
            measurements.append(_rate(index, match[1], "mean", {}))
        elif match := _RANK.fullmatch(line):
            measurements.append(_rate(index, match[2], match[1], {}))
        elif cells:
            break
        else:
            if measurements:
                break
            continue
        last = index
    known.update(range(head, last + 1))
    return measurements, last


def _rate(index: int, digits: str, statistic: str, load: dict[str, Value]) -> Measurement:
    written = f"{digits} Files/sec"
    return Measurement("file-create", "iops", digits, "op/s", index, written, statistic, load)


def _row(
    index: int, cells: Sequence[str], calls: Sequence[str], load: dict[str, Value]
) -> Iterator[Measurement]:
    _, count, size, rate, overhead = cells[:5]
    if not (count.isdecimal() and size.isdecimal()):
        return
    its: dict[str, Value] = {"files": int(count), "file_size": int(size)}
    # A few builds print the size of a run with random sizes as 0.
    if size == "0" and "file_size" in load:
        del its["file_size"]
    yield _rate(index, rate, "", its)
    yield Measurement(
        "overhead",
        "time",
        overhead,
        "us",
        index,
        f"{overhead} usec",
        "",
        its,
        note="time of all threads together outside of calls that write",
    )
    for number, call in enumerate(calls):
        times = cells[5 + 3 * number : 8 + 3 * number]
        if call not in CALLS or set(times) == {"0"}:
            continue
        for statistic, digits in zip(("min", "mean", "max"), times, strict=True):
            written = f"{digits} usec"
            yield Measurement(CALLS[call], "latency", digits, "us", index, written, statistic, its)
