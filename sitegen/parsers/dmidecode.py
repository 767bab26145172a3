"""dmidecode: the system, its board, BIOS, processors and memory modules, as the firmware says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import binary, dump, labelled, scaled, sized, stated, text
from sitegen.record import Fact, Run, Source

TOOL = "dmidecode"
MARKS = ("Handle 0x", "SMBIOS ", "Memory Device", "BIOS Information", "System Information")
VARIANTS = (
    "all types or some (-t): sizes are powers of 1024 (dmi_memory_device_size), speeds in MT/s, "
    "before 3.0 as MHz, are 10^6 transfers a second",
    "-q: without handles; a structure begins at its title",
    "modules that are alike are one fact with their number; counts are given where the output is "
    "whole, which `End Of Table` or the number of devices of the array shows",
)

_HANDLE = re.compile(r"\s*Handle (0x[0-9A-F]{4}), DMI type (\d+), \d+ bytes\s*")
_VERSION = re.compile(r"\s*# dmidecode (\d\S*)\s*")
_SPEED = re.compile(r"(\d+) (?:MT/s|MHz)(?: \([\d.]+ ns\))?")
_MEGAHERTZ = re.compile(r"(\d+) MHz")
_PLAIN: dict[int, dict[str, str]] = {
    0: {"Vendor": "bios.vendor", "Version": "bios.version", "Release Date": "bios.date"},
    1: {
        "Manufacturer": "system.vendor",
        "Product Name": "system.model",
        "Version": "system.version",
    },
    2: {"Manufacturer": "board.vendor", "Product Name": "board.model"},
}
_PROCESSOR, _ARRAY, _MODULE, _END = 4, 16, 17, 127
_TITLES = {
    "BIOS Information": 0,
    "System Information": 1,
    "Base Board Information": 2,
    "Processor Information": _PROCESSOR,
    "Physical Memory Array": _ARRAY,
    "Memory Device": _MODULE,
}

Fields = dict[str, tuple[str, int]]


@dataclass(slots=True)
class Structure:
    """One structure of the table: its type, its line, its fields."""

    kind: int
    line: int
    fields: Fields = field(default_factory=dict)

    def value(self, label: str) -> str:
        """Return what stands behind a label, or ''."""
        return text(self.fields.get(label, ("", 0))[0])


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    structures: list[Structure] = []
    first = last = -1
    version = ""
    for index, line in enumerate(source.lines):
        if match := _VERSION.fullmatch(line):
            yield from _run(source, structures, first, last, version)
            structures, first, version = [], index, match[1]
        elif handle := _HANDLE.fullmatch(line):
            structures.append(Structure(int(handle[2]), index))
            first, last = first if first >= 0 else index, index
        elif (kind := _titled(source.lines, index)) is not None and (
            not structures or structures[-1].line != index - 1
        ):
            structures.append(Structure(kind, index))
            first, last = first if first >= 0 else index, index
        elif structures and (its := labelled(line)):
            structures[-1].fields.setdefault(its[1], (its[2], index))
            last = index
        elif structures and line.strip() and not line[:1].isspace() and index - last > 1:
            # The title of a structure stands right below its handle; anything else is not ours.
            yield from _run(source, structures, first, last, version)
            structures, first = [], -1
        elif structures and line.strip():
            last = index
    yield from _run(source, structures, first, last, version)


def _titled(lines: Sequence[str], index: int) -> int | None:
    """Return the type of the structure whose title a line is, with what it says below it."""
    kind = _TITLES.get(lines[index].strip())
    below = lines[index + 1] if index + 1 < len(lines) else ""
    return kind if labelled(below) and _margin(below) > _margin(lines[index]) else None


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _run(
    source: Source, structures: Sequence[Structure], first: int, last: int, version: str
) -> Iterator[Run | Diagnostic]:
    if not structures:
        return
    facts: list[Fact] = []
    done: set[int] = set()
    for its in structures:
        if its.kind in _PLAIN and its.kind not in done:
            done.add(its.kind)
            for label, column in _PLAIN[its.kind].items():
                if label in its.fields:
                    facts += stated(column, *its.fields[label])
    kinds = {kind: [its for its in structures if its.kind == kind] for kind in (4, 16, 17)}
    modules, arrays = kinds[_MODULE], kinds[_ARRAY]
    slots = sum(
        int(count) for its in arrays if (count := its.value("Number Of Devices")).isdecimal()
    )
    ended = any(its.kind == _END for its in structures)
    facts += _processors(kinds[_PROCESSOR], ended)
    if arrays:
        facts += _arrays(arrays)
    if modules and (ended or (slots == len(modules) and _is_whole(modules))):
        facts += _modules(modules)
    elif modules:
        message = f"{len(modules)} memory devices are listed, but how many there are is not known"
        hint = "there is no 'End Of Table': keep the whole output, or that of -t memory"
        yield source.problem(modules[-1].line, "missing-field", message, hint)
    if facts:
        yield dump(TOOL, first, last, facts, version)


def _is_whole(modules: Sequence[Structure]) -> bool:
    """Return whether all that tells one kind of module from another is printed of the last one.

    Before SMBIOS 2.6 there is no rank: then it must say as much as another one.
    """
    last = modules[-1].fields
    written = last.get("Size", ("", 0))[0]
    return (
        "Rank" in last
        or (bool(written) and not binary(written))
        or any(its.fields.keys() == last.keys() for its in modules[:-1])
    )


def _processors(processors: Sequence[Structure], ended: bool) -> Iterator[Fact]:
    # VMware lists a hundred processors as `Populated, Disabled By BIOS`.
    states = ((its, its.value("Status")) for its in processors)
    there = [its for its, state in states if "Populated" in state and "Disabled" not in state]
    for its in there[:1]:
        for label, column in (("Version", "cpu.model"), ("Manufacturer", "cpu.vendor")):
            if label in its.fields:
                yield from stated(column, *its.fields[label])
        if match := _MEGAHERTZ.fullmatch(its.value("Current Speed")):
            hertz = scaled(match[1], 10**6)
            if hertz:
                yield Fact("cpu.frequency", hertz, its.fields["Current Speed"][1], match[0])
        if its.value("Core Count").isdecimal():
            count, line = its.fields["Core Count"]
            yield Fact("cpu.cores-per-socket", int(count), line, count)
    if ended and there:
        yield Fact("cpu.sockets", len(there), there[0].line, f"{len(there)} populated")
        for label, column in (("Core Count", "cpu.cores"), ("Thread Count", "cpu.threads")):
            counts = [its.value(label) for its in there]
            if all(count.isdecimal() for count in counts):
                total = sum(map(int, counts))
                yield Fact(column, total, there[0].line, " + ".join(counts))


def _arrays(arrays: Sequence[Structure]) -> Iterator[Fact]:
    main = [its for its in arrays if its.value("Use") in ("System Memory", "")] or arrays
    ecc = main[0].value("Error Correction Type")
    if len(main) == 1 and "Maximum Capacity" in main[0].fields:
        yield from sized("memory.max-capacity", *main[0].fields["Maximum Capacity"])
    yield from stated("memory.ecc", ecc, main[0].fields.get("Error Correction Type", ("", 0))[1])


def _modules(modules: Sequence[Structure]) -> Iterator[Fact]:
    """Yield the kinds of modules, each with their number, and what all hold together."""
    kinds: Counter[tuple[object, ...]] = Counter()
    examples: dict[tuple[object, ...], Structure] = {}
    total = 0
    for its in modules:
        size = binary(its.value("Size"))
        if not size:
            continue
        total += size
        names = ("Type", "Speed", "Manufacturer", "Part Number", "Rank")
        key = (size, *(its.value(name) for name in names))
        kinds[key] += 1
        examples.setdefault(key, its)
    if total:
        line = next(iter(examples.values())).line
        yield Fact("memory.installed", total, line, f"{sum(kinds.values())} modules")
    yield Fact("memory.slots", len(modules), modules[0].line, f"{len(modules)} devices")
    for place, (key, count) in enumerate(kinds.items(), 1):
        prefix = "dimm" if place == 1 else f"dimm.{place}"
        its = examples[key]
        yield Fact(f"{prefix}.modules", count, its.line, f"{count} alike")
        for fact in _module(its.fields):
            yield fact._replace(column=f"{prefix}.{fact.column}")


def _module(fields: Mapping[str, tuple[str, int]]) -> Iterator[Fact]:
    size, line = fields["Size"]
    yield Fact("size", binary(size) or 0, line, size)
    for label, column in (
        ("Type", "type"),
        ("Manufacturer", "vendor"),
        ("Part Number", "model"),
        ("Rank", "rank"),
    ):
        if label in fields:
            yield from stated(column, *fields[label])
    for labels, column in (
        (("Speed",), "speed"),
        (("Configured Memory Speed", "Configured Clock Speed"), "configured-speed"),
    ):
        for label in labels:
            written, line = fields.get(label, ("", 0))
            if match := _SPEED.fullmatch(written):
                yield Fact(column, int(match[1]) * 10**6, line, written)
