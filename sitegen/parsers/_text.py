"""What parsers of plain text share: numbers in any locale, sizes with a letter, dates."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from sitegen.diagnostics import Diagnostic
from sitegen.record import Source

_NUMBER = re.compile(r"([+\-−]?)(\d[\d.,' \u2009]*\d|\d)(?:[eE]([+-]?\d{1,2}))?")
_FIGURE = re.compile(r"(?<![\w.,'])\d(?:[\d.,']*\d)?(?!')")
_GROUPS = re.compile(r"[1-9]\d{0,2}(?:(\D)\d{3})(?:\1\d{3})*")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_CTIME = re.compile(
    rf"(?:[A-Z][a-z]{{2}},? +)?({'|'.join(_MONTHS)}) +(\d{{1,2}}) +(\d\d:\d\d:\d\d)"
    r"(?: +[AP]M)?(?: +[A-Z]{2,5})? +(\d{4})"
)
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([KMGTPE]?)(?:i?B)?", re.IGNORECASE)


def readings(text: str) -> tuple[tuple[str, str], ...]:
    """Return each way to read a number, as (decimal mark, plain decimal text).

    `12,345` is 12345 where the mark is a point and 12.345 where it is a comma; `3,00` can only be
    the one, `1,917.43` only the other. The mark is empty where a text shows none.
    """
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        return ()
    sign, body, exponent = match.groups()
    sign = "-" if sign and sign != "+" else ""
    tail = f"e{exponent}" if exponent else ""
    marks = re.sub(r"\d", "", body)
    found = []
    if not marks:
        found.append(("", body))
    if _GROUPS.fullmatch(body):
        # What parts the groups is not the decimal mark.
        other = {",": ".", ".": ","}.get(marks[0], "")
        found.append((other, re.sub(r"\D", "", body)))
    if marks and marks[-1] in ".," and marks.count(marks[-1]) == 1:
        whole, _, fraction = body.rpartition(marks[-1])
        if whole.isdecimal() or _GROUPS.fullmatch(whole):
            found.append((marks[-1], f"{re.sub(r'[^0-9]', '', whole)}.{fraction}"))
    return tuple((mark, f"{sign}{digits}{tail}") for mark, digits in found)


def decimal_mark(line: str) -> str:
    """Return the decimal mark that the figures of a line prove: a point, a comma, or neither."""
    proved = set()
    for figure in _FIGURE.findall(line):
        ways = readings(figure)
        if len(ways) == 1:
            proved.add(ways[0][0])
    proved.discard("")
    return proved.pop() if len(proved) == 1 else ""


def number(text: str, line: str = "") -> str | None:
    """Return a number as plain decimal text, or None where `text` is none or can be read twice.

    `line` is where it stands: a second figure in it decides between the readings.
    """
    ways = dict(readings(text))
    if len(ways) < 2:
        return next(iter(ways.values()), None)
    mark = decimal_mark(line)
    if not mark and "." in text:
        # A lone point is a decimal mark unless the line proves that it is not.
        mark = "."
    return ways.get(mark)


def unreadable(source: Source, index: int, text: str) -> Diagnostic:
    """Return the finding for a cell from which `number` made nothing."""
    ways = [digits for _, digits in readings(text)]
    if len(ways) < 2:
        return source.problem(index, "bad-number", f"{text!r} is not a number")
    return source.problem(
        index,
        "ambiguous-number",
        f"{text!r} can be {' or '.join(ways)}, and no other figure of the line decides",
        "say in a sidecar what it is",
    )


@lru_cache(1024)
def binary_size(text: str, bare: int = 1) -> int | None:
    """Return the bytes of `16G`, `64k` or `1.81T`, in powers of 1024; `bare` is a unit left out."""
    match = _SIZE.fullmatch(text.strip())
    if not match:
        return None
    digits, letter = match.groups()
    factor = 1024 ** " KMGTPE".index(letter.upper()) if letter else bare
    return int(Decimal(digits) * factor)


def ctime(text: str) -> str:
    """Return the moment in `Wed Feb 14 14:29:28 2018` by ISO 8601, or nothing.

    A time zone's name is left out: it does not say which of several zones it is.
    """
    match = _CTIME.search(text)
    if not match:
        return ""
    month, day, clock, year = match.groups()
    return f"{year}-{_MONTHS.index(month) + 1:02}-{int(day):02}T{clock}"
