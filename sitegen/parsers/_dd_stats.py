"""The line in which a dd says what it moved: `2500 bytes (2.5 kB, 2.4 KiB) copied, 2 s, 1.2 kB/s`.

GNU translates its words, so the line is known by its shape, and by numbers that fit each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen.parsers._text import readings

_FIGURE = r"\d[\d.,]*(?:e-?\d+)?"
_AMOUNT = r"[\d.,]+ ?[kKMGTPE]?i?B?"
# print_xfer_stats of coreutils 9 (src/dd.c), and what it was since coreutils 5; busybox and toybox
# print the same words. Chinese and Ukrainian have them in another order.
_COPIED = re.compile(
    rf"(?<![\d.,])(\d+) ?[^\d()]{{0,30}}(?:\(({_AMOUNT})(?:[,，、] ?({_AMOUNT}))?\)[^\d()]{{0,40}}?"  # noqa: RUF001
    rf"|(?<= )[^\W\d]+ [^\W\d]+, )({_FIGURE}) ?(?:[sSсС]\w{{0,9}}|秒|초)[,，、] ?"  # noqa: RUF001
    rf"({_FIGURE}|Infinity) ?([kKMGTPE]?i?B|[kKMGTPE])/(?:s|sec|秒|с)\b"  # noqa: RUF001
)
# FreeBSD bin/dd/misc.c; macOS, NetBSD, OpenBSD and GNU fileutils 4 are the same; illumos rounds.
_TRANSFERRED = re.compile(
    rf"(?<![\d.,])(\d+) bytes transferred in ({_FIGURE}) sec(?:ond)?s? "
    rf"\(({_FIGURE}) ?([KMGTPE]?)(?:B|bytes)/sec\)"
)
_BYTES = re.compile(r"byte|octet|bajt|bayt|байт|字节|バイト|바이트", re.IGNORECASE)
_BEGINS = re.compile(r"(?<![\d.,])\d+ ?[^\d()]{0,30}(?:\([\d.,]+ ?[kKMGTPE]?i?B|transferred in \d)")
_RECORDS = re.compile(r"(?<![\d+.:-])(\d+)\+(\d+)(?![\d+.:-])")
_LOOK_BACK = 5


class Stats(NamedTuple):
    """What a dd says when it ends, or while it runs (`is_progress`).

    `rate` is what it printed, `exact` its bytes per second where they are printed whole. `first` is
    the line where its records begin, `last` its last line. `records` are those in and those out,
    each as whole and partial ones, as far as they are printed.
    """

    first: int
    line: int
    last: int
    bytes: int
    seconds: str
    rate: str
    exact: str
    is_progress: bool
    records: Sequence[tuple[int, int]]

    @property
    def speed(self) -> Decimal:
        """Return the bytes per second."""
        return Decimal(self.exact) if self.exact else Decimal(self.bytes) / Decimal(self.seconds)


class Odd(NamedTuple):
    """A line of dd that gives no rate, and why."""

    line: int
    code: str
    reason: str


def stats_of(lines: Sequence[str]) -> Iterator[Stats | Odd]:
    """Yield what each dd in these lines says."""
    for index, line in enumerate(lines):
        if "/s" not in line and "/秒" not in line:
            if "B)" not in line and "transferred in" not in line:
                continue
            if index + 1 == len(lines) or not _BEGINS.search(line):
                continue
            # A mail program may have wrapped the line.
            found = _copied(lines, index, f"{line.rstrip()} {lines[index + 1].lstrip()}", index + 1)
            if found and not _read(lines[index + 1]):
                yield found
        elif found := _copied(lines, index, line, index):
            yield found


def _read(line: str) -> bool:
    return bool(_COPIED.search(line) or _TRANSFERRED.search(line))


def _copied(lines: Sequence[str], index: int, line: str, last: int) -> Stats | Odd | None:
    if match := _TRANSFERRED.search(line):
        count, time, rate, prefix = match.groups()
        unit, whole = f"{prefix}B", not prefix
        amounts: tuple[str, ...] = ()
        written = f"{rate} {'bytes' if whole else unit}/sec"
    elif match := _COPIED.search(line):
        count, si, iec, bare, time, rate, unit = _parts(match)
        amounts, whole = tuple(filter(None, (si, iec))), False
        if not all(_is_amount(amount, int(count)) for amount in amounts):
            return None
        written = line[match.start(5) : match.end()]
        if bare and rate != "Infinity" and not _agreeing(int(count), time, rate, unit):
            return None
    else:
        return None
    first, records = _records(lines, index)
    if (not int(count) or rate == "Infinity") and not _BYTES.search(line):
        return None
    if not int(count):
        return Odd(index, "failed-run", "dd copied nothing: 0 bytes")
    if rate == "Infinity" or not any(Decimal(text) for _, text in readings(time)):
        return Odd(index, "too-fast", f"{count} bytes in no time that dd could measure")
    seconds = _agreeing(int(count), time, rate, unit)
    if not seconds:
        reason = f"{count} bytes in {time} s are not {written}"
        return Odd(index, "does-not-add-up", reason)
    return Stats(
        first,
        index,
        last,
        int(count),
        seconds,
        written,
        next((text for _, text in readings(rate)), "") if whole else "",
        # GNU prints whole seconds while it runs ("%.0f s"), FreeBSD and macOS leave out "in".
        not records
        and (time.isdecimal() or (" transferred " in line and "transferred in" not in line)),
        records,
    )


def _parts(match: re.Match[str]) -> tuple[str, str, str, bool, str, str, str]:
    count, si, iec, time, rate, unit = match.groups()
    return count, si or "", iec or "", not si, time, rate, unit


def _is_amount(text: str, count: int) -> bool:
    """Return whether `1.1 GB` is what `count` bytes are, rounded, in powers of 1000 or of 1024."""
    number = text.rstrip(" kKMGTPEiB")
    prefix = text[len(number) :].strip().rstrip("iB").upper()
    return any(
        abs(Decimal(count) / Decimal(base) ** " KMGTPE".index(prefix or " ") - Decimal(digits))
        <= _step(digits)
        for base in (1000, 1024)
        for _, digits in readings(number)
    )


def _agreeing(count: int, time: str, rate: str, unit: str) -> str:
    """Return the reading of `time` with which bytes and seconds give the printed rate, or nothing.

    `1,234 s` can be read in two ways; only one of them fits. Which power a unit means follows here
    too: 1000 for GNU, 1024 for busybox and toybox.
    """
    power = " KMGTPE".index(unit.rstrip("iB").upper() or " ")
    for mark, seconds in readings(time):
        for other, digits in readings(rate):
            if mark and other and mark != other:
                continue
            shortest = max(Decimal(seconds) - _step(seconds), Decimal("1e-9"))
            most, least = count / shortest, count / (Decimal(seconds) + _step(seconds))
            for base in (1000, 1024):
                low, high = (
                    (Decimal(digits) + sign * _step(digits)) * base**power for sign in (-1, 1)
                )
                if low <= most and high >= least:
                    return seconds
    return ""


def _step(digits: str) -> Decimal:
    """Return one unit of the last digit."""
    exponent = Decimal(digits).as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def _records(lines: Sequence[str], index: int) -> tuple[int, list[tuple[int, int]]]:
    """Return where the records above a line begin, and their counts: in, then out."""
    found: list[tuple[int, int]] = []
    first = index
    for above in range(index - 1, max(index - _LOOK_BACK, -1), -1):
        line = lines[above]
        match = _RECORDS.search(line)
        if match and "/s" not in line:
            found.insert(0, (int(match[1]), int(match[2])))
            first = above
            if len(found) == 2:
                break
        elif line.strip() and "truncated" not in line:
            break
    return first, found
