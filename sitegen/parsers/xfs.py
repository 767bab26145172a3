"""xfs_info, and what mkfs.xfs and xfs_growfs print: the geometry of an XFS file system."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, dump, sized
from sitegen.record import Fact, Run, Source

TOOL = "xfs_info"
MARKS = ("meta-data=",)
VARIANTS = (
    "sunit and swidth are blocks of `bsize` bytes (libfrog/fsgeom.c of xfsprogs), in the options "
    "of mkfs.xfs they would be sectors; a size is blocks times bsize",
)

_LINE = re.compile(r"\s*(?:(meta-data|data|naming|log|realtime)\s*)?=(.*)")
_PAIR = re.compile(r"([\w-]+)=([\w./-]+)")
_FEATURES = [
    "attr",
    "crc",
    "finobt",
    "sparse",
    "rmapbt",
    "reflink",
    "bigtime",
    "inobtcount",
    "nrext64",
    "ftype",
    "lazy-count",
    "metadir",
]

Pairs = Mapping[str, tuple[str, int]]


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("filesystem")
    index = 0
    lines = source.lines
    while index < len(lines):
        if not (lines[index].lstrip().startswith("meta-data=")):
            index += 1
            continue
        first = index
        sections: dict[str, dict[str, tuple[str, int]]] = {}
        name = ""
        while index < len(lines) and (match := _LINE.fullmatch(lines[index])):
            if match[1] in sections and match[1] == "meta-data":
                break
            name = match[1] or name
            pairs = sections.setdefault(name, {})
            if match[1]:
                pairs.setdefault("", (match[2].strip().split("  ")[0], index))
            for pair in _PAIR.finditer(match[2]):
                pairs.setdefault(pair[1], (pair[2], index))
            index += 1
        yield from _run(source, sections, first, index - 1, things)


def _run(
    source: Source, sections: Mapping[str, Pairs], first: int, last: int, things: Things
) -> Iterator[Run | Diagnostic]:
    device = sections["meta-data"][""][0]
    facts = [Fact("filesystem", "xfs", first, "xfs")] if not things.known else []
    facts += things.facts(device, _facts(sections, device, first))
    yield dump(TOOL, first, last, facts)
    if "realtime" not in sections:
        message = "the geometry of the XFS file system is cut off: there is no line 'realtime ='"
        yield source.problem(last, "missing-field", message)


def _facts(sections: Mapping[str, Pairs], device: str, first: int) -> Iterator[Fact]:
    data, log, head = (sections.get(name, {}) for name in ("data", "log", "meta-data"))
    yield Fact("device", device, first, device)
    if "bsize" in data:
        block = data["bsize"][0]
        yield from sized("block-size", block, data["bsize"][1])
        for key, column in (
            ("blocks", "size"), ("sunit", "stripe-unit"), ("swidth", "stripe-width"),
        ):  # fmt: skip
            yield from _product(column, data, key, block)
        yield from _product("allocation-group-size", head, "agsize", block)
    if "bsize" in log:
        for key, column in (("blocks", "log-size"), ("sunit", "log-stripe-unit")):
            yield from _product(column, log, key, log["bsize"][0])
    for pairs, key, column in (
        (head, "isize", "inode-size"),
        (head, "sectsz", "sector-size"),
    ):
        if key in pairs:
            yield from sized(column, *pairs[key])
    if "agcount" in head and head["agcount"][0].isdecimal():
        count, line = head["agcount"]
        yield Fact("allocation-groups", int(count), line, count)
    if "" in log:
        words = log[""][0].removesuffix(" log")
        yield Fact("log", words, log[""][1], words)
    yield from _features(sections)


def _product(column: str, pairs: Pairs, key: str, block: str) -> Iterator[Fact]:
    """Yield a size that is printed as a number of blocks."""
    if key in pairs and pairs[key][0].isdecimal() and block.isdecimal():
        count, line = pairs[key]
        yield Fact(column, int(count) * int(block), line, f"{count} blocks of {block}")


def _features(sections: Mapping[str, Pairs]) -> Iterator[Fact]:
    """Yield what the file system has and has not, once all of it is printed."""
    if "realtime" not in sections:
        return
    pairs = {key: value for section in sections.values() for key, value in section.items()}
    found: Sequence[str] = [f"{key}={pairs[key][0]}" for key in _FEATURES if key in pairs]
    if found:
        line = sections["meta-data"][""][1]
        yield Fact("features", " ".join(found), line, " ".join(found))
