"""What a command of pgbench says of the load, where the lines that say so were not kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.record import Value

_COMMAND = re.compile(r"(?:^|[\s/`$#>])pgbench((?:\s+[^\s|;&`]+)+)")
_NUMBERS = {
    "-c": "clients",
    "--client": "clients",
    "-j": "threads",
    "--jobs": "threads",
    "-T": "runtime",
    "--time": "runtime",
    "-t": "iterations",
    "--transactions": "iterations",
}
_MODES = ("-M", "--protocol")
_SCRIPTS = ("-f", "--file")
_BUILTIN = {
    "-S": "select only",
    "--select-only": "select only",
    "-N": "simple update",
    "--skip-some-updates": "simple update",
}


def load_of(line: str) -> dict[str, Value]:
    """Return what the options of pgbench say (main in pgbench.c), in an order of its own."""
    match = _COMMAND.search(line)
    if not match:
        return {}
    load: dict[str, Value] = {}
    scripts = []
    for name, value in _options(match[1].split()):
        if name in ("-i", "--initialize"):
            return {}
        if name in _NUMBERS and value.isdecimal():
            load[_NUMBERS[name]] = int(value)
        elif name in _MODES and value.isalpha():
            load["query_mode"] = value
        elif name in _SCRIPTS and value:
            scripts.append(value.rpartition("@")[0] or value)
        elif name in _BUILTIN:
            load["test"] = _BUILTIN[name]
    if len(scripts) == 1:
        load["test"] = scripts[0].rpartition("/")[2]
    elif scripts:
        load["test"] = "multiple scripts"
    return load


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield name and value of each option: `-c 8`, `-c8`, `--client=8`."""
    for number, word in enumerate(words):
        following = words[number + 1] if number + 1 < len(words) else ""
        if word.startswith("--"):
            name, _, value = word.partition("=")
            yield name, value or following
        elif word.startswith("-") and len(word) > 1:
            yield word[:2], word[2:] or following
