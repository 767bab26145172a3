"""nench.sh and bench.sh: scripts that run dd three times and print what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

SCRIPTS = ("dd: sequential write speed", "I/O Speed(", "I/O speed(")

_NENCH = re.compile(r"\s*(1st run|2nd run|3rd run|average): +(\d+\.\d\d) MiB/s\s*")
_BENCH = re.compile(
    r"\s*(?:I/O [Ss]peed ?\((1st run|2nd run|3rd run|average)\)|(Average) I/O [Ss]peed) *: *"
    r"(\d+(?:\.\d+)?) ([kMGT]B)/s\s*"
)
# n-st/nench, nench.sh: dd if=/dev/zero bs=64k count=16k conv=fdatasync; it turns what GNU dd prints
# into bytes and those into MiB/s. teddysun/across, bench.sh: bs=512k conv=fdatasync, as printed.
_NENCH_LOAD: dict[str, Value] = {"block_size": 64 * 1024, "total_size": 1024**3}
_BENCH_LOAD: dict[str, Value] = {"block_size": 512 * 1024}


def scripts(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield a run for each block of results of such a script."""
    lines = source.lines
    if SCRIPTS[0] in source.text:
        for index, line in enumerate(lines):
            if SCRIPTS[0] in line:
                yield from _block(source, index, index + 1, _NENCH, _NENCH_LOAD)
    if "I/O " in source.text:
        index = 0
        while index < len(lines):
            if "I/O " in lines[index] and _BENCH.fullmatch(lines[index]):
                yield from _block(source, index, index, _BENCH, _BENCH_LOAD)
                while index < len(lines) and _BENCH.fullmatch(lines[index]):
                    index += 1
            index += 1


def _block(
    source: Source, first: int, begin: int, row: re.Pattern[str], load: dict[str, Value]
) -> Iterator[Run | Diagnostic]:
    measurements: list[Measurement] = []
    average: Measurement | None = None
    index = begin
    while index < len(source.lines) and (match := row.fullmatch(source.lines[index])):
        parts = [part for part in match.groups() if part]
        name, digits, unit = [*parts, "MiB"][:3]
        rate = Measurement(
            "seq-write", "bandwidth", digits, f"{unit}/s", index, f"{digits} {unit}/s"
        )
        if name.lower() == "average":
            average = rate._replace(statistic="mean")
        else:
            measurements.append(rate)
        index += 1
    if average and measurements:
        if _is_mean(average, measurements):
            measurements.append(average)
        else:
            message = f"the average of the runs above is not {average.written}"
            hint = "bench.sh takes a GB for 1024 MB, though dd means 1000"
            yield source.problem(average.line, "contradiction", message, hint)
    if not measurements:
        yield source.problem(first, "incomplete-run", "no result of dd follows")
        return
    if not average:
        message = "the script prints an average below its three runs of dd; the output is cut off"
        yield source.problem(index - 1, "missing-field", message)
    yield Run(
        "dd", "", first, index - 1, measurements, (), load, furniture=frozenset(range(first, index))
    )


def _is_mean(average: Measurement, runs: list[Measurement]) -> bool:
    """Return whether an average is that of the runs above, within what was rounded."""
    mean = sum((_megabytes(one) for one in runs), Decimal(0)) / len(runs)
    printed = _megabytes(average)
    return abs(mean - printed) <= printed * Decimal("0.002")


def _megabytes(rate: Measurement) -> Decimal:
    """Return a rate in MB/s, or in MiB/s where that is its unit."""
    steps = {"kB/s": Decimal("0.001"), "GB/s": Decimal(1000), "TB/s": Decimal(10**6)}
    return Decimal(str(rate.value)) * steps.get(rate.unit, Decimal(1))
