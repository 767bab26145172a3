"""fio's logs over time: `NAME_bw.1.log`, `_iops`, `_lat`, `_slat`, `_clat` and `_clat_hist`.

A log holds what one job did, moment by moment; a run's result is in fio's report. The lines do not
say what they count: the end of the name does, which fio itself gives (`setup_log` in init.c).

Lines by `flush_samples` in iolog.c: msec, value, direction, block size; then the offset
(log_offset), and since fio 3.17 the priority (0, 1 or 0x...). Values of bw are KiB/s, of latencies
ns in fio 3 and usec before. With log_window_value=both there are two values, a mean and a maximum.
In lines that stand for one I/O each, the block size is not 0 (log_avg_msec is not set).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from sitegen.diagnostics import Diagnostic, Position
from sitegen.parsers import _fio_histogram
from sitegen.parsers._fio_samples import KINDS, NAME, SAMPLE, Log
from sitegen.record import Run, Source

__all__ = ["MARKS", "TOOL", "VARIANTS", "parse", "parse_lines", "reads_lines"]

TOOL = "fio"
MARKS = (", 0, ", ", 1, ", ", 2, ")
VARIANTS = (
    "logs of bandwidth (KiB/s), operations and latencies (ns in 3.x, usec in 2.x) over time: mean, "
    "least and most of the samples of one job, as derived values (HOWTO.rst, 'Log File Formats')",
    "histograms of completion latency over time: percentiles of one job, as derived values",
)


def reads_lines(path: str, head: str) -> bool:
    """Return whether a file with this name and first lines is a log."""
    first = head.lstrip().partition("\n")[0].rstrip()
    return bool(
        NAME.search(path) and (SAMPLE.fullmatch(first) or _fio_histogram.ROW.fullmatch(first))
    )


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    if not reads_lines(source.path, "\n".join(islice(source.lines, 3))):
        return
    for found in parse_lines(source.path, source.lines):
        if isinstance(found, Run):
            found = found._replace(furniture=frozenset(range(len(source.lines))))
        yield found


def parse_lines(path: str, lines: Iterable[str]) -> Iterator[Run | Diagnostic]:
    """Yield what a log says, in the memory that one line takes."""
    name = NAME.search(path)
    if not name:
        return
    label, kind = f"{name[1] or ''} {name[3] or ''}".strip(), name[2]
    rows = iter(lines)
    first = next((line for line in rows if line.strip()), "")
    rest = chain([first], rows)
    if kind == "clat_hist":
        yield from _fio_histogram.read(path, rest, f"{label} (log)")
        return
    log = Log(KINDS[kind])
    damaged = log.read(rest)
    if damaged >= 0:
        yield Diagnostic(
            Position(path, damaged + 1),
            "incomplete-run",
            "this line of a log of fio has not all its fields",
            "the log was cut off while it was written",
        )
        return
    unit = log.unit()
    if not unit:
        yield Diagnostic(
            Position(path, 1),
            "ambiguous-number",
            "a latency log of fio 2 is in usec, one of fio 3 in ns, and nothing in it decides",
            "describe it as a table in a sidecar, with the unit",
        )
        return
    measurements = list(log.measurements(unit, {"job": f"{label} (log)"}))
    if measurements:
        yield Run(TOOL, "", 0, log.lines - 1, measurements)
        yield Diagnostic(
            Position(path, log.lines),
            "not-recorded",
            "logs of fio have no end mark: it cannot be told whether this one is whole",
        )
