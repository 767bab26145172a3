"""iozone: the table of the automatic mode, the throughput mode, the reports of -R, averages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._iozone_command import load_of
from sitegen.parsers._iozone_session import Session
from sitegen.parsers._iozone_tables import averages, head, report
from sitegen.parsers._iozone_words import OPENINGS
from sitegen.record import Measurement, Run, Source

TOOL = "iozone"
BANNER = "Iozone: Performance Test of File I/O"
MARKS = (BANNER, "reclen", "throughput for", "eport (avg)", "eport(avg)", ' report"')
VARIANTS = (
    "table of the automatic mode, also of part of the tests (-i): kB is 1024 bytes (iozone.c)",
    "throughput mode (-t): what the children see is the result, each process over its own time; "
    "what the parent sees, by wall time, is a statistic of its own",
    "-O: operations per second; -N: microseconds per operation; the head of the output says so",
    "reports of -R: the numbers of the table once more, or alone",
    "tables of averages that write-ups make of those reports, also with cells run together",
)
_REACH = 8

AVERAGED = "averaged over record sizes by whoever made the table; KB is iozone's, 1024 bytes"


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    lines = source.lines
    session: Session | None = None
    index = 0
    while index < len(lines):
        line = lines[index]
        following = index + 1
        if BANNER in line:
            if session:
                yield from session.close(source)
            session = Session(index, whole=True)
        elif "reclen" in line and (its := head(index, line)):
            if session and (session.complete or session.head):
                yield from session.close(source)
                session = None
            session = session or _excerpt(lines, index)
            session.begin_table(its)
        elif ' report"' in line and (found := report(lines, index)):
            cells, following = found
            session = session or Session(index, whole=False)
            session.take(cells, index, following - 1)
        else:
            is_opening = line.lstrip().startswith(OPENINGS)
            if (is_opening or " throughput for " in line) and (
                session is None or session.complete or (is_opening and session.has_results)
            ):
                if session:
                    yield from session.close(source)
                session = _excerpt(lines, index)
            if session:
                session.read(source, index)
        index = following
    if session:
        yield from session.close(source)
    yield from _averages(source)


def _excerpt(lines: Sequence[str], index: int) -> Session:
    """Return a run of which the head was not kept, with what a command above it says."""
    session = Session(index, whole=False)
    for line in reversed(lines[max(0, index - _REACH) : index]):
        if "iozone" in line and (load := load_of(line)):
            session.expect(load)
            break
    return session


def _averages(source: Source) -> Iterator[Run]:
    for first, cells in groupby(averages(source.lines), key=lambda cell: cell.head):
        measurements = [
            Measurement(
                cell.operation,
                "bandwidth",
                cell.digits,
                cell.unit,
                cell.line,
                cell.written,
                "mean",
                {"file_size": cell.file_size, **({"series": cell.series} if cell.series else {})},
                note=AVERAGED,
            )
            for cell in cells
        ]
        last = measurements[-1].line
        head = frozenset(range(first, measurements[0].line))
        yield Run(TOOL, "", first, last, measurements, furniture=head)
