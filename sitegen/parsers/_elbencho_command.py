"""elbencho: the command above its table, where it is printed: what the load is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from sitegen.parsers._elbencho_phases import Phase
from sitegen.parsers._text import binary_size
from sitegen.record import Value

VERSION = re.compile(r"\s*\* Version: (\d\S*)\s*")

_COMMAND = re.compile(r"(?:^|.*[\s/])elbencho(?::v?(\S+))?(?=\s[^;|&>]*\s-)((?:\s+[^\s;|&>]+)+)")
# Options and their short forms (ProgArgs.h); sizes are of 1024 (UnitTk.cpp).
_COUNTS = {
    "-t": "threads",
    "--threads": "threads",
    "--iodepth": "queue_depth",
    "-n": "directories",
    "--dirs": "directories",
    "-N": "files",
    "--files": "files",
}
_SIZES = {"-b": "block_size", "--block": "block_size", "-s": "file_size", "--size": "file_size"}


class Command(NamedTuple):
    """What a command sets: the load, and whether the places are random.

    The name of a container's image has the version in it.
    """

    load: Mapping[str, Value]
    random: str
    version: str

    def describe(self, phase: Phase) -> None:
        """Say of a phase what the load was; one without data has neither blocks nor a size."""
        phase.random = self.random
        phase.workload |= {
            column: value
            for column, value in self.load.items()
            if phase.operation() or column in ("threads", "directories", "files")
        }


def command(line: str) -> Command | None:
    """Return what a command of elbencho sets, or None where a line is none."""
    match = _COMMAND.match(line.replace('"', ""))
    if not match:
        return None
    load: dict[str, Value] = {}
    random = "seq-"
    # --block=4M is the same as --block 4M.
    words = match[2].replace("=", " ").split()
    for word, value in zip(words, [*words[1:], ""], strict=True):
        if word == "--direct":
            load["direct"] = "yes"
        elif word == "--rand":
            random = "rand-"
        elif word in _COUNTS and value.isdecimal():
            load[_COUNTS[word]] = int(value)
        elif word in _SIZES and (size := binary_size(value)):
            load[_SIZES[word]] = size
    return Command(load, random, match[1] or "")
