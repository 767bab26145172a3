"""Which of the statistics that fio prints are read, and what they are called."""

from __future__ import annotations

import re
from functools import lru_cache

_DECIMAL = re.compile(r"\d+(?:\.\d+)?")

_SELDOM = frozenset({"1", "5", "10", "20", "30", "40", "60", "70", "80"})
"""Of the percentiles that fio prints, those that say least: they stay in the raw file."""


@lru_cache(1024)
def percentile(printed: str) -> str:
    """Return the statistic for a percentile as it is printed, or nothing if it is not to be read.

    `99.900000` is p99.9; fio 2 fills up its list with `0.00`.
    """
    if not _DECIMAL.fullmatch(printed):
        return ""
    short = printed.rstrip("0").rstrip(".") if "." in printed else printed
    return f"p{short}" if 0 < float(printed) <= 100 and short not in _SELDOM else ""


def is_left_out(quantity: str, statistic: str) -> bool:
    """Return whether a statistic says too little: of submission, the mean and the most count."""
    return quantity == "submission-latency" and statistic in ("min", "stddev")
