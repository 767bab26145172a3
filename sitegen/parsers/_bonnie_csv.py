"""The CSV lines of bonnie++: 27 fields in 1.0x, 48 in 1.96 and 1.97, 50 since 1.98."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sitegen.parsers._bonnie_print import BLANK, Print, Row, are_cells

_CSV_SIZE = re.compile(r"(?:\d+[KMGT](?::\d+k?)?)?")
_LATENCY = re.compile(r"\d+(?:us|ms|s)\b")
_LATENCIES = re.compile(r"(?:(?:\d++(?:us|ms|s))?+(?:,|$)){12}")
_CSV_START = re.compile(r"\s*(?:1\.9\d,\d[\w.]*,|[^,\s]+,\d+[MG](?::\d+k?)?,)\S*\s*$")


def csv_line(lines: Sequence[str], index: int) -> tuple[Sequence[Print], int] | None:
    """Return the run in a CSV line, and how many lines it takes where a mail has broken it."""
    fields = lines[index].strip().split(",")
    if fields[0] in ("name", "format_version") and "putc" in fields:
        return (), 1
    used = 1
    if len(fields) not in (27, 48, 50) and _CSV_START.match(lines[index]):
        while used < 4 and index + used < len(lines) and len(fields) < 50:
            more = lines[index + used].strip()
            if not more or " " in more or "," not in more:
                break
            fields = "".join(line.strip() for line in lines[index : index + used + 1]).split(",")
            used += 1
    found = _old_csv(fields, index) if len(fields) == 27 else _new_csv(fields, index)
    return ([found], used) if found else None


def _old_csv(fields: Sequence[str], index: int) -> Print | None:
    """Return the run in the 27 fields of bonnie++ 1.0x (`DoReport` in bon_time.cpp of 1.03e)."""
    bulk, files = tuple(fields[2:14]), tuple(fields[15:])
    if not are_cells(bulk + files) or not _CSV_SIZE.fullmatch(fields[1]):
        return None
    if (bulk == BLANK) != (fields[1] == ""):
        return None
    return _csv_print(("", fields[0], "", ""), index, fields[1], bulk, fields[14], files, ())


def _new_csv(fields: Sequence[str], index: int) -> Print | None:
    """Return the run in the fields of bonnie++ 1.96 (48) and 1.98 (50: seeks and seekers more).

    The order is that of the head line that `bonnie++ -x` prints, which lacks those two.
    """
    if len(fields) not in (48, 50) or not fields[0].startswith("1.9"):
        return None
    seekers = fields[8] if len(fields) == 50 else ""
    _, version, name, concurrency, _, size, chunk = fields[:7]
    bulk, files, latencies = tuple(fields[-41:-29]), tuple(fields[-24:-12]), fields[-12:]
    times = tuple(latencies)
    if not _LATENCIES.fullmatch(",".join(latencies)):
        # What people write behind the line clings to its last field.
        times = tuple(its[0] if (its := _LATENCY.match(text)) else "" for text in latencies)
    # bonnie++ 2.00a prints the directories in the field after the one that its head line names.
    count, largest, smallest, *directories = fields[-29:-24]
    if not are_cells(bulk + files) or not _CSV_SIZE.fullmatch(size):
        return None
    label = ":".join(part for part in (count, largest, smallest) if part)
    label += "".join(f"/{number}" for number in directories if number)
    size = f"{size}:{chunk}" if chunk else size
    about = (version, name, concurrency, seekers)
    return _csv_print(about, index, size, bulk, label, files, times)


def _csv_print(
    about: tuple[str, str, str, str],
    index: int,
    size: str,
    bulk: tuple[str, ...],
    count: str,
    files: tuple[str, ...],
    latencies: tuple[str, ...],
) -> Print | None:
    version, name, concurrency, seekers = about
    upper = Row(index, size, bulk, "", latencies[:6], index) if size and bulk != BLANK else None
    lower = Row(index, count, files, "", latencies[6:], index) if count and files != BLANK else None
    if not upper and not lower:
        return None
    return Print("CSV", version, name, index, upper, lower, concurrency, seekers)
