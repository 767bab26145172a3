"""mount of Linux and BSD, /proc/mounts, findmnt (tree, list, JSON): what is mounted, and how."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, dump
from sitegen.parsers._json import Broken, Document, documents
from sitegen.parsers._mounts import is_real, mounted
from sitegen.record import Fact, Run, Source

TOOL = "mount"
MARKS = (" on /", "FSTYPE", " rw,", " ro,", '"filesystems"')
VARIANTS = (
    "mount: `device on path type type (options)`, of BSD and macOS `device on path (type, ...)`",
    "/proc/mounts: blanks in paths are \\040 (fs/proc_namespace.c: mangle)",
    "findmnt: TARGET SOURCE FSTYPE OPTIONS as a tree or a list, and -J",
)

_LINUX = re.compile(r"\s*(\S+) on (/.*?) type ([\w.]+) \(([^()]*)\)(?: \[.*\])?\s*")
_BSD = re.compile(r"\s*(\S+) on (/.*?) \(([a-z][\w.]*)((?:, [\w :-]+)*)\)\s*")
_PROC = re.compile(r"\s*(\S+) (/\S*) ([\w.]+) ((?:rw|ro)(?:,\S+)?) \d \d\s*")
_FIND = re.compile(r"[\s│├└─|`-]*(/.*?)\s+(\S+)\s+([\w.]+)\s+((?:rw|ro)(?:,\S*)?)\s*")
_FIND_HEAD = re.compile(r"\s*TARGET\s+SOURCE\s+FSTYPE\s+OPTIONS\s*")
_OCTAL = re.compile(r"\\([0-7]{3})")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    for document in documents(source, '"filesystems"'):
        if isinstance(document, Broken):
            message = f"the JSON of findmnt is cut off or damaged: {document.reason}"
            yield source.problem(document.end, "incomplete-run", message)
        else:
            facts = list(_tree(document, document.value, (), Things("mount")))
            if facts:
                yield dump(TOOL, document.first, document.last, facts)
    yield from _lines(source)


def _tree(
    document: Document, node: Mapping[str, Any], path: tuple[str | int, ...], things: Things
) -> Iterator[Fact]:
    for key in ("filesystems", "children"):
        rows = node.get(key)
        for place, row in enumerate(rows if isinstance(rows, list) else ()):
            if not isinstance(row, dict):
                continue
            here = (*path, key, place)
            names = ("source", "target", "fstype", "options")
            its = [str(row.get(name) or "") for name in names]
            if all(its[:3]) and is_real(its[0], its[2], its[1]):
                facts = mounted(its[0], its[1], its[2], its[3], document.line(*here))
                yield from things.facts(its[1], facts)
            yield from _tree(document, row, here, things)


def _lines(source: Source) -> Iterator[Run]:
    """Yield a run for each group of lines that tell of mounted file systems."""
    things = Things("mount")
    facts: list[Fact] = []
    first = last = -2
    tree = False
    for index, line in enumerate(source.lines):
        if _FIND_HEAD.fullmatch(line):
            tree = True
            continue
        its = _row(line, tree=tree)
        if its is None:
            tree = False
            continue
        if index > last + 1:
            if facts:
                yield dump(TOOL, first, last, facts)
            facts, first = [], index
        last = index
        device, path, kind, options = its
        if is_real(device, kind, path):
            facts += things.facts(path, mounted(device, path, kind, options, index))
    if facts:
        yield dump(TOOL, first, last, facts)


def _row(line: str, *, tree: bool) -> tuple[str, str, str, str] | None:
    """Return device, path, type and options of a line."""
    if " on /" in line:
        if match := _LINUX.fullmatch(line):
            return match[1], match[2], match[3], match[4]
        if match := _BSD.fullmatch(line):
            return match[1], match[2], match[3], match[4].removeprefix(", ").replace(", ", ",")
    if tree and (match := _FIND.fullmatch(line)):
        return match[2], match[1], match[3], match[4]
    if "r" in line and (match := _PROC.fullmatch(line)):
        device, path = (_OCTAL.sub(_letter, text) for text in match.group(1, 2))
        return device, path, match[3], match[4]
    return None


def _letter(match: re.Match[str]) -> str:
    return chr(int(match[1], 8))
