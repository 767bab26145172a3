"""No damage to a raw file stops a parser, or makes it publish what cannot be a number."""

from __future__ import annotations

import math
import random
import re

import pytest

from sitegen.results import FileReading
from sitegen.show import as_json, as_text
from tests.parsers.raw_files import RawFile, Sampled, raw_files

FEW, MANY = 8, 300
"""How many damaged copies of each file are read, usually and with --torture."""

NUMBER = re.compile(rb"\d+(?:[.,]\d+)*")
IN_PLACE_OF_NUMBERS = (
    b"", b"-", b".", b"+", b"%", b"-1", b"0", b"0.0", b"00", b"1e5", b"1,2,3", b"1.2.3", b"0x1F",
    b"nan", b"-nan", b"inf", b"-inf", b"1e999", b"9" * 40, b"8" * 90, b"7" * 400,
    "²".encode(), "٣".encode(),
)  # fmt: skip
LETTERS = b"09az.,:;-+/%()[]{}<>\"'= \t\n\r\x00\x08\x1b\xff\xb2|#*_\\"


def damaged(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    """Return what was done to the bytes of a file, and the bytes."""
    lines = content.splitlines(keepends=True)
    at, line = chance.randrange(len(content)), chance.randrange(len(lines))
    letter = bytes([chance.choice(LETTERS)])
    numbers = list(NUMBER.finditer(content))
    place, other = chance.choice(numbers or [None]), chance.choice(IN_PLACE_OF_NUMBERS)
    ways = {
        f"cut off at byte {at}": content[: at + 1],
        f"{letter!r} in place of byte {at}": content[:at] + letter + content[at + 1 :],
        f"{letter!r} put in at byte {at}": content[:at] + letter + content[at:],
        f"without line {line + 1}": b"".join(lines[:line] + lines[line + 1 :]),
        f"line {line + 1} twice": b"".join(lines[: line + 1] + lines[line:]),
    }
    if place:
        changed = content[: place.start()] + other + content[place.end() :]
        # Most faults are found so.
        if chance.random() < 0.5:
            return f"{other[:20]!r} in place of the number at byte {place.start()}", changed
    return chance.choice(list(ways.items()))


def wrong(reading: FileReading) -> list[str]:
    """Return what a reading must never hold, whatever the file."""
    found = [str(one) for one in reading.diagnostics if one.code == "parser-failed"]
    for record in reading.records:
        signed = str(record.columns["quantity"]) in ("temperature", "score", "ratio")
        if not math.isfinite(record.value) or (record.value < 0 and not signed):
            found.append(f"{record.metric} {record.value}")
    for fact in reading.facts:
        if isinstance(fact.value, float) and not math.isfinite(fact.value):
            found.append(f"{fact.column} {fact.value}")
    return found


@pytest.mark.parametrize("raw", raw_files(), ids=lambda raw: raw.id)
def test_a_damaged_file_is_read_or_refused_and_never_stops_a_parser(
    raw: RawFile, sampled: Sampled
) -> None:
    chance = raw.chance()
    for _ in range(sampled(FEW, MANY)):
        done, content = damaged(raw.content, chance)
        if content.strip() and chance.random() < 0.2:
            more, content = damaged(content, chance)
            done += f", then {more}"
        reading = raw.read(content)
        assert not wrong(reading), done
        assert as_text(reading), done
        assert as_json(reading), done
