"""Phoronix Test Suite: composite.xml, the results of many tests on one system or several."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _phoronix_log
from sitegen.parsers._phoronix_scales import meaning
from sitegen.parsers._text import binary_size, number
from sitegen.parsers._xml import Node, elements
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "Phoronix Test Suite"
MARKS = ("<PhoronixTestSuite", _phoronix_log.MARK)
VARIANTS = (
    "composite.xml since 3.6 (Result), and of 0.1 to 3.4 (Benchmark, Results/Group); one run for "
    "each system, whose name is its series where there are several",
    "a value is the mean of the runs in RawString; its unit is that of the wrapped tool, by test "
    "profile (results-definition.xml), and assumed where the profile is not known",
    "what the suite prints in the terminal: the average of each result, with the same units",
    "times and sizes of installing a test (results without Identifier) are no results; a result "
    "without value is a test that failed",
)

_VERSION = re.compile(r"v?(\d[\w.]*)\s*$")
_PROFILE = re.compile(r"(?:\w+/)?(.*?)(?:-\d+(?:\.\d+)*)?")
_ITEMS = re.compile(r", (?=[A-Z][A-Za-z -]*: )")
_CPU = re.compile(
    r"(?:(\d+) x )?(.*?)(?: @ \d+(?:\.\d+)? ?GHz)?"
    r"(?: \((?:Total Cores: (\d+)|(\d+) Cores?(?: / (\d+) Threads?)?)\))?"
)
_KERNEL = re.compile(r"(\S+)(?: \((\w+)\))?.*")
_BLOCK = re.compile(r"(?:Block|Record) Size: (\d+ ?[KMG]?B?)\b", re.IGNORECASE)
_FILE = re.compile(r"(?:File|Disk) Size: (\d+ ?[KMG]?B?)\b", re.IGNORECASE)
_OTHERS = {
    "Motherboard": "motherboard",
    "Chipset": "chipset",
    "Memory": "memory",
    "Disk": "disks",
    "Network": "network",
    "OS": "os",
    "Compiler": "compiler",
    "File-System": "filesystem",
    "System Layer": "virtualization",
}
_DETAILS = {
    "cpu-scaling-governor": "cpu.governor",
    "disk-scheduler": "scheduler",
    "disk-mount-options": "mount-options",
}


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    for item in elements(source, "PhoronixTestSuite", TOOL):
        if isinstance(item, Diagnostic):
            yield item
        elif any(item[0].all("Result")) or any(item[0].all("Benchmark")):
            yield from _runs(source, *item)
    if _phoronix_log.MARK in source.text:
        yield from _phoronix_log.runs(source, TOOL)


def _runs(source: Source, root: Node, last: int) -> Iterator[Run | Diagnostic]:
    systems: dict[tuple[str, int], Node] = {}
    for system in root.all("System"):
        name = system.says("Identifier") or system.says("AssociatedIdentifiers")
        systems[name, sum(1 for known, _ in systems if known == name)] = system
    for name, again in systems:
        if again:
            message = f"two systems of this file are both called {name!r}"
            yield source.problem(systems[name, again].line, "contradiction", message)
    found: dict[tuple[str, int], list[Measurement]] = {}
    unread: set[int] = set()
    for result in [*root.all("Result"), *root.all("Benchmark")]:
        load = _load(result)
        if load is None:
            continue
        seen: dict[str, int] = {}
        for entry in [*result.all("Data", "Entry"), *result.all("Results", "Group", "Entry")]:
            name = entry.says("Identifier")
            key = name, seen.get(name, 0)
            seen[name] = key[1] + 1
            made = _entry(source, result, entry, load)
            if isinstance(made, Measurement):
                found.setdefault(key, []).append(made)
            elif made:
                yield made
            else:
                unread.add(entry.line)
    furniture = frozenset(range(root.line, last + 1)) - unread
    several = len(found) > 1
    for (name, again), measurements in found.items():
        its = systems.get((name, again)) or (next(iter(systems.values()), None))
        facts = _facts(its) if its else []
        shared: dict[str, Value] = {}
        if several:
            shared["series"] = f"{name} ({again + 1})" if again else name
        version, date = _origin(root, its)
        yield Run(TOOL, version, root.line, last, measurements, facts, shared, date, furniture)


def _load(result: Node) -> dict[str, Value] | None:
    """Return which test a result is of, or None where it is none of a benchmark."""
    profile = result.says("TestName") if result.name == "Benchmark" else result.says("Identifier")
    if not profile:
        return None
    title = result.says("Title") or result.says("Name")
    version = result.says("AppVersion") or result.says("Version")
    description = result.says("Description") or result.says("Attributes")
    load: dict[str, Value] = {
        "test": f"{title} {version}".strip(),
        "job": profile,
        "mode": description,
        "arguments": result.says("Arguments") or result.says("TestArguments"),
        "unit": result.says("Scale"),
    }
    for column, pattern in (("block_size", _BLOCK), ("file_size", _FILE)):
        if (match := pattern.search(description)) and (size := binary_size(match[1])):
            load[column] = size
    return {column: value for column, value in load.items() if value != ""}


def _entry(
    source: Source, result: Node, entry: Node, load: Mapping[str, Value]
) -> Measurement | Diagnostic | None:
    """Return the value of a result on one system; None where it is no number."""
    node = entry.first("Value") or entry
    value = entry.says("Value")
    if not value:
        reason = _as_json(entry.says("JSON")).get("error", "it has no value")
        message = f"{load['test']}, {load.get('mode', 'no description')}: {reason}"
        return source.problem(node.line, "failed-run", message)
    if number(value) is None:
        return None
    profile = _PROFILE.fullmatch(str(load["job"]))
    scale = str(load.get("unit", ""))
    means = meaning(
        profile[1] if profile else "",
        str(load.get("mode", "")),
        scale,
        result.says("Proportion"),
        value,
    )
    return Measurement(
        means.operation,
        means.quantity,
        means.value,
        means.unit,
        node.line,
        f"{value} {scale}".strip(),
        workload=load,
        certainty=means.certainty,
        note=means.note,
    )


def _as_json(text: str) -> Mapping[str, object]:
    try:
        value = json.loads(text) if text else {}
    except json.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}


def _origin(root: Node, system: Node | None) -> tuple[str, str]:
    """Return the version of the test suite that ran on a system, and when."""
    said = root.says("Generated", "TestClient")
    moment = root.says("Generated", "LastModified")
    if system:
        said = system.says("TestClientVersion") or system.says("Version") or said
        moment = system.says("TimeStamp") or system.says("TestDate") or moment
    match = _VERSION.search(said)
    date = re.fullmatch(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)", moment)
    return match[1] if match else "", f"{date[1]}T{date[2]}" if date else ""


def _facts(system: Node) -> list[Fact]:
    facts: list[Fact] = []
    for part in ("Hardware", "Software"):
        node = system.first(part)
        for item in _ITEMS.split(" ".join(node.text.split())) if node else ():
            name, _, value = item.partition(": ")
            assert node
            if value and value != "Unknown":
                facts += _item(name, value, node.line)
    node = system.first("JSON")
    details = _as_json(node.text) if node else {}
    for key, column in _DETAILS.items():
        if node and isinstance(value := details.get(key), str):
            facts.append(Fact(column, value, node.line, value))
    return facts


def _item(name: str, value: str, line: int) -> Sequence[Fact]:
    if name == "Processor" and (match := _CPU.fullmatch(value)):
        cores = match[3] or match[4]
        counts = (("cpu.sockets", match[1]), ("cpu.cores", cores), ("cpu.threads", match[5]))
        return [Fact("cpu.model", match[2], line, value)] + [
            Fact(column, int(digits), line, value) for column, digits in counts if digits
        ]
    if name == "Kernel" and (match := _KERNEL.fullmatch(value)):
        facts = [Fact("kernel", match[1], line, value)]
        return [*facts, Fact("arch", match[2], line, value)] if match[2] else facts
    return [Fact(_OTHERS[name], value, line, value)] if name in _OTHERS else []
