"""elbencho: the table it prints, its CSV file and its JSON file."""

from __future__ import annotations

from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _elbencho_rows, _elbencho_text
from sitegen.parsers._elbencho_phases import TOOL
from sitegen.record import Run, Source

__all__ = ["MARKS", "TOOL", "VARIANTS", "parse"]

MARKS = ("FIRST DONE", "Throughput MiB/s", "Throughput MB/s", " [last]", '"phase_type"')
VARIANTS = (
    "the table of versions 1 to 3: LAST DONE is the result; MiB/s is 2^20, cut to a whole number, "
    "MB/s (--base10) is 10^6 (Statistics.cpp); percentiles are upper bounds",
    "CSV (--csvfile): the columns [last]; MiB/s is 2^20 and latencies are us (docs/csv-docs.md)",
    "JSON (--jsonfile): last_done, in bytes per second and us (Statistics.cpp)",
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    text = source.text
    if "DONE" in text or "Throughput M" in text:
        yield from _elbencho_text.calls(source)
    if " [last]" in text:
        yield from _elbencho_rows.of_csv(source)
    if '"phase_type"' in text:
        yield from _elbencho_rows.of_json(source)
