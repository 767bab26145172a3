"""zpool status, list and get: what a ZFS pool is made of, as facts of the testbed.

The first pool of a file gives `pool.name`, `pool.state` and so on, the second `pool.2.name`. Names
of devices are not kept: many hold serial numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _zpool_status
from sitegen.parsers._text import binary_size
from sitegen.record import Fact, Run, Source, Value

TOOL = "zpool"
MARKS = ("pool: ", "CKSUM", "ALLOC", "HEALTH", "ashift")
VARIANTS = (
    "zpool status: state, scan, layout by the indentation of the configuration (zpool_main.c: two "
    "blanks for each level)",
    "zpool list: sizes are powers of 1024, rounded to three digits (zfs_nicenum); exact with -p",
    "zpool get: ashift and other properties of the pool",
)

_LIST = {
    "SIZE": "size",
    "ALLOC": "allocated",
    "USED": "allocated",
    "AVAIL": "free",
    "FREE": "free",
    "FRAG": "fragmentation",
    "CAP": "capacity",
    "DEDUP": "dedup",
    "HEALTH": "state",
}
_PROPERTIES = {
    "ashift": "ashift",
    "health": "state",
    "autotrim": "autotrim",
    "fragmentation": "fragmentation",
    "capacity": "capacity",
    "dedupratio": "dedup",
    "size": "size",
    "allocated": "allocated",
    "free": "free",
}
_SIZES = frozenset(("size", "allocated", "free"))


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    names: list[str] = []
    for pool in _zpool_status.pools(source.lines):
        yield from _zpool_status.findings(source, pool)
        facts = list(_zpool_status.facts(pool))
        yield _run(names, pool.name, facts, pool.first, pool.last)
    for head, name, facts in chain(_list(source.lines), _get(source.lines)):
        yield _run(names, name, facts, head, max(fact.line for fact in facts))


def _run(names: list[str], name: str, facts: Sequence[Fact], first: int, last: int) -> Run:
    """Return the facts of a pool as a run, under the number that its name has in the file."""
    if name not in names:
        names.append(name)
    number = names.index(name) + 1
    prefix = "pool" if number == 1 else f"pool.{number}"
    named = [fact._replace(column=f"{prefix}.{fact.column}") for fact in facts]
    return Run(TOOL, "", first, last, (), named, furniture=frozenset(range(first, last + 1)))


def _list(lines: Sequence[str]) -> Iterator[tuple[int, str, list[Fact]]]:
    """Yield the pools of `zpool list`, with the line of the head; their devices are indented."""
    heads: list[str] = []
    head = margin = -1
    for index, line in enumerate(lines):
        words = line.split()
        indent = len(line) - len(line.lstrip())
        if words[:2] == ["NAME", "SIZE"] and words[2:3] in (["ALLOC"], ["USED"]):
            heads, head, margin = words, index, indent
        elif heads and len(words) == len(heads) and indent == margin:
            facts = [Fact("name", words[0], index)]
            facts += [
                _property(_LIST[name], word, index)
                for name, word in zip(heads, words, strict=True)
                if name in _LIST and word != "-"
            ]
            yield head, words[0], facts
        elif indent <= margin:
            heads = []


def _get(lines: Sequence[str]) -> Iterator[tuple[int, str, list[Fact]]]:
    """Yield what `zpool get` says of each pool; only properties that file systems lack count."""
    head = -1
    found: dict[str, list[Fact]] = {}
    for index, line in enumerate(lines):
        words = line.split()
        if words == ["NAME", "PROPERTY", "VALUE", "SOURCE"]:
            head = index
        elif head >= 0 and len(words) >= 4 and words[1] in _PROPERTIES and words[2] != "-":
            facts = found.setdefault(words[0], [Fact("name", words[0], index)])
            facts.append(_property(_PROPERTIES[words[1]], words[2], index))
    for name, facts in found.items():
        yield head, name, facts


def _property(column: str, text: str, index: int) -> Fact:
    """Return a property of a pool: sizes in bytes, ashift as a number, the rest as text."""
    value: Value = text
    if column in _SIZES:
        value = binary_size(text) or text
    elif column == "ashift" and text.isdecimal():
        value = int(text)
    return Fact(column, value, index, text)
