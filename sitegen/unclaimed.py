"""Why no parser reads a file: whose output it comes near to, and what is missing there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic, Position
from sitegen.parsers import profiles
from sitegen.parsers import table as tables
from sitegen.parsers._text import decimal_mark, readings
from sitegen.record import Source

_MOST = 3
_HEAD = 2000
_TELLING = 5
"""From how many letters on a word of some output is told apart from words of any text."""

_COMMANDS = {
    "bonnie++": ("bonnie++", "bonnie"),
    "tune2fs": ("tune2fs", "dumpe2fs"),
    "xfs_info": ("xfs_info", "mkfs.xfs"),
    "7-Zip": ("7z", "7za", "7zz"),
    "rados bench": ("rados",),
    "megacli": ("megacli", "MegaCli", "MegaCli64"),
    "storcli": ("storcli", "storcli64", "perccli", "perccli64"),
    "fs_mark": ("fs_mark", "fs-mark"),
    "mount": ("mount", "findmnt"),
    "HammerDB": ("hammerdbcli", "hammerdb"),
    "os-release": ("lsb_release", "hostnamectl"),
    "Phoronix Test Suite": ("phoronix-test-suite",),
    "diskspd": ("diskspd", "diskspd.exe"),
}
_WORDS = frozenset(("dd", "df", "free", "mount", "table", "uname", "stream", "cpuinfo", "meminfo"))
"""Names of tools that are words or short: only a line that runs them tells of them."""

_INPUTS = (
    ("fio", "a job file", re.compile(r"(?:rw|readwrite|ioengine|iodepth)\s*=\s*\w+")),
    ("vdbench", "a parameter file", re.compile(r"(?:sd|wd|rd|fsd|fwd)=\w+,.*")),
    ("filebench", "a workload", re.compile(r"define (?:file|fileset|process) .*")),
    ("HammerDB", "a script", re.compile(r"(?:hammerdb>)?diset \w+ \w+ .*")),
    ("pgbench", "a script", re.compile(r"\\set \w+ random\(.*")),
)
_REFUSED = re.compile(
    r".*(?:not found|No such file|[Pp]ermission denied|not recognized|[Uu]nknown option).*"
)
_NUMBER = re.compile(r"[-+]?\d[\d.,:]*%?")
_CELL = re.compile(
    r"(?:^|[|\t;])[ *`]*(\d{1,3},\d{3})\s?([KMGT]?i?[Bb](?:its?)?/s(?:ec)?|[kM]?IOPS|[mun]?s)"
    r"[ *`]*(?=$|[|\t;])",
    re.MULTILINE,
)
_USAGE = re.compile(r"\s*(?i:usage):.*")


class Clue(NamedTuple):
    """What tells of a tool: how much it says (the least number says most), and why it is no more.

    `weight` orders clues that say the same.
    """

    rank: int
    weight: int
    tool: str
    reason: str


def finding(source: Source, tried: Sequence[str]) -> Diagnostic:
    """Return the finding for a file that no parser reads; `tried` are those whose words it has."""
    best: dict[str, Clue] = {}
    for clue in sorted([*_lines(source), *_marks(source, tried)], key=_order):
        best.setdefault(clue.tool, clue)
    clues = list(best.values())
    strong = [clue for clue in clues if clue.rank < _NAMED]
    clues = (strong or clues)[:_MOST]
    told = [f"{clue.tool}: {clue.reason}" for clue in clues]
    hint = "; ".join([*told, *_advice(source, clues)])
    return Diagnostic(
        Position(source.path), "unidentified-file", "no parser knows this output", hint
    )


def ambiguous(source: Source) -> Iterator[Diagnostic]:
    """Yield the cells of tables, with a unit, that can be read in two ways: `12,345 MB/s`.

    Where another number of the text shows what its comma is, there are none.
    """
    if _CELL.search(source.text) is None or decimal_mark(source.text):
        return
    for at, line in enumerate(source.lines):
        for digits, unit in _CELL.findall(line):
            ways = " or ".join(f"{way} {unit}" for _, way in readings(digits))
            yield source.problem(
                at,
                "ambiguous-number",
                f"'{digits} {unit}' can be {ways}, and no other number decides",
                f"describe the table in {source.path}.yaml, with decimal: comma, or decimal: point",
            )


_REFUSAL, _INPUT, _MARK, _COMMAND, _NAMED = range(5)


def _order(clue: Clue) -> tuple[int, int, str]:
    return clue.rank, -clue.weight, clue.tool


def _marks(source: Source, tried: Iterable[str]) -> Iterator[Clue]:
    """Yield what the words of parsers tell that found no result among them."""
    last = max((at for at, line in enumerate(source.lines) if line.strip()), default=0)
    for name in tried:
        its = profiles()[name]
        found = [(len(mark), mark) for mark in its.marks if mark and mark in source.text]
        found = [one for one in found if one[0] >= _TELLING or not one[1].strip().isalpha()]
        if not found:
            continue
        mark = max(found)[1]
        at = next((at for at, line in enumerate(source.lines) if mark in line), 0)
        where = f"'{mark.strip()}' in line {source.numbers[at]} is a word of its output"
        ends = "the text ends there" if at == last else "no line with a whole result stands by it"
        yield Clue(_MARK, len(found), its.tool, f"{where}, but {ends}")


def _lines(source: Source) -> Iterator[Clue]:
    """Yield what lines tell that name a tool, run it, or are meant for it."""
    lines = [(at, line) for at, line in enumerate(source.lines[:_HEAD]) if line.strip()]
    for tool, what, pattern in _INPUTS:
        fitting = [at for at, line in lines if pattern.fullmatch(line.strip())]
        if len(fitting) > 1 or (fitting and len(lines) < len(fitting) * 4):
            number = source.numbers[fitting[0]]
            reason = f"line {number} is of {what} for it: keep what it prints"
            yield Clue(_INPUT, 0, tool, reason)
    for tool in dict.fromkeys(its.tool for its in profiles().values()):
        yield from _naming(source, lines, tool)


def _naming(source: Source, lines: Sequence[tuple[int, str]], tool: str) -> Iterator[Clue]:
    names = _COMMANDS.get(tool, (tool,))
    if not any(name in source.text for name in names):
        return
    word = "|".join(re.escape(name) for name in names)
    named = re.compile(rf"(?<![\w/.-])(?:{word})(?![\w/]|-(?!\d))")
    run = re.compile(
        rf"\s*(?:.*?[$#>%] ?)?(?:sudo |time |LC_ALL=\S+ )*(?:\S*/)?(?:{word})(?: .*|$)"
    )
    for place, (at, line) in enumerate(lines):
        if not named.search(line) and not run.fullmatch(line):
            continue
        number = source.numbers[at]
        following = lines[place + 1][1] if place + 1 < len(lines) else ""
        said = line if _REFUSED.fullmatch(line) else following
        if tool not in _WORDS and (said is line or _USAGE.fullmatch(said)):
            number += said is not line
            yield Clue(
                _REFUSAL, 0, tool, f"it did not run, as line {number} says: '{said.strip()}'"
            )
        elif run.fullmatch(line) and re.search(r" -{1,2}\w|\w=|[$#>%] ", line):
            yield Clue(_COMMAND, 0, tool, f"line {number} runs it, but no result of it follows")
        elif tool not in _WORDS:
            yield Clue(_NAMED, 0, tool, f"line {number} names it, but has nothing of its output")


def _advice(source: Source, clues: Sequence[Clue]) -> Iterator[str]:
    """Yield what can be done with a table in the file, or with a file that has none."""
    path = source.path
    if headings := tables.headings(source):
        words = ", ".join(f"'{one}'" for one in headings[:4])
        more = " and more" if len(headings) > len(headings[:4]) else ""
        yield (
            f"there is a table with {words}{more}: `sitegen show --sidecar {path}` proposes the"
            f" {path}.yaml that says what its columns are"
        )
    elif any(clue.rank == _MARK for clue in clues):
        yield "keep all that it prints, and run it with LC_ALL=C"
    elif any(clue.rank == _NAMED for clue in clues):
        yield f"if the tool printed it, name it in {path}.yaml: `tool: {clues[0].tool}`"
    elif not clues:
        yield "it has no word of a tool that `sitegen parsers` lists"
        if any(_is_row(line.split()) for line in source.lines[:_HEAD]):
            yield f"`sitegen show --sidecar {path}` shows how to describe rows of numbers"
        else:
            yield "there is no table: what people write belongs in content/"


def _is_row(words: Sequence[str]) -> bool:
    """Return whether most of the words of a line are numbers."""
    numbers = sum(1 for word in words if _NUMBER.fullmatch(word))
    return numbers > 2 and numbers * 2 > len(words)
