"""Which command each dd result belongs to, in a transcript, a script's log or a page of prose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sitegen.parsers._dd_command import Command, commands_of
from sitegen.parsers._dd_stats import Odd, Stats, stats_of

FAILURE = re.compile(
    r"(?<![\w/])dd: (?:(?:error|failed|writing|reading|opening|closing|fsync|fdatasync|cannot|"
    r"invalid|unrecognized|unknown|memory)\b.*|.*: (?:No space left on device|Input/output error|"
    r"Permission denied|No such file or directory|Operation not permitted|Read-only file system|"
    r"Invalid argument|Auf dem Gerät .*|Aucun espace .*))"
)
_TIMES = re.compile(r"\s*(?:real|user|sys)\s")
SNAPSHOT = Command(-1, {}, "", "", "", "", is_repeated=False)
"""Stands for the command of what dd says on a signal, before it is done."""


@dataclass(slots=True)
class Group:
    """What stands between one dd command and the next: commands, then what they print."""

    commands: list[Command] = field(default_factory=list)
    found: list[Stats | Odd] = field(default_factory=list)
    failures: list[int] = field(default_factory=list)


def groups(lines: Sequence[str]) -> Iterator[Group]:
    """Yield the commands, each with what follows it up to the next."""
    events: list[tuple[int, Command | Stats | Odd | None]] = [
        *((one.line, one) for one in commands_of(lines)),
        *((one.line, one) for one in stats_of(lines)),
    ]
    for index, line in enumerate(lines):
        if "dd: " in line and FAILURE.search(line):
            events.append((index, None))
    group = Group()
    for index, event in sorted(events, key=lambda event: event[0]):
        if isinstance(event, Command):
            if group.found or group.failures:
                yield group
                group = Group()
            group.commands.append(event)
        elif event is None:
            group.failures.append(index)
        else:
            group.found.append(event)
    yield group


def commands_for(
    lines: Sequence[str], group: Group, results: Sequence[Stats]
) -> list[Command | None]:
    """Return the command that each result belongs to."""
    commands, count = group.commands, len(results)
    one_line = len({command.line for command in commands}) == 1
    if not commands:
        chosen: list[Command | None] = [None] * count
    elif len(commands) == count:
        chosen = [*commands]
    elif one_line and count % len(commands) == 0:
        chosen = [*commands] * (count // len(commands))
        for number in range(1, count):
            between = lines[results[number - 1].last + 1 : results[number].first]
            if not commands[0].is_repeated and not _is_joined(between):
                # It may be any other dd.
                chosen[number:] = [None] * (count - number)
                break
    elif count == 1 and results[0].first - commands[-1].line < 8:
        chosen = [commands[-1]]
    else:
        chosen = [None] * count
    fitting = [
        command if command and _fits(command, stats) else None
        for command, stats in zip(chosen, results, strict=True)
    ]
    for number in range(count - 1):
        if _is_snapshot(results[number], results[number + 1], chosen[number], len(commands)):
            fitting[number] = SNAPSHOT
    return fitting


def _is_joined(between: Sequence[str]) -> bool:
    """Return whether two results follow each other: at the most `time` has its say between."""
    words = [line for line in between if line.strip()]
    return all(_TIMES.match(line) for line in words) and (bool(words) or not between)


def _fits(command: Command, stats: Stats) -> bool:
    """Return whether a dd with these operands can print this."""
    planned, block = command.planned, command.block_size
    if planned is not None and stats.bytes > planned:
        return False
    if block and stats.records:
        whole, part = stats.records[-1]
        return whole * block <= stats.bytes <= (whole + part) * block
    return True


def _is_snapshot(stats: Stats, later: Stats, command: Command | None, commands: int) -> bool:
    """Return whether `stats` is what dd printed on SIGUSR1 or SIGINFO on its way to `later`."""
    if not (stats.bytes < later.bytes and float(stats.seconds) < float(later.seconds)):
        return False
    if command is None or commands != 1 or command.is_repeated:
        return len(stats.records) == 2 and stats.records[0] != stats.records[1]
    return command.planned is None or stats.bytes < command.planned
