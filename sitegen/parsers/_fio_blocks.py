"""What fio's text says of jobs, in blocks, and of one report, in sections of blocks."""

from __future__ import annotations

from dataclasses import dataclass, field

from sitegen.parsers._fio_jobs import ALL_CLIENTS
from sitegen.parsers._fio_lines import Row
from sitegen.parsers._fio_load import Load
from sitegen.record import Fact


@dataclass(slots=True)
class Block:
    """What the text says of one job: rows of values by direction, and `cpu` for those of all."""

    name: str
    group: int
    jobs: int | None
    pid: str
    error: str
    date: str
    line: int
    rows: dict[str, list[Row]] = field(default_factory=dict)
    issued: tuple[int, ...] = ()


@dataclass(slots=True)
class Section:
    """The blocks and sums of one report, and the heads of its jobs."""

    first: int
    last: int
    version: str = ""
    heads: list[tuple[str, int, Load]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    sums: dict[int, dict[str, list[Row]]] = field(default_factory=dict)
    sum_lines: dict[int, int] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    understood: set[int] = field(default_factory=set)
    inherits: bool = False
    clients: int = 0

    @property
    def reports(self) -> bool:
        """Return whether the section has got to its results."""
        return bool(self.blocks or self.sum_lines)


def add(found: list[Section], section: Section) -> None:
    """Add a section, or join it to those before."""
    if any(block.name == ALL_CLIENTS for block in section.blocks):
        while section.inherits and found and found[-1].reports:
            section = _joined(found.pop(), section)
    elif found and section.inherits and _is_snapshot(found[-1], section):
        earlier = found.pop()
        section.first = earlier.first
        section.heads = section.heads or earlier.heads
        section.understood |= earlier.understood
    found.append(section)


def _is_snapshot(one: Section, other: Section) -> bool:
    """Return whether the jobs of a section go on in a later one: they are the same processes."""
    key = [(block.name, block.group, block.pid) for block in one.blocks if block.pid]
    later = [(block.name, block.group, block.pid) for block in other.blocks]
    return bool(key) and all(one in later for one in key)


def _joined(one: Section, other: Section) -> Section:
    """Return what two clients of one call report."""
    return Section(
        one.first,
        other.last,
        one.version or other.version,
        one.heads,
        [*one.blocks, *other.blocks],
        {},
        {**one.sum_lines, **other.sum_lines},
        [*one.facts, *other.facts],
        one.understood | other.understood,
        one.inherits,
        one.clients,
    )
