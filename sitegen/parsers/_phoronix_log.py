"""What the Phoronix Test Suite prints in the terminal while it runs.

Under the title of a test stand its profile, the runs, and for each result the values of the runs
with their average (pts_test_run_manager and pts_test_result_parser of pts-core). The direction is
not printed: it follows from the scale.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._phoronix_scales import Meaning, meaning
from sitegen.parsers._text import binary_size
from sitegen.record import Measurement, Run, Source, Value

MARK = "Started Run 1 @"

_SUITE = re.compile(r"\s*Phoronix Test Suite v?(\d[\w.]*)\s*")
_PROFILE = re.compile(r"\s+((?:\w+/)([a-z][\w.-]*?)-\d+(?:\.\d+)*)(?: \[(.*)\])?\s*")
_STEP = re.compile(
    r"\s*(?:Test \d+ of \d+|Estimated .*: .*|Started Run \d+ @ .*|Running \S+ Test Script @ .*"
    r"|Running \S+-Test Script @ .*)"
)
_HEAD = re.compile(r"\s+(\S.*):\s*")
_VALUE = re.compile(r"\s+(\d+(?:\.\d+)?)\s*")
_AVERAGE = re.compile(r"\s+Average: (\d+(?:\.\d+)?) (\S.*?)\s*")
_SPREAD = re.compile(r"\s+(?:Deviation|Minimum|Maximum): .*")
_FAILED = re.compile(
    r"\s*(?:The test (?:quit with a non-zero exit status|run did not produce a result).*"
    r"|\[?(?:ERROR|PROBLEM)\]? .*)"
)
_BLOCK = re.compile(r"(?:Block|Record) Size: (\d+ ?[KMG]?B?)\b", re.IGNORECASE)


@dataclass(slots=True)
class Test:
    """One test of the log: what it is, and the results below it."""

    title: str
    job: str
    profile: str
    description: str
    line: int
    head: str = ""
    values: int = 0
    results: list[Measurement] = field(default_factory=list)
    failure: tuple[int, str] | None = None

    def load(self, scale: str) -> dict[str, Value]:
        """Return what is known of the load of a result."""
        mode = self.description if self.head in ("", "Test Results") else self.head
        its: dict[str, Value] = {"test": self.title, "job": self.job, "mode": mode, "unit": scale}
        its["iterations"] = self.values
        if (match := _BLOCK.search(mode)) and (size := binary_size(match[1])):
            its["block_size"] = size
        return {column: value for column, value in its.items() if value}


def runs(source: Source, tool: str) -> Iterator[Run | Diagnostic]:
    """Yield the run of a log, and the tests in it that gave nothing."""
    tests: list[Test] = []
    known: set[int] = set()
    version = title = ""
    begun = last = -1
    # How a scale goes on that is cut off cannot be told.
    end = len(source.lines) - 1 if source.is_open else -1
    for index, line in enumerate(source.lines):
        test = tests[-1] if tests else None
        if match := _SUITE.fullmatch(line):
            version = version or match[1]
        elif (match := _PROFILE.fullmatch(line)) and title:
            tests.append(Test(title, match[1], match[2], match[3] or "", index))
            known.update((begun, index))
            last = index
        elif test and (_STEP.fullmatch(line) or _SPREAD.fullmatch(line)):
            known.add(index)
            last = index
        elif test and index != end and (match := _AVERAGE.fullmatch(line)):
            test.results.append(_result(test, match[1], match[2], index))
            test.values = 0
            last = index
        elif test and _VALUE.fullmatch(line):
            test.values += 1
            known.add(index)
        elif test and _FAILED.fullmatch(line):
            test.failure = (index, line.strip())
        elif test and (match := _HEAD.fullmatch(line)):
            test.head = match[1]
            known.add(index)
        if line.strip():
            begun = index
            title = line.strip().removesuffix(":") if line[0] != " " and line.endswith(":") else ""
    for test in tests:
        if test.failure and not test.results:
            message = f"{test.title} gave no result: {test.failure[1]}"
            yield source.problem(test.failure[0], "failed-run", message)
        elif not test.results:
            message = f"{test.title} began, but its average is missing"
            yield source.problem(test.line, "incomplete-run", message)
    measurements = [one for test in tests for one in test.results]
    if measurements:
        first = min(known)
        yield Run(tool, version, first, last, measurements, furniture=frozenset(known))


def _result(test: Test, value: str, scale: str, line: int) -> Measurement:
    load = test.load(scale)
    its = _meaning(test.profile, str(load.get("mode", "")), scale, value)
    return Measurement(
        its.operation, its.quantity, its.value, its.unit, line, f"{value} {scale}", workload=load,
        certainty=its.certainty, note=its.note,
    )  # fmt: skip


def _meaning(profile: str, description: str, scale: str, value: str) -> Meaning:
    """Return what a value means, whether more or less of it is better."""
    for proportion in ("HIB", "LIB"):
        its = meaning(profile, description, scale, proportion, value)
        if its.quantity not in ("score", "count"):
            return its
    return its
