"""IOR: the JSON of -O summaryFormat=JSON, of 3.2 and later, as tests.

Values have four decimals (PrintKeyValDouble in ior-output.c); keys end in their unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._ior_tests import Cell, Row, Test
from sitegen.parsers._json import Broken, Document, documents
from sitegen.parsers._text import ctime
from sitegen.record import Source

KEY = '"Version"'

# The heads of the text for the keys of JSON.
_ROW = {
    "access": "access",
    "bwMiB": "bw(MiB/s)",
    "iops": "IOPS",
    "blockKiB": "block(KiB)",
    "xferKiB": "xfer(KiB)",
    "totalTime": "total(s)",
}
_MEANS = {
    "bwMaxMIB": "Max(MiB)",
    "bwMinMIB": "Min(MiB)",
    "bwMeanMIB": "Mean(MiB)",
    "bwStdMIB": "StdDev(MiB)",
    "OPsMax": "Max(OPs)",
    "OPsMin": "Min(OPs)",
    "OPsMean": "Mean(OPs)",
    "OPsSD": "StdDev(OPs)",
    "MeanTime": "Mean(s)",
    "numTasks": "#Tasks",
    "tasksPerNode": "tPN",
    "repetitions": "reps",
    "segmentCount": "segcnt",
}


def tests(source: Source) -> Iterator[Test | Diagnostic]:
    """Yield each test of each JSON document of IOR in a source."""
    for found in documents(source, KEY):
        if isinstance(found, Broken):
            if '"bwMiB"' in "\n".join(source.lines[found.first :]):
                message = f"the JSON of IOR is cut off or damaged: {found.reason}"
                yield source.problem(found.end, "incomplete-run", message)
        elif isinstance(found.value, dict) and "summary" in found.value:
            yield from _document(found)


def _document(document: Document) -> Iterator[Test]:
    whole = document.value
    stated = whole.get("tests")
    tests = [one for one in stated if isinstance(one, dict)] if isinstance(stated, list) else []
    made = []
    for number, its in enumerate(tests or [{}]):
        test = Test(document.first, document.last, str(whole.get("Version", "")), whole=True)
        test.date = ctime(str(its.get("StartTime") or whole.get("Began") or ""))
        test.banner = True
        test.furniture = set(range(document.first, document.last + 1))
        at: tuple[str | int, ...] = ("tests", number)
        if tests:
            _options(document, test, its, at)
            _rows(document, test, its, at)
        made.append(test)
    for number, means in enumerate(whole["summary"]):
        if isinstance(means, dict) and means.get("operation") in ("write", "read"):
            place = str(means.get("TestID", 0))
            test = made[int(place)] if place.isdecimal() and int(place) < len(made) else made[-1]
            cells = _cells(document, means, ("summary", number), _MEANS)
            test.means.setdefault(means["operation"], cells)
    yield from made


def _options(
    document: Document, test: Test, its: Mapping[str, Any], at: tuple[str | int, ...]
) -> None:
    options = its.get("Options")
    if isinstance(options, dict):
        for name, value in options.items():
            if isinstance(value, str):
                line = document.line(*at, "Options", name)
                test.options[name] = Cell(str(value), line, _pointer((*at, "Options", name)))


def _rows(
    document: Document, test: Test, its: Mapping[str, Any], at: tuple[str | int, ...]
) -> None:
    """Take in the results: a list, or a list for each repetition, and in 3.2 among the options."""
    results, place = its.get("Results"), (*at, "Results")
    if results is None and isinstance(its.get("Options"), dict):
        results, place = its["Options"].get("Results"), (*at, "Options", "Results")
    for one, path in _flat(results, place):
        if one.get("access") in ("write", "read", "remove"):
            test.rows.append(Row(str(one["access"]), _cells(document, one, path, _ROW)))


def _flat(
    value: object, path: tuple[str | int, ...]
) -> Iterator[tuple[Mapping[str, Any], tuple[str | int, ...]]]:
    if isinstance(value, dict):
        yield value, path
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _flat(one, (*path, number))


def _cells(
    document: Document,
    values: Mapping[str, Any],
    path: tuple[str | int, ...],
    heads: Mapping[str, str],
) -> dict[str, Cell]:
    return {
        heads[key]: Cell(str(value), document.line(*path, key), _pointer((*path, key)))
        for key, value in values.items()
        if key in heads and isinstance(value, str)
    }


def _pointer(path: Sequence[str | int]) -> str:
    return "".join(f"/{part}" for part in path)
