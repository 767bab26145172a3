"""What the words of a heading or of a row label probably mean, for a proposal that people check."""

from __future__ import annotations

import re
from typing import NamedTuple

from sitegen import units

_OPERATIONS = tuple(
    (re.compile(pattern, re.IGNORECASE), operation)
    for pattern, operation in (
        (r"\bre-?write", "rewrite"),
        (r"\bre-?read", "reread"),
        (r"\bfre-?write", "frewrite"),
        (r"\bfre-?read", "freread"),
        (r"\bfwrite", "fwrite"),
        (r"\bfread", "fread"),
        (r"\bpwrite", "pwrite"),
        (r"\bpread", "pread"),
        (r"stride", "stride-read"),
        (r"back(ward)?|\bbkwd", "backward-read"),
        (r"rand\w*[ ._-]*(rw\b|mix|read[ /&+]*(and )?write)", "rand-rw"),
        (r"rand\w*[ ._-]*seek|\bseeks?\b", "rand-seek"),
        (r"rand\w*[ ._-]*w(r|rites?|riting)?\b|\bRW\b|\b4 ?k.*\bwrite", "rand-write"),
        (r"rand\w*[ ._-]*r(d|eads?|eading)?\b|\bRR\b|\b4 ?k.*\bread", "rand-read"),
        (r"seq\w*[ ._-]*w(r|rites?|riting)?\b|\bSW\b", "seq-write"),
        (r"seq\w*[ ._-]*r(d|eads?|eading)?\b|\bSR\b", "seq-read"),
        (r"read[ /&+]*(and )?write|\brw\b|\bmix(ed)?\b", "rw"),
        (r"\bwr(ite|iting)?s?\b|\bwrite", "write"),
        (r"\brd\b|\bread(s|ing)?\b|\bread(?!-?ahead)", "read"),
        (r"\bscan", "table-scan"),
        (r"\btps\b|transaction", "transaction"),
        (r"\bcreate", "create"),
        (r"\bdelete|\bunlink", "delete"),
        (r"\bstat\b", "stat"),
        (r"\bfsync", "fsync"),
        (r"\bboot", "boot"),
        (r"\binstall", "install"),
        (r"\bcompress", "compress"),
    )
)

_STATISTICS = tuple(
    (re.compile(pattern, re.IGNORECASE), statistic)
    for pattern, statistic in (
        (r"\b(avg|average|mean)\b", "mean"),
        (r"\bmedian\b", "median"),
        (r"\b(min|minimum)\b", "min"),
        (r"\b(max|maximum)\b", "max"),
        (r"\b(std|stdev|stddev|std\.? ?dev|sigma)\b", "stddev"),
    )
)
_PERCENTILE = re.compile(
    r"\bp(\d\d(?:\.\d+)?)\b|\b(\d\d(?:\.\d+)?)(?:st|nd|rd|th|%| ?percentile)", re.I
)

_KEYS = tuple(
    (re.compile(pattern, re.IGNORECASE), column)
    for pattern, column in (
        (r"\b(block|i/?o|rec(ord)?|request|x?fer|transfer)[ _-]*(size|len)|\bbs\b", "block_size"),
        (r"\bfile[ _-]*size", "file_size"),
        (r"\bqd\b|queue[ _-]*depth|io[ _-]*depth", "queue_depth"),
        (r"\bthreads?\b", "threads"),
        (r"\bjobs?\b|numjobs", "jobs"),
        (r"\bclients?\b", "clients"),
        (r"\b(processes|procs|nproc|tasks|ranks)\b", "processes"),
        (r"\bnodes?\b", "nodes"),
        (r"\bconnections\b", "connections"),
        (r"\bstreams?\b", "streams"),
        (r"\bscale\b", "scale"),
        (r"\bfiles\b", "files"),
        (r"\braid[ _-]*level|^(raid|level)$", "testbed.raid.level"),
        (r"\b(chunk|stripe)", "testbed.raid.chunk"),
        (r"read[ -]?ahead", "testbed.readahead"),
        (r"\b(file ?system|fs)\b", "testbed.filesystem"),
        (r"\bkernel\b", "testbed.kernel"),
        (r"\b(drives?|disks?|ssd|card|device|model)\b", "testbed.drive"),
        (r"^sizes?$", "block_size"),
        (r"\bpattern\b", "pattern"),
        (r"\btest\b", "test"),
    )
)  # fmt: skip


class Guess(NamedTuple):
    """What words may mean; what nothing is known of is empty."""

    operation: str = ""
    quantity: str = ""
    statistic: str = ""


def operation(words: str) -> str:
    """Return the operation that words name, or ''."""
    return next((name for pattern, name in _OPERATIONS if pattern.search(words)), "")


def statistic(words: str) -> str:
    """Return the statistic that words name, or ''."""
    if match := _PERCENTILE.search(words):
        return f"p{match[1] or match[2]}"
    return next((name for pattern, name in _STATISTICS if pattern.search(words)), "")


def key(words: str) -> str:
    """Return the workload or testbed column that words name, or ''."""
    return next((name for pattern, name in _KEYS if pattern.search(words)), "")


def quantity(words: str, unit: str) -> str:
    """Return the quantity that words and a printed unit name, or ''."""
    known = units.UNITS.get(units.AMBIGUOUS.get(unit, (unit,))[0])
    base = known.base if known else ""
    if base == "1":
        return "cpu" if unit == "%" and re.search("cpu", words, re.IGNORECASE) else ""
    if base == "s":
        small = known is not None and known.factor < 1
        return "latency" if small or re.search("lat|access", words, re.IGNORECASE) else "time"
    if base == "op/s":
        seen = re.search(r"\biops\b|\bio/s", f"{words} {unit}", re.IGNORECASE)
        return "iops" if seen else "rate"
    return {"B/s": "bandwidth", "bit/s": "net-bandwidth", "W": "power", "rpm": ""}.get(base, "")


def meaning(words: str, unit: str) -> Guess:
    """Return what values under a heading, or in a row with a label, may be."""
    return Guess(operation(words), quantity(words, unit), statistic(words))
