"""What a command of iozone says of the load, where its output was kept without its head."""

from __future__ import annotations

import re

from sitegen.record import Value

_COMMAND = re.compile(r"(?:^|[\s`$#/>])iozone3?\s+(-[^`|;&>]*)")
_FLAGS = {
    "-I": ("direct", "yes"),
    "-o": ("sync", "O_SYNC"),
    "-e": ("sync", "fsync"),
    "-c": ("sync", "close"),
}
_SIZE = re.compile(r"-([sr]) *(\d+)([kKmMgG]?)(?![\w.])")
_FACTORS = {"": 1024, "k": 1024, "m": 1024**2, "g": 1024**3}
_COLUMNS = {"s": "file_size", "r": "block_size"}


def load_of(line: str) -> dict[str, Value]:
    """Return what the options of iozone say (main in iozone.c): a size without a letter is in KiB.

    A size that is given twice says nothing of a single run.
    """
    match = _COMMAND.search(line)
    if not match:
        return {}
    load: dict[str, Value] = {}
    for word in match[1].split():
        if word in _FLAGS:
            column, value = _FLAGS[word]
            load[column] = f"{load[column]} + {value}" if column in load else value
        elif word in ("-O", "-N"):
            load["mode"] = word
    for letter, column in _COLUMNS.items():
        sizes = [its for its in _SIZE.findall(match[1]) if its[0] == letter]
        if len(sizes) == 1:
            _, digits, unit = sizes[0]
            load[column] = int(digits) * _FACTORS[unit.lower()]
    return load
