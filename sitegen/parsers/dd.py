"""dd of GNU, FreeBSD, macOS, illumos, busybox and toybox; nench.sh and bench.sh, which run it.

dd does not say what it read and wrote: that is taken from the command, where it is printed above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dd_command import Command, commands_of
from sitegen.parsers._dd_pairing import SNAPSHOT, Group, commands_for, groups
from sitegen.parsers._dd_scripts import SCRIPTS, scripts
from sitegen.parsers._dd_stats import Odd, Stats, stats_of
from sitegen.record import Measurement, Run, Source, Value

TOOL = "dd"
MARKS = (
    "copied,",
    "copié,",
    "kopiert,",
    "B)",
    "bytes transferred in",
    "records out",
    "dd: ",
    *SCRIPTS,
)
VARIANTS = (
    "GNU coreutils since 5, in any language: kB, MB, GB are 10^3, 10^6, 10^9 (human_SI in "
    "src/dd.c); the rate is bytes by seconds, of which more digits are printed",
    "FreeBSD, macOS, NetBSD, OpenBSD, GNU fileutils 4: bytes/sec, exact (bin/dd/misc.c); illumos "
    "rounds to powers of 1024",
    "busybox and toybox: powers of 1024, as the numbers of each line prove (coreutils/dd.c and "
    "libbb/human_readable.c; toys/posix/dd.c)",
    "a dd into another program measures that program: hash, compress, or pipe",
    "nench.sh: MiB/s; bench.sh: the MB/s of GNU dd",
)

# Whatever empties the page cache between two reads of a file.
_DROPS = re.compile(
    r"drop_caches|umount|remount|reboot|flushbufs|\bpurge\b|echo [123] *>|hdparm -f"
)
# What stops a dd before it has begun; it prints no records then.
_NOT_BEGUN = re.compile(r"dd: (?:failed to open|opening|cannot|invalid|unrecognized|unknown)")
_FULL = re.compile(r"No space left|Auf dem Gerät|Aucun espace")
_REAL = re.compile(r"\s*real[\s:]+(?:(\d+)m)?(\d+(?:[.,]\d+)?)s?\s*")
_RECORDS = re.compile(r"(?<![\d+])(\d+)\+(\d+) records (in|out)\b")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    yield from scripts(source)
    told: dict[str, tuple[int, Stats]] = {}
    for group in groups(source.lines):
        results = [one for one in group.found if isinstance(one, Stats) and not one.is_progress]
        for stats, command in zip(results, commands_for(source.lines, group, results), strict=True):
            if command is SNAPSHOT:
                continue
            failure = _failure(source, group, stats, command)
            if failure:
                yield failure
                continue
            if command and _is_short(stats, command):
                message = (
                    f"{stats.bytes} of {command.planned} bytes: dd was still running, or stopped"
                )
                yield source.problem(stats.line, "incomplete-run", message)
                continue
            cached = _cached(source, stats, command, told)
            yield _run(stats, command, cached)
        yield from _odd(source, group, results)
    yield from _timed(source)


def _failure(
    source: Source, group: Group, stats: Stats, command: Command | None
) -> Diagnostic | None:
    """Return the finding that a dd stopped with an error before it was done."""
    before = max((one.line for one in group.found if one.line < stats.line), default=-1)
    for index in group.failures:
        line = source.lines[index]
        if before < index < stats.line and not _NOT_BEGUN.search(line):
            # Without a count, the end of the device is the end that was meant.
            if _FULL.search(line) and command and command.planned is None:
                return None
            return source.problem(index, "failed-run", f"dd stopped: {line.strip()}")
    return None


def _is_short(stats: Stats, command: Command) -> bool:
    """Return whether less was moved than asked for, though the source has no end."""
    if command.planned is None or stats.bytes >= command.planned or not stats.records:
        return False
    return command.source in ("/dev/zero", "/dev/urandom") and not stats.records[0][1]


def _cached(
    source: Source, stats: Stats, command: Command | None, told: dict[str, tuple[int, Stats]]
) -> str:
    """Return why a read came out of the page cache, or nothing."""
    if not command or not command.file:
        return ""
    before = told.get(command.file)
    told[command.file] = (stats.line, stats)
    if not before or command.operation != "seq-read" or command.is_uncached:
        return ""
    index, earlier = before
    between = source.lines[index + 1 : command.line + 1]
    if stats.speed < 2 * earlier.speed or any(_DROPS.search(line) for line in between):
        return ""
    return (
        f"{command.file} was in the page cache: line {source.numbers[index]} had it before, at"
        f" {earlier.rate}, and nothing emptied the cache"
    )


def _run(stats: Stats, command: Command | None, cached: str) -> Run:
    operation = "cached-read" if cached else command.operation if command else "transfer"
    workload: dict[str, Value] = {"total_size": stats.bytes}
    if block := _block_size(stats, command):
        workload["block_size"] = block
    if command:
        workload["arguments"] = command.text
    formula = f"{stats.bytes} B / {stats.seconds} s"
    remarks = [cached] if cached else []
    if command and operation == "seq-write" and not command.is_synced:
        remarks.append("without fsync, fdatasync or direct: a part may be in the page cache only")
    remark = "; ".join(remarks)
    if stats.exact:
        rate = Measurement(
            operation, "bandwidth", stats.exact, "B/s", stats.line, stats.rate, note=remark
        )
    else:
        note = f"{formula}; {remark}" if remark else formula
        rate = Measurement(
            operation,
            "bandwidth",
            stats.speed,
            "B/s",
            stats.line,
            stats.rate,
            certainty="derived",
            note=note,
        )
    time = Measurement(operation, "time", stats.seconds, "s", stats.line, f"{stats.seconds} s")
    size = Measurement(operation, "size", stats.bytes, "B", stats.line, f"{stats.bytes} bytes")
    return Run(
        TOOL,
        "",
        stats.first,
        stats.last,
        [rate, time, size],
        (),
        workload,
        furniture=frozenset(range(stats.first, stats.last + 1)),
    )


def _block_size(stats: Stats, command: Command | None) -> int | None:
    """Return the size of a block: by the records where all are whole, else by the command."""
    if len(stats.records) == 2 and stats.records[0] == stats.records[1]:
        whole, part = stats.records[1]
        if whole and not part and stats.bytes % whole == 0:
            return stats.bytes // whole
    return command.block_size if command else None


def _odd(source: Source, group: Group, results: Sequence[Stats]) -> Iterator[Diagnostic]:
    """Yield what is wrong with those that gave no result."""
    for one in group.found:
        if isinstance(one, Odd):
            yield source.problem(one.line, one.code, one.reason)
    last = results[-1].line if results else -1
    for index in group.failures:
        line = source.lines[index].strip()
        if index > last or _NOT_BEGUN.search(line):
            yield source.problem(index, "failed-run", f"dd stopped: {line}")
    running = [one for one in group.found if isinstance(one, Stats) and one.is_progress]
    if running and running[-1].line > last:
        message = "dd was still running: there is no line of its end"
        yield source.problem(running[-1].line, "incomplete-run", message)


def _timed(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield a run for each dd that prints its records only, if `time` says how long it took."""
    lines = source.lines
    if "records in" not in source.text:
        return
    commands = list(commands_of(lines))
    measured = {one.line for one in stats_of(lines)}
    for index, line in enumerate(lines):
        match = _RECORDS.search(line)
        if not match or any(index < known <= index + 4 for known in measured):
            continue
        whole, part, way = match.groups()
        if way == "in":
            if not any("records out" in below for below in lines[index + 1 : index + 3]):
                yield source.problem(index, "incomplete-run", "dd is cut off behind its records in")
            continue
        above = [one for one in commands if one.line < index]
        block = above[-1].block_size if above and index - above[-1].line < 8 else None
        its = _real(lines, index)
        if its is None or not block or part != "0":
            message = "dd gives no rate here: neither bytes nor seconds follow its records"
            yield source.problem(index, "missing-field", message)
            continue
        end, seconds, written = its
        stats = Stats(index - 1, end, end, int(whole) * block, seconds, written, "", False, ())
        run = _run(stats, above[-1], "")
        rate, time, _ = run.measurements
        note = f"{whole} x {block} B / {seconds} s by the clock of time"
        yield run._replace(measurements=[rate._replace(note=note), time._replace(written=written)])


def _real(lines: Sequence[str], index: int) -> tuple[int, str, str] | None:
    """Return the line, the seconds and the text of what `time` says below a line."""
    for below in range(index + 1, min(index + 4, len(lines))):
        if match := _REAL.fullmatch(lines[below]):
            minutes, seconds = match.groups()
            total = int(minutes or 0) * 60 + Decimal(seconds.replace(",", "."))
            return (below, f"{total.normalize():f}", lines[below].strip()) if total else None
        if lines[below].strip():
            return None
    return None
