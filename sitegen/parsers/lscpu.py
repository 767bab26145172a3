"""lscpu: text of any age and language, and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import binary, dump, labelled, scaled, text
from sitegen.parsers._json import Broken, Document, documents
from sitegen.parsers._lscpu_words import LABELS
from sitegen.record import Fact, Run, Source

TOOL = "lscpu"
MARKS = (
    "BogoMIPS",
    '"lscpu"',
    *sorted(label for label, its in LABELS.items() if its == "cpu.cores-per-socket"),
)
VARIANTS = (
    "text, in all languages of util-linux; labels are indented since 2.37",
    "caches: `8192K` is one cache (before 2.34), `30 MiB (2 instances)` is the sum of all "
    "(sys-utils/lscpu.c: get_cache_full_size)",
    "-J: a flat list of fields, or nested `children` since 2.37; CPU MHz is momentary",
)

_MHZ = 1_000_000
_COUNTS = frozenset(
    ("cpu.threads", "cpu.threads-per-core", "cpu.cores-per-socket", "cpu.sockets", "numa.nodes")
)
_FREQUENCIES = frozenset(("cpu.max-frequency", "cpu.min-frequency", "cpu.frequency"))
_OTHERS = {
    "CPU socket(s)": "cpu.sockets",  # util-linux 2.17
    "CPU family": "cpu.family",
    "Stepping": "cpu.stepping",
    "CPU MHz": "cpu.frequency",
    "CPU dynamic MHz": "cpu.frequency",
    "CPU static MHz": "cpu.max-frequency",
    "Frequency boost": "cpu.frequency-boost",
    "Virtualization": "cpu.virtualization",
    "Hypervisor vendor": "system.hypervisor",
    "Hypervisor": "system.hypervisor",
}
_CACHE = re.compile(r"\b(L(?:1[di]|[234]))\b")
_CACHE_SIZE = re.compile(r"([\d.,]+ ?[KMGT]?i?B?)(?: \(\d+ [^)]*\))?")
_WRAPPED = re.compile(r"\s*[a-z0-9_]+(?: [a-z0-9_]+)*\s*")
_ARCHITECTURES = re.compile(
    r"x86_64|amd64|i[3-6]86|aarch64|arm\w*|ppc\w*|s390x?|riscv\w*|mips\w*|ia64|sparc\w*|"
    r"loongarch\w*|alpha|parisc\w*|m68k"
)


class Field(NamedTuple):
    """A label with its value, wherever it stands."""

    label: str
    value: str
    line: int


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    for document in documents(source, '"lscpu"'):
        if isinstance(document, Broken):
            message = f"the JSON of lscpu is cut off or damaged: {document.reason}"
            yield source.problem(document.end, "incomplete-run", message)
        elif isinstance(document.value["lscpu"], list):
            fields = list(_fields(document, document.value["lscpu"], ("lscpu",)))
            yield dump(TOOL, document.first, document.last, _facts(fields))
    yield from _texts(source)


def _fields(document: Document, rows: list[Any], path: tuple[str | int, ...]) -> Iterator[Field]:
    for place, row in enumerate(rows):
        if isinstance(row, dict) and "field" in row:
            here = (*path, place)
            label = str(row["field"]).rstrip(" :\uff1a")
            yield Field(label, str(row.get("data") or ""), document.line(*here))
            if isinstance(row.get("children"), list):
                yield from _fields(document, row["children"], (*here, "children"))


def _texts(source: Source) -> Iterator[Run | Diagnostic]:
    """Yield the blocks of text: from the line of the architecture on, as long as labels follow."""
    lines = source.lines
    last = -1
    for index, line in enumerate(lines):
        match = labelled(line) if index > last else None
        if not match or LABELS.get(match[1]) != "arch" or not _ARCHITECTURES.fullmatch(match[2]):
            continue
        fields, last = _block(lines, index)
        found = _facts(fields)
        columns = {fact.column for fact in found}
        if len(columns) < 4 and not any(its.label == "BogoMIPS" for its in fields):
            continue
        yield dump(TOOL, index, last, found)
        missing = sorted({"cpu.threads", "cpu.model"} - columns)
        if missing:
            message = f"{' and '.join(missing)} cannot be found in this output of lscpu"
            hint = "it is cut off, or its language is not known: run it with LC_ALL=C"
            yield source.problem(last, "missing-field", message, hint)


def _block(lines: Sequence[str], first: int) -> tuple[list[Field], int]:
    """Return the fields of the block that begins on a line, and its last line."""
    fields: list[Field] = []
    last = first
    for index in range(first, len(lines)):
        line = lines[index]
        if match := labelled(line):
            if fields and LABELS.get(match[1]) == "arch":
                break
            fields.append(Field(match[1], match[2], index))
        elif not (line.strip() and _WRAPPED.fullmatch(line) and len(fields[-1].value) > 40):
            # The flags of a CPU go on where a mail program has broken their line.
            break
        last = index
    return fields, last


def _facts(fields: Sequence[Field]) -> list[Fact]:
    """Return what the fields say; each further `Model name` begins another kind of core."""
    kind = 0
    facts: list[Fact] = []
    for its in fields:
        for fact in _fact(its):
            if fact.column == "cpu.model":
                kind += 1
            column = fact.column
            if kind > 1 and column.startswith("cpu.") and not _CACHE.search(its.label):
                column = f"cpu.{kind}{column.removeprefix('cpu')}"
            facts.append(fact._replace(column=column))
    return [*facts, *_cores(facts)]


def _cores(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the number of cores, where it agrees with the number of threads."""
    known = {fact.column: fact for fact in facts}
    products: list[str] = []
    cores = threads = 0
    for kind in ("cpu", *(f"cpu.{number}" for number in range(2, 9))):
        its = [known.get(f"{kind}.{name}") for name in ("sockets", "cores-per-socket")]
        if its[0] and its[1]:
            number = int(its[0].value) * int(its[1].value)
            per_core = known.get(f"{kind}.threads-per-core")
            cores += number
            threads += number * int(per_core.value if per_core else 1)
            products.append(f"{its[0].value} x {its[1].value}")
    total = known.get("cpu.threads")
    if products and "cpu.sockets" in known and (total is None or total.value == threads):
        yield Fact("cpu.cores", cores, known["cpu.sockets"].line, " + ".join(products))


def _fact(its: Field) -> Iterator[Fact]:
    """Yield what one field says."""
    column = LABELS.get(its.label) or _OTHERS.get(its.label, "")
    value = text(its.value)
    if not value:
        return
    if column in _COUNTS:
        if value.isdecimal():
            yield Fact(column, int(value), its.line, value)
    elif column in _FREQUENCIES:
        hertz = scaled(value, _MHZ)
        if hertz is not None:
            yield Fact(column, hertz, its.line, f"{value} MHz")
    elif column:
        yield Fact(column, value, its.line, value)
    elif (cache := _CACHE.search(its.label)) and (size := _CACHE_SIZE.fullmatch(value)):
        each = value.endswith("K")
        bytes_ = binary(size[1])
        if bytes_ is not None:
            name = f"cpu.{cache[1].lower()}-cache{'-each' if each else ''}"
            yield Fact(name, bytes_, its.line, value)
