"""STREAM (McCalpin): memory bandwidth of four kernels, versions 4.0 to 5.10, also with OpenMP."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.record import Measurement, Run, Source, Value

TOOL = "STREAM"
MARKS = ("STREAM version", "Best Rate MB/s", "Rate (MB/s)")
VARIANTS = (
    "5.10: Best Rate MB/s is 1.0E-06 * bytes / shortest time (stream.c); times in seconds",
    "4.0 to 5.9: Rate (MB/s), the same quantity; the RMS time of 4.0 is no mean and left out",
)

KERNELS = {"Copy": "copy", "Scale": "scale", "Add": "add", "Triad": "triad"}

_VERSION = re.compile(r"\s*STREAM2? version \$Revision: (\S+) \$\s*")
_HEAD = re.compile(
    r"\s*Function\s+(?:Best\s+)?Rate\s+\(?MB/s\)?\s+(Avg|RMS) time\s+Min time\s+Max time\s*"
)
_ROW = re.compile(
    r"\s*(Copy|Scale|Add|Triad):?\s+(\d+\.?\d*)\s+(\d+\.?\d*)\s+(\d+\.?\d*)\s+(\d+\.?\d*)\s*"
)
_RULE = re.compile(r"\s*-{5,}\s*")
_WORD = re.compile(r"\s*This system uses (\d+) bytes per (?:array element|DOUBLE PRECISION word)\.")
_ARRAY = re.compile(r"\s*Array size\s*=\s*(\d+)")
_TIMES = re.compile(r"\s*(?:Each kernel will be executed|Each test is run)\s+(\d+) times")
_THREADS = re.compile(r"\s*Number of Threads (?:requested|counted)\s*=\s*(\d+)")
_FURNITURE = (
    "-----",
    "Memory per array",
    "Total memory required",
    "The *best* time",
    "will be used to compute",
    "the *best* time for each is used",
    "Your clock granularity",
    "Each test below will take",
    "(= ",
    "Increase the size of the arrays",
    "you are not getting at least",
    "WARNING -- The above",
    "For best results, please be sure",
    "precision of your system timer",
    "Printing one line per active thread",
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    lines = source.lines
    first, version = -1, ""
    load: dict[str, Value] = {}
    known: set[int] = set()
    index = 0
    while index < len(lines):
        line = lines[index]
        if match := _VERSION.fullmatch(line):
            if first >= 0:
                yield source.problem(first, "incomplete-run", "STREAM began, but gave no result")
            first, version, load = index, match[1], {}
            # The rule above belongs to it.
            known = {index, index - 1}
        elif match := _HEAD.fullmatch(line):
            first = first if first >= 0 else index
            last = yield from _results(
                source, first, index, version, load, known, mean=match[1] == "Avg"
            )
            index, first, version, load = last, -1, "", {}
        elif first >= 0 and (_describe(line, load) or line.strip().startswith(_FURNITURE)):
            known.add(index)
        index += 1
    if first >= 0:
        yield source.problem(first, "incomplete-run", "STREAM began, but gave no result")


def _describe(line: str, load: dict[str, Value]) -> bool:
    """Take in a line that says how large the arrays are and how many threads there are."""
    if match := _WORD.match(line):
        load["block_size"] = int(match[1])
    elif match := _ARRAY.match(line):
        load["array_size"] = int(match[1]) * int(load.pop("block_size", 8))
    elif match := _TIMES.match(line):
        load["iterations"] = int(match[1])
    elif match := _THREADS.match(line):
        load["threads"] = int(match[1])
    else:
        return False
    return True


def _results(
    source: Source,
    first: int,
    head: int,
    version: str,
    load: dict[str, Value],
    known: set[int],
    *,
    mean: bool,
) -> Generator[Run | Diagnostic, None, int]:
    """Yield the run whose table begins at `head`, and return its last line."""
    measurements: list[Measurement] = []
    found: list[str] = []
    last = head
    known.add(head)
    verdict = -1
    for index in range(head + 1, len(source.lines)):
        text = source.lines[index].strip()
        match = _ROW.fullmatch(text)
        if match and match[1] not in found:
            found.append(match[1])
            measurements += _row(index, match, mean=mean)
        elif text.startswith(("Solution Validates", "Failed Validation")):
            verdict = index
            known.add(index)
        elif _RULE.fullmatch(text) and found:
            known.add(index)
            if verdict >= 0:
                last = index
                break
            continue
        elif text:
            break
        else:
            continue
        last = index
    if verdict >= 0 and source.lines[verdict].strip().startswith("Failed"):
        message = f"STREAM says: {source.lines[verdict].strip()}"
        yield source.problem(verdict, "failed-run", message)
        return last
    if not measurements:
        yield source.problem(head, "incomplete-run", "a table of STREAM ends at its head")
        return last
    if len(found) < len(KERNELS):
        missing = ", ".join(name for name in KERNELS if name not in found)
        yield source.problem(last, "missing-field", f"there is no row for {missing}")
    elif verdict < 0:
        message = "the line 'Solution Validates' is missing"
        yield source.problem(last, "missing-field", message)
    known -= {line for line in known if line < first - 1}
    yield Run(TOOL, version, first, last, measurements, (), load, furniture=frozenset(known))
    return last


def _row(index: int, match: re.Match[str], *, mean: bool) -> Iterator[Measurement]:
    name, rate, *times = match.groups()
    operation = KERNELS[name]
    note = "of the shortest time, the first iteration left out"
    yield Measurement(operation, "bandwidth", rate, "MB/s", index, f"{rate} MB/s", note=note)
    for statistic, time in zip(("mean", "min", "max"), times, strict=True):
        if mean or statistic != "mean":
            yield Measurement(operation, "time", time, "s", index, f"{time} s", statistic)
