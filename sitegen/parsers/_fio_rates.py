"""The lines of fio's text with a rate: of one job, or of a group together.

By stat.c and lib/num2str.c of fio 1.2, 1.5x, 2.1 and 3.40:

- fio 3 prints powers of 1024 with an i and powers of 1000 without, side by side.
- fio 1.5x and 2 print `KB`, `MB` for powers of 1024, `kB` for 1000, and no prefix for a number of
  up to six digits: a slow disk has `bw=712421B/s`.
- Before that, `KiB/s` was bytes per millisecond, which is 1000 B/s; M and G go up from there by
  1024.
- `k` and `M` behind counts are powers of 1000.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from sitegen.parsers._fio_lines import Row

_NUMBER = r"(\d+(?:\.\d+)?)"
_RATE = r"((?:[kKMGTP]i?)?(?:B|b|bit))/s"
_WORD = r"((?:[kMGTP]|[KMGTP]i)?(?:(?:B|bit)(?:/s)?)?)"
_SIZE = r"((?:[kKMGTP]i?)?B)"
_DIRECTION = r"\s*(read|write|trim|mixed)\s*: "
_RATE_3 = re.compile(
    rf"{_DIRECTION}IOPS={_NUMBER}([kMG]?), BW={_NUMBER}{_WORD} \({_NUMBER}{_WORD}\)"
    rf"\({_NUMBER}{_SIZE}/(\d+)msec\)"
)
_RATE_2 = re.compile(
    rf"{_DIRECTION}io=\s*{_NUMBER}\s*{_SIZE}, bw=\s*{_NUMBER}\s*{_RATE}"
    rf"(?:, iops=\s*{_NUMBER}\s*([kKMG]?))?\s*, runt=\s*{_NUMBER}msec"
)
_SUM = r"\s*(READ|WRITE|TRIM|MIXED): "
_SUM_3 = re.compile(
    rf"{_SUM}bw={_NUMBER}{_WORD} \({_NUMBER}{_WORD}\).*? io={_NUMBER}{_SIZE} \([^)]*\), "
    r"run=\d+-(\d+)msec"
)
_SUM_2 = re.compile(
    rf"{_SUM}io=\s*{_NUMBER}\s*{_SIZE}, aggrb=\s*{_NUMBER}\s*{_RATE},.* maxt=\s*(\d+)msec"
)


def rate(index: int, line: str) -> tuple[str, list[Row]] | None:
    """Return the direction of a line with a rate, and its values."""
    if "*" in line:
        # Emphasis of whoever quotes the line.
        line = line.replace("*", "")
    if "IOPS=" in line and (match := _RATE_3.match(line)):
        direction, iops, letter, bw, word, other, other_word, size, size_word, runtime = (
            match.groups()
        )
        rows = [
            *_rate_3(index, bw, word, other, other_word),
            *_count(index, iops, letter),
        ]
        unit = size_word
    elif "runt=" in line and (match := _RATE_2.match(line)):
        direction, size, size_word, bw, word, iops, letter, runtime = match.groups()
        rows = [*_rate_2(index, bw, word, size, size_word, runtime)]
        rows += _count(index, iops or "", letter or "")
        unit, _ = _unit_2(size_word)
    else:
        return None
    return direction, [*rows, *_volume(index, size, size_word, unit, runtime)]


def sum_of(index: int, line: str) -> tuple[str, list[Row]] | None:
    """Return the direction of a line with what a group did together, and its values."""
    if "run=" in line and (match := _SUM_3.match(line)):
        direction, bw, word, other, other_word, size, size_word, runtime = match.groups()
        rows = [*_rate_3(index, bw, word, other, other_word)]
        unit = size_word
    elif "aggrb=" in line and (match := _SUM_2.match(line)):
        direction, size, size_word, bw, word, runtime = match.groups()
        rows = [*_rate_2(index, bw, word, size, size_word, runtime)]
        unit, _ = _unit_2(size_word)
    else:
        return None
    return direction.lower(), [*rows, *_volume(index, size, size_word, unit, runtime)]


def _volume(index: int, size: str, word: str, unit: str, runtime: str) -> Iterator[Row]:
    if size.strip("0."):
        yield Row("size", "", size, unit, f"{size}{word}", index)
    if runtime != "0":
        yield Row("time", "", runtime, "ms", f"{runtime}msec", index)


def _rate_3(line: int, digits: str, word: str, other: str, other_word: str) -> Iterator[Row]:
    """Yield a rate that is printed in both bases: `17.5MiB/s (18.4MB/s)`.

    Both are rounded. Where the first does not come to the second, the value is the middle of what
    both allow.
    """
    if not digits.strip("0."):
        return
    unit, bits = _rate_unit(word)
    second, _ = _rate_unit(other_word)
    written = f"{digits}{word} ({other}{other_word})"
    low, high = _allowed(digits, unit, bits)
    least, most = _allowed(other, second, bits)
    value = _middle(digits, unit, bits)
    if bits == 1 and least <= value <= most:
        yield Row("bandwidth", "", digits, unit, written, line)
        return
    note = f"{digits} {word} / 8" if bits > 1 else ""
    if not least <= value <= most and max(low, least) <= min(high, most):
        value = (max(low, least) + min(high, most)) / 2
        note = f"the middle of what rounds to {digits}{word} and to {other}{other_word}"
    yield Row("bandwidth", "", value, "B/s", written, line, "derived", note)


def _rate_unit(word: str) -> tuple[str, int]:
    """Return the unit of a rate, and how many of it make a byte.

    What all clients did together has no `B/s` behind the prefix (fio 3.33: `BW=157Mi (164M)`).
    """
    prefix = word.removesuffix("/s").removesuffix("bit").removesuffix("B")
    return f"{prefix}B/s", 8 if word.endswith("bit/s") else 1


_FACTORS = {"": 1, "k": 1000, "Ki": 1024, "M": 10**6, "Mi": 2**20, "G": 10**9, "Gi": 2**30,
            "T": 10**12, "Ti": 2**40, "P": 10**15, "Pi": 2**50}  # fmt: skip


def _middle(digits: str, unit: str, bits: int) -> Decimal:
    return Decimal(digits) * _FACTORS.get(unit.removesuffix("B/s"), 1) / bits


def _allowed(digits: str, unit: str, bits: int) -> tuple[Decimal, Decimal]:
    """Return the least and the most that rounds to a printed number, in B/s."""
    half = Decimal(1).scaleb(-len(digits.partition(".")[2])) / 2
    exact, size = Decimal(digits), _FACTORS.get(unit.removesuffix("B/s"), 1)
    return (exact - half) * size / bits, (exact + half) * size / bits


def _rate_2(
    line: int, digits: str, word: str, size: str, size_word: str, runtime: str
) -> Iterator[Row]:
    """Yield a rate of fio 1 or 2: `266966KB/s`."""
    if not digits.strip("0."):
        return
    written = f"{digits}{word}/s"
    if word.endswith(("b", "bit")):
        unit, _ = _unit_2(word.removesuffix("it").removesuffix("b") + "B")
        yield Row("bandwidth", "", Decimal(digits) / 8, f"{unit}/s", written, line, "derived",
                  f"{written} / 8, with powers of 1024")  # fmt: skip
    elif "i" in word:
        yield _oldest(line, digits, word, _bytes(size, size_word) * 1000 / max(int(runtime), 1))
    else:
        unit, _ = _unit_2(word)
        yield Row("bandwidth", "", digits, f"{unit}/s", written, line)


def _bytes(digits: str, word: str) -> Decimal:
    unit, _ = _unit_2(word)
    return Decimal(digits) * _FACTORS.get(unit.removesuffix("B"), 1)


def _oldest(line: int, digits: str, word: str, true: Decimal) -> Row:
    """Return a rate of the first versions; bytes over milliseconds prove what its K is."""
    printed = Decimal(digits) * 1024 ** max(0, " KMGTP".index(word[0].upper()) - 1)
    written = f"{digits}{word}/s"
    for unit, certainty in (("kB/s", "proved"), ("KiB/s", "proved"), ("kB/s", "assumed")):
        value = printed * (1000 if unit == "kB/s" else 1024)
        if certainty == "assumed" or abs(value - true) * 100 < value:
            break
    factor = value / printed
    note = f"K is {factor} here: the bytes over the run time are {true:.0f} B/s"
    if certainty == "assumed":
        return Row("bandwidth", "", printed, unit, written, line, "assumed", "K is 1000 in fio 1.2")
    return Row("bandwidth", "", printed, unit, written, line, "proved", note)


def _unit_2(word: str) -> tuple[str, bool]:
    """Return the unit that fio 1 and 2 mean by `KB`, and whether it is a power of 1000: `kB`."""
    prefix = word.removesuffix("B").removesuffix("i")
    if prefix == "k":
        return "kB", True
    return (f"{prefix}iB" if prefix else "B"), False


def _count(line: int, digits: str, letter: str) -> Iterator[Row]:
    """Yield a number of operations per second: `IOPS=10.1k` is 10,100."""
    if digits.strip("0."):
        unit = f"{letter.replace('K', 'k')}op/s"
        yield Row("iops", "", digits, unit, f"{digits}{letter}", line)
