"""Output of which each line begins with who printed it: a task, a host, or a mark of a remark.

`srun -l` writes `0: ` (slurm, fname_width and _print_step_output), pdsh and clush `host: `, Open
MPI `[1,0]<stdout>:` (--tag-output), people `# ` in front of what they keep in a script. This is
tried on files that no parser reads as they are.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sitegen.record import Source

_PREFIXES = (
    re.compile(r"()#(?: |$)"),
    re.compile(r"\[(\d+,\d+)\]<std(?:out|err)>: ?"),
    re.compile(r" *(\d+):(?: |$)"),
    re.compile(r"([A-Za-z][\w.-]*):(?: |$)"),
)
_FEWEST = 2
"""How many lines of one printer stand together, for what they begin with to be a prefix."""


def unprefixed(source: Source) -> Source | None:
    """Return a source without the prefixes of its lines, or None if they have none.

    The lines of each printer are put together, in the order in which they stand; their numbers are
    those of the file.
    """
    for pattern in _PREFIXES:
        order = _order(source, pattern)
        if order:
            return replace(
                source,
                lines=[text for _, text in order],
                numbers=[source.numbers[index] for index, _ in order],
            )
    return None


def _order(source: Source, prefix: re.Pattern[str]) -> list[tuple[int, str]]:
    """Return the lines, those with a prefix without it; nothing if no block has prefixes."""
    found: list[tuple[int, str]] = []
    block: dict[str, list[tuple[int, str]]] = {}
    any_taken = False
    for index, line in enumerate([*source.lines, ""]):
        match = prefix.match(line)
        if match:
            block.setdefault(match[1], []).append((index, line[match.end() :]))
            continue
        if block and all(len(lines) >= _FEWEST for lines in block.values()):
            any_taken = True
            for lines in block.values():
                found += lines
        else:
            found += [(at, source.lines[at]) for its in block.values() for at, _ in its]
        block = {}
        if index < len(source.lines):
            found.append((index, line))
    return found if any_taken else []
